import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { CheckRun, Issue, PullRequest, Repository, User } from '../github/world/model.ts'
import { closeHealthy, freshRepository, openPull, startTestbed, type Testbed } from './testbed.ts'

let bed: Testbed
let repository: Repository

beforeAll(async () => {
  bed = await startTestbed()
})

afterAll(async () => {
  await closeHealthy(bed)
})

beforeEach(() => {
  repository = freshRepository(bed)
})

const met = '## Acceptance\n\n- [x] done\n'
const unmet = '## Acceptance\n\n- [ ] done\n'

function issueWith(body: string, where = repository): Issue {
  return bed.world.issues.open(bed.ada, where, { body })
}

function pullWith(body: string, author: User = bed.ada): PullRequest {
  return openPull(bed.world, author, repository, { branch: 'work', files: { 'work.txt': 'w\n' }, body })
}

/** Everything that one more look at an unchanged pull request asks of GitHub. */
async function costOfALook(pull: PullRequest): Promise<Record<string, number>> {
  await bed.quiet()
  const mark = bed.github.calls.mark()
  bed.world.pulls.edit(bed.ada, pull, { title: `${pull.title}, again` })
  await bed.quiet()
  return bed.github.calls.counts(mark)
}

function member(name: string): User {
  const user = bed.world.accounts.user(`${name}-${repository.name}`)
  bed.world.repositories.setPermission(repository, user, 'write')
  return user
}

describe('long lists are read whole, in few requests', () => {
  test('150 linked issues, one of the second page unmet', async () => {
    const issues = Array.from({ length: 150 }, (_, index) => issueWith(index === 120 ? unmet : met))
    const pull = pullWith(issues.map(({ number }) => `Closes #${number}`).join('\n'))
    await bed.concluded(pull, 'issues', 'failure', new RegExp(`#${issues[120]?.number}: 1 of 1 criteria unmet`))
    expect(await costOfALook(pull)).toEqual({
      'GET /repos/{owner}/{repo}/issues/{issue_number}': 150,
      'graphql LinkedIssuesPage': 1,
      'graphql PullClaims': 1,
    })
  })

  test('260 commits, a closer in the 255th', async () => {
    const issue = issueWith(unmet)
    bed.world.branches.create(bed.ada, repository, 'work', repository.defaultBranch)
    for (let index = 1; index <= 260; index += 1) {
      const message = index === 255 ? `Late\n\nFixes #${issue.number}` : `Step ${index}`
      bed.world.branches.commit(bed.ada, repository, 'work', { [`${index}.txt`]: 'w\n' }, message)
    }
    const pull = bed.world.pulls.open(bed.ada, repository, { head: 'work', title: 'Some work' })
    const run = await bed.concluded(pull, 'issues', 'failure', /1 of 1 criteria unmet/)
    expect(run.output.summary).toContain('commit message')
    expect(await costOfALook(pull)).toEqual({
      'GET /repos/{owner}/{repo}/issues/{issue_number}': 1,
      'graphql CommitMessagesPage': 2,
      'graphql NamedReferences': 1,
      'graphql PullClaims': 1,
    })
    bed.world.merging.merge(bed.ada, pull, { override: true, method: 'merge' })
    expect(issue.state).toBe('closed')
  })
})

/** GitHub's list knows which of many numbers exist; as long as it may lag, those that were not looked up may be issues. */
describe('more references than are looked up, the last of them an open issue', () => {
  let text: string

  beforeEach(() => {
    const issue = issueWith(unmet)
    const absent = Array.from({ length: 600 }, (_, index) => `Fixes #${10_000 + index}`)
    text = [...absent, `Fixes #${issue.number}`].join('\n')
  })

  test('in a description that GitHub lists late', async () => {
    bed.world.closingLagMs = 3_000
    try {
      const pull = pullWith(text)
      await bed.concluded(pull, 'issues', 'action_required', /cannot be read \(and \d+ more\)/)
      await bed.concluded(pull, 'issues', 'failure', /1 of 1 criteria unmet/)
    } finally {
      bed.world.closingLagMs = 0
    }
  })

  test('in a commit', async () => {
    bed.world.branches.create(bed.ada, repository, 'work', repository.defaultBranch)
    bed.world.branches.commit(bed.ada, repository, 'work', { 'work.txt': 'w\n' }, `Work\n\n${text}`)
    const pull = bed.world.pulls.open(bed.ada, repository, { head: 'work', title: 'Some work' })
    await bed.concluded(pull, 'issues', 'action_required', /cannot be read \(and 100 more\)/)
  })
})

