import { beforeEach, describe, expect, test } from '@jest/globals'
import { isAncestor } from '../git/history.ts'
import { entryAt } from '../git/trees.ts'
import type { App, Issue, PullRequest, Repository, User } from './model.ts'
import { World } from './world.ts'

let now = 0
let world: World
let ada: User
let bob: User
let repository: Repository

beforeEach(() => {
  now = Date.UTC(2026, 0, 1)
  world = new World({ now: () => now })
  ada = world.accounts.user('ada')
  bob = world.accounts.user('bob')
  repository = world.repositories.create(ada, 'shop', { files: { 'README.md': '# shop\n', 'src/a.ts': 'a\n' } })
})

function pullWith(
  options: { branch?: string; body?: string; title?: string; message?: string; file?: string } = {},
): PullRequest {
  const branch = options.branch ?? 'topic'
  const file = options.file ?? `${branch}.txt`
  world.branches.commit(ada, repository, branch, { [file]: `${branch}\n` }, options.message ?? `Work on ${branch}`)
  return world.pulls.open(ada, repository, { head: branch, title: options.title ?? branch, body: options.body ?? '' })
}

function closerOf(issue: Issue) {
  return issue.timeline.findLast((event) => event.kind === 'closed')?.closer
}

describe('pull requests', () => {
  test('issues and pull requests share one sequence of numbers', () => {
    const issue = world.issues.open(ada, repository)
    expect([issue.number, pullWith().number, world.issues.open(ada, repository).number]).toEqual([1, 2, 3])
  })

  test('a push moves the head, its commits and the read-only ref', () => {
    const pull = pullWith()
    const oid = world.branches.commit(ada, repository, 'topic', { b: '2' })
    expect(pull.headRefOid).toBe(oid)
    expect(pull.commitOids).toHaveLength(2)
    expect(repository.refs.get('refs/pull/1/head')).toBe(oid)
    expect(pull.timeline.some((event) => event.kind === 'head_ref_force_pushed')).toBe(false)
  })

  test('a force push leaves its mark in the timeline', () => {
    const pull = pullWith()
    const before = pull.headRefOid
    const after = world.branches.amend(ada, repository, 'topic', { b: '2' })
    expect(pull.timeline).toContainEqual(
      expect.objectContaining({ kind: 'head_ref_force_pushed', beforeOid: before, afterOid: after }),
    )
    expect(pull.commitOids).toEqual([after])
  })

  test('a push that is no fast-forward is refused without force', () => {
    pullWith()
    expect(() => world.branches.push(ada, repository, 'topic', world.branches.tip(repository, 'main'))).toThrow(
      'fast-forward',
    )
  })

  test('a pull request without commits is refused', () => {
    world.branches.create(ada, repository, 'empty')
    expect(() => world.pulls.open(ada, repository, { head: 'empty' })).toThrow('No commits')
  })

  test("a fork's head can be read through the base, and survives the fork", () => {
    const fork = world.repositories.fork(bob, repository)
    const head = world.branches.commit(bob, fork, 'topic', { c: '3' })
    const pull = world.pulls.open(bob, repository, { head: { repository: fork, branch: 'topic' } })
    expect(world.branches.resolve(repository, 'refs/pull/1/head')).toBe(head)
    world.repositories.delete(bob, fork)
    expect([pull.headRepositoryId, pull.state]).toEqual([null, 'closed'])
    expect(entryAt(repository.git, repository.git.commit(head).tree, 'c')).toBeDefined()
  })

  test('a base push changes neither merge base nor files until the head moves', () => {
    const pull = pullWith()
    const mergeBase = pull.mergeBaseOid
    world.branches.commit(ada, repository, 'main', { other: '1' })
    expect(pull.mergeBaseOid).toBe(mergeBase)
    world.branches.mergeInto(ada, repository, 'topic', 'main')
    expect(pull.mergeBaseOid).toBe(world.branches.tip(repository, 'main'))
    expect(world.pulls.files(pull).map((file) => file.path)).toEqual(['topic.txt'])
  })

  test('pull requests into a deleted branch follow its merged pull request, or close', () => {
    const lower = pullWith({ branch: 'lower' })
    world.branches.create(ada, repository, 'upper', 'lower')
    world.branches.commit(ada, repository, 'upper', { up: '1' })
    const upper = world.pulls.open(ada, repository, { head: 'upper', base: 'lower' })
    world.merging.merge(ada, lower)
    world.branches.delete(ada, repository, 'lower')
    expect([upper.state, upper.baseRefName]).toEqual(['open', 'main'])
    world.branches.delete(ada, repository, 'upper')
    expect(upper.state).toBe('closed')
  })
})

