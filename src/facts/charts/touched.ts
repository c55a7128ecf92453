import type { ChartAt, TouchedChart } from '../../domain/charts-facts.ts'
import { known, type Reading, type Unknown } from '../../domain/reading.ts'
import type { RepositoryName } from '../../domain/repository.ts'
import type { GitHubClient } from '../../github/client.ts'
import { compareVersions } from '../parse/version-order.ts'
import type { Base } from './bases.ts'
import type { ChartsCache } from './cache.ts'
import { chartFileOf } from './chart-directories.ts'
import { readChartsAt, spotKey } from './charts-at.ts'
import { compareWithTips, type TipComparison } from './equals-tip.ts'
import { type MergeBaseWanted, readMergeBaseCharts } from './merge-base-charts.ts'
import { isAtVersion, packagedVersion } from './packaged-version.ts'
import { readSmallTexts } from './small-texts.ts'
import type { Touch } from './touches.ts'

/**
 * Reads each touched chart at its head and, where the version does not lead the tip of its base, at the merge base.
 * Answers in the order of `touches`; null for a `when-it-differs` whose Chart.yaml is the tip's.
 */
export async function readTouchedCharts(
  client: GitHubClient,
  repository: RepositoryName,
  cache: ChartsCache,
  touches: readonly Touch[],
): Promise<readonly (TouchedChart | null)[]> {
  const spots = touches.map(({ headOid, directory }) => ({ oid: headOid, directory }))
  const heads = await readChartsAt(client, repository, cache, spots)
  const withHeads = touches.map((touch) =>
    withHead(touch, heads.get(spotKey({ oid: touch.headOid, directory: touch.directory }))),
  )
  const behind = withHeads.flatMap((one) => (one !== null && isWanted(one.mergeBase) ? [one.mergeBase] : []))
  const readings = await readMergeBaseCharts(client, repository, cache, behind)
  const mergeBases = new Map(behind.map((wanted, index) => [wanted, readings[index]]))
  const found = withHeads.map((one) => {
    if (one === null) return null
    const mergeBase = isWanted(one.mergeBase) ? (mergeBases.get(one.mergeBase) ?? 'not-read') : one.mergeBase
    return { touch: one.touch, chart: { ...one.chart, mergeBase } }
  })
  const needs = found.map((one) => (one === null ? 'not-read' : tipNeed(one.touch, one.chart)))
  const comparisons = needs.filter(isComparison)
  const results = await compareWithTips(client, repository, cache, comparisons)
  const equalities = new Map(comparisons.map((comparison, index) => [comparison, results[index]]))
  const ignoreOids = found.map((one) => (one === null ? null : ignoreNeed(one.chart)))
  const texts = await readSmallTexts(
    client,
    repository,
    cache,
    ignoreOids.filter((oid) => oid !== null),
  )
  return found.map((one, index) => {
    const need = needs[index] ?? 'not-read'
    if (one === null) return null
    const ignoreFile = texts.get(ignoreOids[index] ?? '')
    return {
      ...one.chart,
      equalsTip: isComparison(need) ? (equalities.get(need) ?? 'not-read') : need,
      ...(ignoreFile === undefined ? {} : { ignoreFile }),
    }
  })
}

/** The `.helmignore` of a chart whose version the diff does not set: it tells whether its package changes. */
function ignoreNeed(chart: Omit<TouchedChart, 'equalsTip'>): string | null {
  const head = chart.head.known ? chart.head.value : null
  if (head?.ignoreOid === undefined || chart.changedPaths.length === 0) return null
  const setsVersion =
    chart.chartFileChanged && (chart.mergeBase === 'not-read' || !carries(chart.mergeBase, packagedVersion(head)))
  return setsVersion ? null : head.ignoreOid
}

interface TouchWithHead {
  readonly touch: Touch
  readonly chart: Omit<TouchedChart, 'mergeBase' | 'equalsTip'>
  readonly mergeBase: MergeBaseWanted | 'not-read' | Unknown
}

