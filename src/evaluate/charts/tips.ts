import type { ChartFile } from '../../domain/chart-version.ts'
import type { ChartAt, ChartsFacts } from '../../domain/charts-facts.ts'
import { known, type Reading, type Unknown, unknown } from '../../domain/reading.ts'
import { repositoryKey } from '../../domain/repository.ts'
import { compareVersions, parseVersion } from '../../facts/parse/version-order.ts'
import type { Scope } from './scope.ts'

/** The charts at the tips of all bases, by base and by chart name. */
export interface Tips {
  readonly bases: readonly Tip[]
  /** Where a chart stands on bases that count for everybody. */
  readonly standsAt: (chart: string) => readonly ChartOnBase[]
  /** Bases that count for everybody and could not be read. */
  readonly unread: readonly { readonly baseRefName: string; readonly reason: Unknown }[]
  /** By chart name. */
  readonly of: (baseRefName: string) => Reading<ReadonlyMap<string, readonly ChartAt[]>>
}

export interface ChartOnBase {
  readonly baseRefName: string
  readonly chart: ChartAt
}

export interface Tip {
  readonly baseRefName: string
  readonly isDefault: boolean
  /** False for the head of an open pull request: what it carries is that pull request's claim. */
  readonly countsForOthers: boolean
  readonly byName: Reading<ReadonlyMap<string, readonly ChartAt[]>>
}

export function indexTips(
  facts: Pick<ChartsFacts, 'bases' | 'pulls' | 'defaultBranch' | 'repository'>,
  scope: Scope,
): Tips {
  const own = repositoryKey(facts.repository)
  const names = new Set(facts.bases.map(({ baseRefName }) => baseRefName))
  const heads = new Set<string>()
  for (const { headRefName, headRepository } of facts.pulls.known ? facts.pulls.value : [])
    if (names.has(headRefName) && headRepository?.toLowerCase() === own) heads.add(headRefName)
  const bases = facts.bases.map((base): Tip => {
    const isDefault = base.baseRefName === facts.defaultBranch
    return {
      baseRefName: base.baseRefName,
      isDefault,
      countsForOthers: isDefault || !heads.has(base.baseRefName),
      byName: base.charts.known ? known(groupByName(base.charts.value, scope)) : base.charts,
    }
  })
  const byRef = new Map(bases.map((base) => [base.baseRefName, base]))
  const shared = bases.filter((base) => base.countsForOthers)
  const placesByName = placesOf(shared)
  return {
    bases,
    standsAt: (chart) => placesByName.get(chart) ?? [],
    unread: shared.flatMap(({ baseRefName, byName }) => (byName.known ? [] : [{ baseRefName, reason: byName }])),
    of: (baseRefName) => {
      const tip = byRef.get(baseRefName)
      if (tip === undefined) return unknown('incomplete', `the tip of ${baseRefName} was not read`, 'may-cure')
      return tip.byName
    },
  }
}

function placesOf(bases: readonly Tip[]): ReadonlyMap<string, readonly ChartOnBase[]> {
  const places = new Map<string, ChartOnBase[]>()
  for (const { baseRefName, byName } of bases)
    for (const [name, charts] of byName.known ? byName.value : []) {
      const found = places.get(name) ?? []
      places.set(name, found)
      for (const chart of charts) found.push({ baseRefName, chart })
    }
  return places
}

function groupByName(charts: readonly ChartAt[], scope: Scope): ReadonlyMap<string, readonly ChartAt[]> {
  const groups = new Map<string, ChartAt[]>()
  for (const chart of charts) {
    const { name } = chart.file
    if (name === undefined || !scope.includes(chart.directory)) continue
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [chart])
    else group.push(chart)
  }
  return groups
}

/** The version that Helm packages; null for a placeholder and for what Helm refuses. */
export function packagedVersion(file: ChartFile): string | null {
  if (file.loads === 'placeholder') return null
  return file.version?.packaged ?? null
}

/** Of several charts with one name: the one in the directory, else (it moved) the one with the highest version. */
export function chartOfName(charts: readonly ChartAt[] | undefined, directory: string): ChartAt | null {
  if (charts === undefined) return null
  const here = charts.find((chart) => chart.directory === directory)
  return here ?? charts.reduce<ChartAt | null>(higher, null)
}

function higher(best: ChartAt | null, chart: ChartAt): ChartAt {
  if (best === null) return chart
  const [low, high] = [packagedVersion(best.file), packagedVersion(chart.file)]
  if (low === null || parseVersion(low) === null) return chart
  if (high === null || parseVersion(high) === null) return best
  return compareVersions(high, low) > 0 ? chart : best
}

/** Only trees that were both read show it. What is not shown to be the same counts as different: never green by guess. */
export function isSameContent(
  a: { readonly treeOid?: string | undefined },
  b: { readonly treeOid?: string | undefined },
): boolean {
  return a.treeOid !== undefined && a.treeOid === b.treeOid
}
