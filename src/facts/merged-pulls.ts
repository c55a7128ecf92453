import { known, type Reading, unknown } from '../domain/reading.ts'
import type { RepositoryName } from '../domain/repository.ts'
import { type GitHubClient, GitHubFailure } from '../github/client.ts'
import { inBatches } from './charts/batches.ts'
import { unknownOf } from './charts/unknown-of-failure.ts'
import {
  type CopiedCommit,
  type MergedPullNode,
  type MergedPullsAnswer,
  type MergedPullsByNumberAnswer,
  mergedPullsByNumber,
  mergedPullsQuery,
  type RebasedCommitsAnswer,
  rebasedCommitsQuery,
  type WrittenCommit,
} from './queries/merged-pulls.ts'

export interface MergedListing {
  /** The newest merge first; milliseconds since 1970. */
  readonly pulls: readonly { readonly number: number; readonly mergedAt: number }[]
  /** Of the default branch; null for an empty repository. */
  readonly tipOid: string | null
}

const pageSize = 100
/** A repository whose old pull requests are commented on all the time would be read to its end. */
const pagesBeyond = 10

/**
 * The newest merged pull requests by the time of their merge. Since GitHub lists them by their last change, it is read on
 * until none of those to come can be among them.
 *
 * @throws {GitHubFailure}
 */
export async function listMergedPulls(
  client: GitHubClient,
  { owner, name }: RepositoryName,
  last: number,
): Promise<MergedListing> {
  const merged: { number: number; mergedAt: number }[] = []
  let tipOid: string | null = null
  let after: string | null = null
  for (let page = 0; page < Math.ceil(last / pageSize) + pagesBeyond; page += 1) {
    const variables: Record<string, unknown> = { owner, name, first: Math.min(pageSize, last), after }
    const answer: MergedPullsAnswer = await client.graphql(mergedPullsQuery, variables)
    const { repository } = answer
    if (repository === null) throw new GitHubFailure('not-found', 'MergedPulls: no such repository')
    tipOid = repository.defaultBranchRef?.target?.oid ?? null
    let touchedAt = Number.POSITIVE_INFINITY
    for (const node of repository.pullRequests.nodes ?? []) {
      if (node === null || node.mergedAt === null) continue
      merged.push({ number: node.number, mergedAt: Date.parse(node.mergedAt) })
      touchedAt = Date.parse(node.updatedAt)
    }
    merged.sort((a, b) => b.mergedAt - a.mergedAt || b.number - a.number)
    const oldest = merged[last - 1]
    const isCertain = oldest !== undefined && oldest.mergedAt >= touchedAt
    const { hasNextPage, endCursor } = repository.pullRequests.pageInfo
    if (isCertain || !hasNextPage) break
    after = endCursor
  }
  return { pulls: merged.slice(0, last), tipOid }
}

const pullsPerQuery = 25

/** Each of them with its files and its merge; unknown where GitHub did not answer. @throws {GitHubFailure} `rate-limited` only */
export async function readMergedPulls(
  client: GitHubClient,
  repository: RepositoryName,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, Reading<MergedPullNode>>> {
  const outcomes = await inBatches(numbers, pullsPerQuery, async (batch) => {
    const asked = Object.fromEntries(batch.map((number, index) => [`number${index}`, number]))
    const variables = { owner: repository.owner, name: repository.name, ...asked }
    const answer = await client.graphql<MergedPullsByNumberAnswer>(mergedPullsByNumber(batch.length), variables)
    return batch.map((_, index) => ({ node: answer.repository?.[`pull${index}`] ?? null }))
  })
  const pulls = new Map<number, Reading<MergedPullNode>>()
  for (const [index, number] of numbers.entries()) {
    const outcome = outcomes[index]
    if (outcome === undefined) continue
    if (!outcome.ok) pulls.set(number, unknownOf(outcome.failure, `#${number}`))
    else if (outcome.result.node === null) pulls.set(number, unknown('unreadable', `#${number} is gone`, 'cannot-cure'))
    else pulls.set(number, known(outcome.result.node))
  }
  return pulls
}

/**
 * The commit that the base branch was at before the merge: the first parent of what the merge wrote, or, where a rebase
 * wrote several commits, of the first of those.
 *
 * @throws {GitHubFailure} `rate-limited` only
 */
export async function readBaseBefore(
  client: GitHubClient,
  repository: RepositoryName,
  node: MergedPullNode,
): Promise<Reading<string>> {
  const { mergeCommit, last } = node
  const parent = mergeCommit?.parents.nodes?.[0]?.oid
  if (mergeCommit === null || parent === undefined) {
    return unknown('unreadable', `GitHub does not tell what the merge of #${node.number} wrote`, 'cannot-cure')
  }
  const newest = last.nodes?.at(-1)?.commit
  const isCopied = newest !== undefined && isCopyOf(mergeCommit, newest)
  if (mergeCommit.parents.totalCount > 1 || last.totalCount < 2 || !isCopied) return known(parent)
  try {
    const variables = { owner: repository.owner, name: repository.name, number: node.number }
    const answer = await client.graphql<RebasedCommitsAnswer>(rebasedCommitsQuery, variables)
    const pull = answer.repository?.pullRequest
    const own = (pull?.commits.nodes ?? []).flatMap((one) => (one === null ? [] : [one.commit]))
    const written = (pull?.mergeCommit?.history.nodes ?? []).filter((one) => one !== null)
    const base = underRebase(own, written)
    const what = `#${node.number} was rebased, and where it began cannot be told`
    return base === null ? unknown('incomplete', what, 'cannot-cure') : known(base)
  } catch (error) {
    return unknownOf(error, `the commits of #${node.number}`)
  }
}

/**
 * The first commit under those that a rebase copied: it keeps date and message of each and leaves merges out. Null when
 * that lies deeper than what was listed.
 *
 * @param own of the pull request, the oldest first
 * @param written under the merge, the newest first
 */
export function underRebase(own: readonly CopiedCommit[], written: readonly WrittenCommit[]): string | null {
  let left = own.length
  for (const commit of written) {
    const index = own.slice(0, left).findLastIndex((one) => isCopyOf(commit, one))
    if (index < 0 || commit.parents.totalCount !== 1) return commit.oid
    left = index
  }
  return null
}

function isCopyOf(a: CopiedCommit, b: CopiedCommit): boolean {
  return Date.parse(a.authoredDate) === Date.parse(b.authoredDate) && a.message === b.message
}
