import { iso } from '../../graphql/context.ts'
import type {
  Issue,
  IssueComment,
  IssueStateReason,
  PullRequest,
  ReactionContent,
  Repository,
  TimelineEvent,
} from '../../world/model.ts'
import { notAccessible, notFound, RestError, unprocessable } from '../errors.ts'
import { page } from '../pagination.ts'
import { actorOf, appOf, numberOf, ok, Redirect, type RestCall, type Routes, repositoryOfPath } from '../route.ts'
import { accountShape } from '../shapes/accounts.ts'
import { repositoryUrl } from '../shapes/repositories.ts'
import { commentShape, issueShape } from '../shapes/threads.ts'

/** The longest comment, in characters. */
const LONGEST_BODY = 65_536

/** Issues and pull requests are asked for by one path, and each by its own permission; either will do for comments. */
function threadOfPath(call: RestCall, level: 'read' | 'write' = 'read', either = true): Issue | PullRequest {
  const repository = repositoryOfPath(call, 'metadata')
  const number = numberOf(call, 'issue_number')
  const isPull = repository.numbers.get(number)?.kind === 'pull'
  demand(call, repository, isPull && either ? ['pull_requests', 'issues'] : ['issues'], level)
  const pull = call.view.pull(repository, number)
  if (pull !== undefined) return pull
  const issue = call.view.issue(repository, number)
  if (issue === undefined) throw notFound()
  return inPlace(call, issue)
}

function demand(call: RestCall, repository: Repository, permissions: readonly string[], level: 'read' | 'write'): void {
  if (!permissions.some((permission) => call.view.permits(repository, permission, level))) throw notAccessible()
}

/** @throws Redirect when it was transferred, RestError 410 when deleted */
function inPlace(call: RestCall, issue: Issue): Issue {
  if (issue.deleted) throw new RestError(410, 'This issue was deleted')
  if (issue.transferredToId === null) return issue
  const target = call.view.state.issues.get(issue.transferredToId)
  if (target === undefined) throw notFound()
  const repository = call.view.repositoryOf(target)
  if (!call.view.sees(repository)) throw notFound()
  throw new Redirect(`${repositoryUrl(call, repository)}/issues/${target.number}`)
}

function issueOfPath(call: RestCall): Issue {
  const thread = threadOfPath(call, 'read', false)
  if (thread.kind !== 'issue') throw notFound()
  return thread
}

export const issueRoutes: Routes = {
  'issues/get': (call) => ok(issueShape(call, threadOfPath(call))),
  'issues/update': (call) => {
    const thread = threadOfPath(call, 'write')
    edit(call, thread)
    return ok(issueShape(call, thread))
  },
  'issues/list-sub-issues': (call) => {
    const issue = issueOfPath(call)
    return page(call, call.view.readableIssues(issue.subIssueIds), (one) => issueShape(call, one))
  },
  'issues/list-dependencies-blocked-by': (call) => {
    const issue = issueOfPath(call)
    return page(call, call.view.readableIssues(issue.blockedByIds), (one) => issueShape(call, one))
  },
  'issues/list-events-for-timeline': (call) => {
    const thread = threadOfPath(call)
    return page(call, thread.timeline, (event) => eventShape(call, thread, event))
  },
}

function edit(call: RestCall, thread: Issue | PullRequest): void {
  const actor = actorOf(call)
  const {
    title,
    body,
    state,
    state_reason: reason,
    labels,
  } = call.body as {
    title?: string
    body?: string | null
    state?: 'open' | 'closed'
    state_reason?: IssueStateReason | null
    labels?: (string | { name: string })[]
  }
  const change = {
    ...(title === undefined ? {} : { title: String(title) }),
    ...(body === undefined ? {} : { body: body ?? '' }),
  }
  const { world } = call
  if (thread.kind === 'issue') {
    if (Object.keys(change).length > 0) world.issues.edit(actor, thread, change)
    if (state === 'closed' && thread.state === 'open') world.issues.close(actor, thread, reason ?? 'completed')
    if (state === 'open' && thread.state === 'closed') world.issues.reopen(actor, thread)
  } else {
    if (Object.keys(change).length > 0) world.pulls.edit(actor, thread, change)
    if (state === 'closed' && thread.state === 'open') world.pulls.close(actor, thread)
    if (state === 'open' && thread.state === 'closed') world.pulls.reopen(actor, thread)
  }
  if (labels !== undefined) setLabels(call, thread, labels)
}

function setLabels(call: RestCall, thread: Issue | PullRequest, labels: readonly (string | { name: string })[]): void {
  const names = labels.map((label) => (typeof label === 'string' ? label : label.name))
  const wanted = new Set(names.map((name) => name.toLowerCase()))
  for (const name of [...thread.labels]) if (!wanted.has(name)) call.world.threads.unlabel(actorOf(call), thread, name)
  for (const name of names) {
    if (!thread.labels.has(name.toLowerCase())) call.world.threads.label(actorOf(call), thread, name)
  }
}

