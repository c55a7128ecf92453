import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { RestError } from '../rest/errors.ts'
import { matchOperation } from '../rest/operations.ts'
import type { World } from '../world/world.ts'
import type { Caller } from './access.ts'
import { type Answer, messageAnswer } from './answer.ts'
import { authenticate, callerKey } from './authenticate.ts'
import { type Call, Calls } from './calls.ts'
import { answerOf, primaryLimit } from './fault-answers.ts'
import { type Effect, Faults, readConditions } from './faults.ts'
import { answerGraphql, type ReadRequest, readGraphqlRequest } from './graphql-endpoint.ts'
import { RateLimits, type Resource, rateLimitHeaders } from './rate-limits.ts'
import { answerRest, errorAnswer, type MatchedOperation, notSimulated } from './rest-endpoint.ts'
import { TokenStore } from './tokens.ts'
import { View } from './view.ts'

export interface ServerOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number
  /** The clock that JWTs, tokens and limits live by, in epoch milliseconds. Clients compare it with their own, so it
   * is the system's unless told, whatever the world's clock shows. */
  readonly clock?: () => number
  /** Points an hour for each caller. */
  readonly limits?: Partial<Record<Resource, number>>
}

/** The simulated GitHub, listening. */
export interface SimulatedGitHub {
  /** `http://127.0.0.1:PORT`: the API in the style of github.com; `/api/v3` and `/api/graphql` below it as in Enterprise. */
  readonly url: string
  /** `127.0.0.1:PORT`, for GHE_HOST. */
  readonly host: string
  readonly world: World
  readonly calls: Calls
  readonly faults: Faults
  readonly limits: RateLimits
  readonly tokens: TokenStore
  close(): Promise<void>
}

