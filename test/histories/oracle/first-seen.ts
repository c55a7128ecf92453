/** Between which two moments (numbers of agreements between product and oracle) a claim was first seen. */
export interface Interval {
  readonly from: number
  readonly to: number
}

/** One open pull request as it stands between two deeds; closed ones are left out. */
export interface Standing {
  readonly number: number
  readonly isDraft: boolean
  /** `chart@version`. */
  readonly claims: ReadonlySet<string>
}

interface Settled {
  readonly isDraft: boolean
  readonly claims: ReadonlyMap<string, Interval>
}

/**
 * When each claim was first seen, by the history's own order of events. Claims that begin between two agreements begin
 * at the later one: which of them the product reads first is left open. One that lapses and comes back between two
 * agreements may have been seen all the time or not.
 */
export class FirstSeen {
  #moment = 0
  #settled: ReadonlyMap<number, Settled> = new Map()
  /** `number chart@version` of claims that were away at some time since the last agreement. */
  readonly #away = new Set<string>()
  readonly #sawDraft = new Set<number>()
  readonly #sawReady = new Set<number>()
  #now: readonly Standing[] = []

  /** After every deed. */
  observe(standings: readonly Standing[]): void {
    this.#now = standings
    const byNumber = new Map(standings.map((standing) => [standing.number, standing]))
    for (const [number, { claims }] of this.#settled) {
      for (const claim of claims.keys()) {
        if (!byNumber.get(number)?.claims.has(claim)) this.#away.add(`${number} ${claim}`)
      }
    }
    for (const { number, isDraft } of standings) (isDraft ? this.#sawDraft : this.#sawReady).add(number)
  }

  /** Product and oracle agree: what stands now was seen. */
  settle(): void {
    const settled = new Map<number, Settled>()
    for (const { number, isDraft, claims } of this.#now) {
      settled.set(number, {
        isDraft,
        claims: new Map([...claims].map((claim) => [claim, this.of(number, isDraft, claim)])),
      })
    }
    this.#settled = settled
    this.#moment += 1
    this.#away.clear()
    this.#sawDraft.clear()
    this.#sawReady.clear()
  }

  of(number: number, isDraft: boolean, claim: string): Interval {
    const now = { from: this.#moment, to: this.#moment }
    const settled = this.#settled.get(number)
    const before = settled?.claims.get(claim)
    if (settled === undefined || before === undefined) return now
    if (settled.isDraft && !isDraft) return now
    const mayHaveBecomeReady = settled.isDraft ? this.#sawReady.has(number) : this.#sawDraft.has(number) && !isDraft
    return mayHaveBecomeReady || this.#away.has(`${number} ${claim}`) ? { from: before.from, to: this.#moment } : before
  }
}
