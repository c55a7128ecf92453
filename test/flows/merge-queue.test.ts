import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { CheckRun, MergeQueueEntry, PullRequest, Repository } from '../github/world/model.ts'
import { waitFor } from '../product/wait-for.ts'
import { chart, closeHealthy, freshRepository, openPull, startTestbed, type Testbed } from './testbed.ts'

const checks = ['claims/issues', 'claims/chart-versions'] as const
const path = 'charts/shop/Chart.yaml'

let bed: Testbed
let repository: Repository

beforeAll(async () => {
  bed = await startTestbed()
})

afterAll(async () => {
  await closeHealthy(bed)
})

beforeEach(() => {
  repository = freshRepository(bed, { files: { [path]: chart('1.0.0') } })
  bed.world.mergeQueues.enable(repository)
})

/**
 * Queues a pull request that waits for a check of somebody else, so that the group stays while ours is looked at, and
 * so that one which is red by itself can be queued all the same.
 */
function enqueue(pull: PullRequest): MergeQueueEntry {
  const [gate] = repository.rulesets.values()
  if (gate === undefined) bed.world.repositories.requireChecks(repository, ['gate'], { includes: ['~ALL'] })
  bed.world.checks.status(bed.ada, repository, pull.headRefOid, { context: 'gate', state: 'success' })
  return bed.world.mergeQueues.enqueue(bed.ada, pull)
}

function open(branch: string, files: Record<string, string>, body = ''): PullRequest {
  return openPull(bed.world, bed.ada, repository, { branch, files, body })
}

/** What stands on the head of a group; conclusions, or null where a check is missing or not completed. */
function standing(headSha: string): (string | null)[] {
  return checks.map((name) => bed.world.checks.latest(repository, headSha, name)?.conclusion ?? null)
}

async function reported(headSha: string): Promise<(string | null)[]> {
  return waitFor(
    'both checks on the group',
    () => {
      const conclusions = standing(headSha)
      return conclusions.includes(null) ? null : conclusions
    },
    { timeoutMs: 30_000, seen: () => bed.product.output().slice(-2000) },
  )
}

function headOf(entry: MergeQueueEntry | undefined): string {
  if (entry?.group == null) throw new Error('the entry has no group')
  return entry.group.headSha
}

describe('a group', () => {
  test('gets both checks on its own head, though its pull request touches no chart and closes nothing', async () => {
    const pull = open('plain', { 'a.txt': 'a\n' })
    await bed.concluded(pull, 'charts', 'success')
    await bed.concluded(pull, 'issues', 'success')
    expect(await reported(headOf(enqueue(pull)))).toEqual(['success', 'success'])
  })

  test('that would close an undone issue is blocked there too', async () => {
    const issue = bed.world.issues.open(bed.ada, repository, { body: '## Acceptance\n\n- [ ] it works\n' })
    const pull = open('undone', { 'a.txt': 'a\n' }, `Closes #${issue.number}`)
    await bed.concluded(pull, 'issues', 'failure')
    const head = headOf(enqueue(pull))
    expect(await reported(head)).toEqual(['failure', 'success'])
  })

  test('of a pull request from a fork is judged by its own changes', async () => {
    const eve = bed.world.accounts.user(`eve-${repository.name}`)
    const fork = bed.world.repositories.fork(eve, repository)
    bed.world.branches.commit(eve, fork, 'theirs', { [path]: chart('1.0.1') })
    const pull = bed.world.pulls.open(eve, repository, { head: { repository: fork, branch: 'theirs' } })
    await bed.concluded(pull, 'charts', 'success')
    expect(await reported(headOf(enqueue(pull)))).toEqual(['success', 'success'])
  })

  test('on a base whose name looks like a group of its own', async () => {
    const base = 'release/pr-1-0'
    bed.world.branches.commit(bed.ada, repository, base, { 'r.txt': 'r\n' })
    bed.world.mergeQueues.enable(repository, base)
    const pull = openPull(bed.world, bed.ada, repository, { branch: 'work', base, files: { [path]: chart('1.0.1') } })
    await bed.concluded(pull, 'charts', 'success')
    expect(await reported(headOf(enqueue(pull)))).toEqual(['success', 'success'])
  })
})

