import { iso } from '../../graphql/context.ts'
import { pullState } from '../../graphql/resolvers/pull-listing.ts'
import { authorAssociation } from '../../http/association.ts'
import { mergeable } from '../../http/mergeable.ts'
import type { Issue, IssueComment, PullRequest, Repository, Review } from '../../world/model.ts'
import type { RestCall } from '../route.ts'
import { accountShape, appShape } from './accounts.ts'
import { repositoryPage, repositoryShape, repositoryUrl } from './repositories.ts'

function threadShape(call: RestCall, repository: Repository, thread: Issue | PullRequest): Record<string, unknown> {
  const { view } = call
  return {
    id: thread.id,
    node_id: thread.nodeId,
    number: thread.number,
    title: thread.title,
    body: thread.body === '' ? null : thread.body,
    state: thread.state,
    locked: thread.locked,
    user: accountShape(call, thread.authorId),
    author_association: authorAssociation(view.state, repository, thread.authorId),
    labels: [...thread.labels].flatMap((name) => {
      const label = repository.labels.get(name)
      if (label === undefined) return []
      return [
        { id: label.id, node_id: label.nodeId, name: label.name, color: label.color, description: label.description },
      ]
    }),
    milestone: milestoneShape(repository, thread.milestone),
    assignee: [...thread.assigneeIds].map((id) => accountShape(call, id))[0] ?? null,
    assignees: [...thread.assigneeIds].map((id) => accountShape(call, id)),
    created_at: iso(thread.createdAt),
    updated_at: iso(thread.updatedAt),
    closed_at: iso(thread.closedAt),
  }
}

function milestoneShape(repository: Repository, number: number | null): Record<string, unknown> | null {
  const milestone = number === null ? undefined : repository.milestones.get(number)
  if (milestone === undefined) return null
  const { id, nodeId, title, state } = milestone
  return { id, node_id: nodeId, number: milestone.number, title, state }
}

/** An issue, or a pull request seen as one (`pull_request` tells). */
export function issueShape(call: RestCall, thread: Issue | PullRequest): Record<string, unknown> {
  const repository = call.view.repositoryOf(thread)
  const url = `${repositoryUrl(call, repository)}/issues/${thread.number}`
  const isPull = thread.kind === 'pull'
  return {
    ...threadShape(call, repository, thread),
    url,
    repository_url: repositoryUrl(call, repository),
    html_url: `${repositoryPage(call, repository)}/${isPull ? 'pull' : 'issues'}/${thread.number}`,
    comments: thread.commentIds.length,
    comments_url: `${url}/comments`,
    timeline_url: `${url}/timeline`,
    closed_by: thread.closedById === null ? null : accountShape(call, thread.closedById),
    ...(isPull ? pullOfIssue(call, repository, thread) : issueOnly(call, repository, thread)),
  }
}

function pullOfIssue(call: RestCall, repository: Repository, pull: PullRequest): Record<string, unknown> {
  return {
    draft: pull.draft,
    state_reason: null,
    pull_request: {
      url: `${repositoryUrl(call, repository)}/pulls/${pull.number}`,
      html_url: `${repositoryPage(call, repository)}/pull/${pull.number}`,
      merged_at: iso(pull.mergedAt),
    },
  }
}

function issueOnly(call: RestCall, repository: Repository, issue: Issue): Record<string, unknown> {
  const { view } = call
  const subIssues = view.readableIssues(issue.subIssueIds)
  const completed = subIssues.filter(({ state }) => state === 'closed').length
  const blockers = view.readableIssues(issue.blockedByIds)
  const blocking = view.readableIssues(issue.blockingIds)
  return {
    state_reason: issue.stateReason,
    type: issueTypeShape(call, repository, issue),
    sub_issues_summary: {
      total: subIssues.length,
      completed,
      percent_completed: subIssues.length === 0 ? 0 : Math.floor((100 * completed) / subIssues.length),
    },
    issue_dependencies_summary: {
      blocked_by: blockers.filter(({ state }) => state === 'open').length,
      total_blocked_by: blockers.length,
      blocking: blocking.filter(({ state }) => state === 'open').length,
      total_blocking: blocking.length,
    },
  }
}

function issueTypeShape(call: RestCall, repository: Repository, issue: Issue): Record<string, unknown> | null {
  const owner = call.view.account(repository.ownerId)
  const type = owner?.kind === 'Organization' && issue.type !== null ? owner.issueTypes.get(issue.type) : undefined
  if (type === undefined) return null
  return { id: type.id, node_id: type.nodeId, name: type.name, description: type.description, is_enabled: true }
}

