import type { Interval } from './first-seen.ts'

/** One claim that may keep its number, among the others of the same number. */
export interface Contestant {
  readonly pull: number
  readonly isDraft: boolean
  readonly firstSeen: Interval
}

const tooMany = 14

/**
 * Every way in which the number may be given: each a set of pull requests that wait. No two that keep it are rivals, and
 * whoever waits does so for a rival that may have come first: ready before draft, then the first seen. Where the history
 * leaves open who was seen first there are several ways. (Each of them has an order of claims: those that keep the number
 * as early as they may be, those that wait as late.)
 */
export function waysToSettle(
  contestants: readonly Contestant[],
  areRivals: (a: number, b: number) => boolean,
): readonly ReadonlySet<number>[] {
  if (contestants.length > tooMany) throw new Error(`${contestants.length} claims of one version are too many`)
  const rivalsOf = new Map(
    contestants.map((one) => [one, contestants.filter((other) => other !== one && areRivals(one.pull, other.pull))]),
  )
  return subsetsOf(contestants)
    .filter((waiting) =>
      contestants.every((one) => {
        const keeping = (rivalsOf.get(one) ?? []).filter((rival) => !waiting.has(rival))
        return waiting.has(one) ? keeping.some((rival) => mayPrecede(rival, one)) : keeping.length === 0
      }),
    )
    .map((waiting) => new Set([...waiting].map(({ pull }) => pull)))
}

function subsetsOf<Item>(items: readonly Item[]): readonly ReadonlySet<Item>[] {
  const subsets: ReadonlySet<Item>[] = [new Set()]
  for (const item of items) subsets.push(...subsets.map((subset) => new Set([...subset, item])))
  return subsets
}

function mayPrecede(a: Contestant, b: Contestant): boolean {
  return a.isDraft === b.isDraft ? a.firstSeen.from <= b.firstSeen.to : b.isDraft
}
