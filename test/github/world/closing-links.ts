import type { Oid } from '../git/objects.ts'
import { type ClosingReference, closingReferencesInCommit, closingReferencesInDescription } from './closing.ts'
import { findRepository, findThread, repositoryOf } from './lookups.ts'
import type { Actor, Closer, Issue, PullRequest, Repository } from './model.ts'
import type { World } from './world.ts'

/** What keywords and manual links do: the connection of a pull request, and the closing when it lands. */
export class ClosingLinker {
  readonly #world: World
  readonly #parsed = new WeakMap<PullRequest, { readonly body: string; readonly references: ClosingReference[] }>()

  constructor(world: World) {
    this.#world = world
  }

  /** Re-reads a description, after opening, an edit or a retarget. */
  refresh(pull: PullRequest): void {
    const { closing } = pull
    const now = this.#world.now()
    if (now >= closing.visibleAt) closing.describedBefore = closing.described
    closing.described = this.#described(pull)
      .filter((thread) => thread.kind === 'issue')
      .map((issue) => issue.id)
    closing.visibleAt = now + this.#world.closingLagMs
    this.#crossReference(pull)
  }

  /** `closingIssuesReferences`: issues by description (with the lag) and by hand, in that order. Closed ones stay listed. */
  issues(pull: PullRequest, options: { userLinkedOnly?: boolean } = {}): Issue[] {
    const { closing } = pull
    const described = this.#world.now() >= closing.visibleAt ? closing.described : closing.describedBefore
    const manual = this.#onDefaultBranch(pull) ? closing.manual : []
    const ids = options.userLinkedOnly ? manual : [...described, ...manual]
    return [...new Set(ids.map((id) => this.#whereItIsNow(id)))].filter((issue): issue is Issue => issue !== undefined)
  }

  /** Pull requests whose connection lists this issue, open ones unless `closedToo`. */
  pullsClosing(issue: Issue, options: { closedToo?: boolean } = {}): PullRequest[] {
    return [...this.#world.state.pulls.values()].filter(
      (pull) => (options.closedToo || pull.state === 'open') && this.issues(pull).includes(issue),
    )
  }

  /** Pull requests that a keyword in the description names; merging may close them. */
  pullTargets(pull: PullRequest): PullRequest[] {
    return this.#described(pull).filter((thread): thread is PullRequest => thread.kind === 'pull')
  }

  /** A pull request was merged: close what its description and its manual links close. The lag plays no part here. */
  pullMerged(actor: Actor, pull: PullRequest): void {
    if (!this.#onDefaultBranch(pull) || !repositoryOf(this.#world.state, pull).autoCloseIssues) return
    const manual = pull.closing.manual.map((id) => this.#whereItIsNow(id)).filter((issue) => issue !== undefined)
    for (const target of new Set([...this.#described(pull), ...manual])) {
      const elsewhere = target.repositoryId !== pull.repositoryId
      // Merges by apps do not close across repositories, whatever the app may write there (chdsbd/kodiak#338).
      if (elsewhere && actor.kind === 'Bot') continue
      this.#close(actor, target, { kind: 'pull', id: pull.id }, elsewhere)
    }
  }

  /** A commit reached the default branch: close what its message names, raw. */
  commitArrived(actor: Actor, repository: Repository, oid: Oid): void {
    const message = repository.git.commit(oid).message
    for (const target of this.#targets(repository, closingReferencesInCommit(message, this.#world.webHost))) {
      this.#close(
        actor,
        target,
        { kind: 'commit', repositoryId: repository.id, oid },
        target.repositoryId !== repository.id,
      )
    }
  }

  #close(actor: Actor, target: Issue | PullRequest, closer: Closer, elsewhere: boolean): void {
    if (target.state === 'closed') return
    if (closer.kind === 'pull' && closer.id === target.id) return
    if (elsewhere && !this.#world.repositories.canWrite(repositoryOf(this.#world.state, target), actor)) return
    if (target.kind === 'issue') this.#world.issues.close(actor, target, 'completed', closer)
    else this.#world.pulls.close(actor, target, closer)
  }

  #described(pull: PullRequest): (Issue | PullRequest)[] {
    if (!this.#onDefaultBranch(pull)) return []
    const repository = repositoryOf(this.#world.state, pull)
    return this.#targets(repository, this.#references(pull)).filter((target) => target !== pull)
  }

  #references(pull: PullRequest): ClosingReference[] {
    const known = this.#parsed.get(pull)
    if (known?.body === pull.body) return known.references
    const { webHost, quotesClose } = this.#world
    const references = closingReferencesInDescription(pull.body, { webHost, quotes: quotesClose })
    this.#parsed.set(pull, { body: pull.body, references })
    return references
  }

  #targets(repository: Repository, references: readonly ClosingReference[]): (Issue | PullRequest)[] {
    const found = new Set<Issue | PullRequest>()
    for (const { owner, name, number } of references) {
      const where = owner !== null && name !== null ? findRepository(this.#world.state, owner, name) : repository
      const target = where && findThread(this.#world.state, where, number)
      if (target) found.add(target)
    }
    return [...found]
  }

  #onDefaultBranch(pull: PullRequest): boolean {
    return pull.baseRefName === repositoryOf(this.#world.state, pull).defaultBranch
  }

  #whereItIsNow(id: number): Issue | undefined {
    const issue = this.#world.state.issues.get(id)
    if (!issue || issue.deleted) return undefined
    return issue.transferredToId === null ? issue : this.#whereItIsNow(issue.transferredToId)
  }

  #crossReference(pull: PullRequest): void {
    const targets = this.#targets(repositoryOf(this.#world.state, pull), this.#references(pull))
    for (const target of targets) {
      if (target === pull) continue
      const known = target.timeline.some((event) => event.kind === 'cross_referenced' && event.sourceId === pull.id)
      if (known) continue
      this.#world.threads.record(target, pull.authorId, {
        kind: 'cross_referenced',
        sourceId: pull.id,
        willCloseTarget: this.#onDefaultBranch(pull),
      })
    }
  }
}
