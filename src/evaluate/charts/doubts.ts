import type { ChartPull } from '../../domain/charts-facts.ts'
import type { Unknown } from '../../domain/reading.ts'
import type { VersionClaim } from '../../domain/version-claim.ts'
import type { ChartState, PullClaims } from './claims.ts'

/** An open pull request of which it is not known (yet) which versions it claims. */
export interface Doubt {
  readonly pull: ChartPull
  readonly reason: Unknown
}

/** The doubts that matter to one claim. */
export interface DoubtsAbout {
  readonly first: Doubt
  readonly count: number
}

export interface Doubts {
  /** Null when every pull request that could come before the claim could be read. */
  readonly about: (claim: VersionClaim) => DoubtsAbout | null
}

/**
 * Another pull request that could not be read might hold the number: then the check fails closed and says so. One that
 * is unreadable for good holds nothing, or a single oversized pull request would stop a repository.
 *
 * With the holder first, a pull request cannot come before a claim that was seen before it was opened, nor a draft
 * before a ready one; before a claim that lapsed, anybody can.
 */
export function collectDoubts(pulls: readonly PullClaims[], holder: 'first' | 'none'): Doubts {
  const byChart = new Map<string | null, Doubt[]>()
  for (const { pull, states } of pulls) {
    const unread = states.known ? states.value.flatMap(unreadChart) : [{ chart: null, reason: states }]
    for (const { chart, reason } of unread) {
      if (reason.retry === 'cannot-cure') continue
      const list = byChart.get(chart)
      if (list === undefined) byChart.set(chart, [{ pull, reason }])
      else list.push({ pull, reason })
    }
  }
  const indexes = new Map([...byChart].map(([chart, doubts]) => [chart, new DoubtIndex(doubts)]))
  if (indexes.size === 0) return { about: () => null }
  return {
    about: (claim) => {
      const found = [indexes.get(claim.chart), indexes.get(null)].flatMap((index) =>
        index === undefined ? [] : index.about(claim, holder),
      )
      const [first] = found
      return first === undefined ? null : { first: first.first, count: found.reduce((sum, one) => sum + one.count, 0) }
    },
  }
}

function unreadChart(state: ChartState) {
  return state.kind === 'undecided' && state.claim === null ? [{ chart: state.chart, reason: state.reason }] : []
}

/** Doubts by age, so that thousands of claims need not each look at thousands of doubts. */
class DoubtIndex {
  readonly #ready: AgedDoubts
  readonly #drafts: AgedDoubts

  constructor(doubts: readonly Doubt[]) {
    this.#ready = new AgedDoubts(doubts.filter((doubt) => !doubt.pull.isDraft))
    this.#drafts = new AgedDoubts(doubts.filter((doubt) => doubt.pull.isDraft))
  }

  about(claim: VersionClaim, holder: 'first' | 'none'): readonly DoubtsAbout[] {
    const lapsed = claim.lapsed !== undefined
    const ready = this.#ready.openedBy(
      holder === 'none' || claim.isDraft || lapsed ? Infinity : claim.firstSeen,
      claim.pull,
    )
    const drafts = this.#drafts.openedBy(
      holder === 'none' || lapsed ? Infinity : claim.isDraft ? claim.firstSeen : -1,
      claim.pull,
    )
    return [ready, drafts].filter((found) => found !== null)
  }
}

class AgedDoubts {
  readonly #byAge: readonly Doubt[]
  readonly #rank: ReadonlyMap<number, number>

  constructor(doubts: readonly Doubt[]) {
    const onePerPull = new Map(doubts.map((doubt) => [doubt.pull.number, doubt]))
    this.#byAge = [...onePerPull.values()].sort(
      (a, b) => a.pull.createdAt - b.pull.createdAt || a.pull.number - b.pull.number,
    )
    this.#rank = new Map(this.#byAge.map((doubt, index) => [doubt.pull.number, index]))
  }

  /** Those opened at or before the time, without the pull request's own: that is reported by itself. */
  openedBy(time: number, own: number): DoubtsAbout | null {
    const count = this.#countOpenedBy(time)
    const isOwnIn = (this.#rank.get(own) ?? count) < count
    const first = this.#byAge.slice(0, Math.min(count, 2)).find((doubt) => doubt.pull.number !== own)
    return first === undefined ? null : { first, count: isOwnIn ? count - 1 : count }
  }

  #countOpenedBy(time: number): number {
    let low = 0
    let high = this.#byAge.length
    while (low < high) {
      const middle = (low + high) >> 1
      const doubt = this.#byAge[middle]
      if (doubt !== undefined && doubt.pull.createdAt <= time) low = middle + 1
      else high = middle
    }
    return low
  }
}
