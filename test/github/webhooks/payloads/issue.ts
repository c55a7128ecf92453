import { existing, fullName, repositoryOf } from '../../world/lookups.ts'
import type {
  Issue,
  IssueComment,
  IssueType,
  Label,
  Milestone,
  PullRequest,
  Reaction,
  Repository,
} from '../../world/model.ts'
import type { World } from '../../world/world.ts'
import { userPayload } from './account.ts'
import { appPayload } from './app.ts'
import { associationOf } from './association.ts'
import { API, isoTime, isoTimeOrNull, WEB } from './urls.ts'

/** REST's `issue`. */
export function issuePayload(world: World, issue: Issue) {
  return {
    ...issueLikePayload(world, issue),
    type: typeOf(world, issue),
    sub_issues_summary: subIssuesSummary(world, issue),
    issue_dependencies_summary: dependenciesSummary(world, issue),
    ...(issue.parentId === null
      ? {}
      : { parent_issue_url: urlOf(world, existing(world.state.issues, issue.parentId, 'issue')) }),
  }
}

/** A pull request or an issue as the issues API shows it. */
export function issueLikePayload(world: World, thread: Issue | PullRequest) {
  const repository = repositoryOf(world.state, thread)
  const name = fullName(world.state, repository)
  const url = urlOf(world, thread)
  const path = thread.kind === 'issue' ? 'issues' : 'pull'
  const assignees = [...thread.assigneeIds].map((id) => userPayload(existing(world.state.accounts, id, 'account')))
  return {
    url,
    repository_url: `${API}/repos/${name}`,
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: `${WEB}/${name}/${path}/${thread.number}`,
    id: thread.id,
    node_id: thread.nodeId,
    number: thread.number,
    title: thread.title,
    user: userPayload(existing(world.state.accounts, thread.authorId, 'account')),
    labels: labelsOf(world, thread),
    state: thread.state,
    locked: thread.locked,
    assignee: assignees[0] ?? null,
    assignees,
    milestone: milestoneOf(world, repository, thread),
    comments: thread.commentIds.length,
    created_at: isoTime(thread.createdAt),
    updated_at: isoTime(thread.updatedAt),
    closed_at: isoTimeOrNull(thread.closedAt),
    author_association: associationOf(world, repository, thread.authorId),
    active_lock_reason: null,
    body: thread.body === '' ? null : thread.body,
    reactions: reactionsPayload(url, []),
    timeline_url: `${url}/timeline`,
    performed_via_github_app: null,
    state_reason: thread.kind === 'issue' ? thread.stateReason : null,
    ...(thread.kind === 'pull' ? { draft: thread.draft, pull_request: pullLinks(name, thread) } : {}),
  }
}

/** REST's `label`. */
export function labelPayload(world: World, thread: Issue | PullRequest, label: Label) {
  const name = fullName(world.state, repositoryOf(world.state, thread))
  return {
    id: label.id,
    node_id: label.nodeId,
    url: `${API}/repos/${name}/labels/${encodeURIComponent(label.name)}`,
    name: label.name,
    color: label.color,
    default: false,
    description: label.description,
  }
}

export function labelsOf(world: World, thread: Issue | PullRequest) {
  const repository = repositoryOf(world.state, thread)
  return [...thread.labels].map((key) => labelPayload(world, thread, existing(repository.labels, key, 'label')))
}

/** REST's `milestone`. */
export function milestonePayload(world: World, repository: Repository, milestone: Milestone) {
  const name = fullName(world.state, repository)
  const url = `${API}/repos/${name}/milestones/${milestone.number}`
  return {
    url,
    html_url: `${WEB}/${name}/milestone/${milestone.number}`,
    labels_url: `${url}/labels`,
    id: milestone.id,
    node_id: milestone.nodeId,
    number: milestone.number,
    title: milestone.title,
    description: null,
    creator: userPayload(existing(world.state.accounts, milestone.creatorId, 'account')),
    open_issues: 0,
    closed_issues: 0,
    state: milestone.state,
    created_at: isoTime(milestone.createdAt),
    updated_at: isoTime(milestone.updatedAt),
    due_on: null,
    closed_at: null,
  }
}

