import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { Issue, PullRequest, Repository } from '../github/world/model.ts'
import { waitFor } from '../product/wait-for.ts'
import { closeHealthy, freshRepository, openPull, startTestbed, type Testbed } from './testbed.ts'

let bed: Testbed
let repository: Repository
let issue: Issue
/** How far this world's clock is ahead of the product's: GitHub tells whole seconds. */
let aheadMs = 0

beforeAll(async () => {
  bed = await startTestbed({ world: { now: () => Date.now() + aheadMs } })
})

afterAll(async () => {
  await closeHealthy(bed)
})

beforeEach(() => {
  repository = freshRepository(bed)
  issue = bed.world.issues.open(bed.ada, repository, {
    body: '## Acceptance\n\n- [x] built\n- [ ] it works @home #1\n',
  })
})

function policy(text: string): void {
  bed.world.branches.commit(bed.ada, repository, repository.defaultBranch, { '.github/claimwarden.yml': `${text}\n` })
}

function pullClosing(body = `Closes #${issue.number}`): PullRequest {
  return openPull(bed.world, bed.ada, repository, { branch: 'work', files: { 'work.txt': 'w\n' }, body })
}

function pullOn(branch: string): PullRequest {
  const body = `Closes #${issue.number}`
  return openPull(bed.world, bed.ada, repository, { branch, files: { [`${branch}.txt`]: 'w\n' }, body })
}

function said(about = issue): string[] {
  return about.commentIds.flatMap((id) => bed.world.state.comments.get(id) ?? []).map(({ body }) => body)
}

async function spoken(about = issue): Promise<string> {
  return waitFor('a comment on the issue', () => said(about)[0], { seen: () => bed.product.output().slice(-2000) })
}

test('comment: a blocked merge that was forced is told on the issue, once', async () => {
  policy('issues: {after-merge: comment}')
  const pull = pullClosing()
  await bed.concluded(pull, 'issues', 'failure')
  bed.world.merging.merge(bed.ada, pull, { override: true })
  const comment = await spoken()
  expect(comment).toContain(`Merging #${pull.number} closed this issue, and 1 of 2 criteria of its acceptance is unmet`)
  expect(comment).toContain('- `AC2` it works `@home` `#1`')
  expect(comment).toContain('had blocked that merge')
  await bed.quiet()
  expect([issue.state, said().length]).toEqual(['closed', 1])
})

test('reopen: it is reopened, and stays closed when a person closes it', async () => {
  policy('issues: {after-merge: reopen}')
  const pull = pullClosing()
  await bed.concluded(pull, 'issues', 'failure')
  bed.world.merging.merge(bed.ada, pull, { override: true })
  await waitFor('the issue to be reopened', () => issue.state === 'open')
  expect(said()).toHaveLength(1)
  bed.world.issues.close(bed.ada, issue)
  await bed.quiet()
  expect([issue.state, said().length]).toEqual(['closed', 1])
})

test('a text typed by hand at the merge was never shown', async () => {
  policy('issues: {after-merge: comment}')
  const pull = pullClosing('Nothing to close.')
  await bed.concluded(pull, 'issues', 'success')
  bed.world.merging.merge(bed.ada, pull, { method: 'squash', headline: 'Work', body: `Fixes #${issue.number}` })
  expect(await spoken()).toContain('had not seen that it would be closed')
})

test('a commit pushed without a pull request was never shown either', async () => {
  policy('issues: {after-merge: comment}')
  bed.world.branches.commit(bed.ada, repository, repository.defaultBranch, { 'a.txt': 'a\n' }, `Fix #${issue.number}`)
  expect(await spoken()).toMatch(/Commit `[0-9a-f]{12}` closed this issue/)
})

