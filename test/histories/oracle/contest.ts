import type { Interval } from './first-seen.ts'

/** One claim that may keep its number, among the others of the same number. */
export interface Contestant {
  readonly pull: number
  readonly isDraft: boolean
  readonly firstSeen: Interval
}

const orderedAtMost = 7

/**
 * Every way in which the number may be given: each a set of pull requests that wait. Ready comes before draft, then the
 * first seen; where the history leaves open who was seen first, all orders count.
 */
export function waysToSettle(
  contestants: readonly Contestant[],
  areRivals: (a: number, b: number) => boolean,
): readonly ReadonlySet<number>[] {
  if (contestants.length > orderedAtMost) throw new Error(`${contestants.length} claims of one version are too many`)
  const ways = new Map<string, ReadonlySet<number>>()
  for (const order of ordersOf(contestants)) {
    const keeping: number[] = []
    const waiting = new Set<number>()
    for (const { pull } of order) {
      if (keeping.some((other) => areRivals(other, pull))) waiting.add(pull)
      else keeping.push(pull)
    }
    ways.set([...waiting].sort((a, b) => a - b).join(), waiting)
  }
  return [...ways.values()]
}

function* ordersOf(left: readonly Contestant[]): Generator<readonly Contestant[]> {
  if (left.length === 0) yield []
  for (const first of left) {
    const others = left.filter((other) => other !== first)
    if (others.some((other) => mustPrecede(other, first))) continue
    for (const rest of ordersOf(others)) yield [first, ...rest]
  }
}

function mustPrecede(a: Contestant, b: Contestant): boolean {
  if (a.isDraft !== b.isDraft) return b.isDraft
  return a.firstSeen.to < b.firstSeen.from
}