/** A pull request as lists show it; `pulls/{n}` adds the counts and mergeability. */
export function pullShape(call: RestCall, pull: PullRequest): Record<string, unknown> {
  const { view } = call
  const repository = view.repositoryOf(pull)
  const head = view.repository(pull.headRepositoryId)
  const url = `${repositoryUrl(call, repository)}/pulls/${pull.number}`
  const headOwner = view.state.repositories.get(pull.headRepositoryId ?? -1)?.ownerId
  return {
    ...threadShape(call, repository, pull),
    url,
    html_url: `${repositoryPage(call, repository)}/pull/${pull.number}`,
    issue_url: `${repositoryUrl(call, repository)}/issues/${pull.number}`,
    draft: pull.draft,
    merged_at: iso(pull.mergedAt),
    merge_commit_sha: pull.mergeCommitOid,
    requested_reviewers: [...pull.requestedReviewerIds].map((id) => accountShape(call, id)),
    head: {
      ref: pull.headRefName,
      sha: view.headOid(pull),
      label: `${headOwner === undefined ? 'unknown' : (view.account(headOwner)?.login ?? 'ghost')}:${pull.headRefName}`,
      user: headOwner === undefined ? null : accountShape(call, headOwner),
      repo: head === undefined ? null : repositoryShape(call, head),
    },
    base: {
      ref: pull.baseRefName,
      sha: pull.baseRefOid,
      label: `${view.account(repository.ownerId)?.login}:${pull.baseRefName}`,
      user: accountShape(call, repository.ownerId),
      repo: repositoryShape(call, repository),
    },
    auto_merge: autoMergeShape(call, pull),
    _links: {
      self: { href: url },
      html: { href: `${repositoryPage(call, repository)}/pull/${pull.number}` },
      issue: { href: `${repositoryUrl(call, repository)}/issues/${pull.number}` },
      comments: { href: `${repositoryUrl(call, repository)}/issues/${pull.number}/comments` },
      commits: { href: `${url}/commits` },
      statuses: { href: `${repositoryUrl(call, repository)}/statuses/${view.headOid(pull)}` },
    },
  }
}

function autoMergeShape(call: RestCall, { autoMergeRequest }: PullRequest): Record<string, unknown> | null {
  if (autoMergeRequest === null) return null
  return {
    enabled_by: accountShape(call, autoMergeRequest.enabledById),
    merge_method: autoMergeRequest.mergeMethod,
    commit_title: autoMergeRequest.commitHeadline,
    commit_message: autoMergeRequest.commitBody,
  }
}

export function wholePullShape(call: RestCall, pull: PullRequest): Record<string, unknown> {
  const files = call.view.files(pull)
  const verdict = mergeable(call.view, pull)
  return {
    ...pullShape(call, pull),
    merged: pullState(pull) === 'MERGED',
    merged_by: pull.mergedById === null ? null : accountShape(call, pull.mergedById),
    mergeable: verdict === 'UNKNOWN' ? null : verdict === 'MERGEABLE',
    mergeable_state: verdict === 'CONFLICTING' ? 'dirty' : verdict === 'MERGEABLE' ? 'clean' : 'unknown',
    maintainer_can_modify: pull.maintainerCanModify,
    comments: pull.commentIds.length,
    review_comments: 0,
    commits: call.view.commitOids(pull).length,
    additions: files.reduce((sum, file) => sum + file.additions, 0),
    deletions: files.reduce((sum, file) => sum + file.deletions, 0),
    changed_files: files.length,
  }
}

export function commentShape(call: RestCall, comment: IssueComment): Record<string, unknown> {
  const { view } = call
  const repository = view.repositoryOf(comment)
  const { kind, id } = comment.thread
  const thread = kind === 'pull' ? view.state.pulls.get(id) : view.state.issues.get(id)
  const number = thread?.number
  const app = comment.performedViaAppId === null ? undefined : view.state.apps.get(comment.performedViaAppId)
  return {
    id: comment.id,
    node_id: comment.nodeId,
    url: `${repositoryUrl(call, repository)}/issues/comments/${comment.id}`,
    html_url: `${repositoryPage(call, repository)}/${kind === 'pull' ? 'pull' : 'issues'}/${number}#issuecomment-${comment.id}`,
    issue_url: `${repositoryUrl(call, repository)}/issues/${number}`,
    body: comment.body,
    user: accountShape(call, comment.authorId),
    author_association: authorAssociation(view.state, repository, comment.authorId),
    created_at: iso(comment.createdAt),
    updated_at: iso(comment.updatedAt),
    performed_via_github_app: app === undefined ? null : appShape(call, app),
    reactions: reactionSummary(comment),
  }
}

const REACTIONS = ['+1', '-1', 'laugh', 'hooray', 'confused', 'heart', 'rocket', 'eyes'] as const

function reactionSummary({ reactions }: IssueComment): Record<string, unknown> {
  const counts = REACTIONS.map((content) => [content, reactions.filter((one) => one.content === content).length])
  return { total_count: reactions.length, ...Object.fromEntries(counts) }
}

export function reviewShape(call: RestCall, review: Review): Record<string, unknown> {
  return {
    id: review.id,
    node_id: review.nodeId,
    user: accountShape(call, review.authorId),
    body: review.body,
    state: review.state,
    commit_id: review.commitOid,
    submitted_at: iso(review.submittedAt),
    author_association: authorAssociation(call.view.state, call.view.repositoryOf(review), review.authorId),
  }
}
