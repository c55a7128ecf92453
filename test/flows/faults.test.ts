import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { Call } from '../github/http/calls.ts'
import type { Effect } from '../github/http/faults.ts'
import type { PullRequest, Repository } from '../github/world/model.ts'
import { waitFor } from '../product/wait-for.ts'
import { chart, closeHealthy, freshRepository, openPull, runsOn, startTestbed, type Testbed } from './testbed.ts'

const path = 'charts/shop/Chart.yaml'
const postRun = '/repos/{owner}/{repo}/check-runs'

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
})

afterEach(() => {
  bed.github.faults.clear()
})

/** Somebody who holds 1.0.1. */
function holder(): PullRequest {
  return openPull(bed.world, bed.ada, repository, {
    branch: 'holder',
    files: { [path]: chart('1.0.1'), 'charts/shop/holder.yaml': 'h: 1\n' },
  })
}

/** Red by both checks: it would close an undone issue, and its version is held. */
function redPull(): PullRequest {
  const issue = bed.world.issues.open(bed.ada, repository, { body: '## Acceptance\n\n- [ ] it works\n' })
  return openPull(bed.world, bed.ada, repository, {
    branch: 'red',
    files: { [path]: chart('1.0.1'), 'charts/shop/red.yaml': 'r: 1\n' },
    body: `Closes #${issue.number}`,
  })
}

function concerns(call: Call): boolean {
  return call.variables.name === repository.name || call.path.includes(`/${repository.name}/`)
}

interface FaultCase {
  readonly route?: string | RegExp
  readonly when?: (call: Call) => boolean
  readonly effect: Effect
  readonly times?: number
}

function inject({ route, when, effect, times = 1 }: FaultCase) {
  return bed.github.faults.inject({
    when: (call) =>
      concerns(call) &&
      (route === undefined || (typeof route === 'string' ? call.route === route : route.test(call.route))) &&
      (when === undefined || when(call)),
    effect,
    times,
  })
}

/** A red pull request beside the holder, in a repository that was never read before the fault. */
function judgedUnder(fault: FaultCase | ((pull: PullRequest) => FaultCase)) {
  bed.world.webhooks.hold()
  holder()
  const pull = redPull()
  const given = typeof fault === 'function' ? fault(pull) : fault
  const injected = inject({ ...given, when: (call) => isAbout(pull, call) && given.when?.(call) !== false })
  bed.world.webhooks.release()
  return { pull, injected }
}

/** Of requests about one pull request only those about this one. */
function isAbout(pull: PullRequest, { variables }: Call): boolean {
  const { number = pull.number, head_sha: headSha = pull.headRefOid } = variables
  return number === pull.number && headSha === pull.headRefOid
}

const linked = ['repository', 'pullRequest', 'linked'] as const
const anyGraphql = /^[A-Za-z]+$/

