import { mergeGroupPayload } from '../webhooks/payloads/merge-group.ts'
import { actorOf, existing, repositoryOf } from './lookups.ts'
import type { Actor, MergeGroup, MergeMethod, MergeQueue, MergeQueueEntry, PullRequest, Repository } from './model.ts'
import type { World } from './world.ts'

/** Why an entry left the queue, in GitHub's words for `pull_request.dequeued`. */
export type DequeueReason = 'MERGE' | 'CI_FAILURE' | 'MERGE_CONFLICT' | 'MANUAL' | 'BRANCH_PROTECTIONS' | 'BASE_CHANGED'

/** Merge queues: one pull request a group unless told otherwise, each group built on the one before. */
export class MergeQueues {
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  /** Turns the queue on for a branch. */
  enable(
    repository: Repository,
    branch = repository.defaultBranch,
    options: { method?: MergeMethod; maxEntriesToBuild?: number; pullsPerGroup?: number } = {},
  ): MergeQueue {
    const queue: MergeQueue = {
      ...this.#world.identify('MergeQueue'),
      repositoryId: repository.id,
      branch,
      mergeMethod: options.method ?? 'squash',
      maxEntriesToBuild: options.maxEntriesToBuild ?? 5,
      pullsPerGroup: options.pullsPerGroup ?? 1,
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
    const { group } = entry
    const index = queue.entries.indexOf(entry)
    const affected = queue.entries.filter((one, at) => at > index || (group !== null && one.group === group))
    this.#leave(actor, queue, entry, reason)
    for (const other of affected) if (other !== entry) this.#destroy(queue, other, 'invalidated')
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
    const others = queue.entries.filter((other) => other !== entry && other.group === group)
    this.#leave(enqueuer, queue, entry, 'MERGE')
    for (const other of others) this.#leave(actorOf(this.#world.state, other.enqueuerId), queue, other, 'MERGE')
    this.#world.merging.landFromQueue(enqueuer, pull, group.headSha)
    for (const { pullId, enqueuerId } of others) {
      const together = existing(this.#world.state.pulls, pullId, 'pull request')
      const by = actorOf(this.#world.state, enqueuerId)
      if (together.mergedAt === null) this.#world.merging.markMerged(by, together, group.headSha)
    }
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
    const room = queue.entries.slice(0, queue.maxEntriesToBuild)
    for (let start = 0; start < room.length; start += queue.pullsPerGroup) {
      const together = room.slice(start, start + queue.pullsPerGroup)
      const built = together[0]?.group
      if (!built) {
        // A group waits until it is full.
        if (together.length < queue.pullsPerGroup) return
        const conflicting = this.#buildGroup(queue, repository, together, base)
        if (conflicting) {
          this.remove(this.#world.mergeQueueBot, conflicting, 'MERGE_CONFLICT')
          return
        }
      }
      base = together[0]?.group?.headSha ?? base
    }
  }

  /** @returns the pull request that conflicts, if one does */
  #buildGroup(
    queue: MergeQueue,
    repository: Repository,
    entries: readonly MergeQueueEntry[],
    base: string,
  ): PullRequest | undefined {
    let headSha = base
    let number = 0
    for (const { pullId } of entries) {
      const pull = existing(this.#world.state.pulls, pullId, 'pull request')
      if (this.#world.branches.mergedTree(repository, headSha, pull.headRefOid) === undefined) return pull
      headSha = this.#world.merging.build(this.#world.mergeQueueBot, pull, queue.mergeMethod, headSha)
      number = pull.number
    }
    const branch = `gh-readonly-queue/${queue.branch}/pr-${number}-${base}`
    const group = {
      headRef: `refs/heads/${branch}`,
      headSha,
      baseRef: `refs/heads/${queue.branch}`,
      baseSha: base,
    }
    for (const entry of entries) {
      entry.group = group
      entry.state = 'AWAITING_CHECKS'
    }
    this.#world.branches.push(this.#world.mergeQueueBot, repository, branch, headSha)
    this.#emit('checks_requested', repository, group)
    return undefined
  }

  /** Of several pull requests in one group, the first takes it away. */
  #destroy(queue: MergeQueue, entry: MergeQueueEntry, reason: 'merged' | 'invalidated' | 'dequeued'): void {
    const { group } = entry
    if (!group) return
    if (reason !== 'merged') entry.group = null
    entry.state = 'QUEUED'
    const repository = existing(this.#world.state.repositories, queue.repositoryId, 'repository')
    if (!repository.refs.has(group.headRef)) return
    this.#emit('destroyed', repository, group, { reason })
    this.#world.branches.delete(this.#world.mergeQueueBot, repository, group.headRef.slice('refs/heads/'.length))
  }

  #emit(action: string, repository: Repository, group: MergeGroup, more: Record<string, unknown> = {}): void {
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
