import { openPull, startTestbed } from '../flows/testbed.ts'
import { atMost, type Figure, median } from './figure.ts'

const samples = 30

/** From a deed on GitHub to the finished check run, with nothing else to do; GitHub answers at once. */
export async function latencyFigures(): Promise<Figure[]> {
  const bed = await startTestbed()
  const { world, ada, organization } = bed
  const repository = world.repositories.create(organization, 'latency', { visibility: 'private' })
  const issue = world.issues.open(ada, repository, { body: '## Acceptance\n\n- [ ] done\n' })
  const pull = openPull(world, ada, repository, { branch: 'work', files: { 'a.txt': 'a\n' } })
  await bed.concluded(pull, 'issues', 'success')
  const times: number[] = []
  for (let index = 0; index < samples; index += 1) {
    await bed.quiet()
    const closes = index % 2 === 0
    const started = performance.now()
    world.pulls.edit(ada, pull, { body: closes ? `Closes #${issue.number}` : 'Nothing.' })
    await bed.concluded(pull, 'issues', closes ? 'failure' : 'success')
    times.push(performance.now() - started)
  }
  await bed.close()
  return [atMost('webhook to check run, idle, median', median(times), 'ms', 50)]
}
