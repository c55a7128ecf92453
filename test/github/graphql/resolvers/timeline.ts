import type { Issue, Label, PullRequest, Repository, TimelineEvent } from '../../world/model.ts'
import { connect, type PageArguments } from '../connection.ts'
import { type Fields, type GraphqlContext, iso, refuseArguments } from '../context.ts'
import {
  accountSource,
  type CommentSource,
  commitSource,
  type EventSource,
  type PullCommitSource,
  type ReviewSource,
} from '../sources.ts'
import { issueSource } from './issues.ts'
import { refSource, repositorySource } from './repository.ts'
import { threadSource } from './threads.ts'

/** The GraphQL type of each kind of event. Kinds that the published schema lacks are absent and never listed. */
const EVENT_TYPES: Partial<Record<TimelineEvent['kind'], string>> = {
  closed: 'ClosedEvent',
  reopened: 'ReopenedEvent',
  labeled: 'LabeledEvent',
  unlabeled: 'UnlabeledEvent',
  milestoned: 'MilestonedEvent',
  demilestoned: 'DemilestonedEvent',
  assigned: 'AssignedEvent',
  unassigned: 'UnassignedEvent',
  renamed: 'RenamedTitleEvent',
  commented: 'IssueComment',
  reviewed: 'PullRequestReview',
  cross_referenced: 'CrossReferencedEvent',
  referenced: 'ReferencedEvent',
  connected: 'ConnectedEvent',
  disconnected: 'DisconnectedEvent',
  head_ref_force_pushed: 'HeadRefForcePushedEvent',
  head_ref_deleted: 'HeadRefDeletedEvent',
  base_ref_changed: 'BaseRefChangedEvent',
  convert_to_draft: 'ConvertToDraftEvent',
  ready_for_review: 'ReadyForReviewEvent',
  merged: 'MergedEvent',
  auto_merge_enabled: 'AutoMergeEnabledEvent',
  auto_merge_disabled: 'AutoMergeDisabledEvent',
  added_to_merge_queue: 'AddedToMergeQueueEvent',
  removed_from_merge_queue: 'RemovedFromMergeQueueEvent',
  transferred: 'TransferredEvent',
  sub_issue_added: 'SubIssueAddedEvent',
  sub_issue_removed: 'SubIssueRemovedEvent',
  parent_issue_added: 'ParentIssueAddedEvent',
  parent_issue_removed: 'ParentIssueRemovedEvent',
}

interface Item {
  type: string
  at: number
  order: number
  source: unknown
}

/** A page of `timelineItems`: a pull request's commits come first, then events as they happened. */
export function timelinePage(
  thread: Issue | PullRequest,
  args: PageArguments & { itemTypes?: readonly string[] | null; since?: string | null; skip?: number | null },
  context: GraphqlContext,
) {
  refuseArguments(context, 'timelineItems', args, ['skip'])
  const since = args.since ? Date.parse(args.since) : Number.NEGATIVE_INFINITY
  const wanted = args.itemTypes?.map(typeOfItem)
  const items = itemsOf(thread, context)
    .filter(({ type, at }) => (wanted === undefined || wanted.includes(type)) && at >= since)
    .map((item, order) => ({ ...item, order }))
  const keep = context.view.conditions.truncate.get('timelineItems')
  const page = connect({ items, key: ({ at, order }) => [at, order] }, args, ({ source }) => source, keep)
  return { ...page, filteredCount: items.length, pageCount: page.nodes.length, updatedAt: iso(thread.updatedAt) }
}

/** `HEAD_REF_FORCE_PUSHED_EVENT` is the type `HeadRefForcePushedEvent`. */
function typeOfItem(itemType: string): string {
  return itemType
    .toLowerCase()
    .split('_')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')
}

function itemsOf(thread: Issue | PullRequest, context: GraphqlContext): Item[] {
  const items: Item[] = []
  if (thread.kind === 'pull') {
    for (const oid of context.view.commitOids(thread)) {
      const source: PullCommitSource = { __typename: 'PullRequestCommit', pull: thread, oid }
      items.push({ type: 'PullRequestCommit', at: thread.createdAt, order: 0, source })
    }
  }
  for (const event of thread.timeline) {
    const type = EVENT_TYPES[event.kind]
    const source = type === undefined ? null : eventSource(type, event, thread, context)
    if (type !== undefined && source !== null) items.push({ type, at: event.at, order: 0, source })
  }
  return items.sort((a, b) => a.at - b.at)
}