describe('merging', () => {
  test('merge, squash and rebase leave the same files and their own shape of history', () => {
    const shapes = (['merge', 'squash', 'rebase'] as const).map((method) => {
      const pull = pullWith({ branch: method })
      const base = world.branches.tip(repository, 'main')
      const oid = world.merging.merge(ada, pull, { method })
      const commit = repository.git.commit(oid)
      expect(entryAt(repository.git, commit.tree, `${method}.txt`)).toBeDefined()
      expect(world.branches.tip(repository, 'main')).toBe(oid)
      return [commit.parents.length, commit.parents[0] === base, isAncestor(repository.git, pull.headRefOid, oid)]
    })
    expect(shapes).toEqual([
      [2, true, true],
      [1, true, false],
      [1, true, false],
    ])
  })

  test.each<[string, Partial<Repository['mergeSettings']>, string[], string]>([
    ['title of the single commit', {}, ['One\n\nBody one'], 'One (#1)\n\nBody one'],
    ['list of several commits', {}, ['One\n\nBody one', 'Two'], 'Title (#1)\n\n* One\n\nBody one\n\n* Two'],
    [
      'the lost headline of a single commit',
      { squashMergeCommitTitle: 'PR_TITLE' },
      ['One\n\nBody one'],
      'Title (#1)\n\nOne\n\nBody one',
    ],
    ['description', { squashMergeCommitMessage: 'PR_BODY' }, ['One', 'Two'], 'Title (#1)\n\nDescription'],
    ['nothing', { squashMergeCommitMessage: 'BLANK' }, ['One', 'Two'], 'Title (#1)'],
  ])('squash text: %s', (_, settings, messages, expected) => {
    Object.assign(repository.mergeSettings, settings)
    for (const [index, message] of messages.entries()) {
      world.branches.commit(ada, repository, 'topic', { [`f${index}`]: '1' }, message)
    }
    const pull = world.pulls.open(ada, repository, { head: 'topic', title: 'Title', body: 'Description' })
    expect(repository.git.commit(world.merging.merge(ada, pull, { method: 'squash' })).message).toBe(expected)
  })

  test.each<[Partial<Repository['mergeSettings']>, string]>([
    [{}, 'Merge pull request #1 from ada/topic\n\nTitle'],
    [{ mergeCommitTitle: 'PR_TITLE', mergeCommitMessage: 'PR_BODY' }, 'Title (#1)\n\nDescription'],
    [{ mergeCommitMessage: 'BLANK' }, 'Merge pull request #1 from ada/topic'],
  ])('merge text with %j', (settings, expected) => {
    Object.assign(repository.mergeSettings, settings)
    const pull = pullWith({ title: 'Title', body: 'Description' })
    expect(repository.git.commit(world.merging.merge(ada, pull)).message).toBe(expected)
  })

  test('squash skips merge commits of the branch', () => {
    const pull = pullWith({ title: 'Title' })
    world.branches.commit(ada, repository, 'main', { other: '1' })
    world.branches.mergeInto(ada, repository, 'topic', 'main')
    expect(world.merging.proposedText(pull, 'squash')).toEqual({ headline: 'Work on topic (#1)', body: '' })
  })

  test.each<[string, () => PullRequest, string]>([
    [
      'a conflict',
      () => {
        const pull = pullWith({ file: 'README.md' })
        world.branches.commit(ada, repository, 'main', { 'README.md': 'other\n' })
        return pull
      },
      'conflict',
    ],
    [
      'a draft',
      () => {
        const pull = pullWith()
        world.pulls.draft(ada, pull)
        return pull
      },
      'draft',
    ],
    [
      'a missing required check',
      () => {
        world.repositories.requireChecks(repository, ['ci'])
        return pullWith()
      },
      'check ci: missing',
    ],
    [
      'an old base under a strict rule',
      () => {
        world.repositories.requireChecks(repository, [], { strict: true })
        const pull = pullWith()
        world.branches.commit(ada, repository, 'main', { other: '1' })
        return pull
      },
      'behind',
    ],
  ])('%s blocks the merge', (_, make, reason) => {
    const pull = make()
    expect(world.merging.blockers(pull)).toEqual([reason])
    expect(() => world.merging.merge(ada, pull)).toThrow(reason)
    expect(pull.mergedAt).toBeNull()
  })

  test('a method the repository forbids is refused', () => {
    repository.mergeSettings.allowRebaseMerge = false
    expect(() => world.merging.merge(ada, pullWith(), { method: 'rebase' })).toThrow('not allowed')
  })

  test('a push that brings the head into the base merges the pull request', () => {
    const pull = pullWith()
    world.branches.push(ada, repository, 'main', pull.headRefOid)
    expect([pull.state, pull.mergeCommitOid]).toEqual(['closed', pull.headRefOid])
  })

  test('auto-merge waits for the required checks', () => {
    const app = world.installs.app(ada)
    world.repositories.requireChecks(repository, ['ci'])
    const pull = pullWith()
    world.pulls.enableAutoMerge(ada, pull, { method: 'squash', headline: 'Armed', body: 'text' })
    expect(pull.mergedAt).toBeNull()
    const run = world.checks.create(app, repository, { name: 'ci', headSha: pull.headRefOid, status: 'in_progress' })
    expect(pull.mergedAt).toBeNull()
    world.checks.update(app, run, { conclusion: 'success' })
    expect(repository.git.commit(pull.mergeCommitOid ?? '').message).toBe('Armed\n\ntext')
  })
})

