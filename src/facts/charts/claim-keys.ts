import type { TouchedChart } from '../../domain/charts-facts.ts'
import type { Reading } from '../../domain/reading.ts'
import { versionKey } from '../parse/version-order.ts'
import { packagedVersion } from './packaged-version.ts'

/** A version that one head asserts. */
export interface ClaimKey {
  /** `chart@version`, the version as Helm packages it. */
  readonly claim: string
  /** Equal for claims on one number of one chart. */
  readonly number: string
}

/**
 * The versions that a pull request's own diff sets, as far as its charts could be read. Which of them count under the
 * policy is judged elsewhere.
 */
export function claimKeys(charts: readonly TouchedChart[]): readonly ClaimKey[] {
  return charts.flatMap((chart) => {
    const head = chart.head.known ? chart.head.value : null
    const version = head === null ? null : packagedVersion(head)
    if (!chart.chartFileChanged || head === null || version === null || head.file.name === undefined) return []
    const number = `${head.file.name}@${versionKey(version)}`
    if (chart.mergeBase !== 'not-read' && carries(chart.mergeBase, number)) return []
    return [{ claim: `${head.file.name}@${version}`, number }]
  })
}

function carries(mergeBase: Exclude<TouchedChart['mergeBase'], 'not-read'>, number: string): boolean {
  if (!mergeBase.known || mergeBase.value === null) return false
  const version = packagedVersion(mergeBase.value)
  return version !== null && `${mergeBase.value.file.name}@${versionKey(version)}` === number
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
