import type { NumberedReference, RepositoryName, Visibility } from '../../domain/repository.ts'
import type { GitHubClient } from '../../github/client.ts'
import {
  type ClosedEventNode,
  type ClosingEventAnswer,
  closingEventQuery,
  type IssueComments,
  type IssueCommentsPageAnswer,
  issueCommentsPageQuery,
} from '../queries/closing-event.ts'
import { referenceOf } from './targets.ts'

/** A merge or a push closed the issue, and nobody has opened or closed it since. */
export interface ClosingEvent {
  readonly id: string
  /** Milliseconds since 1970, in whole seconds. */
  readonly at: number
  /** When the issue's text was edited last, and when it was reopened last; milliseconds since 1970. */
  readonly changes: readonly number[]
  readonly by: Closer
  /** Texts of the app's own comments on the issue, all that were written since. */
  readonly said: readonly string[]
}

export type Closer =
  | { readonly kind: 'pull'; readonly pull: NumberedReference }
  | {
      readonly kind: 'commit'
      readonly oid: string
      readonly repository: RepositoryName
      readonly visibility: Visibility
    }

/** Null when the issue is open, when a person closed it last, or when the app cannot see what did. @throws {GitHubFailure} */
export async function readClosingEvent(client: GitHubClient, target: NumberedReference): Promise<ClosingEvent | null> {
  const { owner, name } = target.repository
  const variables = { owner, name, number: target.number }
  const answer = await client.graphql<ClosingEventAnswer>(closingEventQuery, variables, {
    // Deleted or transferred meanwhile, or closed by something that the app may not see.
    tolerate: ({ type }) => type === 'NOT_FOUND' || type === 'FORBIDDEN',
  })
  const issue = answer.repository?.issue
  if (issue === null || issue === undefined || issue.state !== 'CLOSED') return null
  const event = issue.timelineItems.nodes?.[0]
  const by = closerOf(event?.closer ?? null)
  if (event === null || event === undefined || by === null) return null
  const at = Date.parse(event.createdAt)
  const said = await saidSince(client, target, issue.comments, at)
  const changes = [issue.lastEditedAt, issue.reopened.nodes?.[0]?.createdAt].flatMap((time) =>
    time === null || time === undefined ? [] : [Date.parse(time)],
  )
  return { id: event.id, at, changes, by, said }
}

/** A page may hold older ones as well. @throws {GitHubFailure} */
async function saidSince(
  client: GitHubClient,
  { repository, number }: NumberedReference,
  newest: IssueComments,
  since: number,
): Promise<string[]> {
  const said: string[] = []
  let page = newest
  while (true) {
    const nodes = (page.nodes ?? []).flatMap((node) => (node === null ? [] : [node]))
    said.push(...nodes.flatMap(({ viewerDidAuthor, body }) => (viewerDidAuthor ? [body] : [])))
    const [oldest] = nodes
    if (!page.pageInfo.hasPreviousPage || (oldest !== undefined && Date.parse(oldest.createdAt) < since)) return said
    const variables = { owner: repository.owner, name: repository.name, number, before: page.pageInfo.startCursor }
    const answer = await client.graphql<IssueCommentsPageAnswer>(issueCommentsPageQuery, variables)
    const comments = answer.repository?.issue?.comments
    // Deleted or transferred meanwhile: nothing can be written there either.
    if (comments === undefined) return said
    page = comments
  }
}

function closerOf(closer: ClosedEventNode['closer']): Closer | null {
  if (closer === null) return null
  if (closer.__typename === 'PullRequest') return { kind: 'pull', pull: referenceOf(closer) }
  const { repository } = referenceOf({ number: 0, repository: closer.repository })
  for (const node of closer.associatedPullRequests?.nodes ?? []) {
    if (node?.state !== 'MERGED' || node.baseRepository === null) continue
    return { kind: 'pull', pull: referenceOf({ number: node.number, repository: node.baseRepository }) }
  }
  return { kind: 'commit', oid: closer.oid, repository, visibility: closer.repository.visibility }
}
