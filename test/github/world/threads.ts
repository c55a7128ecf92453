import { userPayload } from '../webhooks/payloads/account.ts'
import { issuePayload, labelPayload, milestonePayload } from '../webhooks/payloads/issue.ts'
import { pullRequestPayload } from '../webhooks/payloads/pull-request.ts'
import { existing, repositoryOf } from './lookups.ts'
import type { Actor, Id, Issue, Millis, PullRequest, Repository, Thread, TimelineEvent } from './model.ts'
import type { World } from './world.ts'

type WithoutBase<T> = T extends unknown ? Omit<T, 'id' | 'at' | 'actorId'> : never

/** What issues and pull requests do alike. */
export class Threads {
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  /** The fields of a new issue or pull request, with the next number of its repository. */
  start(kind: 'issue' | 'pull', actor: Actor, repository: Repository, title: string, body: string): Thread {
    const { id, nodeId } = this.#world.identify(kind === 'issue' ? 'Issue' : 'PullRequest')
    const now = this.#world.now()
    const number = repository.nextNumber
    repository.nextNumber += 1
    repository.numbers.set(number, { kind, id })
    return {
      id,
      nodeId,
      repositoryId: repository.id,
      number,
      title,
      body,
      authorId: actor.id,
      editorId: null,
      lastEditedAt: null,
      createdAt: now,
      updatedAt: now,
      closedAt: null,
      closedById: null,
      labels: new Set(),
      milestone: null,
      assigneeIds: new Set(),
      commentIds: [],
      locked: false,
      timeline: [],
    }
  }

  /** Adds a timeline event and touches the thread. */
  record(thread: Thread, actorId: Id | null, event: WithoutBase<TimelineEvent>): void {
    const at: Millis = this.#world.now()
    thread.timeline.push({ id: this.#world.nextId(), at, actorId, ...event } as TimelineEvent)
    // Connecting by hand does not touch `updated_at` (31, "No webhook exists for manual link").
    if (event.kind !== 'connected' && event.kind !== 'disconnected') thread.updatedAt = at
  }

  /** Sends `issues.<action>` or `pull_request.<action>`. */
  emit(
    action: string,
    actor: Actor,
    thread: Issue | PullRequest,
    more: () => Record<string, unknown> = () => ({}),
  ): void {
    const repository = repositoryOf(this.#world.state, thread)
    if (thread.kind === 'issue') {
      this.#world.webhooks.emit('issues', action, repository, actor, () => ({
        issue: issuePayload(this.#world, thread),
        ...more(),
      }))
      return
    }
    this.#world.webhooks.emit('pull_request', action, repository, actor, () => ({
      number: thread.number,
      pull_request: pullRequestPayload(this.#world, thread),
      ...more(),
    }))
  }

  /** Changes title and body. @returns GitHub's `changes` object, empty when nothing changed */
  editText(
    actor: Actor,
    thread: Issue | PullRequest,
    edit: { title?: string; body?: string },
  ): Record<string, unknown> {
    const changes: Record<string, unknown> = {}
    if (edit.title !== undefined && edit.title !== thread.title) {
      changes.title = { from: thread.title }
      this.record(thread, actor.id, { kind: 'renamed', from: thread.title, to: edit.title })
      thread.title = edit.title
    }
    if (edit.body !== undefined && edit.body !== thread.body) {
      changes.body = { from: thread.body }
      thread.body = edit.body
      thread.editorId = actor.id
      thread.lastEditedAt = this.#world.now()
      thread.updatedAt = thread.lastEditedAt
    }
    return changes
  }

  /** Adds a label, made if need be. Sends `labeled`; nothing when it has the label. */
  label(actor: Actor, thread: Issue | PullRequest, name: string): void {
    const label = this.#world.repositories.label(repositoryOf(this.#world.state, thread), name)
    const key = name.toLowerCase()
    if (thread.labels.has(key)) return
    thread.labels.add(key)
    this.record(thread, actor.id, { kind: 'labeled', label: label.name })
    this.emit('labeled', actor, thread, () => ({ label: labelPayload(this.#world, thread, label) }))
  }

  /** Removes a label. Sends `unlabeled`. */
  unlabel(actor: Actor, thread: Issue | PullRequest, name: string): void {
    const key = name.toLowerCase()
    if (!thread.labels.delete(key)) return
    const label = existing(repositoryOf(this.#world.state, thread).labels, key, 'label')
    this.record(thread, actor.id, { kind: 'unlabeled', label: label.name })
    this.emit('unlabeled', actor, thread, () => ({ label: labelPayload(this.#world, thread, label) }))
  }

  /** Sets (made if need be) or clears the milestone. Sends `milestoned` / `demilestoned`. */
  setMilestone(actor: Actor, thread: Issue | PullRequest, title: string | null): void {
    const repository = repositoryOf(this.#world.state, thread)
    if (thread.milestone !== null) {
      const before = existing(repository.milestones, thread.milestone, 'milestone')
      thread.milestone = null
      this.record(thread, actor.id, { kind: 'demilestoned', milestone: before.title })
      this.emit('demilestoned', actor, thread, () => ({ milestone: milestonePayload(this.#world, repository, before) }))
    }
    if (title === null) return
    const milestone = this.#world.repositories.milestone(repository, title)
    thread.milestone = milestone.number
    this.record(thread, actor.id, { kind: 'milestoned', milestone: title })
    this.emit('milestoned', actor, thread, () => ({ milestone: milestonePayload(this.#world, repository, milestone) }))
  }

  assign(actor: Actor, thread: Issue | PullRequest, assignee: Actor): void {
    if (thread.assigneeIds.has(assignee.id)) return
    thread.assigneeIds.add(assignee.id)
    this.record(thread, actor.id, { kind: 'assigned', assigneeId: assignee.id })
    this.emit('assigned', actor, thread, () => ({ assignee: userPayload(assignee) }))
  }

  unassign(actor: Actor, thread: Issue | PullRequest, assignee: Actor): void {
    if (!thread.assigneeIds.delete(assignee.id)) return
    this.record(thread, actor.id, { kind: 'unassigned', assigneeId: assignee.id })
    this.emit('unassigned', actor, thread, () => ({ assignee: userPayload(assignee) }))
  }
}