function eventSource(
  type: string,
  event: TimelineEvent,
  thread: Issue | PullRequest,
  { view }: GraphqlContext,
): EventSource | CommentSource | ReviewSource | null {
  if (event.kind === 'commented') {
    const comment = view.state.comments.get(event.commentId)
    return comment === undefined || comment.deleted ? null : { __typename: 'IssueComment', comment }
  }
  if (event.kind === 'reviewed') {
    const review = view.state.reviews.get(event.reviewId)
    return review === undefined ? null : { __typename: 'PullRequestReview', review }
  }
  if (event.kind === 'cross_referenced' && !readable(event.sourceId, view)) return null
  return { __typename: type, event, thread }
}

function threadById(id: number, view: GraphqlContext['view']): Issue | PullRequest | undefined {
  return view.state.pulls.get(id) ?? view.state.issues.get(id)
}

function readable(id: number, view: GraphqlContext['view']): boolean {
  const thread = threadById(id, view)
  if (thread === undefined) return false
  return view.permits(view.repositoryOf(thread), thread.kind === 'issue' ? 'issues' : 'pull_requests')
}

/** @throws when the event is of another kind, which its GraphQL type rules out. */
function of<Kind extends TimelineEvent['kind']>({ event }: EventSource, ...kinds: Kind[]) {
  if (!kinds.some((kind) => kind === event.kind)) throw new Error(`no ${kinds.join(' or ')} event: ${event.kind}`)
  return event as TimelineEvent & { readonly kind: Kind }
}

const eventFields: Fields<EventSource> = {
  id: ({ __typename, event }) => `${__typename}_${event.id}`,
  createdAt: ({ event }) => iso(event.at),
  actor: ({ event }, _args, { view }) => accountSource(view.account(event.actorId)),
  pullRequest: ({ thread }) => threadSource(thread),
}

function subject(id: number, { view }: GraphqlContext): unknown {
  const thread = threadById(id, view)
  return thread === undefined ? null : threadSource(thread)
}

function labelSource(
  repository: Repository,
  name: string,
): { __typename: 'Label'; repository: Repository; label: Label } {
  const label = repository.labels.get(name.toLowerCase())
  return {
    __typename: 'Label',
    repository,
    label: label ?? { id: 0, nodeId: 'LA_deleted', name, color: 'ededed', description: null },
  }
}

const labelEvent: Fields<EventSource> = {
  ...eventFields,
  label: (source, _args, { view }) =>
    labelSource(view.repositoryOf(source.thread), of(source, 'labeled', 'unlabeled').label),
  labelable: ({ thread }) => threadSource(thread),
}

const milestoneEvent: Fields<EventSource> = {
  ...eventFields,
  milestoneTitle: (source) => of(source, 'milestoned', 'demilestoned').milestone,
  subject: ({ thread }) => threadSource(thread),
}

const assigneeEvent: Fields<EventSource> = {
  ...eventFields,
  assignee: (source, _args, { view }) => accountSource(view.account(of(source, 'assigned', 'unassigned').assigneeId)),
  assignable: ({ thread }) => threadSource(thread),
}

const connectionEvent: Fields<EventSource> = {
  ...eventFields,
  source: ({ thread }) => threadSource(thread),
  subject: (source, _args, context) => subject(of(source, 'connected', 'disconnected').subjectId, context),
  isCrossRepository: (source, _args, { view }) =>
    threadById(of(source, 'connected', 'disconnected').subjectId, view)?.repositoryId !== source.thread.repositoryId,
}

const autoMergeEvent: Fields<EventSource> = eventFields

const relationEvent: Fields<EventSource> = {
  ...eventFields,
  subIssue: (source, _args, context) =>
    issueSource(context, context.view.state.issues.get(of(source, 'sub_issue_added', 'sub_issue_removed').issueId)),
  parent: (source, _args, context) =>
    issueSource(
      context,
      context.view.state.issues.get(of(source, 'parent_issue_added', 'parent_issue_removed').issueId),
    ),
}

