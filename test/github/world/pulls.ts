import { type ChangedFile, changedFiles } from '../git/changes.ts'
import { commitsBetween, isAncestor, mergeBase } from '../git/history.ts'
import type { Oid } from '../git/objects.ts'
import { userPayload } from '../webhooks/payloads/account.ts'
import { repositoryOf } from './lookups.ts'
import type { Actor, Closer, Issue, MergeMethod, PullRequest, Repository } from './model.ts'
import type { BranchPush } from './push-effects.ts'
import type { World } from './world.ts'

export interface NewPullRequest {
  /** A branch of the same repository, or of a fork. */
  readonly head: string | { readonly repository: Repository; readonly branch: string }
  readonly base?: string
  readonly title?: string
  readonly body?: string
  readonly draft?: boolean
  readonly labels?: readonly string[]
}

export class Pulls {
  readonly #world: World
  readonly #byHead = new Map<string, PullRequest[]>()

  constructor(world: World) {
    this.#world = world
  }

  /** Opens a pull request. Sends `opened`, and `labeled` for each label. @throws like GitHub's 422 */
  open(actor: Actor, repository: Repository, options: NewPullRequest): PullRequest {
    const head = typeof options.head === 'string' ? { repository, branch: options.head } : options.head
    const baseRefName = options.base ?? repository.defaultBranch
    const headRefOid = this.#world.branches.tip(head.repository, head.branch)
    const baseRefOid = this.#world.branches.tip(repository, baseRefName)
    if (commitsBetween(repository.git, baseRefOid, headRefOid).length === 0) {
      throw new Error(`No commits between ${baseRefName} and ${head.branch}`)
    }
    const title = options.title ?? `Merge ${head.branch}`
    const pull: PullRequest = {
      ...this.#world.threads.start('pull', actor, repository, title, options.body ?? ''),
      kind: 'pull',
      state: 'open',
      draft: options.draft ?? false,
      baseRefName,
      baseRefOid,
      headRefName: head.branch,
      headRefOid,
      headRepositoryId: head.repository.id,
      headRefDeleted: false,
      maintainerCanModify: head.repository !== repository,
      mergeBaseOid: headRefOid,
      commitOids: [],
      headHistory: [{ oid: headRefOid, at: this.#world.now() }],
      mergedAt: null,
      mergedById: null,
      mergeCommitOid: null,
      autoMergeRequest: null,
      mergeQueueEntryId: null,
      reviewIds: [],
      requestedReviewerIds: new Set(),
      closing: { described: [], describedBefore: [], visibleAt: 0, manual: [] },
    }
    this.#world.state.pulls.set(pull.id, pull)
    this.#indexHead(head.repository, pull)
    this.#headArrived(repository, pull)
    this.#measure(pull)
    this.#world.closing.refresh(pull)
    this.#world.threads.emit('opened', actor, pull)
    for (const label of options.labels ?? []) this.#world.threads.label(actor, pull, label)
    return pull
  }

  /** Open pull requests of a repository, oldest first. */
  openIn(repository: Repository): PullRequest[] {
    return this.all(repository).filter((pull) => pull.state === 'open')
  }

  /** All pull requests of a repository, oldest first. */
  all(repository: Repository): PullRequest[] {
    const found: PullRequest[] = []
    for (const { kind, id } of repository.numbers.values()) {
      const pull = kind === 'pull' ? this.#world.state.pulls.get(id) : undefined
      if (pull) found.push(pull)
    }
    return found
  }

  /** Edits title, body or base in one go. Sends `edited` with `changes` when something changed. */
  edit(actor: Actor, pull: PullRequest, edit: { title?: string; body?: string; base?: string }): void {
    const changes = this.#world.threads.editText(actor, pull, edit)
    if (edit.base !== undefined && edit.base !== pull.baseRefName) {
      changes.base = { ref: { from: pull.baseRefName }, sha: { from: pull.baseRefOid } }
      this.#retarget(actor, pull, edit.base)
    }
    if (changes.body !== undefined || changes.base !== undefined) this.#world.closing.refresh(pull)
    if (Object.keys(changes).length > 0) this.#world.threads.emit('edited', actor, pull, () => ({ changes }))
  }

  /** Closes without merging. Sends `closed`. */
  close(actor: Actor, pull: PullRequest, closer: Closer | null = null): void {
    if (pull.state === 'closed') return
    this.#world.mergeQueues.remove(actor, pull, 'MANUAL')
    pull.state = 'closed'
    pull.closedAt = this.#world.now()
    pull.closedById = actor.id
    pull.autoMergeRequest = null
    this.#world.threads.record(pull, actor.id, { kind: 'closed', stateReason: null, closer })
    this.#world.threads.emit('closed', actor, pull)
  }

  /** Sends `reopened`. @throws for a merged one, or when the head branch is gone */
  reopen(actor: Actor, pull: PullRequest): void {
    if (pull.mergedAt !== null) throw new Error(`#${pull.number} is merged`)
    const head = this.#headRepository(pull)
    if (!head?.refs.has(`refs/heads/${pull.headRefName}`)) throw new Error(`the head of #${pull.number} is gone`)
    pull.state = 'open'
    pull.closedAt = null
    pull.closedById = null
    this.#world.threads.record(pull, actor.id, { kind: 'reopened' })
    this.#world.threads.emit('reopened', actor, pull)
  }

  /** Sends `converted_to_draft`. */
  draft(actor: Actor, pull: PullRequest): void {
    if (pull.draft) return
    pull.draft = true
    this.#world.threads.record(pull, actor.id, { kind: 'convert_to_draft' })
    this.#world.threads.emit('converted_to_draft', actor, pull)
  }

  /** Sends `ready_for_review`. */
  ready(actor: Actor, pull: PullRequest): void {
    if (!pull.draft) return
    pull.draft = false
    this.#world.threads.record(pull, actor.id, { kind: 'ready_for_review' })
    this.#world.threads.emit('ready_for_review', actor, pull)
  }

  /** Links an issue by hand in the sidebar. GitHub sends no webhook for it, nor does this. @throws beyond ten */
  link(actor: Actor, pull: PullRequest, issue: Issue): void {
    if (pull.closing.manual.includes(issue.id)) return
    if (pull.closing.manual.length >= 10) throw new Error('a pull request takes ten manual links')
    pull.closing.manual.push(issue.id)
    this.#world.threads.record(issue, actor.id, { kind: 'connected', subjectId: pull.id })
    this.#world.threads.record(pull, actor.id, { kind: 'connected', subjectId: issue.id })
  }

  /** Removes a manual link; no webhook. */
  unlink(actor: Actor, pull: PullRequest, issue: Issue): void {
    const at = pull.closing.manual.indexOf(issue.id)
    if (at < 0) return
    pull.closing.manual.splice(at, 1)
    this.#world.threads.record(issue, actor.id, { kind: 'disconnected', subjectId: pull.id })
    this.#world.threads.record(pull, actor.id, { kind: 'disconnected', subjectId: issue.id })
  }

  /** Sends `auto_merge_enabled`; merges as soon as nothing blocks it. */
  enableAutoMerge(
    actor: Actor,
    pull: PullRequest,
    options: { method?: MergeMethod; headline?: string; body?: string } = {},
  ): void {
    pull.autoMergeRequest = {
      enabledById: actor.id,
      enabledAt: this.#world.now(),
      mergeMethod: options.method ?? 'merge',
      commitHeadline: options.headline ?? null,
      commitBody: options.body ?? null,
    }
    this.#world.threads.record(pull, actor.id, { kind: 'auto_merge_enabled' })
    this.#world.threads.emit('auto_merge_enabled', actor, pull)
    this.#world.merging.mergeArmed(repositoryOf(this.#world.state, pull))
  }

  /** Sends `auto_merge_disabled`. */
  disableAutoMerge(actor: Actor, pull: PullRequest): void {
    if (pull.autoMergeRequest === null) return
    pull.autoMergeRequest = null
    this.#world.threads.record(pull, actor.id, { kind: 'auto_merge_disabled' })
    this.#world.threads.emit('auto_merge_disabled', actor, pull, () => ({ reason: 'manually disabled' }))
  }

  /** Sends `review_requested`. */
  requestReview(actor: Actor, pull: PullRequest, reviewer: Actor): void {
    pull.requestedReviewerIds.add(reviewer.id)
    this.#world.threads.emit('review_requested', actor, pull, () => ({ requested_reviewer: userPayload(reviewer) }))
  }

  /** Files of the pull request: merge base against head. Shared, do not change. */
  files(pull: PullRequest): readonly ChangedFile[] {
    return changedFiles(repositoryOf(this.#world.state, pull).git, pull.mergeBaseOid, pull.headRefOid)
  }

  /** Whether head merges into the base's present tip without conflict. */
  mergeable(pull: PullRequest): boolean {
    const repository = repositoryOf(this.#world.state, pull)
    const tip = repository.refs.get(`refs/heads/${pull.baseRefName}`)
    return tip !== undefined && this.#world.branches.mergedTree(repository, tip, pull.headRefOid) !== undefined
  }

  /** The merge base of two commits. @throws for unrelated histories, which GitHub lets nobody open a pull request from */
  mergeBase(repository: Repository, a: Oid, b: Oid): Oid {
    const base = mergeBase(repository.git, a, b)
    if (base === undefined) throw new Error(`entirely different commit histories: ${a} ${b}`)
    return base
  }

  /** A branch moved: the open pull requests from it follow. Sends `synchronize`. */
  headPushed({ actor, repository, branch, before, after }: BranchPush): void {
    for (const pull of this.#from(repository, branch)) {
      const base = repositoryOf(this.#world.state, pull)
      pull.headRefOid = after
      pull.headHistory.push({ oid: after, at: this.#world.now() })
      this.#headArrived(base, pull)
      pull.baseRefOid = base.refs.get(`refs/heads/${pull.baseRefName}`) ?? pull.baseRefOid
      this.#measure(pull)
      pull.updatedAt = this.#world.now()
      if (!isAncestor(base.git, before, after)) {
        this.#world.threads.record(pull, actor.id, {
          kind: 'head_ref_force_pushed',
          beforeOid: before,
          afterOid: after,
        })
      }
      this.#world.threads.emit('synchronize', actor, pull, () => ({ before, after }))
      this.#world.mergeQueues.remove(actor, pull, 'BRANCH_PROTECTIONS')
    }
  }

  /** A branch is gone: pull requests from it close; those into it follow its merged pull request's base, or close. */
  branchDeleted(actor: Actor, repository: Repository, branch: string): void {
    const merged = this.all(repository).findLast(
      (pull) => pull.mergedAt !== null && pull.headRepositoryId === repository.id && pull.headRefName === branch,
    )
    for (const pull of this.openIn(repository)) {
      if (pull.baseRefName !== branch) continue
      if (merged) this.edit(actor, pull, { base: merged.baseRefName })
      else this.close(actor, pull)
    }
    for (const pull of [...this.#world.state.pulls.values()]) {
      if (pull.headRepositoryId !== repository.id || pull.headRefName !== branch || pull.headRefDeleted) continue
      pull.headRefDeleted = true
      this.#world.threads.record(pull, actor.id, { kind: 'head_ref_deleted', headRefName: branch })
      this.close(actor, pull)
    }
  }

  #retarget(actor: Actor, pull: PullRequest, base: string): void {
    const repository = repositoryOf(this.#world.state, pull)
    const tip = this.#world.branches.tip(repository, base)
    this.#world.mergeQueues.remove(actor, pull, 'BASE_CHANGED')
    this.#world.threads.record(pull, actor.id, {
      kind: 'base_ref_changed',
      previousRefName: pull.baseRefName,
      currentRefName: base,
    })
    pull.baseRefName = base
    pull.baseRefOid = tip
    this.#measure(pull)
  }

  /** Commits and merge base are fixed at head push and retarget, as GitHub's are: a base push alone changes neither. */
  #measure(pull: PullRequest): void {
    const repository = repositoryOf(this.#world.state, pull)
    pull.mergeBaseOid = this.mergeBase(repository, pull.baseRefOid, pull.headRefOid)
    pull.commitOids = [...commitsBetween(repository.git, pull.baseRefOid, pull.headRefOid)]
  }

  /** The base repository receives the head under `refs/pull/<n>/head`, from a fork too. */
  #headArrived(base: Repository, pull: PullRequest): void {
    base.refs.set(`refs/pull/${pull.number}/head`, pull.headRefOid)
    if (!base.receivedAt.has(pull.headRefOid)) base.receivedAt.set(pull.headRefOid, this.#world.now())
  }

  #headRepository(pull: PullRequest): Repository | undefined {
    return pull.headRepositoryId === null ? undefined : this.#world.state.repositories.get(pull.headRepositoryId)
  }

  #from(repository: Repository, branch: string): PullRequest[] {
    return (this.#byHead.get(headKey(repository, branch)) ?? []).filter((pull) => pull.state === 'open')
  }

  #indexHead(repository: Repository, pull: PullRequest): void {
    const key = headKey(repository, pull.headRefName)
    const known = this.#byHead.get(key)
    if (known) known.push(pull)
    else this.#byHead.set(key, [pull])
  }
}

function headKey(repository: Repository, branch: string): string {
  return `${repository.id}:${branch}`
}
