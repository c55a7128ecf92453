import type { Board, BoardRow } from '../../domain/version-claim.ts'
import { compareParsed, type LooseVersion, parseVersion } from '../../facts/parse/version-order.ts'
import type { NextVersions } from './next-version.ts'
import type { Publications } from './publications.ts'
import { chartOfName, packagedVersion, type Tips } from './tips.ts'

/** Makes the board of a chart as seen from a base; boards and their rows are shared by all who look from there. */
export type BoardMaker = (chart: string, directory: string, baseRefName: string) => Board

export function boardMaker(
  rows: readonly BoardRow[],
  { tips, next, published }: { readonly tips: Tips; readonly next: NextVersions; readonly published: Publications },
  readAt: number,
): BoardMaker {
  const rowsByChart = sortedByChart(rows)
  const tipsByChart = new Map<string, Board['tips']>()
  const made = new Map<string, Board>()
  return (chart, directory, baseRefName) => {
    const key = `${chart}\n${directory}\n${baseRefName}`
    const before = made.get(key)
    if (before !== undefined) return before
    const shown = tipsByChart.get(chart) ?? tipsOf(chart, rowsByChart.get(chart) ?? [], tips)
    tipsByChart.set(chart, shown)
    const base = tips.of(baseRefName)
    const atTip = base.known ? chartOfName(base.value.get(chart), directory) : null
    const board: Board = {
      chart,
      rows: rowsByChart.get(chart) ?? [],
      tips: shown,
      next: next.ofEachKind(chart, atTip === null ? null : packagedVersion(atTip.file)),
      latestPublished: published.latestOf(chart),
      readAt,
    }
    made.set(key, board)
    return board
  }
}

function sortedByChart(rows: readonly BoardRow[]): ReadonlyMap<string, readonly BoardRow[]> {
  const groups = new Map<string, { readonly row: BoardRow; readonly version: LooseVersion | null }[]>()
  for (const row of rows) {
    const entry = { row, version: parseVersion(row.claim.version) }
    const group = groups.get(row.claim.chart)
    if (group === undefined) groups.set(row.claim.chart, [entry])
    else group.push(entry)
  }
  return new Map(
    [...groups].map(([chart, entries]) => {
      entries.sort((a, b) => byVersion(a.version, b.version) || byPlace(a.row, b.row))
      return [chart, entries.map((entry) => entry.row)]
    }),
  )
}

function byVersion(a: LooseVersion | null, b: LooseVersion | null): number {
  return a === null || b === null ? Number(a !== null) - Number(b !== null) : compareParsed(a, b)
}

/** Within one version those who keep it come first, then by age. */
function byPlace(a: BoardRow, b: BoardRow): number {
  const waits = (row: BoardRow): number => Number(row.standing === 'waiting')
  return (
    waits(a) - waits(b) ||
    Number(a.claim.isDraft) - Number(b.claim.isDraft) ||
    a.claim.firstSeen - b.claim.firstSeen ||
    a.claim.pull - b.claim.pull
  )
}

/** The bases that have the chart or that a claim on it goes to, the default branch first. Null: no version, or unread. */
function tipsOf(chart: string, rows: readonly BoardRow[], tips: Tips): Board['tips'] {
  const wanted = new Set(rows.map((row) => row.claim.baseRefName))
  return tips.bases
    .filter(
      (tip) =>
        wanted.has(tip.baseRefName) || (tip.countsForOthers && (!tip.byName.known || tip.byName.value.has(chart))),
    )
    .toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault) || (a.baseRefName < b.baseRefName ? -1 : 1))
    .map((tip) => {
      const at = tip.byName.known ? chartOfName(tip.byName.value.get(chart), rows[0]?.claim.directory ?? '.') : null
      return { baseRefName: tip.baseRefName, version: at === null ? null : packagedVersion(at.file) }
    })
}
