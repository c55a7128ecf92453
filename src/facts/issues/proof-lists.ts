import type { PullRequestFacts } from '../../domain/issues-facts.ts'
import { type GitHubClient, GitHubFailure } from '../../github/client.ts'
import type { Connection } from '../queries/pull-claims.ts'
import {
  type CommentNode,
  type ProofContextNode,
  type PullProofsAnswer,
  type PullProofsNode,
  pullProofsQuery,
  type ReviewNode,
} from '../queries/pull-proofs.ts'

export type ListName = 'contexts' | 'files' | 'labels' | 'comments' | 'reviews'

/** The lists that proofs ask for, read to their ends. */
export interface ProofLists {
  /** What tells when this head was first seen. */
  readonly headSeen: Pick<PullProofsNode, 'seen' | 'forcePushes'>
  readonly headRefOid: string
  readonly contexts: readonly ProofContextNode[]
  readonly files: readonly { readonly path: string }[]
  readonly labels: readonly string[]
  readonly comments: readonly CommentNode[]
  readonly reviews: readonly ReviewNode[]
  /** Lists that GitHub did not show to their end. */
  readonly incomplete: ReadonlySet<ListName>
}

/** GitHub lists no more than 3,000 changed files. */
const maxPages = 30

/** @throws {GitHubFailure} */
export async function readProofLists(
  client: GitHubClient,
  { repository, number }: Pick<PullRequestFacts, 'repository' | 'number'>,
  wanted: ReadonlySet<ListName>,
  { appId, checkName }: { readonly appId: number; readonly checkName: string },
): Promise<ProofLists> {
  const contexts = new Pages<ProofContextNode>(wanted.has('contexts'))
  const files = new Pages<{ readonly path: string }>(wanted.has('files'))
  const comments = new Pages<CommentNode>(wanted.has('comments'))
  const reviews = new Pages<ReviewNode>(wanted.has('reviews'))
  const paged = { contexts, files, comments, reviews }
  let first: PullProofsNode | undefined
  for (let page = 0; page < maxPages; page += 1) {
    const answer = await client.graphql<PullProofsAnswer>(pullProofsQuery, {
      owner: repository.owner,
      name: repository.name,
      number,
      appId,
      checkName,
      withLabels: first === undefined && wanted.has('labels'),
      contexts: contexts.after,
      withContexts: contexts.more,
      files: files.after,
      withFiles: files.more,
      comments: comments.after,
      withComments: comments.more,
      reviews: reviews.after,
      withReviews: reviews.more,
    })
    const pull = answer.repository?.pullRequest
    if (pull === null || pull === undefined) throw new GitHubFailure('not-found', 'PullProofs: no such pull request')
    first ??= pull
    contexts.take(pull.head?.nodes?.[0]?.commit.statusCheckRollup?.contexts)
    files.take(pull.files)
    comments.take(pull.comments)
    reviews.take(pull.reviews)
    if (!Object.values(paged).some(({ more }) => more)) break
  }
  const names = Object.keys(paged) as (keyof typeof paged)[]
  return {
    headRefOid: first?.headRefOid ?? '',
    contexts: contexts.items,
    files: files.items,
    comments: comments.items,
    reviews: reviews.items,
    labels: (first?.labels?.nodes ?? []).flatMap((label) => (label === null ? [] : [label.name])),
    headSeen: first ?? {},
    incomplete: new Set(names.filter((name) => paged[name].more || paged[name].short)),
  }
}

/** One connection, page by page. */
class Pages<T> {
  readonly items: T[] = []
  after: string | null = null
  more: boolean
  #total = 0

  constructor(wanted: boolean) {
    this.more = wanted
  }

  take(page: Connection<T> | null | undefined): void {
    if (!this.more) return
    for (const node of page?.nodes ?? []) if (node !== null) this.items.push(node)
    this.more = page?.pageInfo.hasNextPage ?? false
    this.after = page?.pageInfo.endCursor ?? null
    this.#total = page?.totalCount ?? 0
  }

  /** Fewer came than GitHub counts. */
  get short(): boolean {
    return this.items.length < this.#total
  }
}