/** A request, read and understood as far as can be without its caller. */
interface Asked {
  readonly method: string
  /** Without `/api/v3`, and with `/repositories/{id}` put back to names. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly enterprise: boolean
  readonly authorization: string | undefined
  readonly accept: string
  readonly body: unknown
  readonly graphql: ReadRequest | undefined
  readonly rest: MatchedOperation | undefined
}

/** Serves a world over HTTP on 127.0.0.1. */
export async function startSimulatedGitHub(world: World, options: ServerOptions = {}): Promise<SimulatedGitHub> {
  const service = new Service(world, options)
  const server = createServer((request, response) => {
    service.serve(request, response).catch((error: unknown) => {
      console.error('the simulated GitHub failed:', error)
      send(response, messageAnswer(500, `simulation: ${error instanceof Error ? error.stack : String(error)}`))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  service.url = `http://${host}`
  return {
    url: service.url,
    host,
    world,
    calls: service.calls,
    faults: service.faults,
    limits: service.limits,
    tokens: service.tokens,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

class Service {
  url = ''
  readonly world: World
  readonly calls = new Calls()
  readonly faults = new Faults()
  readonly tokens = new TokenStore()
  readonly limits: RateLimits
  readonly #clock: () => number

  constructor(world: World, options: ServerOptions) {
    this.world = world
    this.limits = new RateLimits(options.limits)
    this.#clock = options.clock ?? Date.now
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = await this.#read(request)
    if ('status' in asked) return send(response, asked)
    const call = this.calls.record(this.#callOf(asked))
    const effects = this.faults.strike(call)
    for (const effect of effects) {
      if (effect.kind === 'latency') await sleep(effect.milliseconds)
      if (effect.kind === 'hold') await effect.until
    }
    const answer = (await this.#faultBefore(effects, call)) ?? (await this.#answer(asked, call, effects))
    const lost = effects.find((effect) => effect.kind === 'status' && effect.afterwards)
    const given = (lost && answerOf(lost, call)) ?? answer
    if (effects.some(({ kind }) => kind === 'drop-connection')) {
      request.socket.destroy()
      return
    }
    call.status = given.status
    send(response, given)
  }

  async #faultBefore(effects: readonly Effect[], call: Call): Promise<Answer | undefined> {
    for (const effect of effects) {
      if (effect.kind === 'drop-connection') return messageAnswer(500, 'dropped')
      if (effect.kind === 'status' && effect.afterwards) continue
      const answer = answerOf(effect, call)
      if (answer !== undefined) return answer
    }
    return undefined
  }

  async #read(request: IncomingMessage): Promise<Asked | Answer> {
    const url = new URL(request.url ?? '/', 'http://simulated')
    const text = await bodyOf(request)
    let body: unknown
    try {
      body = text === '' ? undefined : JSON.parse(text)
    } catch {
      return messageAnswer(400, 'Problems parsing JSON')
    }
    const method = request.method ?? 'GET'
    const enterprise = url.pathname.startsWith('/api/')
    const path = this.#withNames(url.pathname.replace(/^\/api(\/v3)?(?=\/|$)/, ''))
    const isGraphql = /^\/(api\/)?graphql$/.test(url.pathname)
    return {
      method,
      path,
      query: Object.fromEntries(url.searchParams),
      enterprise,
      authorization: request.headers.authorization,
      accept: request.headers.accept ?? '',
      body,
      graphql: isGraphql ? readGraphqlRequest(body) : undefined,
      rest: isGraphql ? undefined : matchOperation(method, path),
    }
  }

  /** `/repositories/{id}/…` is where GitHub redirects former names to. */
  #withNames(path: string): string {
    const match = /^\/repositories\/(\d+)(\/.*|)$/.exec(path)
    const repository = match && this.world.state.repositories.get(Number(match[1]))
    if (!match || !repository) return path
    const owner = this.world.state.accounts.get(repository.ownerId)
    return `/repos/${owner?.login}/${repository.name}${match[2]}`
  }

  #callOf(asked: Asked): Call {
    const token = /^\S+ (\S+)$/.exec(asked.authorization ?? '')?.[1] ?? ''
    const caller = this.tokens.callerOf(token, this.world.state, this.#clock())
    const variables = asked.graphql?.kind === 'query' ? asked.graphql.prepared.variables : (asked.body ?? {})
    return {
      at: this.world.now(),
      kind: asked.graphql === undefined ? 'rest' : 'graphql',
      method: asked.method,
      route: asked.graphql?.name ?? asked.rest?.operation.path ?? asked.path,
      path: asked.path,
      installation: caller?.kind === 'installation' ? caller.installation.id : null,
      points: asked.graphql?.kind === 'query' ? asked.graphql.prepared.cost.points : 0,
      variablesSize: JSON.stringify(variables).length,
      variables: variables as Record<string, unknown>,
      status: 0,
    }
  }

  async #answer(asked: Asked, call: Call, effects: readonly Effect[]): Promise<Answer> {
    const now = this.#clock()
    let caller: Caller
    try {
      caller = authenticate(asked.authorization, this.world, this.tokens, now)
      if (asked.graphql !== undefined && caller.kind === 'app') throw new RestError(401, 'Bad credentials')
    } catch (error) {
      return errorAnswer(error)
    }
    if (asked.graphql === undefined && asked.rest === undefined) return this.#unknown(asked)
    const resource: Resource = asked.graphql === undefined ? 'core' : 'graphql'
    const key = callerKey(caller)
    const points = resource === 'core' ? 1 : Math.max(1, call.points)
    if (asked.rest?.operation.id !== 'rate-limit/get' && !this.limits.spend(key, resource, points, now)) {
      return primaryLimit(call, this.limits.allowance(key, resource, now).resetAt)
    }
    const view = new View(this.world.state, caller, this.world.now(), readConditions(effects))
    const answer = await (asked.graphql === undefined
      ? this.#rest(asked, view, key)
      : this.#graphql(asked.graphql, effects, view, key))
    const headers = rateLimitHeaders(this.limits.allowance(key, resource, now), resource)
    return { ...answer, headers: { ...headers, ...answer.headers } }
  }

  #unknown({ method, path }: Asked): Answer {
    this.calls.unsupported.push(`${method} ${path}`)
    return messageAnswer(501, notSimulated(method, path))
  }

  async #graphql(read: ReadRequest, effects: readonly Effect[], view: View, key: string): Promise<Answer> {
    if (read.kind === 'answered') return read.answer
    return answerGraphql(read.prepared, effects, {
      view,
      world: this.world,
      htmlUrl: this.#htmlUrl(),
      allowance: this.limits.allowance(key, 'graphql', this.#clock()),
      unsupported: this.calls.unsupported,
    })
  }

  async #rest(asked: Asked, view: View, key: string): Promise<Answer> {
    if (asked.rest === undefined) return this.#unknown(asked)
    const { operation, parameters } = asked.rest
    const answer = await answerRest({
      operation,
      parameters,
      query: asked.query,
      body: (asked.body ?? {}) as Record<string, unknown>,
      path: asked.path,
      accept: asked.accept,
      view,
      world: this.world,
      tokens: this.tokens,
      tokenNow: this.#clock(),
      apiUrl: asked.enterprise ? `${this.url}/api/v3` : this.url,
      htmlUrl: this.#htmlUrl(),
      rateLimit: () => this.#rateLimit(key),
    })
    if (answer.status === 501) this.calls.unsupported.push(`${operation.method} ${operation.path}`)
    return answer
  }

  #rateLimit(key: string): Record<string, unknown> {
    const shape = (resource: Resource) => {
      const { limit, used, remaining, resetAt } = this.limits.allowance(key, resource, this.#clock())
      return { limit, used, remaining, reset: Math.ceil(resetAt / 1000) }
    }
    return { resources: { core: shape('core'), graphql: shape('graphql') }, rate: shape('core') }
  }

  #htmlUrl(): string {
    return `https://${this.world.webHost}`
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  if (response.destroyed) return
  const plain = typeof body === 'string' || body instanceof Uint8Array
  const type = body === undefined || plain ? {} : { 'content-type': 'application/json; charset=utf-8' }
  response.writeHead(status, {
    'x-github-request-id': 'SIMULATED',
    date: new Date().toUTCString(),
    ...type,
    ...headers,
  })
  response.end(body === undefined ? undefined : plain ? body : JSON.stringify(body))
}
