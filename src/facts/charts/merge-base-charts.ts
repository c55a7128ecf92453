import type { ChartAt } from '../../domain/charts-facts.ts'
import { known, type Reading } from '../../domain/reading.ts'
import type { RepositoryName } from '../../domain/repository.ts'
import type { GitHubClient } from '../../github/client.ts'
import { eachAtMost } from './batches.ts'
import type { ChartsCache } from './cache.ts'
import { readForerunners } from './forerunners.ts'
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
    commit: await readMergeBaseOid(client, repository, cache, one),
    directories: [...new Set([one.head.directory, ...one.tipDirectories])],
  }))
  return await readForerunners(client, repository, cache, searches)
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
