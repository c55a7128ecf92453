import type { Finding } from '../../domain/finding.ts'
import { words } from '../../domain/words.ts'
import { sameVersion } from '../../facts/parse/version-order.ts'
import { type ChartState, type Claiming, claimKey } from './claims.ts'
import type { ChartContext, OwnRule } from './context.ts'
import { atMost, fitting, named, placeOf, short } from './phrases.ts'
import { isSameContent, packagedVersion } from './tips.ts'

/**
 * One pull request gives two directories with one chart name the same version: publishing knows names only. A base that
 * keeps two such directories at one version all the time is warned, not blocked: its releases must tell them apart.
 */
export const versionTwice: OwnRule = { id: 'version-collision', evaluate }

function evaluate({ state, siblings, policy }: ChartContext): readonly Finding[] {
  if (state.kind !== 'claims') return []
  const { claim } = state
  const other = siblings.find((sibling): sibling is Claiming => isOther(sibling, state, policy.charts.identity))
  if (other === undefined) return []
  const severity = atMost(policy.charts.rules['version-collision'], isHabit(state, other) ? 'warn' : 'block')
  if (severity === null) return []
  const twice = words`${named(claim)} is claimed twice by this pull request`
  return [
    {
      rule: 'version-collision',
      severity,
      claim: claimKey(claim.chart, claim.version),
      says: fitting(words`${twice}, in ${short(claim.directory, 20)} and ${short(other.claim.directory, 20)}`, twice),
      seen: words`${claim.path} and ${other.claim.path} are both ${claim.chart} ${claim.version}, with different content`,
      wanted: words`one chart under one name and version`,
      fixes: [
        { how: words`Give one of them another name or another version.` },
        { how: words`If ${claim.directory} is not published, list it under charts.exclude in the policy.` },
      ],
      place: placeOf(claim.path, claim.position),
    },
  ]
}

function isOther(sibling: ChartState, { claim, head }: Claiming, identity: 'precedence' | 'exact'): boolean {
  if (sibling.kind !== 'claims' || sibling.claim.directory === claim.directory) return false
  if (sibling.claim.chart !== claim.chart || isSameContent(sibling.head, head)) return false
  return sameVersion(sibling.claim.version, claim.version, identity)
}

/** Both stand on the base, at one version there too. */
function isHabit(one: Claiming, other: Claiming): boolean {
  const [first, second] = [one.tip, other.tip]
  if (first === null || second === null || first.directory === second.directory) return false
  const version = packagedVersion(first.file)
  return version !== null && version === packagedVersion(second.file)
}
