import type { ChartAt } from '../../domain/charts-facts.ts'
import { versionKey } from '../parse/version-order.ts'

/** The version that Helm packages; null where it refuses the chart or the version is a placeholder. */
export function packagedVersion(chart: ChartAt): string | null {
  return chart.file.loads === true ? chart.file.version.packaged : null
}

/** Whether a chart is at a version, in Helm's order. */
export function isAtVersion(chart: ChartAt | null, version: string | null): boolean {
  const own = chart === null ? null : packagedVersion(chart)
  return version !== null && own !== null && versionKey(own) === versionKey(version)
}
