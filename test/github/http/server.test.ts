import { generateKeyPairSync } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { startTestbed, type Testbed } from './testbed.ts'

let bed: Testbed
let clock: number

beforeEach(async () => {
  clock = Date.now()
  bed = await startTestbed({ server: { clock: () => clock } })
})

afterEach(() => bed.close())

const seconds = () => Math.floor(Date.now() / 1000)
const REPO = '/repos/acme/charts'

describe('the app itself', () => {
  const asApp = (path: string, jwt: string, method = 'GET') =>
    bed.rest(method, path, undefined, { authorization: `bearer ${jwt}` })

  test('is who its JWT says, by id or client id', async () => {
    expect((await asApp('/app', bed.jwt())).body).toMatchObject({ id: bed.app.id, slug: 'claimwarden' })
    expect((await asApp('/app', bed.jwt({ iss: bed.app.clientId }))).status).toBe(200)
    expect((await asApp('/app', bed.jwt({ iss: String(bed.app.id) }))).status).toBe(200)
  })

  test.each<[string, () => Record<string, unknown>, number]>([
    ['expired', () => ({ exp: seconds() - 1 }), 401],
    ['living longer than ten minutes', () => ({ exp: seconds() + 700 }), 401],
    ['issued in the future', () => ({ iat: seconds() + 120 }), 401],
    ['issued at no time', () => ({ iat: 'now' }), 401],
    ['of an app that is not there', () => ({ iss: 1 }), 404],
  ])('a JWT %s is refused', async (_name, claims, status) => {
    expect((await asApp('/app', bed.jwt(claims()))).status).toBe(status)
  })

  test('a JWT signed with another key, or cut, is refused', async () => {
    const other = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    expect((await asApp('/app', bed.jwt({}, other.privateKey))).status).toBe(401)
    expect((await asApp('/app', 'a.b.c')).status).toBe(401)
  })

  test('lists its installations; an installation token does not', async () => {
    expect((await asApp('/app/installations', bed.jwt())).body).toEqual([
      expect.objectContaining({ id: bed.installation.id, repository_selection: 'all' }),
    ])
    expect((await bed.rest('GET', '/app/installations')).status).toBe(401)
    expect((await asApp(REPO, bed.jwt())).status).toBe(401)
    expect((await asApp(`${REPO}/installation`, bed.jwt())).body.id).toBe(bed.installation.id)
    expect((await asApp('/orgs/acme/installation', bed.jwt())).body.id).toBe(bed.installation.id)
  })

  test('lists its failed deliveries and asks for one again', async () => {
    const { world, ada, repository } = bed
    world.webhooks.target = 'http://127.0.0.1:9/'
    world.issues.open(ada, repository, { title: 'x' })
    await world.webhooks.settled()
    const failed = await asApp('/app/hook/deliveries?status=failure', bed.jwt())
    expect(failed.body).toEqual([
      expect.objectContaining({
        event: 'issues',
        action: 'opened',
        redelivery: false,
        installation_id: bed.installation.id,
      }),
    ])
    expect((await asApp('/app/hook/deliveries?status=success', bed.jwt())).body).toEqual([])
    const { id, guid } = failed.body[0]
    expect((await asApp(`/app/hook/deliveries/${id}`, bed.jwt())).body.request.payload.action).toBe('opened')
    expect((await asApp(`/app/hook/deliveries/${id}/attempts`, bed.jwt(), 'POST')).status).toBe(202)
    await world.webhooks.settled()
    const first = await asApp('/app/hook/deliveries?per_page=1', bed.jwt())
    expect(first.body).toEqual([expect.objectContaining({ guid, redelivery: true })])
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    expect((await asApp(next, bed.jwt())).body).toEqual([expect.objectContaining({ id })])
  })
})

describe('installation tokens', () => {
  test('are longer than 40 characters and live an hour', async () => {
    const token = await bed.token()
    expect(token).toMatch(/^ghs_.{41,}$/)
    const authorization = `bearer ${token}`
    expect((await bed.rest('GET', REPO, undefined, { authorization })).status).toBe(200)
    clock += 3_600_000
    expect(await bed.rest('GET', REPO, undefined, { authorization })).toMatchObject({
      status: 401,
      body: { message: 'Bad credentials' },
    })
  })

  test('reach only the repositories and permissions asked for', async () => {
    const { world, organization } = bed
    world.repositories.create(organization, 'second', { visibility: 'private' })
    const token = await bed.token({ repositories: ['second'], permissions: { contents: 'read' } })
    const authorization = `bearer ${token}`
    const get = (path: string) => bed.rest('GET', path, undefined, { authorization })
    expect((await get('/repos/acme/second')).status).toBe(200)
    expect((await get('/repos/acme/second/pulls')).status).toBe(403)
    expect((await get(REPO)).status).toBe(404)
    expect((await get('/installation/repositories')).body.repositories).toEqual([
      expect.objectContaining({ name: 'second' }),
    ])
  })

  test.each([
    ['a repository it has not', { repositories: ['nothing'] }],
    ['a permission it has not', { permissions: { administration: 'write' as const } }],
    ['a level it has not', { permissions: { contents: 'write' as const } }],
  ])('are not minted for %s', async (_name, body) => {
    await expect(bed.token(body)).rejects.toThrow('422')
  })

  test('end with the installation, and rest while it is suspended', async () => {
    await bed.token()
    const { installation } = bed
    expect((await bed.rest('GET', REPO)).status).toBe(200)
    installation.suspendedAt = clock
    expect((await bed.rest('GET', REPO)).status).toBe(403)
    await expect(bed.token()).rejects.toThrow('403')
    installation.suspendedAt = null
    installation.deleted = true
    expect((await bed.rest('GET', REPO)).status).toBe(401)
    await expect(bed.token()).rejects.toThrow('404')
  })

  test('follow the selection of repositories as it changes', async () => {
    const { installation, repository } = bed
    expect((await bed.rest('GET', REPO)).status).toBe(200)
    installation.repositorySelection = 'selected'
    expect((await bed.rest('GET', REPO)).status).toBe(404)
    installation.repositoryIds.add(repository.id)
    expect((await bed.rest('GET', REPO)).status).toBe(200)
  })
})

