import type { ChartAt } from '../../domain/charts-facts.ts'
import { known, type Reading } from '../../domain/reading.ts'
import type { RepositoryName } from '../../domain/repository.ts'
import type { GitHubClient } from '../../github/client.ts'
import { eachAtMost } from './batches.ts'
import type { ChartsCache } from './cache.ts'
import { readChartsAt, type Spot, spotKey } from './charts-at.ts'
import { readChartsAtCommit } from './charts-at-commit.ts'

/** A chart to be found at another commit. */
export interface ForerunnerSearch {
  readonly head: ChartAt
  /** Null where there is no such commit. */
  readonly commit: Reading<string | null>
  /** Where it most likely stands there. */
  readonly directories: readonly string[]
}

const requestsAtOnce = 8

/**
 * The chart of the same name at another commit, whatever its path there; null where there is none. Answers in the
 * order of `searches`.
 */
export async function readForerunners(
  client: GitHubClient,
  repository: RepositoryName,
  cache: ChartsCache,
  searches: readonly ForerunnerSearch[],
): Promise<readonly Reading<ChartAt | null>[]> {
  const charts = await readChartsAt(client, repository, cache, searches.flatMap(spotsOf))
  return await eachAtMost(searches, requestsAtOnce, async (search) => {
    const { commit, head } = search
    if (!commit.known) return commit
    if (commit.value === null) return known(null)
    const likely = spotsOf(search).map((spot) => charts.get(spotKey(spot)))
    const failed = likely.find((reading) => reading?.known === false)
    if (failed !== undefined) return failed
    const match = likely.find(
      (reading) => reading?.known && reading.value !== null && isForerunner(reading.value, head),
    )
    return match ?? (await searchCommit(client, repository, cache, commit.value, head))
  })
}

function spotsOf({ commit, directories }: ForerunnerSearch): readonly Spot[] {
  if (!commit.known || commit.value === null) return []
  const oid = commit.value
  return directories.map((directory) => ({ oid, directory }))
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
