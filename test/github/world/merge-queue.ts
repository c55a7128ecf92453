import { mergeGroupPayload } from '../webhooks/payloads/merge-group.ts'
import { actorOf, existing, repositoryOf } from './lookups.ts'
import type { Actor, MergeMethod, MergeQueue, MergeQueueEntry, PullRequest, Repository } from './model.ts'
import type { World } from './world.ts'

/** Why an entry left the queue, in GitHub's words for `pull_request.dequeued`. */
export type DequeueReason = 'MERGE' | 'CI_FAILURE' | 'MERGE_CONFLICT' | 'MANUAL' | 'BRANCH_PROTECTIONS' | 'BASE_CHANGED'

/** Merge queues: one pull request a group, each group built on the one before. */
export class MergeQueues {
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  /** Turns the queue on for a branch. */
  enable(
    repository: Repository,
    branch = repository.defaultBranch,
    options: { method?: MergeMethod; maxEntriesToBuild?: number } = {},
  ): MergeQueue {
    const queue: MergeQueue = {
      ...this.#world.identify('MergeQueue'),
      repositoryId: repository.id,
      branch,
      mergeMethod: options.method ?? 'squash',
      maxEntriesToBuild: options.maxEntriesToBuild ?? 5,
      entries: [],
    }
    this.#world.state.mergeQueues.set(queue.id, queue)
    repository.mergeQueueByBranch.set(branch, queue.id)
    return queue
  }

  queueOf(repository: Repository, branch: string): MergeQueue | undefined {
    const id = repository.mergeQueueByBranch.get(branch)
    return id === undefined ? undefined : this.#world.state.mergeQueues.get(id)
  }

