import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { Issue, PullRequest, Repository, User } from '../github/world/model.ts'
import { waitFor } from '../product/wait-for.ts'
import { baseOf, closeHealthy, freshRepository, openPull, runsOn, startTestbed, type Testbed } from './testbed.ts'

let bed: Testbed
let repository: Repository
let reader: User
let writer: User

beforeAll(async () => {
  bed = await startTestbed()
  reader = bed.world.accounts.user('rita')
  writer = bed.world.accounts.user('wim')
})

afterAll(async () => {
  await closeHealthy(bed)
})

beforeEach(() => {
  repository = freshRepository(bed)
  bed.world.repositories.setPermission(repository, reader, 'triage')
  bed.world.repositories.setPermission(repository, writer, 'write')
})

function issueWith(body: string): Issue {
  return bed.world.issues.open(bed.ada, repository, { body })
}

const open = '## Acceptance\n\n- [ ] it works\n'

function pullWith(body: string, author: User = bed.ada): PullRequest {
  return openPull(bed.world, author, repository, { branch: 'work', files: { 'work.txt': 'w\n' }, body })
}

async function click(actor: User, pull: PullRequest, identifier: 'part-of' | 'recheck'): Promise<void> {
  const run = await bed.concluded(pull, 'issues', 'failure')
  bed.world.checks.clickAction(actor, run, identifier)
}

function comments(pull: PullRequest): readonly string[] {
  return pull.commentIds.flatMap((id) => bed.world.state.comments.get(id)?.body ?? [])
}

async function answered(pull: PullRequest, wanted: RegExp): Promise<string> {
  return waitFor(`an answer like ${wanted}`, () => comments(pull).find((body) => wanted.test(body)), {
    seen: () => comments(pull),
  })
}

describe('Use "Part of"', () => {
  test.each(['the author', 'somebody with write permission'])(
    'by %s rewrites the blocked keyword alone',
    async (who) => {
      const blocked = issueWith(open)
      const met = issueWith(open.replace('[ ]', '[x]'))
      const pull = pullWith(`Text.\r\n\r\nCloses #${blocked.number}\r\nCloses #${met.number}\r\n`)
      await click(who === 'the author' ? bed.ada : writer, pull, 'part-of')
      await bed.concluded(pull, 'issues', 'success')
      expect(pull.body).toBe(
        `Text.\r\n\r\nPart of #${blocked.number} <!-- Claimwarden: "Part of", not a closing keyword, because its acceptance is not met yet. -->\r\nCloses #${met.number}\r\n`,
      )
      expect(await answered(pull, /now instead of/)).toContain(`\`Closes #${blocked.number}\` on line 3`)
    },
  )

  test('is not for somebody who may only read or triage, and says so', async () => {
    const issue = issueWith(open)
    const pull = pullWith(`Closes #${issue.number}`)
    await click(reader, pull, 'part-of')
    await answered(pull, /`rita`.*nothing was done/)
    expect(pull.body).toBe(`Closes #${issue.number}`)
    expect(bed.check(pull, 'issues')?.conclusion).toBe('failure')
  })

  test('is not offered for words inside a sentence that denies the claim', async () => {
    const issue = issueWith(open)
    const pull = pullWith(`This does not fix #${issue.number}.`)
    const run = await bed.concluded(pull, 'issues', 'failure')
    expect(run.actions.map(({ identifier }) => identifier)).toEqual(['recheck'])
  })

  test('looks at the text as it is now, not as it was when the button was drawn', async () => {
    const issue = issueWith(open)
    const pull = pullWith(`Closes #${issue.number}`)
    const run = await bed.concluded(pull, 'issues', 'failure')
    bed.world.pulls.edit(bed.ada, pull, { body: `Some words before.\n\nIt closes #${issue.number}` })
    bed.world.checks.clickAction(bed.ada, run, 'part-of')
    await bed.concluded(pull, 'issues', 'success')
    expect(pull.body).toMatch(/^Some words before\.\n\nIt part of #\d+ <!-- [^>]*-->$/)
  })

  test('clicked twice answers in one comment, and changes nothing the second time', async () => {
    const issue = issueWith(open)
    const pull = pullWith(`Closes #${issue.number}`)
    const run = await bed.concluded(pull, 'issues', 'failure')
    bed.world.checks.clickAction(bed.ada, run, 'part-of')
    await bed.concluded(pull, 'issues', 'success')
    const after = pull.body
    bed.world.checks.clickAction(writer, run, 'part-of')
    await answered(pull, /`wim`.*nothing was changed/)
    expect(comments(pull)).toHaveLength(1)
    expect(pull.body).toBe(after)
  })

  test('of an earlier head does nothing', async () => {
    const issue = issueWith(open)
    const pull = pullWith(`Closes #${issue.number}`)
    const run = await bed.concluded(pull, 'issues', 'failure')
    bed.world.branches.commit(bed.ada, repository, 'work', { 'more.txt': 'm\n' })
    await bed.concluded(pull, 'issues', 'failure')
    bed.world.checks.clickAction(bed.ada, run, 'part-of')
    await bed.quiet()
    expect(pull.body).toBe(`Closes #${issue.number}`)
    expect(comments(pull)).toEqual([])
  })
})

describe('Re-check', () => {
  test('writes fresh runs of both checks', async () => {
    const issue = issueWith(open)
    const pull = pullWith(`Closes #${issue.number}`)
    await bed.concluded(pull, 'charts', 'success')
    await click(bed.ada, pull, 'recheck')
    await waitFor(
      'fresh runs',
      () => runsOn(bed, pull, 'issues').length === 2 && runsOn(bed, pull, 'charts').length === 2,
    )
    expect(baseOf(bed.world, pull)).toBe(repository)
  })

  test('is not for a reader', async () => {
    const pull = pullWith(`Closes #${issueWith(open).number}`)
    await click(reader, pull, 'recheck')
    await answered(pull, /`rita`.*"Re-check".*nothing was done/)
    expect(runsOn(bed, pull, 'issues')).toHaveLength(1)
  })
})
