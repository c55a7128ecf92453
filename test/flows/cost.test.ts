import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import type { PullRequest, Repository } from '../github/world/model.ts'
import { waitFor } from '../product/wait-for.ts'
import { chart, closeHealthy, freshRepository, logged, openPull, startTestbed, type Testbed } from './testbed.ts'

const path = 'charts/shop/Chart.yaml'

let bed: Testbed
let repository: Repository
let pull: PullRequest

beforeAll(async () => {
  bed = await startTestbed()
})

afterAll(async () => {
  await closeHealthy(bed)
})

/** A repository with one chart and one judged pull request, so that caches are warm and a token is there. */
beforeEach(async () => {
  repository = freshRepository(bed, { files: { [path]: chart('1.0.0') } })
  pull = open('warm', { [path]: chart('1.0.1') })
  await judged(pull)
})

function open(branch: string, files: Record<string, string>, body = ''): PullRequest {
  return openPull(bed.world, bed.ada, repository, { branch, files, body })
}

async function judged(one: PullRequest): Promise<void> {
  await bed.concluded(one, 'issues', 'success')
  await bed.concluded(one, 'charts', 'success')
  await bed.quiet()
}

/** Every request that one deed costs, until nothing is asked any more. */
async function costOf(deed: () => void): Promise<Record<string, number>> {
  const mark = bed.github.calls.mark()
  deed()
  await bed.quiet()
  return bed.github.calls.counts(mark)
}

test('a description edit that changes nothing costs one query', async () => {
  const counts = await costOf(() => bed.world.pulls.edit(bed.ada, pull, { body: 'Only words.' }))
  expect(counts).toEqual({ 'graphql PullClaims': 1 })
})

test('the points that an evaluation tells are those that GitHub counts', async () => {
  const [mark, told] = [bed.github.calls.mark(), logged(bed.product, 30).length]
  bed.world.pulls.edit(bed.ada, pull, { body: 'Only words.' })
  const newEvents = () => logged(bed.product, 30).slice(told)
  await waitFor('its event in the log', () => newEvents().length > 0)
  await bed.quiet()
  const counted = bed.github.calls.since(mark).reduce((sum, { points }) => sum + points, 0)
  expect(counted).toBeGreaterThan(0)
  expect(newEvents().map(({ msg, points }) => ({ msg, points }))).toEqual([
    { msg: 'evaluation.passed', points: counted },
  ])
})

test('a description edit that turns the verdict costs one query, the issue, one write and a look before and after it', async () => {
  const issue = bed.world.issues.open(bed.ada, repository, { body: '## Acceptance\n\n- [ ] it works\n' })
  await bed.quiet()
  const counts = await costOf(() => bed.world.pulls.edit(bed.ada, pull, { body: `Closes #${issue.number}` }))
  expect(counts).toEqual({
    'GET /repos/{owner}/{repo}/issues/{issue_number}': 1,
    'POST /repos/{owner}/{repo}/check-runs': 1,
    'graphql PullClaims': 1,
    'graphql PullFence': 1,
    'graphql WrittenRuns': 1,
  })
})

test('a pull request opened costs 12 requests, two of them writes, and 3 more when its webhooks are two readings', async () => {
  const counts = await costOf(() => open('second', { [path]: chart('1.0.2') }))
  const readings = counts['graphql chartPullsPages'] ?? 0
  // One where the spacing still holds the first of them.
  expect([1, 2]).toContain(readings)
  expect(counts).toEqual({
    'POST /repos/{owner}/{repo}/check-runs': 2,
    'graphql PolicyFiles': readings,
    'graphql PullClaims': 1,
    'graphql PullFence': 2,
    'graphql WrittenRuns': 2,
    'graphql chartPublications': readings,
    'graphql chartPullsByNumber': 1,
    'graphql chartPullsPages': readings,
    'graphql chartsAtCommits': 1,
  })
})

test('a push to the base that changes nothing costs four requests', async () => {
  const counts = await costOf(() => bed.world.branches.commit(bed.ada, repository, 'main', { 'a.md': 'a\n' }))
  expect(counts).toEqual({
    'GET /repos/{owner}/{repo}/git/trees/{tree_sha}': 1,
    'graphql PolicyFiles': 1,
    'graphql chartPublications': 1,
    'graphql chartPullsPages': 1,
  })
})

test('an issue that nobody claims costs one query', async () => {
  const issue = bed.world.issues.open(bed.ada, repository, {})
  const counts = await costOf(() => bed.world.issues.edit(bed.ada, issue, { body: 'Something else.' }))
  expect(counts).toEqual({ 'graphql Claimants': 1 })
})

test('a comment that is no command costs nothing', async () => {
  expect(await costOf(() => bed.world.comments.create(bed.ada, pull, 'Looks good'))).toEqual({})
})

test('/claims recheck costs one full reading and two writes', async () => {
  const counts = await costOf(() => bed.world.comments.create(bed.ada, pull, '/claims recheck'))
  expect(counts).toEqual({
    'GET /repos/{owner}/{repo}/issues/{issue_number}': 1,
    'POST /repos/{owner}/{repo}/check-runs': 2,
    'POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions': 2,
    'graphql PolicyFiles': 1,
    'graphql PullClaims': 1,
    'graphql PullFence': 2,
    'graphql WrittenRuns': 2,
    'graphql chartPublications': 1,
    'graphql chartPullsPageWithFiles': 1,
  })
})

test('from an edit to its check run it takes moments', async () => {
  const issue = bed.world.issues.open(bed.ada, repository, { body: '## Acceptance\n\n- [ ] it works\n' })
  const times: number[] = []
  for (let turn = 0; turn < 20; turn += 1) {
    const red = turn % 2 === 0
    const started = performance.now()
    bed.world.pulls.edit(bed.ada, pull, { body: red ? `Closes #${issue.number}` : `Part of #${issue.number}` })
    await bed.concluded(pull, 'issues', red ? 'failure' : 'success')
    times.push(performance.now() - started)
  }
  const median = times.toSorted((a, b) => a - b)[10] ?? Number.NaN
  expect(median).toBeLessThan(1000)
})
