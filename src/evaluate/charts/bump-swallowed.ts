import type { Finding } from '../../domain/finding.ts'
import { words } from '../../domain/words.ts'
import { claimKey } from './claims.ts'
import type { ChartContext, OwnRule } from './context.ts'
import { atMost, fitting, named, nextFreePart, placeOf, setVersion, short } from './phrases.ts'
import { packagedVersion } from './tips.ts'

/** The base already has this exact number with other content: git sees no conflict, and the bump is lost. */
export const bumpSwallowed: OwnRule = { id: 'bump-swallowed', evaluate }

function evaluate({ state, policy, next }: ChartContext): readonly Finding[] {
  if (state.kind !== 'claims' || state.effect !== 'swallowed') return []
  const severity = atMost(policy.charts.rules['bump-swallowed'], 'block')
  if (severity === null) return []
  const { claim, file, from, tip } = state
  const atTip = tip === null ? null : packagedVersion(tip.file)
  const free = next.after(claim.chart, claim.version, from, atTip)
  const base = short(claim.baseRefName)
  const says = words`${named(claim)} is taken on ${base} already`
  return [
    {
      rule: 'bump-swallowed',
      severity,
      claim: claimKey(claim.chart, claim.version),
      says: fitting(words`${says}${nextFreePart(free)}`, says),
      seen: words`${claim.baseRefName} has ${claim.chart} ${claim.version} with other content, and this pull request sets the same number: git would merge the two without a conflict, as one version`,
      wanted: words`a version above ${claim.version} that nobody else has`,
      fixes: setVersion(claim, file.version.style, free),
      place: placeOf(claim.path, claim.position),
    },
  ]
}