/** The fields of every event type, by type name. */
export const events: Record<string, Fields<EventSource>> = {
  ClosedEvent: {
    ...eventFields,
    stateReason: (source) => of(source, 'closed').stateReason?.toUpperCase() ?? null,
    closable: ({ thread }) => threadSource(thread),
    closer: (source, _args, context) => {
      const { view } = context
      const { closer } = of(source, 'closed')
      if (closer === null) return null
      if (closer.kind === 'pull') return readable(closer.id, view) ? subject(closer.id, context) : null
      const repository = view.repository(closer.repositoryId)
      return repository === undefined ? null : commitSource(repository, closer.oid)
    },
  },
  ReopenedEvent: { ...eventFields, closable: ({ thread }) => threadSource(thread), stateReason: () => null },
  LabeledEvent: labelEvent,
  UnlabeledEvent: labelEvent,
  MilestonedEvent: milestoneEvent,
  DemilestonedEvent: milestoneEvent,
  AssignedEvent: assigneeEvent,
  UnassignedEvent: assigneeEvent,
  RenamedTitleEvent: {
    ...eventFields,
    previousTitle: (source) => of(source, 'renamed').from,
    currentTitle: (source) => of(source, 'renamed').to,
    subject: ({ thread }) => threadSource(thread),
  },
  CrossReferencedEvent: {
    ...eventFields,
    referencedAt: ({ event }) => iso(event.at),
    willCloseTarget: (source) => of(source, 'cross_referenced').willCloseTarget,
    source: (source, _args, context) => subject(of(source, 'cross_referenced').sourceId, context),
    target: ({ thread }) => threadSource(thread),
    isCrossRepository: (source, _args, { view }) =>
      threadById(of(source, 'cross_referenced').sourceId, view)?.repositoryId !== source.thread.repositoryId,
  },
  ReferencedEvent: {
    ...eventFields,
    commit: (source, _args, { view }) => {
      const { repositoryId, commitOid } = of(source, 'referenced')
      const repository = view.repository(repositoryId)
      return repository === undefined ? null : commitSource(repository, commitOid)
    },
    commitRepository: (source, _args, { view }) =>
      repositorySource(view.repository(of(source, 'referenced').repositoryId)),
    isCrossRepository: (source) => of(source, 'referenced').repositoryId !== source.thread.repositoryId,
    isDirectReference: () => false,
    subject: ({ thread }) => threadSource(thread),
  },
  ConnectedEvent: connectionEvent,
  DisconnectedEvent: connectionEvent,
  HeadRefForcePushedEvent: {
    ...eventFields,
    beforeCommit: (source, _args, { view }) =>
      commitSource(view.repositoryOf(source.thread), of(source, 'head_ref_force_pushed').beforeOid),
    afterCommit: (source, _args, { view }) =>
      commitSource(view.repositoryOf(source.thread), of(source, 'head_ref_force_pushed').afterOid),
    ref: ({ thread }, _args, { view }) => {
      const repository = thread.kind === 'pull' ? view.repository(thread.headRepositoryId) : undefined
      return thread.kind === 'pull' && repository !== undefined
        ? refSource(repository, `refs/heads/${thread.headRefName}`)
        : null
    },
  },
  HeadRefDeletedEvent: {
    ...eventFields,
    headRefName: (source) => of(source, 'head_ref_deleted').headRefName,
    headRef: () => null,
  },
  BaseRefChangedEvent: {
    ...eventFields,
    previousRefName: (source) => of(source, 'base_ref_changed').previousRefName,
    currentRefName: (source) => of(source, 'base_ref_changed').currentRefName,
  },
  ConvertToDraftEvent: eventFields,
  ReadyForReviewEvent: eventFields,
  MergedEvent: {
    ...eventFields,
    commit: (source, _args, { view }) => commitSource(view.repositoryOf(source.thread), of(source, 'merged').commitOid),
    mergeRefName: (source) => of(source, 'merged').refName,
    mergeRef: (source, _args, { view }) =>
      refSource(view.repositoryOf(source.thread), `refs/heads/${of(source, 'merged').refName}`),
  },
  AutoMergeEnabledEvent: autoMergeEvent,
  AutoMergeDisabledEvent: autoMergeEvent,
  AddedToMergeQueueEvent: eventFields,
  RemovedFromMergeQueueEvent: { ...eventFields, reason: (source) => of(source, 'removed_from_merge_queue').reason },
  TransferredEvent: {
    ...eventFields,
    issue: ({ thread }) => threadSource(thread),
    fromRepository: (source, _args, { view }) =>
      repositorySource(view.repository(of(source, 'transferred').fromRepositoryId)),
  },
  SubIssueAddedEvent: relationEvent,
  SubIssueRemovedEvent: relationEvent,
  ParentIssueAddedEvent: relationEvent,
  ParentIssueRemovedEvent: relationEvent,
}