describe('never green meanwhile, right afterwards', () => {
  test.each<[string, FaultCase]>([
    ['the list of closing issues is missing', { route: 'PullClaims', effect: { kind: 'partial', path: linked } }],
    ['the pull request is missing', { route: 'PullClaims', effect: { kind: 'partial', path: linked.slice(0, 2) } }],
    ['the repository is missing', { route: 'PullClaims', effect: { kind: 'partial', path: ['repository'] } }],
    ['the claims answer 502', { route: 'PullClaims', effect: { kind: 'status', status: 502 }, times: 2 }],
    ['the claims answer 404, as just after a push', { route: 'PullClaims', effect: { kind: 'status', status: 404 } }],
    ['the listing answers 502', { route: /^chartPulls/, effect: { kind: 'status', status: 502 }, times: 2 }],
    ['the listing is cut short', { route: /^chartPulls/, effect: { kind: 'truncate', list: 'pullRequests', keep: 0 } }],
    ['the changed files are cut short', { route: /^chartPull/, effect: { kind: 'truncate', list: 'files', keep: 1 } }],
    [
      'the charts answer 502',
      { route: /^chart(sAt|Blobs|Trees|PathOids)|git\/trees/, effect: { kind: 'status', status: 502 } },
    ],
    ['the policy answers 500', { route: /^Policy/, effect: { kind: 'status', status: 500 } }],
    ['the fence answers 504', { route: 'PullFence', effect: { kind: 'status', status: 504 }, times: 2 }],
    ['a check run is refused with 500', { route: postRun, effect: { kind: 'status', status: 500 }, times: 3 }],
    [
      'a check run is made and the answer is lost',
      { route: postRun, effect: { kind: 'status', status: 502, afterwards: true }, times: 2 },
    ],
    ['connections are dropped', { route: anyGraphql, effect: { kind: 'drop-connection' }, times: 3 }],
    ['a connection is dropped while writing', { route: postRun, effect: { kind: 'drop-connection' } }],
    ['tokens are refused once', { route: anyGraphql, effect: { kind: 'status', status: 401 } }],
    ['the API shows old heads', { route: anyGraphql, effect: { kind: 'head-lag', milliseconds: 60_000 }, times: 3 }],
    [
      'GraphQL says RATE_LIMITED',
      { route: anyGraphql, effect: { kind: 'secondary-limit', status: 200, retryAfterSeconds: 1 } },
    ],
    [
      'a secondary limit by 403',
      { route: 'PullFence', effect: { kind: 'secondary-limit', status: 403, retryAfterSeconds: 1 } },
    ],
    [
      'a secondary limit by 429',
      { route: postRun, effect: { kind: 'secondary-limit', status: 429, retryAfterSeconds: 1 } },
    ],
  ])('%s', async (_name, fault) => {
    const { pull, injected } = judgedUnder(fault)
    await bed.concluded(pull, 'issues', 'failure')
    await bed.concluded(pull, 'charts', 'failure', /held by #/)
    expect(injected.hits()).toBeGreaterThan(0)
    for (const name of ['issues', 'charts'] as const) {
      const conclusions = runsOn(bed, pull, name).map(({ conclusion }) => conclusion)
      expect(conclusions).not.toContain('success')
      expect(conclusions.at(-1)).toBe('failure')
    }
  })

  test('the API does not know the head yet (422)', async () => {
    const { pull, injected } = judgedUnder((head) => ({
      effect: { kind: 'unknown-commits', oids: [head.headRefOid] },
      times: 6,
    }))
    await bed.concluded(pull, 'issues', 'failure')
    await bed.concluded(pull, 'charts', 'failure', /held by #/)
    expect(injected.hits()).toBeGreaterThan(0)
  })
})

test('pages that time out are asked for smaller, and the reading is whole', async () => {
  holder()
  for (let index = 0; index < 30; index += 1) {
    openPull(bed.world, bed.ada, repository, { branch: `plain-${index}`, files: { [`${index}.txt`]: 'x\n' } })
  }
  await bed.quiet()
  const large = inject({
    when: ({ variables }) => Number(variables.first) > 13 || 'number13' in variables,
    effect: { kind: 'status', status: 502 },
    times: 1000,
  })
  const pull = redPull()
  await bed.concluded(pull, 'charts', 'failure', /held by #/)
  bed.world.comments.create(bed.ada, pull, '/claims recheck')
  await waitFor('a second run', () => runsOn(bed, pull, 'charts').length === 2)
  await bed.concluded(pull, 'charts', 'failure', /held by #/)
  expect(large.hits()).toBeGreaterThan(0)
})

describe('an answer that is lost', () => {
  test('leaves one verdict: no twin with another one becomes the newest', async () => {
    const issue = bed.world.issues.open(bed.ada, repository, { body: '## Acceptance\n\n- [ ] it works\n' })
    inject({ route: postRun, effect: { kind: 'status', status: 502, afterwards: true }, times: 1 })
    const pull = openPull(bed.world, bed.ada, repository, {
      branch: 'work',
      files: { 'a.txt': 'a\n' },
      body: `Closes #${issue.number}`,
    })
    await bed.concluded(pull, 'issues', 'failure')
    await bed.concluded(pull, 'charts', 'success')
    await bed.quiet()
    const runs = [...runsOn(bed, pull, 'issues'), ...runsOn(bed, pull, 'charts')]
    expect(runs.map(({ name, conclusion }) => [name, conclusion]).sort()).toEqual([
      ['claims/chart-versions', 'success'],
      ['claims/issues', 'failure'],
    ])
  })
})

describe('a verdict that stands', () => {
  test('is not touched by one failed reading, green or red', async () => {
    const pull = redPull()
    await bed.concluded(pull, 'issues', 'failure')
    await bed.quiet()
    const before = runsOn(bed, pull, 'issues')
    inject({ route: 'PullClaims', effect: { kind: 'status', status: 502 }, times: 1 })
    bed.world.pulls.edit(bed.ada, pull, { title: 'Another title' })
    await bed.quiet()
    expect(runsOn(bed, pull, 'issues')).toEqual(before)
  })

  test('gives way to "in progress" while GitHub cannot be read, and comes back', async () => {
    const pull = openPull(bed.world, bed.ada, repository, { branch: 'work', files: { 'a.txt': 'a\n' } })
    await bed.concluded(pull, 'issues', 'success')
    const broken = inject({ route: 'PullClaims', effect: { kind: 'partial', path: linked }, times: 1000 })
    bed.world.pulls.edit(bed.ada, pull, { title: 'Another title' })
    await bed.concluded(pull, 'issues', 'in_progress')
    broken.clear()
    await bed.concluded(pull, 'issues', 'success')
    expect(runsOn(bed, pull, 'issues')).toHaveLength(2)
  })
})
