import type { ChartAt, TouchedChart } from '../../domain/charts-facts.ts'
import type { Reading } from '../../domain/reading.ts'
import { versionKey } from '../parse/version-order.ts'
import { packagedVersion } from './packaged-version.ts'

/** A version that one head asserts. */
export interface ClaimKey {
  /** `chart@version`, the version as Helm packages it. */
  readonly claim: string
  /** Equal for claims on one number of one chart. */
  readonly number: string
  /** Name of the chart, the version as packaged, and the chart at the head. */
  readonly chart: string
  readonly version: string
  readonly head: ChartAt
}

/**
 * The versions that a pull request's own diff sets, as far as its charts could be read. Which of them count under the
 * policy is judged elsewhere.
 */
export function claimKeys(charts: readonly TouchedChart[]): readonly ClaimKey[] {
  return charts.flatMap((chart) => {
    const head = chart.head.known ? chart.head.value : null
    if (!chart.chartFileChanged || head === null || head.file.loads !== true) return []
    const version = packagedVersion(head)
    if (version === null || version === versionBefore(chart)) return []
    const { name } = head.file
    return [{ claim: `${name}@${version}`, number: `${name}@${versionKey(version)}`, chart: name, version, head }]
  })
}

function versionBefore({ mergeBase }: TouchedChart): string | null {
  if (mergeBase === 'not-read' || !mergeBase.known || mergeBase.value === null) return null
  return packagedVersion(mergeBase.value)
}

/** Groups of two and more that claim one number, in the order given. */
export function contested<Claimant>(
  claimants: readonly { readonly claimant: Claimant; readonly keys: readonly ClaimKey[] }[],
): readonly (readonly Claimant[])[] {
  const groups = new Map<string, Set<Claimant>>()
  for (const { claimant, keys } of claimants) {
    for (const { number } of keys) {
      const group = groups.get(number)
      if (group === undefined) groups.set(number, new Set([claimant]))
      else group.add(claimant)
    }
  }
  return [...groups.values()].filter((group) => group.size > 1).map((group) => [...group])
}

/** Whether some chart could not be read, so that its claims are missing from `claimKeys`. */
export function hasUnreadClaims(charts: Reading<readonly TouchedChart[]>): boolean {
  return !charts.known || charts.value.some(({ head }) => !head.known)
}
