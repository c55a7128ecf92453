import { createSign, generateKeyPairSync } from 'node:crypto'
import type { App, Installation, Organization, Permissions, Repository, User } from '../world/model.ts'
import { World, type WorldOptions } from '../world/world.ts'
import { type ServerOptions, type SimulatedGitHub, startSimulatedGitHub } from './server.ts'

/** Half as long as GitHub's, which take a quarter of a second to make in each test file. */
const KEYS = generateKeyPairSync('rsa', {
  modulusLength: 1024,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

export interface Answered {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: answers are read freely in tests
  readonly body: any
}

/** A small world behind a server, for the simulation's own tests. */
export interface Testbed {
  readonly world: World
  readonly github: SimulatedGitHub
  readonly organization: Organization
  readonly ada: User
  /** Private, with `charts/a/Chart.yaml` on `main`. */
  readonly repository: Repository
  readonly app: App
  readonly installation: Installation
  /** A request to the REST API by the installation, or with another `Authorization`. */
  rest(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>
  graphql(query: string, variables?: Record<string, unknown>, headers?: Record<string, string>): Promise<Answered>
  jwt(claims?: Record<string, unknown>, key?: string): string
  /** A fresh token, for the repositories and permissions given or all. */
  token(body?: { repositories?: string[]; permissions?: Permissions }): Promise<string>
  close(): Promise<void>
}

export async function startTestbed(
  options: { world?: WorldOptions; server?: ServerOptions; permissions?: Permissions } = {},
): Promise<Testbed> {
  const world = new World(options.world)
  const ada = world.accounts.user('ada', { token: 'ghp_ada' })
  const organization = world.accounts.organization('acme', { admins: [ada] })
  const repository = world.repositories.create(organization, 'charts', {
    visibility: 'private',
    files: { 'README.md': '# charts\n', 'charts/a/Chart.yaml': 'name: a\nversion: 1.0.0\n' },
  })
  const app = world.installs.app(organization, {
    keys: { privateKeyPem: KEYS.privateKey, publicKeyPem: KEYS.publicKey },
    ...(options.permissions === undefined ? {} : { permissions: options.permissions }),
  })
  const installation = world.installs.install(ada, app, organization)
  const github = await startSimulatedGitHub(world, options.server)

  async function send(method: string, path: string, body: unknown, headers: Record<string, string>): Promise<Answered> {
    const response = await fetch(path.startsWith('http') ? path : github.url + path, {
      method,
      headers,
      redirect: 'manual',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
  }

  function jwt(claims: Record<string, unknown> = {}, key: string = KEYS.privateKey): string {
    const now = Math.floor(Date.now() / 1000)
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const text = `${part({ alg: 'RS256', typ: 'JWT' })}.${part({ iat: now - 30, exp: now + 540, iss: app.id, ...claims })}`
    return `${text}.${createSign('RSA-SHA256').update(text).sign(key, 'base64url')}`
  }

  async function token(body?: object): Promise<string> {
    const path = `/app/installations/${installation.id}/access_tokens`
    const minted = await send('POST', path, body, { authorization: `bearer ${jwt()}` })
    if (minted.status !== 201) throw new Error(`no token: ${minted.status} ${JSON.stringify(minted.body)}`)
    return minted.body.token
  }

  let own: Promise<string> | undefined
  const authorized = async (headers: Record<string, string>) => {
    if (headers.authorization !== undefined) return headers
    own ??= token()
    return { ...headers, authorization: `token ${await own}` }
  }
  return {
    world,
    github,
    organization,
    ada,
    repository,
    app,
    installation,
    rest: async (method, path, body, headers = {}) => send(method, path, body, await authorized(headers)),
    graphql: async (query, variables = {}, headers = {}) =>
      send('POST', '/graphql', { query, variables }, await authorized(headers)),
    jwt,
    token,
    close: () => github.close(),
  }
}
