import type { RepositoryName } from '../../domain/repository.ts'
import type { GitHubClient } from '../../github/client.ts'
import { type ChartPathOidsAnswer, chartPathOids } from '../queries/chart-objects.ts'
import { inBatches } from './batches.ts'
import type { ChartsCache } from './cache.ts'
import { revision } from './charts-at.ts'
import { repositoryOf } from './repository-answer.ts'

const pathsPerQuery = 50

/**
 * Whether every path has the same content at two commits (absent at both counts as the same). Asks no further after
 * the first difference.
 *
 * @throws GitHubFailure
 */
export async function pathsAreEqual(
  client: GitHubClient,
  repository: RepositoryName,
  cache: ChartsCache,
  comparison: { readonly headOid: string; readonly tipOid: string; readonly directory: string },
  paths: readonly string[],
): Promise<boolean> {
  const { headOid, tipOid, directory } = comparison
  const key = `${headOid}...${tipOid}:${directory} ${paths.length}`
  const remembered = cache.equalities.get(key)
  if (remembered !== undefined) return remembered.equal
  let equal = true
  for (let start = 0; equal && start < paths.length; start += pathsPerQuery) {
    const some = paths.slice(start, start + pathsPerQuery)
    const outcomes = await inBatches(some, pathsPerQuery, async (batch) => {
      const variables: Record<string, string> = { ...repository }
      for (const [index, path] of batch.entries()) {
        variables[`here${index}`] = revision(headOid, path)
        variables[`there${index}`] = revision(tipOid, path)
      }
      const query = chartPathOids(batch.length)
      const answer = repositoryOf(await client.graphql<ChartPathOidsAnswer>(query, variables))
      return batch.map((_, index) => ({ same: answer[`here${index}`]?.oid === answer[`there${index}`]?.oid }))
    })
    for (const outcome of outcomes) {
      if (!outcome.ok) throw outcome.failure
      equal &&= outcome.result.same
    }
  }
  cache.equalities.set(key, { equal })
  return equal
}
