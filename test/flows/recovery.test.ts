import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { PullRequest, Repository } from '../github/world/model.ts'
import { waitFor } from '../product/wait-for.ts'
import { chart, closeHealthy, freshRepository, openPull, runsOn, startTestbed, type Testbed } from './testbed.ts'

const undone = '## Acceptance\n\n- [ ] it works\n'
const postRun = '/repos/{owner}/{repo}/check-runs'

let bed: Testbed
let repository: Repository

afterEach(async () => {
  await closeHealthy(bed)
})

async function begin(environment: Readonly<Record<string, string>> = {}): Promise<void> {
  bed = await startTestbed({ environment })
  repository = freshRepository(bed, { files: { 'charts/shop/Chart.yaml': chart('1.0.0') } })
}

function closingPull(branch = 'work'): PullRequest {
  const issue = bed.world.issues.open(bed.ada, repository, { body: undone })
  return openPull(bed.world, bed.ada, repository, {
    branch,
    files: { 'charts/shop/Chart.yaml': chart('1.0.1') },
    body: `Closes #${issue.number}`,
  })
}

/** Queues a pull request whose group is never announced, behind a check of somebody else. Returns the group's head. */
function queueUnannounced(pull: PullRequest): string {
  bed.world.mergeQueues.enable(repository)
  bed.world.repositories.requireChecks(repository, ['gate'])
  bed.world.checks.status(bed.ada, repository, pull.headRefOid, { context: 'gate', state: 'success' })
  bed.world.webhooks.drop(1000, ({ event }) => event === 'merge_group')
  return bed.world.mergeQueues.enqueue(bed.ada, pull).group?.headSha ?? ''
}

async function judgedGroup(headSha: string): Promise<void> {
  const conclusion = (name: string) => bed.world.checks.latest(repository, headSha, name)?.conclusion
  await waitFor('both checks on the group', () => conclusion('claims/issues') && conclusion('claims/chart-versions'))
  expect([conclusion('claims/issues'), conclusion('claims/chart-versions')]).toEqual(['failure', 'success'])
}

describe('the sweep', () => {
  beforeEach(() => begin({ SWEEP_MINUTES: '0.02' }))

  test('makes good every webhook that was lost', async () => {
    bed.world.webhooks.drop(1000)
    const pull = closingPull()
    await bed.concluded(pull, 'issues', 'failure')
    await bed.concluded(pull, 'charts', 'success')
  })

  test('sees a link made by hand, which no webhook announces', async () => {
    const issue = bed.world.issues.open(bed.ada, repository, { body: undone })
    const pull = openPull(bed.world, bed.ada, repository, { branch: 'work', files: { 'a.txt': 'a\n' } })
    await bed.concluded(pull, 'issues', 'success')
    bed.world.pulls.link(bed.ada, pull, issue)
    await bed.concluded(pull, 'issues', 'failure')
    bed.world.pulls.unlink(bed.ada, pull, issue)
    await bed.concluded(pull, 'issues', 'success')
  })

  test('writes nothing while nothing changes', async () => {
    const pull = closingPull()
    await bed.concluded(pull, 'issues', 'failure')
    await bed.concluded(pull, 'charts', 'success')
    const mark = bed.github.calls.mark()
    const sweeps = () => bed.github.calls.since(mark).filter(({ route }) => route === '/app/installations').length
    await waitFor('three sweeps', () => sweeps() >= 3)
    expect(bed.github.calls.writes(mark)).toEqual([])
  })

  test('judges a merge group whose webhook was lost', async () => {
    const pull = closingPull()
    await bed.concluded(pull, 'issues', 'failure')
    await judgedGroup(queueUnannounced(pull))
  })
})