describe('closing', () => {
  test('the description closes at merge, with the pull request as closer', () => {
    const issue = world.issues.open(ada, repository)
    const pull = pullWith({ body: `Closes #${issue.number}` })
    expect(world.closing.issues(pull)).toEqual([issue])
    expect(issue.state).toBe('open')
    world.merging.merge(ada, pull)
    expect([issue.state, issue.stateReason, closerOf(issue)]).toEqual([
      'closed',
      'completed',
      { kind: 'pull', id: pull.id },
    ])
  })

  test('a commit message closes when it reaches the default branch, and no connection tells', () => {
    const issue = world.issues.open(ada, repository)
    world.branches.create(ada, repository, 'dev')
    world.branches.commit(ada, repository, 'work', { w: '1' }, `Does not fix #${issue.number}`)
    const pull = world.pulls.open(ada, repository, { head: 'work', base: 'dev' })
    world.merging.merge(ada, pull, { method: 'rebase' })
    expect([world.closing.issues(pull), issue.state]).toEqual([[], 'open'])
    const promotion = world.pulls.open(ada, repository, { head: 'dev' })
    world.merging.merge(ada, promotion, { method: 'merge' })
    expect([issue.state, closerOf(issue)?.kind]).toEqual(['closed', 'commit'])
  })

  test('a title closes only as squash headline', () => {
    const [one, two] = [world.issues.open(ada, repository), world.issues.open(ada, repository)]
    repository.mergeSettings.squashMergeCommitTitle = 'PR_TITLE'
    world.merging.merge(ada, pullWith({ branch: 'a', title: `Fix #${one.number}` }), { method: 'rebase' })
    expect(one.state).toBe('open')
    world.merging.merge(ada, pullWith({ branch: 'b', title: `Fix #${two.number}` }), { method: 'squash' })
    expect(two.state).toBe('closed')
  })

  test('a description into another base closes nothing, and does so again once retargeted', () => {
    const issue = world.issues.open(ada, repository)
    world.branches.create(ada, repository, 'dev')
    world.branches.commit(ada, repository, 'work', { w: '1' }, 'Work')
    const pull = world.pulls.open(ada, repository, { head: 'work', base: 'dev', body: `Fixes #${issue.number}` })
    expect(world.closing.issues(pull)).toEqual([])
    world.pulls.edit(ada, pull, { base: 'main' })
    expect(world.closing.issues(pull)).toEqual([issue])
  })

  test('a manual link closes without any word', () => {
    const issue = world.issues.open(ada, repository)
    const pull = pullWith({ body: 'Nothing' })
    world.pulls.link(ada, pull, issue)
    expect(world.closing.issues(pull, { userLinkedOnly: true })).toEqual([issue])
    world.merging.merge(ada, pull)
    expect(issue.state).toBe('closed')
  })

  test('a keyword closes an open pull request too, which the connection does not list', () => {
    const target = pullWith({ branch: 'target' })
    const pull = pullWith({ branch: 'killer', body: `its **fix #${target.number}** sits here` })
    expect([world.closing.issues(pull), world.closing.pullTargets(pull)]).toEqual([[], [target]])
    world.merging.merge(ada, pull)
    expect([target.state, target.mergedAt]).toEqual(['closed', null])
  })

  test.each<[string, boolean]>([
    ['closed', true],
    ['open', false],
  ])('an issue elsewhere is %s when the merger may write there: %s', (state, mayWrite) => {
    const carol = world.accounts.user('carol')
    const other = world.repositories.create(carol, 'lib')
    const issue = world.issues.open(carol, other)
    if (mayWrite) world.repositories.setPermission(other, ada, 'write')
    const pull = pullWith({ body: `Fixes carol/lib#${issue.number}` })
    expect(world.closing.issues(pull)).toEqual([issue])
    world.merging.merge(ada, pull)
    expect(issue.state).toBe(state)
  })

  test('the setting against auto-closing stops the description', () => {
    repository.autoCloseIssues = false
    const issue = world.issues.open(ada, repository)
    world.merging.merge(ada, pullWith({ body: `Fixes #${issue.number}` }), { method: 'rebase' })
    expect(issue.state).toBe('open')
  })

  test('the connection shows the old state until the lag is over', () => {
    world.closingLagMs = 12_000
    const [one, two] = [world.issues.open(ada, repository), world.issues.open(ada, repository)]
    const pull = pullWith({ body: `Fixes #${one.number}` })
    expect(world.closing.issues(pull)).toEqual([])
    now += 12_000
    expect(world.closing.issues(pull)).toEqual([one])
    world.pulls.edit(ada, pull, { body: `Fixes #${two.number}` })
    expect(world.closing.issues(pull)).toEqual([one])
    now += 12_000
    expect(world.closing.issues(pull)).toEqual([two])
  })

  test('an edit within the lag does not show what was never seen', () => {
    world.closingLagMs = 12_000
    const [one, two] = [world.issues.open(ada, repository), world.issues.open(ada, repository)]
    const pull = pullWith({ body: `Fixes #${one.number}` })
    now += 5_000
    world.pulls.edit(ada, pull, { body: `Fixes #${two.number}` })
    expect(world.closing.issues(pull)).toEqual([])
    now += 12_000
    expect(world.closing.issues(pull)).toEqual([two])
  })

  test('a target learns once of a pull request that names it, and whether it will close', () => {
    const issue = world.issues.open(ada, repository)
    const pull = pullWith({ body: `Fixes #${issue.number}` })
    world.pulls.edit(ada, pull, { body: `Still fixes #${issue.number}` })
    expect(issue.timeline.filter((event) => event.kind === 'cross_referenced')).toEqual([
      expect.objectContaining({ sourceId: pull.id, willCloseTarget: true }),
    ])
  })

  test('a transferred issue is followed, a deleted one forgotten', () => {
    const lib = world.repositories.create(ada, 'lib')
    const [one, two] = [world.issues.open(ada, repository), world.issues.open(ada, repository)]
    const pull = pullWith({ body: `Fixes #${one.number}, fixes #${two.number}` })
    const moved = world.issues.transfer(ada, one, lib)
    world.issues.delete(ada, two)
    expect(world.closing.issues(pull)).toEqual([moved])
  })
})

