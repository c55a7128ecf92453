import type { CommitMessage } from '../../domain/issues-facts.ts'
import { known, type Reading, unknown } from '../../domain/reading.ts'
import type { RepositoryName } from '../../domain/repository.ts'
import { type GitHubClient, type GraphqlError, isGitHubFailure } from '../../github/client.ts'
import {
  type Connection,
  type MessageNode,
  type MessagesPageAnswer,
  messagesPageQuery,
  type PullNode,
} from '../queries/pull-claims.ts'

/** Errors of the first query that concern the commits' messages only. */
export function concernsMessages(error: GraphqlError): boolean {
  return error.path[1] === 'pullRequest' && error.path[2] === 'messages'
}

/**
 * The messages of all commits of a pull request. REST stops at 250 and names no count, GraphQL names it: fewer than it
 * counts is an unknown.
 *
 * @throws {GitHubFailure} `rate-limited` only; every other failure is an unknown
 */
export async function readCommits(
  client: GitHubClient,
  repository: RepositoryName,
  pull: Pick<PullNode, 'number' | 'headRefOid' | 'messages'>,
): Promise<Reading<readonly CommitMessage[]>> {
  const commits: CommitMessage[] = []
  let page = pull.messages
  for (;;) {
    if (page === null) return unlisted
    commits.push(...commitsOf(page))
    if (!page.pageInfo.hasNextPage) break
    const next = await nextPage(client, repository, pull.number, page.pageInfo.endCursor)
    if (next === null) return unlisted
    if (next.headRefOid !== pull.headRefOid) {
      return unknown('not-yet', 'its head moved while its commits were listed', 'may-cure')
    }
    page = next.messages
  }
  if (commits.length === page.totalCount) return known(commits)
  const what = `GitHub lists ${commits.length} of its ${page.totalCount} commits, and each message may close issues`
  return unknown('incomplete', what, 'cannot-cure')
}

const unlisted = unknown('unavailable', 'GitHub could not list the commits of this pull request', 'may-cure')

function commitsOf(page: Connection<MessageNode>): readonly CommitMessage[] {
  return (page.nodes ?? []).flatMap((node) => {
    if (node === null) return []
    const { oid, message, parents } = node.commit
    return [{ oid, message, isMerge: parents.totalCount > 1 }]
  })
}

async function nextPage(client: GitHubClient, { owner, name }: RepositoryName, number: number, after: string | null) {
  try {
    const answer = await client.graphql<MessagesPageAnswer>(messagesPageQuery, { owner, name, number, after })
    return answer.repository?.pullRequest ?? null
  } catch (error) {
    if (!isGitHubFailure(error) || error.kind === 'rate-limited') throw error
    return null
  }
}
