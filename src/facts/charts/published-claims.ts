import picomatch from 'picomatch'
import type { ChartAt } from '../../domain/charts-facts.ts'
import type { ChartsPolicy } from '../../policy/policy.ts'
import type { Base } from './bases.ts'
import type { ClaimKey } from './claim-keys.ts'
import type { PublishedClaim } from './publications.ts'

/** Each claimed version once, with the charts at the heads that claim it. */
export function publishedClaims(keys: readonly ClaimKey[]): readonly PublishedClaim[] {
  const claims = new Map<string, { readonly chart: string; readonly version: string; readonly heads: ChartAt[] }>()
  for (const { claim, chart, version, head } of keys) {
    const found = claims.get(claim)
    if (found === undefined) claims.set(claim, { chart, version, heads: [head] })
    else found.heads.push(head)
  }
  return [...claims.values()]
}

/** The charts at a tip that the policy counts as charts to publish. */
export function chartsInScope(base: Base | undefined, { exclude }: ChartsPolicy): readonly ChartAt[] {
  if (base === undefined || !base.charts.known) return []
  const isExcluded = exclude.length === 0 ? () => false : picomatch([...exclude], { dot: true })
  return base.charts.value.charts.filter(({ directory }) => !isExcluded(directory))
}
