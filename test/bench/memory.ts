import { readFileSync } from 'node:fs'
import { openPull, startTestbed } from '../flows/testbed.ts'
import { waitFor } from '../product/wait-for.ts'
import { chartYaml } from '../story/story.ts'
import { atMost, type Figure } from './figure.ts'

const repositories = 200
const pullsEach = 50

/** Resident memory of the product, idle and after a sweep of 10,000 open pull requests in 200 repositories. */
export async function memoryFigures(): Promise<Figure[]> {
  const bed = await startTestbed({ environment: { LOG_LEVEL: 'warn' } })
  const idle = residentMegabytes(bed.product.process.pid)
  const { world, ada, organization } = bed
  world.webhooks.target = null
  const pulls = Array.from({ length: repositories }, (_, index) => {
    const repository = world.repositories.create(organization, `r${index}`, {
      files: { 'Chart.yaml': chartYaml('1.0.0') },
    })
    return Array.from({ length: pullsEach }, (_, pull) => {
      const files = pull % 5 === 0 ? { 'Chart.yaml': chartYaml(`1.0.${pull + 1}`) } : { [`${pull}.md`]: 'x\n' }
      return openPull(world, ada, repository, { branch: `b${pull}`, files })
    })
  }).flat()
  await bed.restart()
  const judged = () =>
    pulls.filter((pull) => bed.check(pull, 'charts')?.status === 'completed' && bed.check(pull, 'issues') !== undefined)
      .length
  await waitFor('10,000 pull requests to be judged', () => judged() === pulls.length, {
    timeoutMs: 900_000,
    seen: judged,
  })
  await bed.quiet()
  const swept = residentMegabytes(bed.product.process.pid)
  await bed.close()
  return [
    atMost('memory, idle', idle, 'MB', 150),
    atMost('memory, after sweeping 10,000 open pull requests', swept, 'MB', 300),
  ]
}

function residentMegabytes(pid: number | undefined): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}