function isWanted(mergeBase: TouchWithHead['mergeBase']): mergeBase is MergeBaseWanted {
  return mergeBase !== 'not-read' && 'headOid' in mergeBase
}

function withHead(touch: Touch, head: Reading<ChartAt | null> | undefined): TouchWithHead | null {
  if (head === undefined) return null
  const atTip = touch.base?.charts.known ? touch.base.charts.value.charts : []
  const here = atTip.find(({ directory }) => directory === touch.directory)
  const blobOid = head.known ? head.value?.blobOid : undefined
  if (touch.chartFileChanged === 'when-it-differs' && head.known && blobOid === here?.blobOid) return null
  const chart = {
    directory: touch.directory,
    path: chartFileOf(touch.directory),
    chartFileChanged: touch.chartFileChanged !== false,
    changedPaths: touch.paths,
    head,
  }
  return { touch, chart, mergeBase: chart.chartFileChanged ? mergeBaseNeed(touch, head) : 'not-read' }
}

/**
 * Whether the merge base has to tell if the pull request itself sets the version. It need not where the chart is new
 * at the tip or its version leads the tip's.
 */
function mergeBaseNeed(touch: Touch, head: Reading<ChartAt | null>): TouchWithHead['mergeBase'] {
  const { base, headOid, directory } = touch
  if (!head.known || head.value === null || base === undefined || base.tipOid === null) return 'not-read'
  if (!base.charts.known) return 'not-read'
  const unreadable = base.charts.value.unreadable.get(directory)
  if (unreadable !== undefined) return unreadable
  const { file } = head.value
  if (file.loads === 'placeholder') return 'not-read'
  const atTip = sameChartAtTip(base, head.value)
  const version = packagedVersion(head.value)
  if (atTip.every((chart) => version !== null && leads(version, chart))) return 'not-read'
  const tipDirectories = atTip.map((chart) => chart.directory)
  return { tipOid: base.tipOid, headOid, head: head.value, tipDirectories }
}

/** Charts at the tip under the same name; for a chart without a name the one in its place. */
function sameChartAtTip(base: Base, head: ChartAt): readonly ChartAt[] {
  const charts = base.charts.known ? base.charts.value.charts : []
  return charts.filter(({ directory, file }) =>
    head.file.name === undefined ? directory === head.directory : file.name === head.file.name,
  )
}

function leads(version: string, tip: ChartAt): boolean {
  const other = packagedVersion(tip)
  return other === null || compareVersions(version, other) > 0
}

type TipNeed = TipComparison | TouchedChart['equalsTip']

function isComparison(need: TipNeed): need is TipComparison {
  return need !== 'not-read' && 'headOid' in need
}

/** Whether the changed files have to be compared with the tip: where it has the version that the diff sets. */
function tipNeed(touch: Touch, chart: Omit<TouchedChart, 'equalsTip'>): TipNeed {
  const { base, headOid, directory } = touch
  const head = chart.head.known ? chart.head.value : null
  if (head === null || base === undefined || base.tipOid === null || chart.mergeBase === 'not-read') return 'not-read'
  const version = packagedVersion(head)
  const equal = sameChartAtTip(base, head).filter((tip) => isAtVersion(tip, version))
  const atTip = equal.find((tip) => tip.directory === directory) ?? equal[0]
  if (atTip === undefined || carries(chart.mergeBase, version)) return 'not-read'
  if (head.treeOid !== undefined && head.treeOid === atTip.treeOid) return known(true)
  if (chart.changedPaths.length === 0) return known(false)
  return { headOid, tipOid: base.tipOid, paths: chart.changedPaths }
}

/** The merge base has this very version, so that the diff does not set it. */
function carries(mergeBase: Reading<ChartAt | null>, version: string | null): boolean {
  return mergeBase.known && mergeBase.value !== null && packagedVersion(mergeBase.value) === version
}