test.each([
  ['no token', undefined, 'Requires authentication'],
  ['an unknown token', 'bearer ghs_unknown', 'Bad credentials'],
])('%s is refused, in GraphQL too', async (_name, authorization, message) => {
  const headers = { authorization: authorization ?? '' }
  expect(await bed.rest('GET', REPO, undefined, headers)).toMatchObject({ status: 401, body: { message } })
  expect(await bed.graphql('{ viewer { login } }', {}, headers)).toMatchObject({ status: 401 })
})

test("a user's token reads what the user may, and says who it is", async () => {
  bed.world.accounts.user('bob', { token: 'ghp_bob' })
  const as = (token: string) => ({ authorization: `token ${token}` })
  expect((await bed.rest('GET', REPO, undefined, as('ghp_ada'))).status).toBe(200)
  expect((await bed.rest('GET', REPO, undefined, as('ghp_bob'))).status).toBe(404)
  expect((await bed.graphql('{ viewer { login } }', {}, as('ghp_bob'))).body.data.viewer.login).toBe('bob')
})

test('Enterprise paths answer alike, and name themselves in links', async () => {
  expect((await bed.rest('GET', `/api/v3${REPO}`)).body.url).toBe(`${bed.github.url}/api/v3${REPO}`)
  expect((await bed.rest('GET', REPO)).body.url).toBe(`${bed.github.url}${REPO}`)
  const authorization = `bearer ${await bed.token()}`
  const answer = await bed.rest('POST', '/api/graphql', { query: '{ viewer { login } }' }, { authorization })
  expect(answer.body.data.viewer.login).toBe('claimwarden')
})

test('a body that is no JSON is 400', async () => {
  const response = await fetch(`${bed.github.url}/graphql`, { method: 'POST', body: '{' })
  expect(response.status).toBe(400)
})

describe('the log of calls', () => {
  test('counts by kind since a mark, with points, installation and size', async () => {
    await bed.rest('GET', REPO)
    const mark = bed.github.calls.mark()
    await bed.rest('GET', REPO)
    await bed.rest('GET', '/repos/acme/none')
    await bed.graphql(
      'query Names($n: Int!) { repository(owner: "acme", name: "charts") { pullRequests(first: $n) { nodes { files(first: 100) { totalCount } labels(first: 1) { totalCount } } } } }',
      { n: 100 },
    )
    expect(bed.github.calls.counts(mark)).toEqual({ 'GET /repos/{owner}/{repo}': 2, 'graphql Names': 1 })
    expect(bed.github.calls.points(mark)).toBe(2)
    expect(bed.github.calls.since(mark).map(({ status }) => status)).toEqual([200, 404, 200])
    expect(bed.github.calls.since(mark).at(-1)).toMatchObject({
      kind: 'graphql',
      installation: bed.installation.id,
      variablesSize: '{"n":100}'.length,
    })
    expect(bed.github.calls.writes(mark)).toEqual([])
  })
})

describe('limits', () => {
  test('are told in headers, and each caller has its own', async () => {
    const first = await bed.rest('GET', REPO)
    const second = await bed.rest('GET', REPO)
    expect(
      Number(first.headers.get('x-ratelimit-remaining')) - Number(second.headers.get('x-ratelimit-remaining')),
    ).toBe(1)
    const user = await bed.rest('GET', REPO, undefined, { authorization: 'token ghp_ada' })
    expect(user.headers.get('x-ratelimit-remaining')).toBe('4999')
    const { body } = await bed.rest('GET', '/rate_limit')
    expect(body.resources.core.remaining).toBe(Number(second.headers.get('x-ratelimit-remaining')))
  })

  test('used up: 403 in REST, 200 with RATE_LIMITED in GraphQL, until they reset', async () => {
    await bed.token()
    await bed.close()
    bed = await startTestbed({ server: { clock: () => clock, limits: { core: 1, graphql: 1 } } })
    const query = '{ viewer { login } }'
    expect((await bed.rest('GET', REPO)).status).toBe(200)
    const refused = await bed.rest('GET', REPO)
    expect(refused.status).toBe(403)
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0')
    expect((await bed.graphql(query)).body.data).toBeDefined()
    const limited = await bed.graphql(query)
    expect(limited.status).toBe(200)
    expect(limited.body.errors).toEqual([expect.objectContaining({ type: 'RATE_LIMITED' })])
    expect(Number(limited.headers.get('x-ratelimit-reset')) * 1000).toBeGreaterThan(clock)
  })
})