describe('people and issues that are gone', () => {
  test('authors of the pull request and of the issue, and who accepted it', async () => {
    const author = member('leaver')
    const grace = member('grace')
    const issue = bed.world.issues.open(author, repository, { body: unmet })
    const pull = pullWith(`Closes #${issue.number}`, author)
    await bed.concluded(pull, 'issues', 'failure')
    bed.world.accounts.delete(author)
    bed.world.issues.edit(bed.ada, issue, { body: met })
    await bed.concluded(pull, 'issues', 'success')
    bed.world.issues.edit(bed.ada, issue, { body: unmet })
    await bed.concluded(pull, 'issues', 'failure')
    bed.world.comments.create(grace, pull, `/claims accept #${issue.number} -- seen`)
    const run = await bed.concluded(pull, 'issues', 'success')
    expect(run.output.text).toContain(`accepted by \`${grace.login}\`: seen`)
    bed.world.accounts.delete(grace)
    await costOfALook(pull)
    expect(bed.check(pull, 'issues')?.conclusion).toBe('success')
  })

  test('an issue that is deleted is no claim any more', async () => {
    const issue = issueWith(unmet)
    const pull = pullWith(`Closes #${issue.number}`)
    await bed.concluded(pull, 'issues', 'failure')
    bed.world.issues.delete(bed.ada, issue)
    await bed.concluded(pull, 'issues', 'success', /Merging closes no issue/)
  })
})

describe('bodies with nothing to read', () => {
  test('a description of null', async () => {
    await bed.concluded(pullWith(''), 'issues', 'success', /Merging closes no issue/)
  })

  test('an issue of nothing but emoji states no acceptance', async () => {
    const issue = issueWith('🎉🚀👩‍👩‍👧'.repeat(2000))
    await bed.concluded(pullWith(`Closes #${issue.number}`), 'issues', 'success', /which states no acceptance/)
  })
})

describe('what the app cannot read, or may not show', () => {
  function pullNaming(name: string, route: 'description' | 'commit'): PullRequest {
    const message = route === 'commit' ? `Fixes ${name}` : 'Work'
    bed.world.branches.create(bed.ada, repository, 'work', repository.defaultBranch)
    bed.world.branches.commit(bed.ada, repository, 'work', { 'work.txt': 'w\n' }, message)
    const body = route === 'description' ? `Closes ${name}` : ''
    return bed.world.pulls.open(bed.ada, repository, { head: 'work', title: 'Some work', body })
  }

  function shownOn(run: CheckRun): string {
    return JSON.stringify(run.output)
  }

  test.each(['description', 'commit'] as const)(
    'an issue where it is not installed is unknown, by %s',
    async (route) => {
      const stranger = bed.world.accounts.organization(`strangers-${repository.name}`, { admins: [bed.ada] })
      const hidden = bed.world.repositories.create(stranger, 'hidden', { visibility: 'private' })
      const issue = bed.world.issues.open(bed.ada, hidden, { title: 'A secret', body: unmet })
      const name = `${stranger.login}/hidden#${issue.number}`
      const run = await bed.concluded(pullNaming(name, route), 'issues', 'action_required')
      expect(run.output.title).toBe(`Merging would close ${name}, which cannot be read`)
      expect(run.output.summary).toContain(`Install the app on \`${stranger.login}/hidden\``)
      expect(run.output.summary).toContain(`Part of ${name}`)
      expect(shownOn(run)).not.toMatch(/secret/i)
    },
  )

  test.each(['description', 'commit'] as const)(
    'a private issue is numbers only on a public pull request, by %s',
    async (route) => {
      const home = freshRepository(bed, { visibility: 'private' })
      const body = '## Acceptance\n\n- [ ] a secret criterion\n- [x] SEC-7: another secret\n'
      const issue = bed.world.issues.open(bed.ada, home, { title: 'A secret', body, labels: ['secret label'] })
      repository = freshRepository(bed, { visibility: 'public' })
      const pull = pullNaming(`${bed.organization.login}/${home.name}#${issue.number}`, route)
      const run = await bed.concluded(pull, 'issues', 'failure', /1 of 2 criteria unmet/)
      expect(shownOn(run)).not.toMatch(/secret|SEC-7/i)
    },
  )
})
