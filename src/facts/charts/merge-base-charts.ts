import type { ChartAt } from '../../domain/charts-facts.ts'
import { known, type Reading } from '../../domain/reading.ts'
import type { RepositoryName } from '../../domain/repository.ts'
import type { GitHubClient } from '../../github/client.ts'
import { eachAtMost } from './batches.ts'
import type { ChartsCache } from './cache.ts'
import { readChartsAt, type Spot, spotKey } from './charts-at.ts'
import { readChartsAtCommit } from './charts-at-commit.ts'
import { compareCommits } from './merge-base.ts'
import { unknownOf } from './unknown-of-failure.ts'

/** A chart at a head whose forerunner at the merge base is wanted. */
export interface MergeBaseWanted {
  readonly tipOid: string
  readonly headOid: string
  readonly head: ChartAt
  /** Directories where a chart of this name stands at the tip. */
  readonly tipDirectories: readonly string[]
}

const requestsAtOnce = 8

/**
 * The chart of the same name at the merge base of tip and head, whatever its path there; null where there was none.
 * Answers in the order of `wanted`.
 */
export async function readMergeBaseCharts(
  client: GitHubClient,
  repository: RepositoryName,
  cache: ChartsCache,
  wanted: readonly MergeBaseWanted[],
): Promise<readonly Reading<ChartAt | null>[]> {
  const searches = await eachAtMost(wanted, requestsAtOnce, async (one) => ({
    head: one.head,
    mergeBase: await readMergeBaseOid(client, repository, cache, one),
    directories: [...new Set([one.head.directory, ...one.tipDirectories])],
  }))
  const charts = await readChartsAt(client, repository, cache, searches.flatMap(spotsOf))
  return await eachAtMost(searches, requestsAtOnce, async ({ head, ...search }) => {
    if (!search.mergeBase.known) return search.mergeBase
    if (search.mergeBase.value === null) return known(null)
    const likely = spotsOf(search).map((spot) => charts.get(spotKey(spot)))
    const failed = likely.find((reading) => reading?.known === false)
    if (failed !== undefined) return failed
    const match = likely.find(
      (reading) => reading?.known && reading.value !== null && isForerunner(reading.value, head),
    )
    return match ?? (await searchCommit(client, repository, cache, search.mergeBase.value, head))
  })
}

async function readMergeBaseOid(
  client: GitHubClient,
  repository: RepositoryName,
  cache: ChartsCache,
  { tipOid, headOid }: MergeBaseWanted,
): Promise<Reading<string | null>> {
  try {
    return known((await compareCommits(client, repository, cache, tipOid, headOid)).mergeBaseOid)
  } catch (error) {
    return unknownOf(error, 'the merge base')
  }
}

/** Where the chart most likely stood: in its place at the head, or in a place of that name at the tip. */
function spotsOf(search: {
  readonly mergeBase: Reading<string | null>
  readonly directories: readonly string[]
}): readonly Spot[] {
  if (!search.mergeBase.known || search.mergeBase.value === null) return []
  const oid = search.mergeBase.value
  return search.directories.map((directory) => ({ oid, directory }))
}

/** The name is a chart's identity; one without a name is known by its place. */
function isForerunner(chart: ChartAt, head: ChartAt): boolean {
  return head.file.name === undefined ? chart.directory === head.directory : chart.file.name === head.file.name
}

async function searchCommit(
  client: GitHubClient,
  repository: RepositoryName,
  cache: ChartsCache,
  oid: string,
  head: ChartAt,
): Promise<Reading<ChartAt | null>> {
  const all = await readChartsAtCommit(client, repository, cache, oid)
  return all.known ? known(all.value.charts.find((chart) => isForerunner(chart, head)) ?? null) : all
}
