import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { Call } from './calls.ts'
import { startTestbed, type Testbed } from './testbed.ts'

let bed: Testbed
let now = Date.UTC(2026, 8, 1)
const REPO = '/repos/acme/charts'
const QUERY =
  '{ repository(owner: "acme", name: "charts") { pullRequests(first: 10) { nodes { number headRefOid files(first: 10) { nodes { path } } } pageInfo { hasNextPage } } } }'

beforeEach(async () => {
  bed = await startTestbed({ world: { now: () => now } })
  await bed.rest('GET', REPO)
})

afterEach(() => bed.close())

function openPull(branch: string) {
  const { world, ada, repository } = bed
  world.branches.commit(ada, repository, branch, { [branch]: '1' })
  return world.pulls.open(ada, repository, { head: branch })
}

describe('answers', () => {
  test.each([500, 502, 503, 504, 401, 404] as const)('%d once, then well again', async (status) => {
    const fault = bed.github.faults.inject({ effect: { kind: 'status', status }, times: 1 })
    expect((await bed.rest('GET', REPO)).status).toBe(status)
    expect((await bed.rest('GET', REPO)).status).toBe(200)
    expect(fault.hits()).toBe(1)
    expect(bed.github.calls.since().map((call) => call.status)).toContain(status)
  })

  test('until cleared, and only what matches', async () => {
    const when = ({ kind, route, installation }: Call) =>
      kind === 'rest' && route.endsWith('/releases') && installation === bed.installation.id
    const fault = bed.github.faults.inject({ when, effect: { kind: 'status', status: 503 } })
    for (let index = 0; index < 3; index += 1) expect((await bed.rest('GET', `${REPO}/releases`)).status).toBe(503)
    expect((await bed.rest('GET', REPO)).status).toBe(200)
    expect((await bed.rest('GET', `${REPO}/releases`, undefined, { authorization: 'token ghp_ada' })).status).toBe(200)
    fault.clear()
    expect((await bed.rest('GET', `${REPO}/releases`)).status).toBe(200)
  })

  test('a write that fails has not happened; one whose answer is lost has', async () => {
    const { world, repository, github } = bed
    const sha = world.branches.tip(repository, 'main')
    const create = () => bed.rest('POST', `${REPO}/check-runs`, { name: 'x', head_sha: sha })
    github.faults.inject({ effect: { kind: 'status', status: 502 }, times: 1 })
    expect((await create()).status).toBe(502)
    expect(world.checks.runsOf(repository, sha)).toHaveLength(0)
    github.faults.inject({ effect: { kind: 'status', status: 502, afterwards: true }, times: 1 })
    expect((await create()).status).toBe(502)
    expect(world.checks.runsOf(repository, sha)).toHaveLength(1)
  })

  test('the primary limit', async () => {
    const effect = { kind: 'primary-limit', resetAt: 1_800_000_000_000 } as const
    bed.github.faults.inject({ effect, times: 2 })
    const rest = await bed.rest('GET', REPO)
    expect(rest.status).toBe(403)
    expect(rest.headers.get('x-ratelimit-remaining')).toBe('0')
    expect(rest.headers.get('x-ratelimit-reset')).toBe('1800000000')
    const graphql = await bed.graphql(QUERY)
    expect(graphql).toMatchObject({ status: 200, body: { errors: [{ type: 'RATE_LIMITED' }] } })
    expect(graphql.headers.get('x-ratelimit-reset')).toBe('1800000000')
  })

  test.each([
    [403, 60],
    [429, 30],
    [200, undefined],
  ] as const)('a secondary limit in GraphQL by status %d', async (status, retryAfterSeconds) => {
    const effect = {
      kind: 'secondary-limit',
      status,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    } as const
    bed.github.faults.inject({ effect, times: 1 })
    const answer = await bed.graphql(QUERY)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('retry-after')).toBe(retryAfterSeconds === undefined ? null : String(retryAfterSeconds))
    expect(JSON.stringify(answer.body)).toContain('secondary rate limit')
  })

  test('a dropped connection', async () => {
    bed.github.faults.inject({ effect: { kind: 'drop-connection' }, times: 1 })
    await expect(bed.rest('GET', REPO)).rejects.toThrow('fetch failed')
    expect(bed.github.calls.since().at(-1)?.status).toBe(0)
  })

  test('latency', async () => {
    bed.github.faults.inject({ effect: { kind: 'latency', milliseconds: 80 }, times: 1 })
    const start = performance.now()
    expect((await bed.rest('GET', REPO)).status).toBe(200)
    expect(performance.now() - start).toBeGreaterThanOrEqual(75)
  })
})

