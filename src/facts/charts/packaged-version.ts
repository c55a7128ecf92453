import type { ChartAt } from '../../domain/charts-facts.ts'
import { parseVersion, versionKey } from '../parse/version-order.ts'

/** The version that Helm packages; null for a placeholder and for a version that Helm refuses. */
export function packagedVersion({ file }: ChartAt): string | null {
  const version = file.loads === 'placeholder' ? null : (file.version?.packaged ?? null)
  return version === null || parseVersion(version) === null ? null : version
}

/** Whether a chart is at a version, in Helm's order. */
export function isAtVersion(chart: ChartAt, version: string | null): boolean {
  const own = packagedVersion(chart)
  return version !== null && own !== null && versionKey(own) === versionKey(version)
}