describe('checks', () => {
  let app: App
  beforeEach(() => {
    app = world.installs.app(ada)
  })

  test('the newest run of a name counts, and neutral and skipped pass', () => {
    world.repositories.requireChecks(repository, ['ci'])
    const sha = world.branches.tip(repository, 'main')
    const state = () => world.checks.required(repository, 'main', sha)[0]?.state
    expect(state()).toBe('missing')
    world.checks.create(app, repository, { name: 'ci', headSha: sha, conclusion: 'failure' })
    expect(state()).toBe('failure')
    world.checks.create(app, repository, { name: 'ci', headSha: sha, conclusion: 'neutral' })
    expect(state()).toBe('success')
    world.checks.create(app, repository, { name: 'ci', headSha: sha, status: 'in_progress' })
    expect(state()).toBe('pending')
  })

  test('a check and a status of one name must both pass', () => {
    world.repositories.requireChecks(repository, ['ci'])
    const sha = world.branches.tip(repository, 'main')
    world.checks.create(app, repository, { name: 'ci', headSha: sha, conclusion: 'success' })
    world.checks.status(ada, repository, sha, { context: 'ci', state: 'error' })
    expect(world.checks.required(repository, 'main', sha)).toEqual([{ context: 'ci', state: 'failure' }])
  })

  test('a pinned check wants the right app', () => {
    const other = world.installs.app(ada, { slug: 'other' })
    world.repositories.requireChecks(repository, [{ context: 'ci', integrationId: app.id }])
    const sha = world.branches.tip(repository, 'main')
    world.checks.create(other, repository, { name: 'ci', headSha: sha, conclusion: 'success' })
    expect(world.checks.required(repository, 'main', sha)).toEqual([{ context: 'ci', state: 'missing' }])
  })

  test('an action shows on a completed run only', () => {
    const actions = [{ label: 'Again', description: 'Look again', identifier: 'recheck' }]
    const sha = world.branches.tip(repository, 'main')
    const run = world.checks.create(app, repository, { name: 'ci', headSha: sha, status: 'in_progress', actions })
    expect(() => world.checks.clickAction(ada, run, 'recheck')).toThrow('no action')
    world.checks.update(app, run, { conclusion: 'failure' })
    expect(() => world.checks.clickAction(ada, run, 'other')).toThrow('no action')
    world.checks.clickAction(ada, run, 'recheck')
  })

  test.each<[string, string, boolean]>([
    ['refs/heads/release/*', 'release/1', true],
    ['refs/heads/release/*', 'release/1/2', false],
    ['refs/heads/release/**/*', 'release/1/2', true],
    ['refs/heads/v?.x', 'v1.x', true],
    ['refs/heads/v?.x', 'v1-x', false],
    ['~ALL', 'anything', true],
    ['~DEFAULT_BRANCH', 'dev', false],
  ])('a ruleset of %s on %s: %s', (pattern, branch, applies) => {
    world.repositories.requireChecks(repository, ['ci'], { includes: [pattern] })
    const sha = world.branches.tip(repository, 'main')
    expect(world.checks.required(repository, branch, sha).length > 0).toBe(applies)
  })

  test('a run that stays open for two weeks goes stale', () => {
    const sha = world.branches.tip(repository, 'main')
    const run = world.checks.create(app, repository, { name: 'ci', headSha: sha, status: 'queued' })
    now += 15 * 24 * 3600 * 1000
    world.checks.markStale()
    expect([run.status, run.conclusion]).toEqual(['completed', 'stale'])
  })
})

