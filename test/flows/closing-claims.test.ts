import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { Issue, Repository } from '../github/world/model.ts'
import { closeHealthy, freshRepository, openPull, runsOn, startTestbed, type Testbed } from './testbed.ts'

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

const open = '## Acceptance\n\n- [ ] it works\n'
const ticked = '## Acceptance\n\n- [x] it works\n'

function issueWith(body: string, where = repository): Issue {
  return bed.world.issues.open(bed.ada, where, { body })
}

function pullWith(body: string, options: { base?: string; draft?: boolean } = {}) {
  return openPull(bed.world, bed.ada, repository, { branch: 'work', files: { 'work.txt': 'w\n' }, body, ...options })
}

describe('the target changes', () => {
  test('a box ticked turns the pull request green, and unticked red again', async () => {
    const issue = issueWith(open)
    const pull = pullWith(`Closes #${issue.number}`)
    await bed.concluded(pull, 'issues', 'failure', /1 of 1 criteria unmet/)
    bed.world.issues.edit(bed.ada, issue, { body: ticked })
    await bed.concluded(pull, 'issues', 'success')
    bed.world.issues.edit(bed.ada, issue, { body: open })
    await bed.concluded(pull, 'issues', 'failure')
  })

  test('a box ticked in another repository does too', async () => {
    const elsewhere = freshRepository(bed)
    const issue = issueWith(open, elsewhere)
    const pull = pullWith(`Closes ${bed.organization.login}/${elsewhere.name}#${issue.number}`)
    await bed.concluded(pull, 'issues', 'failure')
    bed.world.issues.edit(bed.ada, issue, { body: ticked })
    await bed.concluded(pull, 'issues', 'success')
  })

  test('one issue turns every pull request that claims it', async () => {
    const issue = issueWith(open)
    const pulls = ['one', 'two', 'three'].map((branch) =>
      openPull(bed.world, bed.ada, repository, {
        branch,
        files: { [branch]: `${branch}\n` },
        body: `Closes #${issue.number}`,
      }),
    )
    for (const pull of pulls) await bed.concluded(pull, 'issues', 'failure')
    bed.world.issues.edit(bed.ada, issue, { body: ticked })
    for (const pull of pulls) await bed.concluded(pull, 'issues', 'success')
  })

  test('closed by hand it is closed already: a warning, and green; reopened it blocks again', async () => {
    const issue = issueWith(open)
    const pull = pullWith(`Closes #${issue.number}`)
    await bed.concluded(pull, 'issues', 'failure')
    bed.world.issues.close(bed.ada, issue)
    const run = await bed.concluded(pull, 'issues', 'success', /closed already/)
    expect(run.output.summary).toContain('target-already-closed')
    bed.world.issues.reopen(bed.ada, issue)
    await bed.concluded(pull, 'issues', 'failure')
  })

  test('a label on the never-close list blocks, and its removal frees', async () => {
    const issue = issueWith(ticked)
    const pull = pullWith(`Closes #${issue.number}`)
    await bed.concluded(pull, 'issues', 'success')
    bed.world.threads.label(bed.ada, issue, 'epic')
    const run = await bed.concluded(pull, 'issues', 'failure')
    expect(run.output.summary).toContain('target-protected')
    bed.world.threads.unlabel(bed.ada, issue, 'epic')
    await bed.concluded(pull, 'issues', 'success')
  })
})

describe('the pull request changes', () => {
  test('its description, there and back', async () => {
    const issue = issueWith(open)
    const pull = pullWith('Nothing yet.')
    await bed.concluded(pull, 'issues', 'success', /closes no issue/)
    bed.world.pulls.edit(bed.ada, pull, { body: `Fixes #${issue.number}` })
    await bed.concluded(pull, 'issues', 'failure')
    bed.world.pulls.edit(bed.ada, pull, { body: `Part of #${issue.number}` })
    await bed.concluded(pull, 'issues', 'success')
  })

  test('a push has its verdict on the new head', async () => {
    const issue = issueWith(open)
    const pull = pullWith(`Closes #${issue.number}`)
    await bed.concluded(pull, 'issues', 'failure')
    const before = pull.headRefOid
    bed.world.branches.commit(bed.ada, repository, 'work', { 'more.txt': 'm\n' })
    expect(pull.headRefOid).not.toBe(before)
    await bed.concluded(pull, 'issues', 'failure')
  })

  test('retargeted to another base its keyword is inert; retargeted back it blocks again', async () => {
    const issue = issueWith(open)
    bed.world.branches.commit(bed.ada, repository, 'release', { 'release.txt': 'r\n' })
    const pull = pullWith(`Closes #${issue.number}`)
    await bed.concluded(pull, 'issues', 'failure')
    bed.world.pulls.edit(bed.ada, pull, { base: 'release' })
    const run = await bed.concluded(pull, 'issues', 'success')
    expect(run.output.summary).toContain('keyword-inert')
    bed.world.pulls.edit(bed.ada, pull, { base: 'main' })
    await bed.concluded(pull, 'issues', 'failure')
  })

  test('opened as a draft it is judged, and made ready its verdict stays', async () => {
    const issue = issueWith(open)
    const pull = pullWith(`Closes #${issue.number}`, { draft: true })
    const draft = await bed.concluded(pull, 'issues', 'failure')
    bed.world.pulls.ready(bed.ada, pull)
    await bed.quiet()
    expect(runsOn(bed, pull, 'issues').map(({ id }) => id)).toEqual([draft.id])
  })

  test('closed and reopened it is judged by what is true then', async () => {
    const issue = issueWith(open)
    const pull = pullWith(`Closes #${issue.number}`)
    await bed.concluded(pull, 'issues', 'failure')
    bed.world.pulls.close(bed.ada, pull)
    bed.world.issues.edit(bed.ada, issue, { body: ticked })
    await bed.quiet()
    expect(bed.check(pull, 'issues')?.conclusion).toBe('failure')
    bed.world.pulls.reopen(bed.ada, pull)
    await bed.concluded(pull, 'issues', 'success')
  })

  test('the default branch moves to its base: its keyword closes now', async () => {
    const issue = issueWith(open)
    bed.world.branches.commit(bed.ada, repository, 'next', { 'next.txt': 'n\n' })
    const pull = pullWith(`Closes #${issue.number}`, { base: 'next' })
    await bed.concluded(pull, 'issues', 'success')
    bed.world.repositories.edit(bed.ada, repository, { defaultBranch: 'next' })
    await bed.concluded(pull, 'issues', 'failure')
  })
})

describe('a link made by hand in the sidebar, which no webhook announces', () => {
  test('is seen by /claims recheck', async () => {
    const issue = issueWith(open)
    const pull = pullWith('No keyword here.')
    await bed.concluded(pull, 'issues', 'success')
    bed.world.pulls.link(bed.ada, pull, issue)
    bed.world.comments.create(bed.ada, pull, '/claims recheck')
    await bed.concluded(pull, 'issues', 'failure')
  })
})

test('GitHub lists closing issues some seconds late: the text alone blocks meanwhile', async () => {
  bed.world.closingLagMs = 3_000
  try {
    const issue = issueWith(open)
    const pull = pullWith(`Closes #${issue.number}`)
    await bed.concluded(pull, 'issues', 'failure')
    expect(runsOn(bed, pull, 'issues').map(({ conclusion }) => conclusion)).not.toContain('success')
  } finally {
    bed.world.closingLagMs = 0
  }
})
