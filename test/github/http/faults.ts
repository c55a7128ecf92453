import type { Oid } from '../git/objects.ts'
import type { Call } from './calls.ts'
import type { ReadConditions } from './view.ts'

/** What a matching request suffers instead of, or beside, its answer. */
export type Effect =
  /** An error answer, before anything is read or written. `afterwards`: the work is done and the answer is lost. */
  | { readonly kind: 'status'; readonly status: 500 | 502 | 503 | 504 | 401 | 404; readonly afterwards?: boolean }
  /** The primary limit is used up until `resetAt` (epoch milliseconds). GraphQL says so with status 200 unless told. */
  | { readonly kind: 'primary-limit'; readonly status?: 200 | 403 | 429; readonly resetAt: number }
  /** A secondary limit, with or without the seconds to wait. GraphQL may say so with status 200. */
  | { readonly kind: 'secondary-limit'; readonly status?: 200 | 403 | 429; readonly retryAfterSeconds?: number }
  /** GraphQL: the value at a path becomes null and an error names it, as when resources run out. */
  | { readonly kind: 'partial'; readonly path: readonly (string | number)[] }
  /** Pages of this GraphQL connection (`pullRequests`) or REST operation (`pulls/list-files`) end early, in silence. */
  | { readonly kind: 'truncate'; readonly list: string; readonly keep: number }
  | { readonly kind: 'latency'; readonly milliseconds: number }
  /** Nothing happens until the test lets it. */
  | { readonly kind: 'hold'; readonly until: Promise<void> }
  | { readonly kind: 'drop-connection' }
  /** Pull requests and their heads are read as they were so long ago. */
  | { readonly kind: 'head-lag'; readonly milliseconds: number }
  /** The API does not know these commits. */
  | { readonly kind: 'unknown-commits'; readonly oids: readonly Oid[] }

export interface Fault {
  /** Which requests; all when absent. */
  readonly when?: (call: Call) => boolean
  /** What it does; a function says so at the strike, for times that count from there. */
  readonly effect: Effect | (() => Effect)
  /** How many requests it hits before it is over; until cleared when absent. */
  readonly times?: number
}

/** An injected fault: how often it struck, and its end. */
export interface InjectedFault {
  readonly hits: () => number
  readonly clear: () => void
}

interface Live {
  readonly fault: Fault
  left: number
  hits: number
}

/** The faults that requests meet. */
export class Faults {
  readonly #live = new Set<Live>()

  inject(fault: Fault): InjectedFault {
    const live: Live = { fault, left: fault.times ?? Number.POSITIVE_INFINITY, hits: 0 }
    this.#live.add(live)
    return { hits: () => live.hits, clear: () => this.#live.delete(live) }
  }

  clear(): void {
    this.#live.clear()
  }

  /** The effects a request meets; each is counted, and one that is used up goes. */
  strike(call: Call): Effect[] {
    const effects: Effect[] = []
    for (const live of this.#live) {
      if (live.fault.when?.(call) === false) continue
      live.left -= 1
      live.hits += 1
      if (live.left <= 0) this.#live.delete(live)
      effects.push(typeof live.fault.effect === 'function' ? live.fault.effect() : live.fault.effect)
    }
    return effects
  }
}

/** What effects do to reading. */
export function readConditions(effects: readonly Effect[]): ReadConditions {
  let headLagMs = 0
  const hiddenOids = new Set<Oid>()
  const truncate = new Map<string, number>()
  for (const effect of effects) {
    if (effect.kind === 'head-lag') headLagMs = Math.max(headLagMs, effect.milliseconds)
    if (effect.kind === 'unknown-commits') for (const oid of effect.oids) hiddenOids.add(oid)
    if (effect.kind === 'truncate') truncate.set(effect.list, effect.keep)
  }
  return { headLagMs, hiddenOids, truncate }
}