/** An entry of the timeline; `event` is the kind's own word, the rest what the kind carries. */
function eventShape(call: RestCall, thread: Issue | PullRequest, event: TimelineEvent): Record<string, unknown> {
  const { view } = call
  const base = {
    id: event.id,
    event: event.kind.replace('cross_referenced', 'cross-referenced'),
    actor: event.actorId === null ? null : accountShape(call, event.actorId),
    created_at: iso(event.at),
    commit_id: null as string | null,
    commit_url: null as string | null,
  }
  switch (event.kind) {
    case 'closed': {
      const oid = event.closer?.kind === 'commit' ? event.closer.oid : null
      return { ...base, commit_id: oid, state_reason: event.stateReason }
    }
    case 'merged':
    case 'referenced':
      return { ...base, commit_id: event.commitOid }
    case 'head_ref_force_pushed':
      return { ...base, commit_id: event.afterOid }
    case 'labeled':
    case 'unlabeled':
      return { ...base, label: { name: event.label } }
    case 'milestoned':
    case 'demilestoned':
      return { ...base, milestone: { title: event.milestone } }
    case 'renamed':
      return { ...base, rename: { from: event.from, to: event.to } }
    case 'cross_referenced': {
      const source = view.state.pulls.get(event.sourceId) ?? view.state.issues.get(event.sourceId)
      return { ...base, source: { type: 'issue', issue: source === undefined ? null : issueShape(call, source) } }
    }
    case 'commented': {
      const comment = view.state.comments.get(event.commentId)
      return comment === undefined ? base : { ...base, ...commentShape(call, comment) }
    }
    default:
      return { ...base, repository_id: thread.repositoryId }
  }
}

// ---- comments and their reactions

function commentOfPath(call: RestCall, level: 'read' | 'write' = 'read'): IssueComment {
  const repository = repositoryOfPath(call, 'metadata')
  const comment = call.view.state.comments.get(numberOf(call, 'comment_id'))
  if (comment === undefined || comment.deleted || comment.repositoryId !== repository.id) throw notFound()
  demand(call, repository, comment.thread.kind === 'pull' ? ['pull_requests', 'issues'] : ['issues'], level)
  return comment
}

function bodyOf(call: RestCall): string {
  const body = String(call.body.body ?? '')
  if (body.trim() === '') {
    throw unprocessable('Validation Failed', [
      { resource: 'IssueComment', field: 'data', code: 'unprocessable', message: 'Body cannot be blank' },
    ])
  }
  if (body.length > LONGEST_BODY) {
    const message = `Body is too long (maximum is ${LONGEST_BODY} characters)`
    throw unprocessable('Validation Failed', [
      { resource: 'IssueComment', field: 'data', code: 'unprocessable', message },
    ])
  }
  return body
}

/** An app edits and deletes what it wrote; other people's words only where it may write issues. */
export const commentRoutes: Routes = {
  'issues/list-comments': (call) => {
    const thread = threadOfPath(call)
    const since = call.query.since === undefined ? 0 : Date.parse(call.query.since)
    const comments = thread.commentIds.flatMap((id) => {
      const comment = call.view.state.comments.get(id)
      return comment === undefined || comment.deleted || comment.updatedAt < since ? [] : [comment]
    })
    return page(call, comments, (comment) => commentShape(call, comment))
  },
  'issues/create-comment': (call) => {
    const thread = threadOfPath(call, 'write')
    const comment = call.world.comments.create(actorOf(call), thread, bodyOf(call))
    return { status: 201, body: commentShape(call, comment) }
  },
  'issues/get-comment': (call) => ok(commentShape(call, commentOfPath(call))),
  'issues/update-comment': (call) => {
    const comment = commentOfPath(call, 'write')
    call.world.comments.edit(actorOf(call), comment, bodyOf(call))
    return ok(commentShape(call, comment))
  },
  'issues/delete-comment': (call) => {
    call.world.comments.delete(actorOf(call), commentOfPath(call, 'write'))
    return { status: 204 }
  },
  'reactions/list-for-issue-comment': (call) => {
    const { reactions } = commentOfPath(call)
    const { content } = call.query
    const shown = reactions.filter((reaction) => content === undefined || reaction.content === content)
    return page(call, shown, (reaction) => reactionShape(call, reaction))
  },
  'reactions/create-for-issue-comment': (call) => {
    const comment = commentOfPath(call, 'write')
    const actor = actorOf(call)
    const content = call.body.content as ReactionContent
    const known = comment.reactions.find((reaction) => reaction.userId === actor.id && reaction.content === content)
    if (known !== undefined) return ok(reactionShape(call, known))
    return { status: 201, body: reactionShape(call, call.world.comments.react(actor, comment, content)) }
  },
  'reactions/delete-for-issue-comment': (call) => {
    const comment = commentOfPath(call, 'write')
    const id = numberOf(call, 'reaction_id')
    const reaction = comment.reactions.find((one) => one.id === id)
    if (reaction === undefined) throw notFound()
    if (appOf(call) !== null && reaction.userId !== actorOf(call).id) throw notAccessible()
    call.world.comments.unreact(comment, reaction)
    return { status: 204 }
  },
}

function reactionShape(call: RestCall, reaction: IssueComment['reactions'][number]): Record<string, unknown> {
  return {
    id: reaction.id,
    node_id: reaction.nodeId,
    user: accountShape(call, reaction.userId),
    content: reaction.content,
    created_at: iso(reaction.createdAt),
  }
}
