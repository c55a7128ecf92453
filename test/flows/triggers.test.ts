import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { Issue, PullRequest, Repository } from '../github/world/model.ts'
import { closeHealthy, freshRepository, startTestbed, type Testbed } from './testbed.ts'

let bed: Testbed
let home: Repository
let other: Repository
let issue: Issue
let pulls: readonly PullRequest[]

beforeAll(async () => {
  bed = await startTestbed()
  bed.world.accounts.issueType(bed.organization, 'Bug')
})

afterAll(async () => {
  await closeHealthy(bed)
})

function pullFrom(repository: Repository, branch: string, message: string, body: string): PullRequest {
  bed.world.branches.create(bed.ada, repository, branch, repository.defaultBranch)
  bed.world.branches.commit(bed.ada, repository, branch, { [`${branch}.txt`]: 'w\n' }, message)
  return bed.world.pulls.open(bed.ada, repository, { head: branch, title: 'Some work', body })
}

/** One issue that three pull requests of two repositories would close, one of them by a commit alone. */
beforeEach(async () => {
  home = freshRepository(bed)
  other = freshRepository(bed)
  issue = bed.world.issues.open(bed.ada, home, { body: '## Acceptance\n\n- [x] done\n' })
  const name = `${bed.organization.login}/${home.name}#${issue.number}`
  pulls = [
    pullFrom(home, 'first', 'Work', `Closes ${name}`),
    pullFrom(other, 'second', 'Work', `Closes ${name}`),
    pullFrom(other, 'third', `Work\n\nFixes ${name}`, 'Why.'),
  ]
  for (const pull of pulls) await bed.concluded(pull, 'issues', 'success')
  await bed.quiet()
})

/** How often each of the three is looked at while something happens. */
async function looksDuring(deed: () => void): Promise<readonly number[]> {
  await bed.quiet()
  const mark = bed.github.calls.mark()
  deed()
  await bed.quiet()
  const looks = bed.github.calls.since(mark).filter(({ route }) => route === 'PullClaims')
  return pulls.map((pull) => {
    const name = pull.repositoryId === home.id ? home.name : other.name
    return looks.filter(({ variables }) => variables.name === name && variables.number === pull.number).length
  })
}

interface Trigger {
  readonly name: string
  readonly before?: () => void
  readonly deed: () => void
}

const triggers: readonly Trigger[] = [
  { name: 'edited', deed: () => bed.world.issues.edit(bed.ada, issue, { body: '- [ ] done' }) },
  { name: 'closed', deed: () => bed.world.issues.close(bed.ada, issue) },
  {
    name: 'reopened',
    before: () => bed.world.issues.close(bed.ada, issue),
    deed: () => bed.world.issues.reopen(bed.ada, issue),
  },
  { name: 'labeled', deed: () => bed.world.threads.label(bed.ada, issue, 'epic') },
  {
    name: 'unlabeled',
    before: () => bed.world.threads.label(bed.ada, issue, 'epic'),
    deed: () => bed.world.threads.unlabel(bed.ada, issue, 'epic'),
  },
  { name: 'typed', deed: () => bed.world.issues.setType(bed.ada, issue, 'Bug') },
  {
    name: 'untyped',
    before: () => bed.world.issues.setType(bed.ada, issue, 'Bug'),
    deed: () => bed.world.issues.setType(bed.ada, issue, null),
  },
  { name: 'milestoned', deed: () => bed.world.threads.setMilestone(bed.ada, issue, 'v1') },
  {
    name: 'demilestoned',
    before: () => bed.world.threads.setMilestone(bed.ada, issue, 'v1'),
    deed: () => bed.world.threads.setMilestone(bed.ada, issue, null),
  },
  { name: 'deleted', deed: () => bed.world.issues.delete(bed.ada, issue) },
  {
    name: 'transferred',
    deed: () => {
      bed.world.issues.transfer(bed.ada, issue, other)
    },
  },
]

describe('an issue that three pull requests claim, in two repositories, has each looked at once when it is', () => {
  test.each(triggers)('$name', async ({ before, deed }) => {
    before?.()
    expect(await looksDuring(deed)).toEqual([1, 1, 1])
  })
})

/** GitHub sends two webhooks for one deed, one for either issue. A second look is all that the later one may cost. */
describe('what is put around it has each looked at, and at most twice', () => {
  test.each<[string, (around: Issue) => void]>([
    ['a sub-issue', (around) => bed.world.issues.addSubIssue(bed.ada, issue, around)],
    ['a dependency', (around) => bed.world.issues.addBlockedBy(bed.ada, issue, around)],
  ])('%s', async (_name, put) => {
    const around = bed.world.issues.open(bed.ada, other, {})
    const looks = await looksDuring(() => put(around))
    expect(looks.every((count) => count === 1 || count === 2)).toBe(true)
  })
})

describe('an event of one pull request has only that one looked at', () => {
  test.each<[string, (pull: PullRequest) => void]>([
    ['its title edited', (pull) => bed.world.pulls.edit(bed.ada, pull, { title: 'Other words' })],
    ['labeled', (pull) => bed.world.threads.label(bed.ada, pull, 'qa')],
    [
      'unlabeled',
      (pull) => {
        bed.world.repositories.label(home, 'qa')
        pull.labels.add('qa')
        bed.world.threads.unlabel(bed.ada, pull, 'qa')
      },
    ],
  ])('%s', async (_name, deed) => {
    const [first] = pulls
    if (first === undefined) throw new Error('no pull request')
    expect(await looksDuring(() => deed(first))).toEqual([1, 0, 0])
  })
})