describe('chained groups', () => {
  test('each stands on the one before: of three at one version the later two are blocked', async () => {
    const pulls = ['one', 'two', 'three'].map((branch) =>
      open(branch, { [path]: chart('1.0.1'), [`charts/shop/${branch}.yaml`]: `${branch}: 1\n` }),
    )
    const entries = pulls.map((pull) => enqueue(pull))
    const conclusions = await Promise.all(entries.map((entry) => reported(headOf(entry))))
    expect(conclusions.map(([, charts]) => charts)).toEqual(['success', 'failure', 'failure'])
  })

  test('at different numbers, one stacked on the other, all pass and all merge', async () => {
    repository = freshRepository(bed, { files: { [path]: chart('1.0.0') } })
    bed.world.mergeQueues.enable(repository, 'main', { method: 'merge' })
    const pulls = ['1.0.1', '1.0.2'].map((version, index) => {
      const before = index === 0 ? 'main' : 'work-0'
      bed.world.branches.create(bed.ada, repository, `work-${index}`, before)
      bed.world.branches.commit(bed.ada, repository, `work-${index}`, {
        [path]: chart(version),
        [`charts/shop/${index}.yaml`]: 'x: 1\n',
      })
      return bed.world.pulls.open(bed.ada, repository, { head: `work-${index}` })
    })
    for (const pull of pulls) await bed.concluded(pull, 'charts', 'success')
    for (const pull of pulls) await bed.concluded(pull, 'issues', 'success')
    bed.world.repositories.requireChecks(repository, [...checks])
    for (const pull of pulls) bed.world.mergeQueues.enqueue(bed.ada, pull)
    await waitFor('both merges', () => pulls.every((pull) => pull.mergedAt !== null))
  })
})

describe('a group of several pull requests', () => {
  beforeEach(() => {
    repository = freshRepository(bed, { files: { [path]: chart('1.0.0') } })
    bed.world.mergeQueues.enable(repository, 'main', { pullsPerGroup: 2 })
  })

  test('at one version warns, for they ship once, and merges both', async () => {
    const pulls = ['one', 'two'].map((branch) =>
      open(branch, { [path]: chart('1.0.1'), [`charts/shop/${branch}.yaml`]: `${branch}: 1\n` }),
    )
    const [first, second] = pulls.map((pull) => enqueue(pull))
    const head = headOf(second)
    expect(headOf(first)).toBe(head)
    expect(await reported(head)).toEqual(['success', 'success'])
    const run = bed.world.checks.latest(repository, head, 'claims/chart-versions')
    const [one, two] = pulls.map(({ number }) => number)
    expect(run?.output.title).toContain(`#${one}: shop 1.0.1 is also set by #${two} of this group: they ship once`)
    expect(run?.output.summary).toContain(`This group of the merge queue merges #${two}, #${one} at once.`)
    bed.world.checks.status(bed.ada, repository, head, { context: 'gate', state: 'success' })
    expect(pulls.map(({ mergedAt }) => mergedAt === null)).toEqual([false, false])
  })

  test('is judged for each of them: what its ref does not name is not let through', async () => {
    const issue = bed.world.issues.open(bed.ada, repository, { body: '## Acceptance\n\n- [ ] it works\n' })
    const undone = open('undone', { 'a.txt': 'a\n' }, `Closes #${issue.number}`)
    const plain = open('plain', { 'b.txt': 'b\n' })
    enqueue(undone)
    const head = headOf(enqueue(plain))
    expect(await reported(head)).toEqual(['failure', 'success'])
  })
})

test('a destroyed group gets no run afterwards', async () => {
  const pull = open('work', { [path]: chart('1.0.1') })
  await bed.concluded(pull, 'charts', 'success')
  await bed.quiet()
  // The product learns of the group late: it is gone when it begins to read.
  const slow = bed.github.faults.inject({
    when: (call) => call.route === 'PullClaims',
    effect: { kind: 'latency', milliseconds: 300 },
  })
  const entry = enqueue(pull)
  const head = headOf(entry)
  await waitFor('the reading to begin', () => slow.hits() > 0)
  bed.world.mergeQueues.remove(bed.ada, pull)
  await bed.quiet()
  slow.clear()
  const runs: readonly CheckRun[] = bed.world.checks.runsOf(repository, head)
  expect(runs).toEqual([])
})

test('a group that is destroyed while its webhook waits is not even read', async () => {
  const pull = open('work', { [path]: chart('1.0.1') })
  await bed.concluded(pull, 'charts', 'success')
  await bed.quiet()
  bed.world.webhooks.hold()
  const head = headOf(enqueue(pull))
  bed.world.mergeQueues.remove(bed.ada, pull)
  bed.world.webhooks.release()
  await bed.quiet()
  expect(bed.world.checks.runsOf(repository, head)).toEqual([])
})

describe('GitHub answers badly', () => {
  test('while the group is judged: both checks are there in the end', async () => {
    const pull = open('work', { [path]: chart('1.0.1') })
    await bed.concluded(pull, 'charts', 'success')
    await bed.concluded(pull, 'issues', 'success')
    bed.github.faults.inject({
      when: (call) => call.route === 'PullClaims',
      effect: { kind: 'status', status: 502 },
      times: 1,
    })
    expect(await reported(headOf(enqueue(pull)))).toEqual(['success', 'success'])
  })
})
