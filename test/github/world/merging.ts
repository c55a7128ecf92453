import { isAncestor } from '../git/history.ts'
import type { Oid } from '../git/objects.ts'
import { actorOf, repositoryOf } from './lookups.ts'
import { type MergeText, messageOf, proposedMergeText } from './merge-text.ts'
import type { Actor, MergeMethod, PullRequest, Repository } from './model.ts'
import type { World } from './world.ts'

export interface MergeOptions {
  /** Default: the first the repository allows of merge, squash, rebase. */
  readonly method?: MergeMethod
  /** Text typed by hand in place of GitHub's proposal. */
  readonly headline?: string
  readonly body?: string
  /** Merge though checks are missing or red, as an administrator may. */
  readonly override?: boolean
}

export class Merging {
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  /** Why the merge button is grey; empty when it is green. */
  blockers(pull: PullRequest): string[] {
    const repository = repositoryOf(this.#world.state, pull)
    if (pull.state === 'closed') return ['closed']
    const reasons: string[] = []
    if (pull.draft) reasons.push('draft')
    if (!this.#world.pulls.mergeable(pull)) reasons.push('conflict')
    if (this.#isBehind(repository, pull)) reasons.push('behind')
    for (const check of this.#world.checks.required(repository, pull.baseRefName, pull.headRefOid)) {
      if (check.state !== 'success') reasons.push(`check ${check.context}: ${check.state}`)
    }
    return reasons
  }

  /** The text GitHub proposes (`viewerMergeHeadlineText` / `viewerMergeBodyText`). */
  proposedText(pull: PullRequest, method: MergeMethod): MergeText {
    return proposedMergeText(this.#world, pull, method)
  }

  /**
   * Merges. Sends `pull_request.closed` and what the push to the base sends, then closes issues by both routes.
   * @throws with the blockers, unless `override` is set; a conflict or a draft cannot be overridden
   * @returns the commit the base branch moved to
   */
  merge(actor: Actor, pull: PullRequest, options: MergeOptions = {}): Oid {
    const repository = repositoryOf(this.#world.state, pull)
    const blockers = this.blockers(pull).filter((reason) => !options.override || !reason.startsWith('check '))
    if (blockers.length > 0) throw new Error(`#${pull.number} cannot be merged: ${blockers.join(', ')}`)
    const method = options.method ?? this.#defaultMethod(repository)
    if (!this.#allowed(repository, method)) throw new Error(`${method} is not allowed here`)
    const base = this.#world.branches.tip(repository, pull.baseRefName)
    const oid = this.build(actor, pull, method, base, options)
    this.#finish(actor, pull, oid, () => this.#world.branches.push(actor, repository, pull.baseRefName, oid))
    if (repository.mergeSettings.deleteBranchOnMerge) this.#deleteHead(actor, pull)
    return oid
  }

  /** Writes the commit (or commits) a merge onto `base` would make, moving nothing. @throws on conflict */
  build(
    actor: Actor,
    pull: PullRequest,
    method: MergeMethod,
    base: Oid,
    text: { headline?: string; body?: string } = {},
  ): Oid {
    const repository = repositoryOf(this.#world.state, pull)
    if (method === 'rebase') return this.#rebase(actor, repository, pull, base)
    const tree = this.#world.branches.mergedTree(repository, base, pull.headRefOid)
    if (tree === undefined) throw new Error(`#${pull.number} conflicts`)
    const proposed = proposedMergeText(this.#world, pull, method)
    const message = messageOf({ headline: text.headline ?? proposed.headline, body: text.body ?? proposed.body })
    const parents = method === 'merge' ? [base, pull.headRefOid] : [base]
    // A squashed commit is its author's; a merge commit is the merger's.
    const author =
      method === 'squash' ? this.#world.branches.person(actorOf(this.#world.state, pull.authorId)) : undefined
    return this.#world.branches.writeTreeCommit(actor, repository, parents, tree, message, {
      byGitHub: true,
      ...(author ? { author } : {}),
    })
  }

  /** The queue moved the base to a group that holds this pull request. */
  landFromQueue(actor: Actor, pull: PullRequest, oid: Oid): void {
    const repository = repositoryOf(this.#world.state, pull)
    this.#finish(actor, pull, oid, () =>
      this.#world.branches.push(this.#world.mergeQueueBot, repository, pull.baseRefName, oid),
    )
    if (repository.mergeSettings.deleteBranchOnMerge) this.#deleteHead(actor, pull)
  }

  /** The base reached this head by another way (a push, a merge of another pull request). */
  markMerged(actor: Actor, pull: PullRequest, oid: Oid): void {
    this.#finish(actor, pull, oid, () => undefined)
  }

  /** Merges what is armed for auto-merge and no longer blocked. */
  mergeArmed(repository: Repository): void {
    for (const pull of this.#world.pulls.openIn(repository)) {
      const armed = pull.autoMergeRequest
      if (armed === null || this.blockers(pull).length > 0) continue
      this.merge(actorOf(this.#world.state, armed.enabledById), pull, {
        method: armed.mergeMethod,
        ...(armed.commitHeadline === null ? {} : { headline: armed.commitHeadline }),
        ...(armed.commitBody === null ? {} : { body: armed.commitBody }),
      })
    }
  }

  #finish(actor: Actor, pull: PullRequest, oid: Oid, push: () => void): void {
    const now = this.#world.now()
    pull.baseRefOid = this.#world.branches.tip(repositoryOf(this.#world.state, pull), pull.baseRefName)
    pull.state = 'closed'
    pull.mergedAt = now
    pull.closedAt = now
    pull.mergedById = actor.id
    pull.closedById = actor.id
    pull.mergeCommitOid = oid
    pull.autoMergeRequest = null
    this.#world.threads.record(pull, actor.id, { kind: 'merged', commitOid: oid, refName: pull.baseRefName })
    this.#world.threads.record(pull, actor.id, { kind: 'closed', stateReason: null, closer: null })
    this.#world.threads.emit('closed', actor, pull)
    push()
    this.#world.closing.pullMerged(actor, pull)
  }

  #rebase(actor: Actor, repository: Repository, pull: PullRequest, base: Oid): Oid {
    const { git } = repository
    let tip = base
    for (const oid of pull.commitOids) {
      const commit = git.commit(oid)
      const [parent] = commit.parents
      if (commit.parents.length > 1 || parent === undefined) continue
      const picked = this.#world.branches.pickedTree(repository, parent, tip, oid)
      if (picked === undefined) throw new Error(`#${pull.number} conflicts`)
      tip = this.#world.branches.writeTreeCommit(actor, repository, [tip], picked, commit.message, {
        author: commit.author,
        byGitHub: true,
      })
    }
    return tip
  }

  #isBehind(repository: Repository, pull: PullRequest): boolean {
    if (!this.#world.checks.strict(repository, pull.baseRefName)) return false
    const tip = this.#world.branches.tip(repository, pull.baseRefName)
    return !isAncestor(repository.git, tip, pull.headRefOid)
  }

  #allowed({ mergeSettings }: Repository, method: MergeMethod): boolean {
    const { allowMergeCommit, allowSquashMerge, allowRebaseMerge } = mergeSettings
    return { merge: allowMergeCommit, squash: allowSquashMerge, rebase: allowRebaseMerge }[method]
  }

  #defaultMethod(repository: Repository): MergeMethod {
    const methods: readonly MergeMethod[] = ['merge', 'squash', 'rebase']
    return methods.find((method) => this.#allowed(repository, method)) ?? 'merge'
  }

  #deleteHead(actor: Actor, pull: PullRequest): void {
    if (pull.headRepositoryId !== pull.repositoryId) return
    const repository = repositoryOf(this.#world.state, pull)
    if (repository.refs.has(`refs/heads/${pull.headRefName}`)) {
      this.#world.branches.delete(actor, repository, pull.headRefName)
    }
  }
}