test('what was accepted, attested or ticked is done', async () => {
  policy('issues: {after-merge: reopen}')
  const grace = bed.world.accounts.user(`grace-${repository.name}`)
  bed.world.repositories.setPermission(repository, grace, 'write')
  const pull = pullClosing()
  await bed.concluded(pull, 'issues', 'failure')
  bed.world.comments.create(grace, pull, `/claims accept #${issue.number} -- seen`)
  await bed.concluded(pull, 'issues', 'success')
  bed.world.merging.merge(bed.ada, pull)
  await bed.quiet()
  expect([issue.state, said()]).toEqual(['closed', []])
})

test('accepted at the last moment, past a red check, it is done as well', async () => {
  policy('issues: {after-merge: reopen}')
  const pull = pullClosing()
  await bed.concluded(pull, 'issues', 'failure')
  bed.world.webhooks.target = null
  bed.world.issues.edit(bed.ada, issue, { body: '- [x] built\n- [x] it works' })
  bed.world.webhooks.target = bed.product.webhooks
  bed.world.merging.merge(bed.ada, pull, { override: true })
  await bed.quiet()
  expect([issue.state, said()]).toEqual(['closed', []])
})

test.each(['issues: {after-merge: none}', 'issues: {after-merge: reopen, mode: observe}'])(
  'with %s nothing is said',
  async (text) => {
    policy(text)
    const pull = pullClosing()
    await bed.concluded(pull, 'issues', /failure|neutral/)
    bed.world.merging.merge(bed.ada, pull, { override: true })
    await bed.quiet()
    expect([issue.state, said()]).toEqual(['closed', []])
  },
)

test('closed by a person it is nobody else’s business, at the cost of one query', async () => {
  policy('issues: {after-merge: reopen}')
  await bed.quiet()
  const mark = bed.github.calls.mark()
  bed.world.issues.close(bed.ada, issue)
  await bed.quiet()
  expect([issue.state, said()]).toEqual(['closed', []])
  const asked = bed.github.calls.since(mark).map(({ route }) => route)
  expect(asked.filter((route) => route === 'ClosingEvent')).toHaveLength(1)
})

test('an issue elsewhere, which more people can read, is told without the name of the pull request', async () => {
  policy('issues: {after-merge: comment}')
  const open = freshRepository(bed, { visibility: 'public' })
  const wide = bed.world.issues.open(bed.ada, open, { body: '- [ ] it works' })
  const pull = pullClosing(`Closes ${bed.organization.login}/${open.name}#${wide.number}`)
  await bed.concluded(pull, 'issues', 'failure')
  bed.world.merging.merge(bed.ada, pull, { override: true })
  const comment = await spoken(wide)
  expect(comment).toContain('A merge closed this issue')
  expect(comment).not.toContain(repository.name)
})

test('a commit that fewer people can read than the issue is not named there', async () => {
  policy('issues: {after-merge: comment}')
  const open = freshRepository(bed, { visibility: 'public' })
  const wide = bed.world.issues.open(bed.ada, open, { body: '- [ ] it works' })
  const message = `Fix ${bed.organization.login}/${open.name}#${wide.number}`
  const oid = bed.world.branches.commit(bed.ada, repository, repository.defaultBranch, { 'a.txt': 'a\n' }, message)
  const comment = await spoken(wide)
  expect(comment).toContain('A merge closed this issue')
  expect(comment).not.toContain(oid.slice(0, 7))
})

test('delivered three times it is told once, and a person who closes it again has the last word', async () => {
  policy('issues: {after-merge: reopen}')
  const pull = pullClosing()
  await bed.concluded(pull, 'issues', 'failure')
  bed.world.webhooks.duplicates = 3
  try {
    bed.world.merging.merge(bed.ada, pull, { override: true })
    await waitFor('the issue to be reopened', () => issue.state === 'open')
    await bed.quiet()
    bed.world.issues.close(bed.ada, issue)
    await bed.quiet()
  } finally {
    bed.world.webhooks.duplicates = 0
  }
  expect([issue.state, said().length]).toEqual(['closed', 1])
})

