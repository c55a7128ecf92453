import type { View } from '../http/view.ts'
import type { Repository } from '../world/model.ts'
import type { World } from '../world/world.ts'
import { GitHubGraphqlError, notAccessible } from './errors.ts'

/** What `rateLimit` answers for the query that asks. */
export interface RateLimitFields {
  cost: number
  limit: number
  remaining: number
  used: number
  nodeCount: number
  /** ISO 8601. */
  resetAt: string
}

/** What every resolver gets beside its source and arguments. */
export interface GraphqlContext {
  readonly view: View
  readonly world: World
  /** Where pages of the website stand, without a trailing slash. */
  readonly htmlUrl: string
  readonly rateLimit: RateLimitFields
  /** `Type.field` of what was asked and is not simulated. */
  readonly unsupported: string[]
}

/** The fields of one type. A source with a `__typename` answers by these only. */
export type Fields<Source> = Record<string, (source: Source, args: never, context: GraphqlContext) => unknown>

/** @throws GitHubGraphqlError FORBIDDEN when the caller lacks the permission on the repository. */
export function demand(context: GraphqlContext, repository: Repository, permission: string): void {
  if (!context.view.permits(repository, permission)) throw notAccessible()
}

/** @throws GitHubGraphqlError SIMULATION_UNSUPPORTED when an argument that we do not honour is given. */
export function refuseArguments(context: GraphqlContext, field: string, args: object, names: readonly string[]): void {
  for (const [name, value] of Object.entries(args)) {
    if (names.includes(name) && value !== null && value !== undefined) unsupported(context, `${field}(${name}:)`)
  }
}

export function unsupported(context: GraphqlContext, what: string): never {
  context.unsupported.push(what)
  throw new GitHubGraphqlError('SIMULATION_UNSUPPORTED', `${what} is not simulated`)
}

export function iso(at: number): string
export function iso(at: number | null): string | null
/** GitHub answers whole seconds. */
export function iso(at: number | null): string | null {
  return at === null ? null : `${new Date(at).toISOString().slice(0, 19)}Z`
}
