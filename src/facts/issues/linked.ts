import type { IssueTarget, LinkedIssue } from '../../domain/issues-facts.ts'
import { known, type Reading, unknown } from '../../domain/reading.ts'
import { type RepositoryName, referenceKey } from '../../domain/repository.ts'
import type { GitHubClient, GraphqlError } from '../../github/client.ts'
import {
  type Connection,
  type LinkedPageAnswer,
  linkedPageQuery,
  type PullNode,
  type RepositoryNode,
} from '../queries/pull-claims.ts'
import { concernsSurroundings, issueTarget, referenceOf } from './targets.ts'

/** `closingIssuesReferences` to its end, with each issue. */
export interface LinkedReading {
  readonly issues: readonly { readonly link: LinkedIssue; readonly target: IssueTarget }[]
  /** Issues that GitHub counts and does not show to the app: they lie where it has no access. */
  readonly hidden: number
}

/** Errors of the first query that concern only these two connections; the rest of its data is whole. */
export function concernsLinks(error: GraphqlError): boolean {
  return error.path[1] === 'pullRequest' && (error.path[2] === 'linked' || error.path[2] === 'manual')
}

/** @throws {GitHubFailure} when a further page cannot be read */
export async function readLinked(
  client: GitHubClient,
  repository: RepositoryName,
  pull: PullNode,
  errors: readonly GraphqlError[],
): Promise<Reading<LinkedReading>> {
  const grave = errors.some(
    (error) => error.type !== 'NOT_FOUND' && error.type !== 'FORBIDDEN' && !concernsSurroundings(error),
  )
  if (grave || pull.linked === null || pull.manual === null) {
    return unknown('unavailable', 'GitHub could not list the issues that this pull request closes', 'may-cure')
  }
  const linked = await readToEnd(client, repository, pull.number, pull.linked, false)
  const manual = await readToEnd(client, repository, pull.number, pull.manual, true)
  const byHand = new Set(manual.nodes.map((node) => referenceKey(referenceOf(node))))
  return known({
    issues: linked.nodes.map((node) => ({
      link: { reference: referenceOf(node), manual: byHand.has(referenceKey(referenceOf(node))) },
      target: issueTarget(node),
    })),
    hidden: linked.totalCount - linked.nodes.length,
  })
}

type LinkNode = { readonly number: number; readonly repository: RepositoryNode }

async function readToEnd<T extends LinkNode>(
  client: GitHubClient,
  repository: RepositoryName,
  number: number,
  first: Connection<T>,
  manualOnly: boolean,
): Promise<{ nodes: readonly T[]; totalCount: number }> {
  const nodes = [...visible(first)]
  let { pageInfo, totalCount } = first
  while (pageInfo.hasNextPage) {
    const variables = { owner: repository.owner, name: repository.name, number, after: pageInfo.endCursor, manualOnly }
    const answer = await client.graphql<LinkedPageAnswer>(linkedPageQuery, variables)
    const page = answer.repository?.pullRequest?.linked
    if (page === null || page === undefined) break
    nodes.push(...(visible(page) as unknown as readonly T[]))
    pageInfo = page.pageInfo
    totalCount = page.totalCount
  }
  return { nodes, totalCount }
}

function visible<T>(page: Connection<T>): readonly T[] {
  return (page.nodes ?? []).filter((node): node is T & {} => node !== null)
}
