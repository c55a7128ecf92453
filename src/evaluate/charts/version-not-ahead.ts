import type { Finding, Fix } from '../../domain/finding.ts'
import { type Words, words } from '../../domain/words.ts'
import { type Claiming, claimKey } from './claims.ts'
import type { ChartContext, OwnRule } from './context.ts'
import { atMost, fitting, named, nextFreePart, placeOf, setVersion, short } from './phrases.ts'
import { packagedVersion } from './tips.ts'

/** Not greater than the tip of the pull request's own base: a backport is compared with its release branch. */
export const versionNotAhead: OwnRule = { id: 'version-not-ahead', evaluate }

function evaluate({ state, policy, next }: ChartContext): readonly Finding[] {
  if (state.kind !== 'claims' || (state.effect !== 'behind' && state.effect !== 'same-order')) return []
  // Where the exact text is the identity, `1.0.0+b` beside `1.0.0+a` is another version: only worth a warning.
  const limit = state.effect === 'same-order' && policy.charts.identity === 'exact' ? 'warn' : 'block'
  const severity = atMost(policy.charts.rules['version-not-ahead'], limit)
  const atTip = state.tip === null ? null : packagedVersion(state.tip.file)
  if (severity === null || atTip === null) return []
  const { claim, file, from } = state
  const free = next.after(claim.chart, claim.version, from, atTip)
  const says = sentence(state, atTip)
  return [
    {
      rule: 'version-not-ahead',
      severity,
      claim: claimKey(claim.chart, claim.version),
      says: fitting(words`${says}${nextFreePart(free)}`, says),
      seen: words`${claim.chart} is at ${atTip} on ${claim.baseRefName}; this pull request sets ${claim.version}`,
      wanted: words`a version above ${atTip} that nobody else has`,
      fixes: [...setVersion(claim, file.version.style, free), ...otherBase(state)],
      place: placeOf(claim.path, claim.position),
    },
  ]
}

function sentence({ claim, effect }: Claiming, atTip: string): Words {
  const base = short(claim.baseRefName, 24)
  const tip = short(atTip, 24)
  if (effect === 'same-order') return words`${named(claim)} is in order equal to ${tip} on ${base}`
  return words`${named(claim)} is behind ${base}, which has ${tip}`
}

function otherBase({ claim, effect }: Claiming): readonly Fix[] {
  if (effect === 'same-order') return []
  return [{ how: words`If ${claim.version} belongs to a release branch, make that the base of this pull request.` }]
}
