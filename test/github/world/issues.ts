import { issuePayload, issueTypePayload } from '../webhooks/payloads/issue.ts'
import { repositoryPayload } from '../webhooks/payloads/repository.ts'
import { ownerOf, repositoryOf } from './lookups.ts'
import type { Actor, Closer, Issue, IssueStateReason, Repository } from './model.ts'
import type { World } from './world.ts'

export interface NewIssue {
  readonly title?: string
  readonly body?: string
  readonly labels?: readonly string[]
  readonly milestone?: string
  readonly type?: string
  readonly parent?: Issue
}

export class Issues {
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  /** Opens an issue. Sends `issues.opened`, and an event for each label, milestone, type and parent given. */
  open(actor: Actor, repository: Repository, issue: NewIssue = {}): Issue {
    const opened = this.#add(actor, repository, issue.title ?? 'An issue', issue.body ?? '')
    this.#world.threads.emit('opened', actor, opened)
    for (const label of issue.labels ?? []) this.#world.threads.label(actor, opened, label)
    if (issue.milestone !== undefined) this.#world.threads.setMilestone(actor, opened, issue.milestone)
    if (issue.type !== undefined) this.setType(actor, opened, issue.type)
    if (issue.parent) this.addSubIssue(actor, issue.parent, opened)
    return opened
  }

  /** Sends `issues.edited` with `changes` when something changed. */
  edit(actor: Actor, issue: Issue, edit: { title?: string; body?: string }): void {
    const changes = this.#world.threads.editText(actor, issue, edit)
    if (Object.keys(changes).length > 0) this.#world.threads.emit('edited', actor, issue, () => ({ changes }))
  }

  /** Closes; a closed issue stays as it is. Sends `issues.closed`. */
  close(actor: Actor, issue: Issue, reason: IssueStateReason = 'completed', closer: Closer | null = null): void {
    if (issue.state === 'closed') return
    issue.state = 'closed'
    issue.stateReason = reason
    issue.closedAt = this.#world.now()
    issue.closedById = actor.id
    this.#world.threads.record(issue, actor.id, { kind: 'closed', stateReason: reason, closer })
    this.#world.threads.emit('closed', actor, issue)
  }

  /** Sends `issues.reopened`. */
  reopen(actor: Actor, issue: Issue): void {
    if (issue.state === 'open') return
    issue.state = 'open'
    issue.stateReason = 'reopened'
    issue.closedAt = null
    issue.closedById = null
    this.#world.threads.record(issue, actor.id, { kind: 'reopened' })
    this.#world.threads.emit('reopened', actor, issue)
  }

