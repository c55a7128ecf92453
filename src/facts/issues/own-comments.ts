import { type CommentPurpose, hasMarker } from '../../domain/own-comment.ts'
import type { RepositoryName } from '../../domain/repository.ts'
import { type GitHubClient, GitHubFailure } from '../../github/client.ts'
import {
  type CommentHeads,
  type CommentHeadsPageAnswer,
  commentHeadsPageQuery,
  type OwnCommentNode,
  type OwnCommentsAnswer,
  ownCommentsQuery,
} from '../queries/own-comments.ts'

/** A comment that the app wrote. */
export interface OwnComment {
  readonly id: number
  readonly body: string
  /** Milliseconds since 1970. */
  readonly updatedAt: number
  /** Whether anybody but the app changed it last. */
  readonly editedByOther: boolean
}

export interface OwnComments {
  readonly repositoryId: number
  readonly comments: readonly OwnComment[]
}

/** 100 comments a page; nobody reads a thread of more than 5,000. */
const maxPages = 50
const idsPerQuery = 100

/**
 * The app's own comments on a pull request for one purpose, the oldest first. With the heads that were read with the
 * pull request it mostly costs nothing: null when they show that the app wrote nothing at all.
 *
 * @throws {GitHubFailure} also when the thread is too long to be read to its beginning
 */
export async function readOwnComments(
  client: GitHubClient,
  pull: PullNumber,
  purpose: CommentPurpose,
  heads: CommentHeads,
): Promise<OwnComments | null> {
  const ids = await ownIds(client, pull, heads)
  return ids.length === 0 ? null : readByIds(client, pull, ids, purpose)
}

/** The same for a pull request that was not read before. @throws {GitHubFailure} */
export async function findOwnComments(
  client: GitHubClient,
  pull: PullNumber,
  purpose: CommentPurpose,
): Promise<OwnComments> {
  const { heads, repositoryId } = await readHeads(client, pull, null)
  const ids = await ownIds(client, pull, heads)
  return ids.length === 0 ? { repositoryId, comments: [] } : readByIds(client, pull, ids, purpose)
}

interface PullNumber {
  readonly repository: RepositoryName
  readonly number: number
}

async function readByIds(
  client: GitHubClient,
  { repository }: PullNumber,
  ids: readonly string[],
  purpose: CommentPurpose,
): Promise<OwnComments> {
  const comments: OwnComment[] = []
  let repositoryId = 0
  for (let start = 0; start < ids.length; start += idsPerQuery) {
    const answer = await client.graphql<OwnCommentsAnswer>(
      ownCommentsQuery,
      { owner: repository.owner, name: repository.name, ids: ids.slice(start, start + idsPerQuery) },
      // A comment that was deleted meanwhile is no comment.
      { tolerate: (error) => error.type === 'NOT_FOUND' && error.path[0] === 'nodes' },
    )
    repositoryId = idOf(answer.repository)
    comments.push(...answer.nodes.flatMap((node) => (isComment(node) ? [ownComment(node)] : [])))
  }
  const wanted = comments.filter(({ body }) => hasMarker(body, purpose)).sort((a, b) => a.id - b.id)
  return { repositoryId, comments: wanted }
}

async function ownIds(client: GitHubClient, pull: PullNumber, newest: CommentHeads): Promise<readonly string[]> {
  const ids: string[] = []
  let page = newest
  for (let read = 0; read < maxPages; read += 1) {
    ids.unshift(...(page.nodes ?? []).flatMap((node) => (node?.viewerDidAuthor === true ? [node.id] : [])))
    if (!page.pageInfo.hasPreviousPage) return ids
    page = (await readHeads(client, pull, page.pageInfo.startCursor)).heads
  }
  throw new GitHubFailure('rejected', 'CommentHeadsPage: the thread is too long')
}

async function readHeads(
  client: GitHubClient,
  { repository, number }: PullNumber,
  before: string | null,
): Promise<{ heads: CommentHeads; repositoryId: number }> {
  const variables = { owner: repository.owner, name: repository.name, number, before }
  const answer = await client.graphql<CommentHeadsPageAnswer>(commentHeadsPageQuery, variables)
  const heads = answer.repository?.pullRequest?.commentHeads
  if (heads === null || heads === undefined) throw new GitHubFailure('not-found', 'CommentHeadsPage: no comments')
  return { heads, repositoryId: idOf(answer.repository) }
}

/** A record is signed over it, so none may be made up. */
function idOf(repository: { readonly databaseId: number | null } | null): number {
  if (typeof repository?.databaseId === 'number') return repository.databaseId
  throw new GitHubFailure('partial', 'a repository without its id')
}

function isComment(node: OwnCommentsAnswer['nodes'][number]): node is OwnCommentNode & { databaseId: number } {
  return node !== null && typeof node.databaseId === 'number'
}

function ownComment({
  databaseId,
  body,
  updatedAt,
  author,
  editor,
}: OwnCommentNode & { databaseId: number }): OwnComment {
  const ownEdit = editor === null || (editor.__typename === author?.__typename && editor.login === author.login)
  return { id: databaseId, body, updatedAt: Date.parse(updatedAt), editedByOther: !ownEdit }
}
