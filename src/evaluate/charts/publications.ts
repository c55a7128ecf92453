import type { Publication, PublishedFacts } from '../../domain/charts-facts.ts'
import { type Reading, unknown } from '../../domain/reading.ts'
import { compareVersions, parseVersion } from '../../facts/parse/version-order.ts'

/** What is published, by chart. */
export interface Publications {
  /** Where a claimed version is out; `not-asked` where the policy does not ask. */
  readonly of: (claim: {
    readonly chart: string
    readonly version: string
  }) => Reading<readonly Publication[]> | 'not-asked'
  /** Charts of which some version is known to be out. */
  readonly charts: Iterable<string>
  /** Versions known to be out. Not all of them, but the newest. */
  readonly versionsOf: (chart: string) => readonly string[]
  /** The highest of those, a release before a prerelease, as Helm installs it; null where none is known. */
  readonly latestOf: (chart: string) => string | null
}

export function publications(facts: PublishedFacts | undefined): Publications {
  if (facts === undefined) return { of: () => 'not-asked', charts: [], versionsOf: () => [], latestOf: () => null }
  const found = new Map(facts.claims.map(({ chart, version, found }) => [`${chart}\n${version}`, found]))
  const versions = new Map(facts.versions.map(({ chart, versions }) => [chart, versions]))
  const latest = new Map<string, string | null>()
  return {
    of: ({ chart, version }) => found.get(`${chart}\n${version}`) ?? notRead,
    charts: [...versions.keys()],
    versionsOf: (chart) => versions.get(chart) ?? [],
    latestOf: (chart) => {
      const before = latest.get(chart)
      if (before !== undefined) return before
      const highest = highestOf(versions.get(chart) ?? [])
      latest.set(chart, highest)
      return highest
    },
  }
}

const notRead = unknown('incomplete', 'it was not looked up among the published versions', 'may-cure')

function highestOf(versions: readonly string[]): string | null {
  const loadable = versions.filter((version) => parseVersion(version) !== null)
  const releases = loadable.filter((version) => parseVersion(version)?.prerelease.length === 0)
  const candidates = releases.length > 0 ? releases : loadable
  return candidates.reduce<string | null>(
    (best, version) => (best === null || compareVersions(version, best) > 0 ? version : best),
    null,
  )
}