export function milestoneOf(world: World, repository: Repository, thread: Issue | PullRequest) {
  if (thread.milestone === null) return null
  return milestonePayload(world, repository, existing(repository.milestones, thread.milestone, 'milestone'))
}

/** REST's `issue-type`. */
export function issueTypePayload(type: IssueType) {
  return {
    id: type.id,
    node_id: type.nodeId,
    name: type.name,
    description: type.description,
    color: null,
    is_enabled: true,
  }
}

/** REST's `issue-comment`. */
export function commentPayload(world: World, comment: IssueComment) {
  const repository = repositoryOf(world.state, comment)
  const name = fullName(world.state, repository)
  const thread = world.comments.threadOf(comment)
  const url = `${API}/repos/${name}/issues/comments/${comment.id}`
  const path = thread.kind === 'issue' ? 'issues' : 'pull'
  const app = comment.performedViaAppId === null ? undefined : world.state.apps.get(comment.performedViaAppId)
  return {
    url,
    html_url: `${WEB}/${name}/${path}/${thread.number}#issuecomment-${comment.id}`,
    issue_url: urlOf(world, thread),
    id: comment.id,
    node_id: comment.nodeId,
    user: userPayload(existing(world.state.accounts, comment.authorId, 'account')),
    created_at: isoTime(comment.createdAt),
    updated_at: isoTime(comment.updatedAt),
    author_association: associationOf(world, repository, comment.authorId),
    body: comment.body,
    reactions: reactionsPayload(url, comment.reactions),
    performed_via_github_app: app ? appPayload(world, app) : null,
  }
}

function reactionsPayload(url: string, reactions: readonly Reaction[]) {
  const count = (content: string) => reactions.filter((reaction) => reaction.content === content).length
  return {
    url: `${url}/reactions`,
    total_count: reactions.length,
    '+1': count('+1'),
    '-1': count('-1'),
    laugh: count('laugh'),
    hooray: count('hooray'),
    confused: count('confused'),
    heart: count('heart'),
    rocket: count('rocket'),
    eyes: count('eyes'),
  }
}

function typeOf(world: World, issue: Issue) {
  const owner = existing(world.state.accounts, repositoryOf(world.state, issue).ownerId, 'account')
  const type = issue.type === null || owner.kind !== 'Organization' ? undefined : owner.issueTypes.get(issue.type)
  return type ? issueTypePayload(type) : null
}

function subIssuesSummary(world: World, issue: Issue) {
  const total = issue.subIssueIds.length
  const completed = closedAmong(world, issue.subIssueIds)
  return { total, completed, percent_completed: total === 0 ? 0 : Math.floor((completed * 100) / total) }
}

function dependenciesSummary(world: World, issue: Issue) {
  return {
    blocked_by: issue.blockedByIds.size - closedAmong(world, issue.blockedByIds),
    blocking: issue.blockingIds.size - closedAmong(world, issue.blockingIds),
    total_blocked_by: issue.blockedByIds.size,
    total_blocking: issue.blockingIds.size,
  }
}

function closedAmong(world: World, ids: Iterable<number>): number {
  return [...ids].filter((id) => world.state.issues.get(id)?.state === 'closed').length
}

function urlOf(world: World, thread: Issue | PullRequest): string {
  return `${API}/repos/${fullName(world.state, repositoryOf(world.state, thread))}/issues/${thread.number}`
}

function pullLinks(name: string, pull: PullRequest) {
  const html = `${WEB}/${name}/pull/${pull.number}`
  return {
    url: `${API}/repos/${name}/pulls/${pull.number}`,
    html_url: html,
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    merged_at: isoTimeOrNull(pull.mergedAt),
  }
}
