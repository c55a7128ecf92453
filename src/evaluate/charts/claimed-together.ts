import type { ChartsFacts } from '../../domain/charts-facts.ts'
import type { Finding } from '../../domain/finding.ts'
import { words } from '../../domain/words.ts'
import type { Policy } from '../../policy/policy.ts'
import { type ChartState, type Claiming, claimKey, type PullClaims } from './claims.ts'
import { byNumber, contendersOf } from './contests.ts'
import { atMost, fitting, named, placeOf, pullList } from './phrases.ts'
import { areRivals, type Contender, stackTest } from './rivals.ts'

/**
 * Pull requests that one group of a merge queue merges, of which several set one chart to one version: nobody loses a
 * package, for both ship as one, but one version then stands for several changes. A warning.
 */
export function claimedTogether(
  group: Pick<ChartsFacts, 'pulls' | 'ancestry' | 'repository'>,
  pulls: readonly PullClaims[],
  ownFindings: ReadonlyMap<ChartState, readonly Finding[]>,
  policy: Policy,
): (state: ChartState) => readonly Finding[] {
  const severity = atMost(policy.charts.rules['version-collision'], 'warn')
  if (severity === null) return () => []
  const isStacked = stackTest(group)
  const sameNumber = byNumber(
    pulls.flatMap((pull) => contendersOf(pull, ownFindings)),
    policy.charts.identity,
  )
  return (state) => {
    if (state.kind !== 'claims') return []
    const all = sameNumber(state.claim)
    const own = all.find(({ claim }) => claim === state.claim)
    const others = own === undefined ? [] : all.filter((other) => areRivals(own, other, isStacked))
    return others.length === 0 ? [] : [shipOnce(state, others, severity)]
  }
}

function shipOnce({ claim }: Claiming, others: readonly Contender[], severity: Finding['severity']): Finding {
  const numbers = [...new Set(others.map(({ pull }) => pull.number))]
  const many = numbers.length > 1
  const says = words`${named(claim)} is also set by ${pullList(numbers, 1)} of this group`
  return {
    rule: 'version-collision',
    severity,
    claim: claimKey(claim.chart, claim.version),
    says: fitting(words`${says}: they ship once`, says),
    seen: words`this group merges ${pullList(numbers, 10)} at once with this pull request, and ${many ? words`they set` : words`it sets`} ${claim.chart} to ${claim.version} too: one package holds all of it`,
    wanted: words`a version of its own for each pull request`,
    fixes: [{ how: words`To ship them apart, take one out of the queue and give it the next version.` }],
    place: placeOf(claim.path, claim.position),
  }
}
