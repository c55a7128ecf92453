import { closingIssueIds } from '../../http/closing-links.ts'
import type { Issue as IssueModel, PullRequest } from '../../world/model.ts'
import { connect, inOrder, type PageArguments } from '../connection.ts'
import { demand, type Fields, type GraphqlContext } from '../context.ts'
import type { IssueSource } from '../sources.ts'
import { issueListing, pullState } from './pull-listing.ts'
import { threadFields } from './threads.ts'
import { timelinePage } from './timeline.ts'

/** An issue where it lives now; null when it is gone or where the caller may not follow. */
export function issueSource(context: GraphqlContext, issue: IssueModel | undefined): IssueSource | null {
  const { view } = context
  let found = issue
  while (found !== undefined && found.transferredToId !== null) found = view.state.issues.get(found.transferredToId)
  if (found === undefined || found.deleted) return null
  return view.permits(view.repositoryOf(found), 'issues') ? { __typename: 'Issue', issue: found } : null
}

export const Issue: Fields<IssueSource> = {
  ...threadFields,
  state: ({ issue }) => issue.state.toUpperCase(),
  stateReason: ({ issue }, { enableDuplicate }: { enableDuplicate?: boolean | null }) => {
    // Without the flag GitHub shows old clients the reason that duplicates had before there was one.
    if (issue.stateReason === 'duplicate' && !enableDuplicate) return 'NOT_PLANNED'
    return issue.stateReason?.toUpperCase() ?? null
  },
  parent: ({ issue }, _args, context) =>
    issueSource(context, issue.parentId === null ? undefined : context.view.state.issues.get(issue.parentId)),
  subIssues: ({ issue }, args: PageArguments, { view }) =>
    connect(
      inOrder(view.readableIssues(issue.subIssueIds)),
      args,
      (subIssue): IssueSource => ({ __typename: 'Issue', issue: subIssue }),
      view.conditions.truncate.get('subIssues'),
    ),
  subIssuesSummary: ({ issue }, _args, { view }) => {
    const subIssues = view.readableIssues(issue.subIssueIds)
    const completed = subIssues.filter(({ state }) => state === 'closed').length
    const total = subIssues.length
    return { total, completed, percentCompleted: total === 0 ? 0 : Math.floor((100 * completed) / total) }
  },
  trackedIssues: (_source, args: PageArguments) => connect(inOrder([]), args, () => null),
  closedByPullRequestsReferences: (
    { issue },
    args: PageArguments & { includeClosedPrs?: boolean | null; userLinkedOnly?: boolean | null },
    context,
  ) => {
    const { view } = context
    demand(context, view.repositoryOf(issue), 'pull_requests')
    const pulls = [...view.state.pulls.values()].filter(
      (pull) =>
        closingIssueIds(pull, view.now, args.userLinkedOnly ?? false).some((id) => view.issueNow(id) === issue) &&
        view.permits(view.repositoryOf(pull), 'pull_requests') &&
        (args.includeClosedPrs || pullState(pull) !== 'CLOSED'),
    )
    return connect(inOrder(pulls), args, (pull: PullRequest) => ({ __typename: 'PullRequest', pull }))
  },
  timelineItems: ({ issue }, args: Parameters<typeof timelinePage>[1], context) => timelinePage(issue, args, context),
}

/** The page of issues that a pull request closes when merged. */
export function closingIssuesPage(
  pull: PullRequest,
  args: PageArguments & { userLinkedOnly?: boolean | null },
  context: GraphqlContext,
) {
  const ids = closingIssueIds(pull, context.view.now, args.userLinkedOnly ?? false)
  return issueListing(context, context.view.readableIssues(ids), args, 'closingIssuesReferences')
}
