import { AsyncLocalStorage } from 'node:async_hooks'

/** Where the time of an evaluation goes: reading GitHub, judging and wording, writing to GitHub. */
export const phases = ['read', 'judge', 'publish'] as const
export type Phase = (typeof phases)[number]

/** What was spent since the last taking; the milliseconds of the phases sum to the time that passed. */
export interface Spent {
  readonly milliseconds: Readonly<Record<Phase, number>>
  readonly graphql: number
  readonly rest: number
  /** What the GraphQL queries cost. */
  readonly points: number
}

interface Meter {
  phase: Phase
  since: number
  milliseconds: Record<Phase, number>
  graphql: number
  rest: number
  points: number
}

/**
 * Measures one work of the queue, wherever its requests are sent from. Several evaluations may come out of one work:
 * each takes what was spent since the one before, so that the sum over all of them is what the work cost.
 */
export class WorkMeter {
  readonly #current = new AsyncLocalStorage<Meter>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  measure<T>(work: () => Promise<T>): Promise<T> {
    return this.#current.run({ phase: 'read', since: this.#now(), ...nothing() }, work)
  }

  enter(phase: Phase): void {
    const meter = this.#current.getStore()
    if (meter === undefined) return
    this.#settle(meter)
    meter.phase = phase
  }

  count(api: 'graphql' | 'rest', points: number): void {
    const meter = this.#current.getStore()
    if (meter === undefined) return
    meter[api] += 1
    meter.points += points
  }

  take(): Spent {
    const meter = this.#current.getStore()
    if (meter === undefined) return nothing()
    this.#settle(meter)
    const { milliseconds, graphql, rest, points } = meter
    Object.assign(meter, nothing())
    return { milliseconds, graphql, rest, points }
  }

  #settle(meter: Meter): void {
    const now = this.#now()
    // The system clock may step back.
    meter.milliseconds[meter.phase] += Math.max(0, now - meter.since)
    meter.since = now
  }
}

function nothing() {
  return { milliseconds: { read: 0, judge: 0, publish: 0 }, graphql: 0, rest: 0, points: 0 }
}