  entryOf(pull: PullRequest): MergeQueueEntry | undefined {
    const queue = this.queueOf(repositoryOf(this.#world.state, pull), pull.baseRefName)
    return queue?.entries.find((entry) => entry.id === pull.mergeQueueEntryId)
  }

  /** Queues a pull request ("Merge when ready"). Sends `pull_request.enqueued` and builds what the queue has room for. @throws when blocked */
  enqueue(actor: Actor, pull: PullRequest): MergeQueueEntry {
    const queue = this.queueOf(repositoryOf(this.#world.state, pull), pull.baseRefName)
    if (!queue) throw new Error(`${pull.baseRefName} has no merge queue`)
    const blockers = this.#world.merging.blockers(pull).filter((reason) => reason !== 'behind')
    if (blockers.length > 0) throw new Error(`#${pull.number} cannot be queued: ${blockers.join(', ')}`)
    if (pull.mergeQueueEntryId !== null) throw new Error(`#${pull.number} is queued already`)
    const entry: MergeQueueEntry = {
      ...this.#world.identify('MergeQueueEntry'),
      mergeQueueId: queue.id,
      pullId: pull.id,
      enqueuerId: actor.id,
      enqueuedAt: this.#world.now(),
      state: 'QUEUED',
      group: null,
    }
    queue.entries.push(entry)
    pull.mergeQueueEntryId = entry.id
    this.#world.threads.record(pull, actor.id, { kind: 'added_to_merge_queue' })
    this.#world.threads.emit('enqueued', actor, pull)
    this.#build(queue)
    return entry
  }

  /** Takes a pull request out; the groups behind it are destroyed and built anew. Does nothing when it is not queued. */
  remove(actor: Actor, pull: PullRequest, reason: DequeueReason = 'MANUAL'): void {
    const entry = this.entryOf(pull)
    if (!entry) return
    const queue = existing(this.#world.state.mergeQueues, entry.mergeQueueId, 'merge queue')
    const behind = queue.entries.slice(queue.entries.indexOf(entry) + 1)
    this.#leave(actor, queue, entry, reason)
    for (const later of behind) this.#destroy(queue, later, 'invalidated')
    this.#build(queue)
  }

  /**
   * Merges every group at the front whose required checks are green, throws out one that is red, and builds on.
   * Runs by itself whenever a check or status completes; without required checks call it.
   */
  advance(queue: MergeQueue): void {
    for (let first = queue.entries[0]; first; first = queue.entries[0]) {
      const pull = existing(this.#world.state.pulls, first.pullId, 'pull request')
      const state = this.#stateOf(queue, first)
      if (state === 'failure') this.remove(this.#world.mergeQueueBot, pull, 'CI_FAILURE')
      else if (state === 'success' && first.group) this.#land(queue, first, pull)
      else break
    }
    this.#build(queue)
  }

  /** Advances the queues that wait for checks on this commit. */
  checksChanged(repository: Repository, sha: string): void {
    for (const id of repository.mergeQueueByBranch.values()) {
      const queue = existing(this.#world.state.mergeQueues, id, 'merge queue')
      if (queue.entries.some((entry) => entry.group?.headSha === sha)) this.advance(queue)
    }
  }

  /** Someone pushed to the base past the queue: all groups stand on an old tip. */
  baseMoved(repository: Repository, branch: string): void {
    const queue = this.queueOf(repository, branch)
    const first = queue?.entries[0]
    if (!queue || !first?.group || first.group.baseSha === this.#world.branches.tip(repository, branch)) return
    for (const entry of queue.entries) this.#destroy(queue, entry, 'invalidated')
    this.#build(queue)
  }

  #land(queue: MergeQueue, entry: MergeQueueEntry, pull: PullRequest): void {
    const { group } = entry
    if (!group) return
    const enqueuer = actorOf(this.#world.state, entry.enqueuerId)
    this.#leave(enqueuer, queue, entry, 'MERGE')
    this.#world.merging.landFromQueue(enqueuer, pull, group.headSha)
  }

  #leave(actor: Actor, queue: MergeQueue, entry: MergeQueueEntry, reason: DequeueReason): void {
    const pull = existing(this.#world.state.pulls, entry.pullId, 'pull request')
    queue.entries.splice(queue.entries.indexOf(entry), 1)
    pull.mergeQueueEntryId = null
    this.#world.threads.record(pull, actor.id, { kind: 'removed_from_merge_queue', reason })
    this.#world.threads.emit('dequeued', actor, pull, () => ({ reason }))
    this.#destroy(queue, entry, reason === 'MERGE' ? 'merged' : reason === 'MANUAL' ? 'dequeued' : 'invalidated')
  }

  #build(queue: MergeQueue): void {
    const repository = existing(this.#world.state.repositories, queue.repositoryId, 'repository')
    let base = this.#world.branches.tip(repository, queue.branch)
    for (const entry of queue.entries.slice(0, queue.maxEntriesToBuild)) {
      const pull = existing(this.#world.state.pulls, entry.pullId, 'pull request')
      if (!entry.group && !this.#buildGroup(queue, repository, entry, pull, base)) {
        this.remove(this.#world.mergeQueueBot, pull, 'MERGE_CONFLICT')
        return
      }
      base = entry.group?.headSha ?? base
    }
  }

  /** @returns false on conflict */
  #buildGroup(
    queue: MergeQueue,
    repository: Repository,
    entry: MergeQueueEntry,
    pull: PullRequest,
    base: string,
  ): boolean {
    if (this.#world.branches.mergedTree(repository, base, pull.headRefOid) === undefined) return false
    const headSha = this.#world.merging.build(this.#world.mergeQueueBot, pull, queue.mergeMethod, base)
    const branch = `gh-readonly-queue/${queue.branch}/pr-${pull.number}-${base}`
    entry.group = {
      headRef: `refs/heads/${branch}`,
      headSha,
      baseRef: `refs/heads/${queue.branch}`,
      baseSha: base,
    }
    entry.state = 'AWAITING_CHECKS'
    this.#world.branches.push(this.#world.mergeQueueBot, repository, branch, headSha)
    this.#emit('checks_requested', repository, entry)
    return true
  }

  #destroy(queue: MergeQueue, entry: MergeQueueEntry, reason: 'merged' | 'invalidated' | 'dequeued'): void {
    if (!entry.group) return
    const repository = existing(this.#world.state.repositories, queue.repositoryId, 'repository')
    this.#emit('destroyed', repository, entry, { reason })
    const branch = entry.group.headRef.slice('refs/heads/'.length)
    if (reason !== 'merged') entry.group = null
    entry.state = 'QUEUED'
    if (repository.refs.has(`refs/heads/${branch}`)) {
      this.#world.branches.delete(this.#world.mergeQueueBot, repository, branch)
    }
  }

  #emit(action: string, repository: Repository, entry: MergeQueueEntry, more: Record<string, unknown> = {}): void {
    const { group } = entry
    if (!group) return
    this.#world.webhooks.emit('merge_group', action, repository, this.#world.mergeQueueBot, () => ({
      merge_group: mergeGroupPayload(repository, group),
      ...more,
    }))
  }

  #stateOf(queue: MergeQueue, entry: MergeQueueEntry): 'success' | 'failure' | 'pending' {
    if (!entry.group) return 'pending'
    const repository = existing(this.#world.state.repositories, queue.repositoryId, 'repository')
    const states = this.#world.checks
      .required(repository, queue.branch, entry.group.headSha)
      .map((check) => check.state)
    if (states.includes('failure')) return 'failure'
    return states.every((state) => state === 'success') ? 'success' : 'pending'
  }
}
