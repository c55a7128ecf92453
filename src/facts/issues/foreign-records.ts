import type { AcceptanceRecord } from '../../domain/acceptance-record.ts'
import type { PullRequestFacts } from '../../domain/issues-facts.ts'
import { hasMarker } from '../../domain/own-comment.ts'
import { known, type Reading, unknown } from '../../domain/reading.ts'
import { type GitHubClient, GitHubFailure } from '../../github/client.ts'
import { type CommentAuthorsAnswer, commentAuthorsQuery } from '../queries/comment-authors.ts'

/** 100 comments a page; nobody reads a thread of more than 5,000. */
const maxPages = 50

/**
 * The acceptances of a pull request for somebody who has not the app's key: none where no app wrote a record, else an
 * unknown, since nobody else can tell a true record from a forged one.
 *
 * @throws {GitHubFailure}
 */
export async function readForeignRecords(
  client: GitHubClient,
  { repository, number, headRefOid }: Pick<PullRequestFacts, 'repository' | 'number' | 'headRefOid'>,
): Promise<Reading<AcceptanceRecord>> {
  let before: string | null = null
  for (let page = 0; page < maxPages; page += 1) {
    const variables = { owner: repository.owner, name: repository.name, number, before }
    const answer: CommentAuthorsAnswer = await client.graphql(commentAuthorsQuery, variables)
    const comments = answer.repository?.pullRequest?.comments
    if (comments === undefined) throw new GitHubFailure('not-found', 'CommentAuthors: no comments')
    const isRecord = (comments.nodes ?? []).some(
      (node) => node?.author?.__typename === 'Bot' && hasMarker(node.body, 'acceptances'),
    )
    if (isRecord) return unknown('unreadable', 'only the app can verify the acceptances recorded here', 'cannot-cure')
    if (!comments.pageInfo.hasPreviousPage) return known({ acceptances: [], rejected: [], headSha: headRefOid })
    before = comments.pageInfo.startCursor
  }
  throw new GitHubFailure('rejected', 'CommentAuthors: the thread is too long')
}
