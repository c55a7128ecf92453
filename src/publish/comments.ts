import type { CommentPurpose } from '../domain/own-comment.ts'
import type { RepositoryName } from '../domain/repository.ts'
import { findOwnComments, type OwnComment } from '../facts/issues/own-comments.ts'
import { type GitHubClient, isGitHubFailure } from '../github/client.ts'

export interface CommentPlace {
  readonly repository: RepositoryName
  /** Of the pull request or issue. */
  readonly number: number
}

/** At most one reply is written a minute for one purpose on one pull request. */
const replyPauseMs = 60_000

export type ReplyOutcome =
  | { readonly kind: 'written' | 'unchanged' }
  /** One was written less than a minute ago. */
  | { readonly kind: 'wait'; readonly delayMs: number }

/** Brings the one comment of this purpose to this text. @throws {GitHubFailure} */
export async function writeReply(
  client: GitHubClient,
  place: CommentPlace,
  purpose: CommentPurpose,
  body: string,
  now: number,
): Promise<ReplyOutcome> {
  const { comments } = await findOwnComments(client, place, purpose)
  const [kept] = comments
  if (kept?.body === body && comments.length === 1) return { kind: 'unchanged' }
  const newest = Math.max(...comments.map(({ updatedAt }) => updatedAt), 0)
  if (now - newest < replyPauseMs) return { kind: 'wait', delayMs: newest + replyPauseMs - now }
  await writeOver(client, place, comments, body)
  return { kind: 'written' }
}

/** Writes the text over the oldest of the comments, or a new one, and removes twins. @throws {GitHubFailure} */
export async function writeOver(
  client: GitHubClient,
  { repository, number }: CommentPlace,
  comments: readonly OwnComment[],
  body: string,
): Promise<void> {
  const at = { owner: repository.owner, repo: repository.name }
  const [kept, ...twins] = comments
  if (kept === undefined) {
    await client.rest('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', {
      ...at,
      issue_number: number,
      body,
    })
    return
  }
  if (kept.body !== body) {
    await client.rest('PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', { ...at, comment_id: kept.id, body })
  }
  for (const twin of twins) await remove(client, repository, twin.id)
}

/** Somebody else may have removed it already. */
async function remove(client: GitHubClient, repository: RepositoryName, commentId: number): Promise<void> {
  const at = { owner: repository.owner, repo: repository.name, comment_id: commentId }
  try {
    await client.rest('DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}', at)
  } catch (error) {
    if (!isGitHubFailure(error) || error.kind !== 'not-found') throw error
  }
}
