import type { RepositoryName } from '../domain/repository.ts'
import type { GitHubClient } from '../github/client.ts'

export type Reaction = 'eyes' | 'rocket' | 'confused'

/** Reacts to a comment; the same reaction twice is one. @throws {GitHubFailure} */
export async function react(
  client: GitHubClient,
  repository: RepositoryName,
  commentId: number,
  content: Reaction,
): Promise<void> {
  await client.rest('POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions', {
    owner: repository.owner,
    repo: repository.name,
    comment_id: commentId,
    content,
  })
}
