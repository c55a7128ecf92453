import type { Id, Issue, PullRequest } from '../../world/model.ts'
import { type Connection, compareKeys, connect, type PageArguments, type SortKey } from '../connection.ts'
import { type GraphqlContext, unsupported } from '../context.ts'
import type { IssueSource, PullSource } from '../sources.ts'

interface Order {
  field: string
  direction: 'ASC' | 'DESC'
}

export interface PullFilter {
  states?: readonly ('OPEN' | 'CLOSED' | 'MERGED')[] | null
  baseRefName?: string | null
  headRefName?: string | null
  labels?: readonly string[] | null
  orderBy?: Order | null
}

export interface IssueFilter {
  states?: readonly ('OPEN' | 'CLOSED')[] | null
  labels?: readonly string[] | null
  orderBy?: Order | null
}

export function pullState(pull: PullRequest): 'OPEN' | 'CLOSED' | 'MERGED' {
  if (pull.mergedAt !== null) return 'MERGED'
  return pull.state === 'open' ? 'OPEN' : 'CLOSED'
}

/** A page of pull requests, filtered and ordered as `Repository.pullRequests` does. */
export function pullListing(
  context: GraphqlContext,
  pulls: readonly PullRequest[],
  args: PageArguments & PullFilter,
): Connection {
  const matching = pulls.filter(
    (pull) =>
      (!args.states || args.states.includes(pullState(pull))) &&
      (!args.baseRefName || args.baseRefName === pull.baseRefName) &&
      (!args.headRefName || args.headRefName === pull.headRefName) &&
      hasLabel(pull.labels, args.labels),
  )
  const node = (pull: PullRequest): PullSource => ({ __typename: 'PullRequest', pull })
  return ordered(context, matching, args, node, 'pullRequests')
}

/** A page of issues, filtered and ordered as `Repository.issues` does. */
export function issueListing(
  context: GraphqlContext,
  issues: readonly Issue[],
  args: PageArguments & IssueFilter,
  connection: string,
): Connection {
  const matching = issues.filter(
    (issue) =>
      (!args.states || args.states.includes(issue.state === 'open' ? 'OPEN' : 'CLOSED')) &&
      hasLabel(issue.labels, args.labels),
  )
  const node = (issue: Issue): IssueSource => ({ __typename: 'Issue', issue })
  return ordered(context, matching, args, node, connection)
}

function hasLabel(labels: ReadonlySet<string>, wanted: readonly string[] | null | undefined): boolean {
  return !wanted || wanted.some((name) => labels.has(name.toLowerCase()))
}

function ordered<Item extends { readonly id: Id; readonly createdAt: number; updatedAt: number }>(
  context: GraphqlContext,
  items: readonly Item[],
  args: PageArguments & { orderBy?: Order | null },
  node: (item: Item) => unknown,
  connection: string,
): Connection {
  const { field, direction } = args.orderBy ?? { field: 'CREATED_AT', direction: 'ASC' }
  if (field !== 'CREATED_AT' && field !== 'UPDATED_AT') unsupported(context, `${connection}(orderBy: ${field})`)
  const key = (item: Item): SortKey => [field === 'CREATED_AT' ? item.createdAt : item.updatedAt, item.id]
  const sign = direction === 'DESC' ? -1 : 1
  const sorted = [...items].sort((a, b) => sign * compareKeys(key(a), key(b)))
  const keep = context.view.conditions.truncate.get(connection)
  return connect({ items: sorted, key, descending: direction === 'DESC' }, args, node, keep)
}
