import type { Id } from '../world/model.ts'

/** One request that reached the simulated GitHub. */
export interface Call {
  /** Epoch milliseconds on the world's clock. */
  readonly at: number
  readonly kind: 'rest' | 'graphql'
  readonly method: string
  /** The REST path template, or the name of the GraphQL operation (`anonymous` without one). */
  readonly route: string
  /** The path as asked. */
  readonly path: string
  /** The installation whose token was used, if any. */
  readonly installation: Id | null
  /** GraphQL points; 0 for REST. */
  readonly points: number
  /** Characters of the request's variables or body as JSON. */
  readonly variablesSize: number
  readonly variables: Readonly<Record<string, unknown>>
  /** Filled in when answered; 0 for a dropped connection. */
  status: number
}

/** A place in the log, to count from. */
export type Mark = number

/** The log of every request. */
export class Calls {
  readonly #log: Call[] = []
  /** What was asked and is not simulated, `Type.field` or `METHOD /path`. A test that passes has none. */
  readonly unsupported: string[] = []

  record(call: Call): Call {
    this.#log.push(call)
    return call
  }

  /** Now, for `since`. */
  mark(): Mark {
    return this.#log.length
  }

  /** The requests after a mark, or all. */
  since(mark: Mark = 0): readonly Call[] {
    return this.#log.slice(mark)
  }

  /** How many requests there were of each kind: `POST /repos/{owner}/{repo}/check-runs`, `graphql OpenPulls`. */
  counts(mark: Mark = 0): Record<string, number> {
    const counts: Record<string, number> = {}
    for (const call of this.since(mark)) counts[nameOf(call)] = (counts[nameOf(call)] ?? 0) + 1
    return counts
  }

  /** GraphQL points spent. */
  points(mark: Mark = 0): number {
    return this.since(mark).reduce((sum, { points }) => sum + points, 0)
  }

  /** Requests that write: every method but GET, without GraphQL queries and minted tokens. */
  writes(mark: Mark = 0): readonly Call[] {
    return this.since(mark).filter(
      ({ kind, method, route }) => kind === 'rest' && method !== 'GET' && !route.endsWith('/access_tokens'),
    )
  }
}

function nameOf({ kind, method, route }: Call): string {
  return kind === 'graphql' ? `graphql ${route}` : `${method} ${route}`
}