describe('data', () => {
  test('a part of GraphQL data is missing, and an error names its path', async () => {
    openPull('a')
    openPull('b')
    const path = ['repository', 'pullRequests', 'nodes', 1, 'files']
    bed.github.faults.inject({ effect: { kind: 'partial', path }, times: 1 })
    const { body } = await bed.graphql(QUERY)
    expect(body.data.repository.pullRequests.nodes[0].files.nodes).toHaveLength(1)
    expect(body.data.repository.pullRequests.nodes[1].files).toBeNull()
    expect(body.errors).toEqual([expect.objectContaining({ type: 'RESOURCE_LIMITS_EXCEEDED', path })])
  })

  test('pages end early in silence', async () => {
    openPull('a')
    openPull('b')
    bed.github.faults.inject({ effect: { kind: 'truncate', list: 'pullRequests', keep: 1 } })
    bed.github.faults.inject({ effect: { kind: 'truncate', list: 'pulls/list', keep: 1 } })
    openPull('c')
    const pagesOfTwo = QUERY.replace('pullRequests(first: 10)', 'pullRequests(first: 2)')
    const { pullRequests } = (await bed.graphql(pagesOfTwo)).body.data.repository
    expect(pullRequests.nodes).toHaveLength(1)
    expect(pullRequests.pageInfo.hasNextPage).toBe(false)
    const rest = await bed.rest('GET', `${REPO}/pulls`)
    expect(rest.body).toHaveLength(1)
    expect(rest.headers.get('link')).toBeNull()
  })

  test('heads are read as they were, with their files; pull requests too new are not there yet', async () => {
    const { world, ada, repository, github } = bed
    const pull = openPull('a')
    const old = pull.headRefOid
    now += 60_000
    world.branches.commit(ada, repository, 'a', { more: '1' })
    const fresh = openPull('b')
    now += 1000
    const fault = github.faults.inject({ effect: { kind: 'head-lag', milliseconds: 5000 } })
    expect((await bed.rest('GET', `${REPO}/pulls/${pull.number}`)).body).toMatchObject({
      head: { sha: old },
      changed_files: 1,
      commits: 1,
    })
    expect((await bed.rest('GET', `${REPO}/pulls/${fresh.number}`)).status).toBe(404)
    expect((await bed.graphql(QUERY)).body.data.repository.pullRequests.nodes).toEqual([
      { number: pull.number, headRefOid: old, files: { nodes: [{ path: 'a' }] } },
    ])
    now += 5000
    expect((await bed.rest('GET', `${REPO}/pulls/${pull.number}`)).body).toMatchObject({
      head: { sha: pull.headRefOid },
      changed_files: 2,
    })
    fault.clear()
  })

  test('a commit that the API does not know yet', async () => {
    const { headRefOid } = openPull('a')
    const create = () => bed.rest('POST', `${REPO}/check-runs`, { name: 'x', head_sha: headRefOid })
    bed.github.faults.inject({ effect: { kind: 'unknown-commits', oids: [headRefOid] }, times: 3 })
    expect((await create()).status).toBe(422)
    expect((await bed.rest('GET', `${REPO}/compare/main...${headRefOid}`)).status).toBe(404)
    const query = `{ repository(owner: "acme", name: "charts") { object(oid: "${headRefOid}") { oid } } }`
    expect((await bed.graphql(query)).body.data.repository.object).toBeNull()
    expect((await create()).status).toBe(201)
  })
})
