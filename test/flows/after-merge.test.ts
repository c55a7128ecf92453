import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import type { Issue, PullRequest, Repository } from '../github/world/model.ts'
import { waitFor } from '../product/wait-for.ts'
import { expectHealthy, freshRepository, openPull, startTestbed, type Testbed } from './testbed.ts'

let bed: Testbed
let repository: Repository
let issue: Issue

beforeAll(async () => {
  bed = await startTestbed()
})

afterAll(async () => {
  expectHealthy(bed)
  await bed.close()
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
