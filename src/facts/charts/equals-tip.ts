import { known, type Reading } from '../../domain/reading.ts'
import type { RepositoryName } from '../../domain/repository.ts'
import type { GitHubClient, GitHubFailure } from '../../github/client.ts'
import { type ChartPathOidsAnswer, chartPathOids } from '../queries/chart-objects.ts'
import { inBatches } from './batches.ts'
import type { ChartsCache } from './cache.ts'
import { revision } from './charts-at.ts'
import { repositoryOf } from './repository-answer.ts'
import { unknownOf } from './unknown-of-failure.ts'

/** The paths that a head changes in one chart, to be compared with the tip. */
export interface TipComparison {
  readonly headOid: string
  readonly tipOid: string
  readonly paths: readonly string[]
}

const pathsPerQuery = 50
/** Enough to tell nearly all that differ; the others are compared to the last path. */
const pathsAtFirst = 5

/**
 * Whether every path has the same content at head and tip (absent at both counts as the same), in the order given.
 * Both commits must be known to exist.
 */
export async function compareWithTips(
  client: GitHubClient,
  repository: RepositoryName,
  cache: ChartsCache,
  comparisons: readonly TipComparison[],
): Promise<readonly Reading<boolean>[]> {
  const results = new Map<TipComparison, boolean | GitHubFailure>()
  for (const comparison of comparisons) {
    const remembered = cache.equalities.get(keyOf(comparison))
    if (remembered !== undefined) results.set(comparison, remembered.equal)
  }
  let open = comparisons.filter((comparison) => !results.has(comparison))
  for (const [from, to] of [
    [0, pathsAtFirst],
    [pathsAtFirst, undefined],
  ] as const) {
    const pairs = open.flatMap((comparison) => comparison.paths.slice(from, to).map((path) => ({ comparison, path })))
    const outcomes = await inBatches(pairs, pathsPerQuery, (batch) => ask(client, repository, batch))
    for (const [index, { comparison }] of pairs.entries()) {
      const outcome = outcomes[index]
      if (outcome?.ok === true && !outcome.result.same) results.set(comparison, false)
      if (outcome?.ok === false && !results.has(comparison)) results.set(comparison, outcome.failure)
    }
    open = open.filter((comparison) => !results.has(comparison))
  }
  return comparisons.map((comparison) => {
    const result = results.get(comparison) ?? true
    if (typeof result !== 'boolean') return unknownOf(result, 'the difference from the tip of the base')
    cache.equalities.set(keyOf(comparison), { equal: result })
    return known(result)
  })
}

function keyOf({ headOid, tipOid, paths }: TipComparison): string {
  return `${headOid}...${tipOid}:${paths[0] ?? ''}:${paths.length}`
}

async function ask(
  client: GitHubClient,
  repository: RepositoryName,
  pairs: readonly { readonly comparison: TipComparison; readonly path: string }[],
): Promise<readonly { readonly same: boolean }[]> {
  const variables: Record<string, string> = { ...repository }
  for (const [index, { comparison, path }] of pairs.entries()) {
    variables[`here${index}`] = revision(comparison.headOid, path)
    variables[`there${index}`] = revision(comparison.tipOid, path)
  }
  const query = chartPathOids(pairs.length)
  const answer = repositoryOf(await client.graphql<ChartPathOidsAnswer>(query, variables))
  return pairs.map((_, index) => ({ same: answer[`here${index}`]?.oid === answer[`there${index}`]?.oid }))
}