describe('killed at any point', () => {
  beforeEach(() => begin())

  test.each(['PullClaims', 'PullFence', 'chartPullsPageWithFiles', postRun])(
    'while it asks for %s, the next start makes it good',
    async (route) => {
      const slow = bed.github.faults.inject({
        when: (call) => call.route === route,
        effect: { kind: 'latency', milliseconds: 2000 },
      })
      const pull = closingPull()
      await waitFor('the request', () => slow.hits() > 0)
      slow.clear()
      await bed.restart()
      await bed.concluded(pull, 'issues', 'failure')
      await bed.concluded(pull, 'charts', 'success')
    },
  )

  test('what happened while it was away is found, and what was right is not written again', async () => {
    const pull = closingPull()
    await bed.concluded(pull, 'issues', 'failure')
    await bed.concluded(pull, 'charts', 'success')
    await bed.product.stop('SIGKILL')
    bed.world.pulls.edit(bed.ada, pull, { body: 'Closes nothing.' })
    await bed.world.webhooks.settled()
    await bed.restart()
    await bed.concluded(pull, 'issues', 'success')
    await bed.quiet()
    expect(runsOn(bed, pull, 'charts')).toHaveLength(1)
  })

  test('a verdict in progress goes on, and its deadline does not begin anew', async () => {
    await bed.restart({ RETRY_DEADLINE_SECONDS: '6' })
    const broken = bed.github.faults.inject({
      when: (call) => call.route === 'PullClaims',
      effect: { kind: 'partial', path: ['repository', 'pullRequest', 'linked'] },
    })
    const pull = openPull(bed.world, bed.ada, repository, { branch: 'work', files: { 'a.txt': 'a\n' } })
    const run = await bed.concluded(pull, 'issues', 'in_progress')
    await bed.restart({ RETRY_DEADLINE_SECONDS: '6' })
    const back = Date.now()
    const ended = await bed.concluded(pull, 'issues', 'action_required')
    expect(ended.id).toBe(run.id)
    expect(ended.startedAt).toBe(run.startedAt)
    // A deadline that began anew would end six seconds after the process was back, at the earliest.
    expect((ended.completedAt ?? 0) - back).toBeLessThan(5900)
    broken.clear()
    bed.world.comments.create(bed.ada, pull, '/claims recheck')
    await bed.concluded(pull, 'issues', 'success')
  })

  test('a merge group that waits for its checks gets them', async () => {
    const pull = closingPull()
    await bed.concluded(pull, 'issues', 'failure')
    const group = queueUnannounced(pull)
    await bed.restart()
    await judgedGroup(group)
  })
})

describe('SIGTERM', () => {
  beforeEach(() => begin())

  test('lets what runs finish, takes nothing more, and exits 0', async () => {
    const slow = bed.github.faults.inject({
      when: (call) => call.route === postRun && call.variables.name === 'claims/issues',
      effect: { kind: 'latency', milliseconds: 1500 },
    })
    const pull = closingPull()
    await waitFor('the write', () => slow.hits() > 0)
    const stopped = bed.product.stop('SIGTERM')
    const ready = await waitFor('it to drain', async () => {
      const answer = await fetch(`${bed.product.url}/readyz`)
      return answer.status === 503 ? answer : null
    })
    expect(await ready.json()).toMatchObject({ ready: false, waitingFor: expect.arrayContaining(['drain']) })
    expect((await fetch(`${bed.product.url}/healthz`)).status).toBe(200)
    bed.world.pulls.edit(bed.ada, pull, { title: 'While it drains' })
    await bed.world.webhooks.settled()
    expect([...bed.world.state.deliveries.values()].at(-1)?.statusCode).toBe(503)
    expect(await stopped).toBe(0)
    expect(bed.check(pull, 'issues')?.conclusion).toBe('failure')
  })

  test('does not wait for ever', async () => {
    await bed.restart({ DRAIN_SECONDS: '0.2' })
    const slow = bed.github.faults.inject({
      when: (call) => call.route === 'PullClaims',
      effect: { kind: 'latency', milliseconds: 5000 },
    })
    const pull = closingPull()
    await waitFor('the request', () => slow.hits() > 0)
    expect(await bed.product.stop('SIGTERM')).toBe(0)
    // A drain that waited would have ended with the verdict.
    expect(bed.check(pull, 'issues')).toBeUndefined()
  })
})
