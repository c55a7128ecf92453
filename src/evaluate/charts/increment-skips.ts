import type { Finding } from '../../domain/finding.ts'
import { words } from '../../domain/words.ts'
import { compareParsed, isAhead, type LooseVersion, parseVersion } from '../../facts/parse/version-order.ts'
import { claimKey } from './claims.ts'
import type { ChartContext, OwnRule } from './context.ts'
import { atMost, fitting, named, nextFreePart, placeOf, setVersion, short } from './phrases.ts'
import { packagedVersion } from './tips.ts'

/** Between the tip and the claim lies a number of the same kind that nobody has. */
export const incrementSkips: OwnRule = { id: 'increment-skips', evaluate }

function evaluate({ state, policy, next }: ChartContext): readonly Finding[] {
  const severity = atMost(policy.charts.rules['increment-skips'], 'block')
  if (severity === null || state.kind !== 'claims' || state.effect !== 'takes') return []
  const { claim, tip, from, file } = state
  const atTip = tip === null ? null : packagedVersion(tip.file)
  const free = next.ofEachKind(claim.chart, atTip)
  if (atTip === null || free === null || followsOn(claim.version, atTip, free)) return []
  if (followsClaim(claim.version, atTip, (version) => next.isTaken(claim.chart, version))) return []
  const suggested = next.after(claim.chart, claim.version, from, atTip)
  const says = words`${named(claim)} skips numbers after ${short(atTip, 24)}`
  return [
    {
      rule: 'increment-skips',
      severity,
      claim: claimKey(claim.chart, claim.version),
      says: fitting(words`${says}${nextFreePart(suggested)}`, says),
      seen: words`${claim.chart} is at ${atTip} on ${claim.baseRefName}, and not every number before ${claim.version} is taken`,
      wanted: words`${free.patch}, ${free.minor} or ${free.major}`,
      fixes: setVersion(claim, file.version.style, suggested),
      place: placeOf(claim.path, claim.position),
    },
  ]
}

/**
 * Whether a claim is the next number of some kind. The claim itself is taken, so the next free number of its kind lies
 * above it when all numbers before it are taken too. A prerelease goes by the release that it leads to.
 */
function followsOn(
  version: string,
  tip: string,
  free: { readonly patch: string; readonly minor: string; readonly major: string },
): boolean {
  const [claimed, base] = [parseVersion(version), parseVersion(tip)]
  if (claimed === null || base === null) return true
  const core = { ...claimed, prerelease: [] }
  if (claimed.prerelease.length > 0 && compareParsed(core, { ...base, prerelease: [] }) === 0) return true
  const reaches = (limit: string): boolean => {
    const parsed = parseVersion(limit)
    return parsed !== null && compareParsed(core, parsed) <= (claimed.prerelease.length > 0 ? 0 : -1)
  }
  if (sameMinor(core, base)) return reaches(free.patch)
  if (core.patch !== 0n) return false
  if (core.major === base.major) return reaches(free.minor)
  return core.minor === 0n && reaches(free.major)
}

/** Whether the number before it, above the tip, is somebody's: `1.10.1` beside a claim on `1.10.0`. */
function followsClaim(version: string, tip: string, isTaken: (version: string) => boolean): boolean {
  const claimed = parseVersion(version)
  if (claimed === null) return false
  const { major, minor, patch } = claimed
  if (major + minor + patch === 0n) return false
  const below = minor > 0n ? `${major}.${minor - 1n}.0` : `${major - 1n}.0.0`
  const before = patch > 0n ? `${major}.${minor}.${patch - 1n}` : below
  return isAhead(before, tip) && isTaken(before)
}

function sameMinor(a: LooseVersion, b: LooseVersion): boolean {
  return a.major === b.major && a.minor === b.minor
}