test('delivered again after two hundred comments it is not told again', async () => {
  policy('issues: {after-merge: comment}')
  const pull = pullClosing()
  await bed.concluded(pull, 'issues', 'failure')
  bed.world.merging.merge(bed.ada, pull, { override: true })
  await spoken()
  await bed.quiet()
  for (let index = 0; index < 200; index += 1) bed.world.comments.create(bed.ada, issue, `Comment ${index}`)
  const [closed] = [...bed.world.state.deliveries.values()].filter(
    ({ event, action, repositoryId }) => event === 'issues' && action === 'closed' && repositoryId === repository.id,
  )
  await bed.quiet()
  const mark = bed.github.calls.mark()
  bed.world.webhooks.redeliver(closed?.id ?? 0)
  await bed.quiet()
  expect(bed.github.calls.counts(mark)).toMatchObject({ 'graphql IssueCommentsPage': expect.any(Number) })
  expect(said().filter((body) => body.includes('closed this issue'))).toHaveLength(1)
})

test('of two pull requests that are merged the first has closed it', async () => {
  policy('issues: {after-merge: comment}')
  const pulls = [pullOn('first'), pullOn('second')]
  for (const pull of pulls) await bed.concluded(pull, 'issues', 'failure')
  for (const pull of pulls) bed.world.merging.merge(bed.ada, pull, { override: true })
  await bed.quiet()
  expect(said()).toEqual([expect.stringContaining(`Merging #${pulls[0]?.number} closed this issue`)])
})

describe('a merge that was faster than the next look', () => {
  const overtaken = 'had passed before the last change'

  beforeEach(() => policy('issues: {after-merge: reopen}'))

  /** Webhooks wait until both has happened, as they do when the app is slow. */
  async function merged(change: () => void, pull: PullRequest): Promise<void> {
    await bed.quiet()
    bed.world.webhooks.hold()
    aheadMs += 2000
    change()
    bed.world.merging.merge(bed.ada, pull, { override: true })
    bed.world.webhooks.release()
  }

  test('the description got its keyword last', async () => {
    const pull = pullClosing(`Part of #${issue.number}`)
    await bed.concluded(pull, 'issues', 'success')
    await merged(() => bed.world.pulls.edit(bed.ada, pull, { body: `Closes #${issue.number}` }), pull)
    expect(await spoken()).toContain(overtaken)
  })

  test('the issue lost a tick last', async () => {
    const { body } = issue
    bed.world.issues.edit(bed.ada, issue, { body: '- [x] built' })
    const pull = pullClosing()
    await bed.concluded(pull, 'issues', 'success')
    await merged(() => bed.world.issues.edit(bed.ada, issue, { body }), pull)
    expect(await spoken()).toContain(overtaken)
  })

  test('the issue was reopened last, after another merge', async () => {
    const [first, second] = [pullOn('first'), pullOn('second')]
    await bed.concluded(second, 'issues', 'failure')
    bed.world.issues.close(bed.ada, issue)
    await bed.concluded(first, 'issues', 'success')
    await bed.concluded(second, 'issues', 'success')
    await merged(() => bed.world.issues.reopen(bed.ada, issue), second)
    expect(await spoken()).toContain(overtaken)
  })

  test('what is changed after it concerns nobody', async () => {
    const { body } = issue
    bed.world.issues.edit(bed.ada, issue, { body: '- [x] built' })
    const pull = pullClosing()
    await bed.concluded(pull, 'issues', 'success')
    const late = () => {
      aheadMs += 2000
      bed.world.issues.edit(bed.ada, issue, { body })
    }
    await bed.quiet()
    bed.world.webhooks.hold()
    bed.world.merging.merge(bed.ada, pull)
    late()
    bed.world.webhooks.release()
    await bed.quiet()
    expect([issue.state, said()]).toEqual(['closed', []])
  })
})
