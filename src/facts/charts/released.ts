import type { ReleasedClaims } from '../../domain/charts-facts.ts'
import type { PullMemory, RepositoryMemory } from './cache.ts'
import type { ClaimKey } from './claim-keys.ts'
import type { PullWithPaths } from './diffs.ts'

/** `/claims release`, as somebody asked for it. */
export interface ReleaseRequest {
  readonly number: number
  /** The head at which it was said; for another one it says nothing. */
  readonly headSha: string
  /** Null for all charts. */
  readonly chart: string | null
  /** Milliseconds since 1970. */
  readonly at: number
}

/** Reads the releases that our own check run carries, by `number/chart@version`; null where it carries none. */
export type ReadReleases = (text: string) => Readonly<Record<string, number>> | null

/** Keeps what our own runs on the heads tell of claims that were given up there, by whichever process. */
export function rememberReleases(memory: RepositoryMemory, pulls: readonly PullWithPaths[], read: ReadReleases): void {
  for (const { node, ownRun } of pulls) {
    const own = memory.pulls.get(node.number)
    if (own === undefined || ownRun?.text == null) continue
    const told = releasesTold(ownRun.text, node.number, read)
    if (Object.keys(told).length > 0) keep(own, node.headRefOid, told)
  }
}

/** What is asked for now, for the claims that the pull request has at that head. */
export function takeRelease(
  own: PullMemory,
  pull: { readonly number: number; readonly headRefOid: string },
  keys: readonly ClaimKey[],
  requests: readonly ReleaseRequest[],
): void {
  for (const { number, headSha, chart, at } of requests) {
    if (number !== pull.number || headSha !== pull.headRefOid) continue
    const given = keys.filter((key) => chart === null || key.chart === chart)
    if (given.length > 0) keep(own, headSha, Object.fromEntries(given.map(({ claim }) => [claim, at])))
  }
}

/** What of its claims a pull request has given up at its head. */
export function releasedAt(own: PullMemory, headRefOid: string, keys: readonly ClaimKey[]): readonly ReleasedClaims[] {
  if (own.released?.headRefOid !== headRefOid) return []
  const { claims } = own.released
  return keys.flatMap(({ claim, chart }) => {
    const at = claims[claim]
    return at === undefined ? [] : [{ chart, headRefOid, at }]
  })
}

/** By `chart@version`. */
export function releasesTold(text: string, number: number, read: ReadReleases): Readonly<Record<string, number>> {
  const start = `${number}/`
  const own = Object.entries(read(text) ?? {}).filter(([key]) => key.startsWith(start))
  return Object.fromEntries(own.map(([key, at]) => [key.slice(start.length), at]))
}

/** Said twice, it was given up the first time. */
function keep(own: PullMemory, headRefOid: string, claims: Readonly<Record<string, number>>): void {
  const before = own.released?.headRefOid === headRefOid ? own.released.claims : {}
  own.released = { headRefOid, claims: { ...claims, ...before } }
}
