import type { ChartPull, PullActivity } from '../../domain/charts-facts.ts'
import type { Lapse } from '../../domain/version-claim.ts'

/** Since when a claim counts, and whether it still holds its number. */
export interface Tenure {
  /** Milliseconds since 1970: first seen, or the first push after the last lapse. */
  readonly since: number
  readonly lapse: Lapse | null
}

/**
 * A claim lapses after `staleAfter` without a push and without a comment or review by people, or when it is given up by
 * command. It stays lapsed whatever is said there, until a push makes it new.
 *
 * @param firstSeen milliseconds since 1970, as are all moments here
 */
export function tenureOf(
  pull: Pick<ChartPull, 'activity' | 'released' | 'headRefOid'>,
  chart: string,
  firstSeen: number,
  { staleAfter, now }: { readonly staleAfter: number; readonly now: number },
): Tenure {
  const { activity, released, headRefOid } = pull
  const stale =
    activity === undefined ? { since: firstSeen, lapse: null } : lapseOf(firstSeen, activity, staleAfter, now)
  if (released === undefined) return stale
  const ofChart = released.filter((release) => release.chart === null || release.chart === chart)
  const here = ofChart.filter((release) => release.headRefOid === headRefOid)
  if (here.length === 0) return stale
  return { since: stale.since, lapse: { why: 'released', at: Math.min(...here.map(({ at }) => at)) } }
}

function lapseOf(start: number, { pushes, people }: PullActivity, staleAfter: number, now: number): Tenure {
  const later = (times: readonly number[]) => times.filter((time) => time > start && time <= now)
  const events = [
    ...later(people).map((at) => ({ at, isPush: false })),
    ...later(pushes).map((at) => ({ at, isPush: true })),
  ].sort((a, b) => a.at - b.at)
  let since = start
  let lastActive = start
  let lapsedAt: number | null = null
  for (const { at, isPush } of events) {
    if (lapsedAt === null && at - lastActive >= staleAfter) lapsedAt = lastActive + staleAfter
    if (isPush && lapsedAt !== null) {
      since = at
      lapsedAt = null
    }
    lastActive = at
  }
  if (lapsedAt === null && now - lastActive >= staleAfter) lapsedAt = lastActive + staleAfter
  return { since, lapse: lapsedAt === null ? null : { why: 'stale', at: lapsedAt } }
}
