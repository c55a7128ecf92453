import type { Level } from '../http/access.ts'
import type { TokenStore } from '../http/tokens.ts'
import type { View } from '../http/view.ts'
import type { App, Bot, Repository, User } from '../world/model.ts'
import type { World } from '../world/world.ts'
import { notAccessible, notFound } from './errors.ts'
import type { Operation } from './operations.ts'

/** One request to the REST API, authenticated and checked against the description. */
export interface RestCall {
  readonly operation: Operation
  readonly parameters: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
  /** The path as asked, without `/api/v3`. */
  readonly path: string
  readonly accept: string
  readonly view: View
  readonly world: World
  readonly tokens: TokenStore
  /** Epoch milliseconds of the clock that tokens live by. */
  readonly tokenNow: number
  /** Where the API stands, `/api/v3` included, without a trailing slash. */
  readonly apiUrl: string
  readonly htmlUrl: string
  readonly rateLimit: () => Record<string, unknown>
}

export interface RestAnswer {
  readonly status: number
  /** Answered as JSON; a string or bytes as they are. Nothing for 204. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export type Handler = (call: RestCall) => RestAnswer | Promise<RestAnswer>
/** Handlers by operation id. */
export type Routes = Readonly<Record<string, Handler>>

export function ok(body: unknown): RestAnswer {
  return { status: 200, body }
}

/**
 * The repository of the path, once the caller may use it with the permission.
 * @throws RestError 404 when it cannot be seen, 403 when the permission lacks, 301 when it was renamed
 */
export function repositoryOfPath(call: RestCall, permission: string, level: Level = 'read'): Repository {
  const { owner = '', repo = '' } = call.parameters
  const found = call.view.repositoryByName(owner, repo)
  if (found === undefined) throw notFound()
  if (found.renamed) throw new Redirect(redirectedUrl(call, found.repository))
  if (!call.view.permits(found.repository, permission, level)) throw notAccessible()
  return found.repository
}

/** GitHub redirects a former name to the address by id. */
function redirectedUrl(call: RestCall, repository: Repository): string {
  const { owner = '', repo = '' } = call.parameters
  const rest = call.path.slice(`/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}`.length)
  return `${call.apiUrl}/repositories/${repository.id}${rest}`
}

/** Thrown to answer 301. */
export class Redirect extends Error {
  readonly url: string
  constructor(url: string) {
    super('Moved Permanently')
    this.url = url
  }
}

/** The account that writes as the caller: the user, or the app's bot. */
export function actorOf(call: RestCall): User | Bot {
  const { caller, state } = call.view
  if (caller.kind === 'user') return caller.user
  const bot = state.accounts.get(caller.app.botId)
  if (bot?.kind !== 'Bot') throw new Error(`no bot of ${caller.app.slug}`)
  return bot
}

/** The app that calls; null for a user. */
export function appOf(call: RestCall): App | null {
  return call.view.caller.kind === 'user' ? null : call.view.caller.app
}

/** A numeric path parameter. @throws RestError 404 when it is none */
export function numberOf(call: RestCall, name: string): number {
  const number = Number(call.parameters[name])
  if (!Number.isInteger(number) || number < 1) throw notFound()
  return number
}