  /** Sets or clears the type. Sends `typed` / `untyped`. @throws when the owner has no such type */
  setType(actor: Actor, issue: Issue, name: string | null): void {
    const owner = ownerOf(this.#world.state, repositoryOf(this.#world.state, issue))
    const types = owner.kind === 'Organization' ? owner.issueTypes : new Map<string, never>()
    const before = issue.type === null ? undefined : types.get(issue.type)
    const after = name === null ? undefined : types.get(name)
    if (name !== null && !after) throw new Error(`${owner.login} has no issue type ${name}`)
    issue.type = name
    if (before && !after) {
      this.#world.threads.record(issue, actor.id, { kind: 'issue_type_removed', type: before.name })
      this.#world.threads.emit('untyped', actor, issue, () => ({ type: issueTypePayload(before) }))
    }
    if (!after) return
    this.#world.threads.record(issue, actor.id, {
      kind: before ? 'issue_type_changed' : 'issue_type_added',
      type: after.name,
    })
    this.#world.threads.emit('typed', actor, issue, () => ({ type: issueTypePayload(after) }))
  }

  /** Moves an issue; the old number redirects. Sends `issues.transferred` from the old place and `issues.opened` in the new. */
  transfer(actor: Actor, issue: Issue, to: Repository): Issue {
    const from = repositoryOf(this.#world.state, issue)
    const moved = this.#add(actor, to, issue.title, issue.body)
    moved.state = issue.state
    moved.stateReason = issue.stateReason
    moved.closedAt = issue.closedAt
    for (const label of issue.labels) if (to.labels.has(label)) moved.labels.add(label)
    for (const id of issue.subIssueIds) this.#adopt(moved, id)
    this.#world.threads.record(moved, actor.id, { kind: 'transferred', fromRepositoryId: from.id })
    issue.transferredToId = moved.id
    this.#world.threads.emit('transferred', actor, issue, () => ({
      changes: { new_issue: issuePayload(this.#world, moved), new_repository: repositoryPayload(this.#world, to) },
    }))
    this.#world.threads.emit('opened', actor, moved, () => ({
      changes: { old_issue: issuePayload(this.#world, issue), old_repository: repositoryPayload(this.#world, from) },
    }))
    return moved
  }

  /** Deletes for good: reading the number answers 410. Sends `issues.deleted`. */
  delete(actor: Actor, issue: Issue): void {
    issue.deleted = true
    this.#world.threads.emit('deleted', actor, issue)
  }

  /** Sends `sub_issues.sub_issue_added` (parent's repository) and `parent_issue_added` (child's). */
  addSubIssue(actor: Actor, parent: Issue, child: Issue): void {
    if (child.parentId !== null) throw new Error(`#${child.number} has a parent`)
    parent.subIssueIds.push(child.id)
    child.parentId = parent.id
    this.#world.threads.record(parent, actor.id, { kind: 'sub_issue_added', issueId: child.id })
    this.#world.threads.record(child, actor.id, { kind: 'parent_issue_added', issueId: parent.id })
    this.#emitSubIssue(actor, parent, child, 'added')
  }

  removeSubIssue(actor: Actor, parent: Issue, child: Issue): void {
    const at = parent.subIssueIds.indexOf(child.id)
    if (at < 0) return
    parent.subIssueIds.splice(at, 1)
    child.parentId = null
    this.#world.threads.record(parent, actor.id, { kind: 'sub_issue_removed', issueId: child.id })
    this.#world.threads.record(child, actor.id, { kind: 'parent_issue_removed', issueId: parent.id })
    this.#emitSubIssue(actor, parent, child, 'removed')
  }

  /** `issue` waits for `blocking`. Sends `issue_dependencies.blocked_by_added` and `blocking_added`. */
  addBlockedBy(actor: Actor, issue: Issue, blocking: Issue): void {
    issue.blockedByIds.add(blocking.id)
    blocking.blockingIds.add(issue.id)
    this.#world.threads.record(issue, actor.id, { kind: 'blocked_by_added', issueId: blocking.id })
    this.#world.threads.record(blocking, actor.id, { kind: 'blocking_added', issueId: issue.id })
    this.#emitDependency(actor, issue, blocking, 'added')
  }

  removeBlockedBy(actor: Actor, issue: Issue, blocking: Issue): void {
    if (!issue.blockedByIds.delete(blocking.id)) return
    blocking.blockingIds.delete(issue.id)
    this.#world.threads.record(issue, actor.id, { kind: 'blocked_by_removed', issueId: blocking.id })
    this.#world.threads.record(blocking, actor.id, { kind: 'blocking_removed', issueId: issue.id })
    this.#emitDependency(actor, issue, blocking, 'removed')
  }

  #add(actor: Actor, repository: Repository, title: string, body: string): Issue {
    const issue: Issue = {
      ...this.#world.threads.start('issue', actor, repository, title, body),
      kind: 'issue',
      state: 'open',
      stateReason: null,
      type: null,
      parentId: null,
      subIssueIds: [],
      blockedByIds: new Set(),
      blockingIds: new Set(),
      transferredToId: null,
      deleted: false,
    }
    this.#world.state.issues.set(issue.id, issue)
    return issue
  }

  #adopt(parent: Issue, childId: number): void {
    const child = this.#world.state.issues.get(childId)
    if (!child) return
    child.parentId = parent.id
    parent.subIssueIds.push(childId)
  }

  #emitSubIssue(actor: Actor, parent: Issue, child: Issue, what: 'added' | 'removed'): void {
    const world = this.#world
    const [parentRepository, childRepository] = [repositoryOf(world.state, parent), repositoryOf(world.state, child)]
    const both = () => ({
      sub_issue_id: child.id,
      sub_issue: issuePayload(world, child),
      parent_issue_id: parent.id,
      parent_issue: issuePayload(world, parent),
    })
    world.webhooks.emit('sub_issues', `sub_issue_${what}`, parentRepository, actor, () => ({
      ...both(),
      sub_issue_repo: repositoryPayload(world, childRepository),
    }))
    world.webhooks.emit('sub_issues', `parent_issue_${what}`, childRepository, actor, () => ({
      ...both(),
      parent_issue_repo: repositoryPayload(world, parentRepository),
    }))
  }

  #emitDependency(actor: Actor, blocked: Issue, blocking: Issue, what: 'added' | 'removed'): void {
    const world = this.#world
    const [blockedRepository, blockingRepository] = [
      repositoryOf(world.state, blocked),
      repositoryOf(world.state, blocking),
    ]
    const both = () => ({
      blocked_issue_id: blocked.id,
      blocked_issue: issuePayload(world, blocked),
      blocking_issue_id: blocking.id,
      blocking_issue: issuePayload(world, blocking),
    })
    world.webhooks.emit('issue_dependencies', `blocked_by_${what}`, blockedRepository, actor, () => ({
      ...both(),
      blocking_issue_repo: repositoryPayload(world, blockingRepository),
    }))
    world.webhooks.emit('issue_dependencies', `blocking_${what}`, blockingRepository, actor, () => ({
      ...both(),
      blocked_issue_repo: repositoryPayload(world, blockedRepository),
    }))
  }
}