describe('merge queue', () => {
  let app: App
  beforeEach(() => {
    app = world.installs.app(ada)
    world.mergeQueues.enable(repository, 'main', { method: 'squash' })
  })

  function queueTwo() {
    const [one, two] = [pullWith({ branch: 'one' }), pullWith({ branch: 'two' })]
    world.repositories.requireChecks(repository, ['ci'])
    for (const pull of [one, two]) pass(pull.headRefOid)
    const entries = [world.mergeQueues.enqueue(ada, one), world.mergeQueues.enqueue(ada, two)] as const
    return { one, two, entries }
  }
  function pass(sha: string | undefined, conclusion: 'success' | 'failure' = 'success') {
    world.checks.create(app, repository, { name: 'ci', headSha: sha ?? '', conclusion })
  }

  test('groups chain, and their refs end in the number and the base sha', () => {
    const main = world.branches.tip(repository, 'main')
    const { one, two, entries } = queueTwo()
    const [first, second] = entries.map((entry) => entry.group)
    expect(first?.headRef).toBe(`refs/heads/gh-readonly-queue/main/pr-${one.number}-${main}`)
    expect(second?.headRef).toBe(`refs/heads/gh-readonly-queue/main/pr-${two.number}-${first?.headSha}`)
    expect(second?.baseSha).toBe(first?.headSha)
    expect(repository.refs.get(second?.headRef ?? '')).toBe(second?.headSha)
  })

  test('a green group merges, and the one behind stays as it is', () => {
    const { one, two, entries } = queueTwo()
    const [first, second] = [entries[0].group?.headSha, entries[1].group?.headSha]
    pass(first)
    expect(one.mergedAt).not.toBeNull()
    expect(world.branches.tip(repository, 'main')).toBe(first)
    expect(entries[1].group?.headSha).toBe(second)
    pass(second)
    expect(two.mergeCommitOid).toBe(second)
    expect([...repository.refs.keys()].filter((ref) => ref.includes('gh-readonly-queue'))).toEqual([])
  })

  test('a later group that is green first waits for the earlier', () => {
    const { one, two, entries } = queueTwo()
    pass(entries[1].group?.headSha)
    expect([one.mergedAt, two.mergedAt]).toEqual([null, null])
    pass(entries[0].group?.headSha)
    expect([one.mergedAt, two.mergedAt]).not.toContain(null)
  })

  test('a red group leaves, and the one behind is built anew on the base', () => {
    const main = world.branches.tip(repository, 'main')
    const { one, two, entries } = queueTwo()
    pass(entries[0].group?.headSha, 'failure')
    expect([one.state, one.mergeQueueEntryId]).toEqual(['open', null])
    expect(entries[1].group).toMatchObject({
      baseSha: main,
      headRef: `refs/heads/gh-readonly-queue/main/pr-${two.number}-${main}`,
    })
  })

  test('one that conflicts with an earlier one is thrown out', () => {
    const [one, two] = [pullWith({ branch: 'one', file: 'same' }), pullWith({ branch: 'two', file: 'same' })]
    world.mergeQueues.enqueue(ada, one)
    world.mergeQueues.enqueue(ada, two)
    expect(two.timeline).toContainEqual(
      expect.objectContaining({ kind: 'removed_from_merge_queue', reason: 'MERGE_CONFLICT' }),
    )
  })

  test('a push to the head takes it out; a push to the base rebuilds', () => {
    const { one, entries } = queueTwo()
    world.branches.commit(ada, repository, 'main', { direct: '1' })
    expect(entries[0].group?.baseSha).toBe(world.branches.tip(repository, 'main'))
    world.branches.commit(ada, repository, 'one', { more: '1' })
    expect(one.mergeQueueEntryId).toBeNull()
  })

  test('without required checks a group merges when told to', () => {
    const pull = pullWith()
    const entry = world.mergeQueues.enqueue(ada, pull)
    const queue = world.state.mergeQueues.get(entry.mergeQueueId)
    if (queue) world.mergeQueues.advance(queue)
    expect(pull.mergedAt).not.toBeNull()
  })
})
