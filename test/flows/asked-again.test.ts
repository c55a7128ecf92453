import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { IssueComment, PullRequest, Repository, User } from '../github/world/model.ts'
import { waitFor } from '../product/wait-for.ts'
import { chart, closeHealthy, freshRepository, openPull, runsOn, startTestbed, type Testbed } from './testbed.ts'

let bed: Testbed
let repository: Repository
let author: User
let pull: PullRequest
let logins = 0

beforeAll(async () => {
  bed = await startTestbed()
})

afterAll(async () => {
  await closeHealthy(bed)
})

beforeEach(async () => {
  repository = freshRepository(bed, { files: { 'charts/shop/Chart.yaml': chart('1.0.0') } })
  author = user('read')
  pull = openPull(bed.world, author, repository, {
    branch: 'work',
    files: { 'charts/shop/Chart.yaml': chart('1.0.1') },
  })
  await judged()
})

function user(permission: 'read' | 'triage' | 'write' | 'maintain' | 'admin' | null): User {
  logins += 1
  const made = bed.world.accounts.user(`user-${logins}`)
  bed.world.repositories.setPermission(repository, made, permission)
  return made
}

async function judged(): Promise<void> {
  await bed.concluded(pull, 'issues', 'success')
  await bed.concluded(pull, 'charts', 'success')
}

function counts(): number[] {
  return [runsOn(bed, pull, 'issues').length, runsOn(bed, pull, 'charts').length]
}

function reactionsOf(comment: IssueComment): string[] {
  return comment.reactions.map(({ content }) => content)
}

async function reacted(comment: IssueComment, wanted: readonly string[]): Promise<void> {
  await waitFor(
    `the reactions ${wanted.join(', ')}`,
    () => JSON.stringify(reactionsOf(comment)) === JSON.stringify(wanted),
    { seen: () => reactionsOf(comment) },
  )
}

describe('/claims recheck', () => {
  test.each(['triage', 'write', 'maintain', 'admin'] as const)(
    'by somebody with %s permission: eyes, new runs though nothing changed, then a rocket',
    async (permission) => {
      const comment = bed.world.comments.create(user(permission), pull, '/claims recheck')
      await reacted(comment, ['eyes', 'rocket'])
      expect(counts()).toEqual([2, 2])
    },
  )

  test('by the author, who may only read', async () => {
    const comment = bed.world.comments.create(author, pull, '/claims recheck\n\nplease')
    await reacted(comment, ['eyes', 'rocket'])
    expect(counts()).toEqual([2, 2])
  })

  test.each(['read', null] as const)('by a stranger with permission %s: confused, and no run', async (permission) => {
    const comment = bed.world.comments.create(user(permission), pull, '/claims recheck')
    await reacted(comment, ['confused'])
    await bed.quiet()
    expect(reactionsOf(comment)).toEqual(['confused'])
    expect(counts()).toEqual([1, 1])
  })

  test('of an unknown word: confused', async () => {
    await reacted(bed.world.comments.create(author, pull, '/claims recheque'), ['confused'])
  })

  test('by a bot, edited into a comment, not in the first line, or on an issue: nothing', async () => {
    const mark = bed.github.calls.mark()
    logins += 1
    const bot = bed.world.accounts.bot(`robot-${logins}`)
    bed.world.repositories.setPermission(repository, bot, 'admin')
    const comments = [
      bed.world.comments.create(bot, pull, '/claims recheck'),
      bed.world.comments.create(author, pull, 'hello'),
      bed.world.comments.create(author, pull, 'Say this:\n/claims recheck'),
      bed.world.comments.create(author, bed.world.issues.open(author, repository), '/claims recheck'),
    ]
    bed.world.comments.edit(author, comments[1] ?? fail(), '/claims recheck')
    await bed.quiet()
    expect(comments.map(reactionsOf)).toEqual([[], [], [], []])
    expect(bed.github.calls.writes(mark)).toEqual([])
  })

  test('twice at once: each comment gets its rocket', async () => {
    const first = bed.world.comments.create(author, pull, '/claims recheck')
    const second = bed.world.comments.create(author, pull, '/claims recheck')
    await reacted(first, ['eyes', 'rocket'])
    await reacted(second, ['eyes', 'rocket'])
  })

  test('on a closed pull request ends with a rocket and no run', async () => {
    bed.world.pulls.close(bed.ada, pull)
    const comment = bed.world.comments.create(author, pull, '/claims recheck')
    await reacted(comment, ['eyes', 'rocket'])
    expect(counts()).toEqual([1, 1])
  })
})

describe('Re-run', () => {
  test('of one run writes a new one though nothing changed', async () => {
    const run = bed.check(pull, 'issues') ?? fail()
    bed.world.checks.rerequestRun(bed.ada, run)
    await waitFor('a second run', () => runsOn(bed, pull, 'issues').length === 2)
    await judged()
  })

  test('of the suite writes new runs of both checks', async () => {
    const [suite = fail()] = bed.world.checks.suitesOf(repository, pull.headRefOid)
    bed.world.checks.rerequestSuite(bed.ada, suite)
    await waitFor('second runs', () => counts().every((count) => count === 2))
    await judged()
  })

  test('on the head of a fork, whose payload names no pull request', async () => {
    const eve = user('read')
    const fork = bed.world.repositories.fork(eve, repository)
    bed.world.branches.commit(eve, fork, 'theirs', { 'charts/shop/Chart.yaml': chart('1.0.2') })
    pull = bed.world.pulls.open(eve, repository, { head: { repository: fork, branch: 'theirs' } })
    await judged()
    const [suite = fail()] = bed.world.checks.suitesOf(repository, pull.headRefOid)
    bed.world.checks.rerequestSuite(bed.ada, suite)
    await waitFor('second runs', () => counts().every((count) => count === 2))
  })

  test('on the head of a merge group writes new runs there', async () => {
    bed.world.mergeQueues.enable(repository)
    bed.world.repositories.requireChecks(repository, ['something else'])
    bed.world.checks.status(bed.ada, repository, pull.headRefOid, { context: 'something else', state: 'success' })
    const { group } = bed.world.mergeQueues.enqueue(bed.ada, pull)
    const head = group?.headSha ?? fail()
    const runs = () => bed.world.checks.runsOf(repository, head)
    await waitFor('both runs on the group', () => runs().length === 2)
    const [suite = fail()] = bed.world.checks.suitesOf(repository, head)
    bed.world.checks.rerequestSuite(bed.ada, suite)
    await waitFor('two runs of both', () => runs().length === 4)
    expect(runs().map(({ conclusion }) => conclusion)).toEqual(['success', 'success', 'success', 'success'])
  })

  test("of another app's run concerns nobody", async () => {
    const other = bed.world.installs.app(bed.organization, { slug: `other-${repository.name}` })
    bed.world.installs.install(bed.ada, other, bed.organization)
    const run = bed.world.checks.create(other, repository, {
      name: 'build',
      headSha: pull.headRefOid,
      conclusion: 'success',
    })
    bed.world.checks.rerequestRun(bed.ada, run)
    await bed.quiet()
    expect(counts()).toEqual([1, 1])
  })
})

function fail(): never {
  throw new Error('it is missing')
}
