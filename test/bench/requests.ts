import { openPull, startTestbed } from '../flows/testbed.ts'
import { waitFor } from '../product/wait-for.ts'
import { chartYaml } from '../story/story.ts'
import { atMost, type Figure } from './figure.ts'

const pulls = 1000
const claiming = 300

/** Requests of `claims/chart-versions` by the simulation's count: writes, their fences and the other check left out. */
const besides = new Set([
  'graphql PullFence',
  'graphql PullClaims',
  'graphql OpenPulls',
  'POST /repos/{owner}/{repo}/check-runs',
  'PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}',
  'POST /app/installations/{installation_id}/access_tokens',
  'GET /app/installations',
  'GET /app',
  'GET /app/hook/deliveries',
  'GET /installation/repositories',
  'GET /repos/{owner}/{repo}/rules/branches/{branch}',
])

/** 1,000 open pull requests with one chart, 300 of them claiming a version. */
export async function requestFigures(): Promise<Figure[]> {
  const bed = await startTestbed({ environment: { LOG_LEVEL: 'warn' } })
  const { world, ada, organization, github } = bed
  world.webhooks.target = null
  const repository = world.repositories.create(organization, 'many', {
    files: { 'chart/Chart.yaml': chartYaml('1.0.0'), 'chart/values.yaml': 'a: 1\n' },
  })
  for (let index = 0; index < pulls; index += 1) {
    const files =
      index < claiming ? { 'chart/Chart.yaml': chartYaml(`1.0.${index + 1}`) } : { [`notes/${index}.md`]: 'x\n' }
    openPull(world, ada, repository, { branch: `b${index}`, files })
  }
  const mark = github.calls.mark()
  const started = performance.now()
  await bed.restart()
  const all = world.pulls.openIn(repository)
  const judged = () => all.filter((pull) => bed.check(pull, 'charts')?.status === 'completed').length
  await waitFor('every pull request to be judged', () => judged() === pulls, { timeoutMs: 600_000, seen: judged })
  const seconds = (performance.now() - started) / 1000
  await bed.quiet()
  const cold = counted(github.calls.counts(mark))
  const warmMark = github.calls.mark()
  const one = openPull(world, ada, repository, {
    branch: 'one-more',
    files: { 'chart/Chart.yaml': chartYaml('1.1.0') },
  })
  await bed.concluded(one, 'charts', 'success')
  await bed.quiet()
  const warm = counted(github.calls.counts(warmMark))
  const burstMark = github.calls.mark()
  for (let index = 0; index < 100; index += 1) {
    world.pulls.draft(ada, one)
    world.pulls.ready(ada, one)
  }
  await bed.quiet()
  const sweeps = github.calls.counts(burstMark)['graphql PolicyFiles'] ?? 0
  await bed.close()
  return [
    atMost('cold sweep of 1,000 open PRs, 300 claims: requests', cold, '', 60),
    atMost('  until all 1,000 checks of both kinds are written', seconds, 's', 600),
    atMost('one more PR, caches warm: requests', warm, '', 15),
    atMost('200 events in a burst: readings of the repository', sweeps, '', 3),
  ]
}

function counted(counts: Readonly<Record<string, number>>): number {
  return Object.entries(counts)
    .filter(([name]) => !besides.has(name))
    .reduce((sum, [, count]) => sum + count, 0)
}
