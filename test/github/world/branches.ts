import { isAncestor } from '../git/history.ts'
import { mergeTrees } from '../git/merge.ts'
import type { Oid, Person } from '../git/objects.ts'
import { type FileChanges, peelToCommit, writeFiles } from '../git/trees.ts'
import { pushPayload, refPayload } from '../webhooks/payloads/push.ts'
import type { Actor, Repository } from './model.ts'
import { applyPush, ZERO_OID } from './push-effects.ts'
import type { World } from './world.ts'

export class Branches {
  readonly #world: World
  #unnamedCommits = 0

  constructor(world: World) {
    this.#world = world
  }

  /** @throws when there is no such branch. */
  tip(repository: Repository, branch: string): Oid {
    const oid = repository.refs.get(`refs/heads/${branch}`)
    if (oid === undefined) throw new Error(`no branch ${branch}`)
    return oid
  }

  /** Resolves `HEAD`, a full or short ref name, `refs/pull/<n>/head`, or an oid of the fork network. */
  resolve(repository: Repository, revision: string): Oid | undefined {
    if (/^[0-9a-f]{40}$/.test(revision)) return repository.git.has(revision) ? revision : undefined
    const name = revision === 'HEAD' ? `refs/heads/${repository.defaultBranch}` : revision
    return (
      repository.refs.get(name) ?? repository.refs.get(`refs/heads/${name}`) ?? repository.refs.get(`refs/tags/${name}`)
    )
  }

  /** Writes a commit object without moving a branch: the first parent's tree with the changes applied. */
  writeCommit(
    actor: Actor,
    repository: Repository,
    parents: readonly Oid[],
    changes: FileChanges,
    message = this.#unnamed(),
  ): Oid {
    const [first] = parents
    const base = first === undefined ? null : repository.git.commit(first).tree
    return this.writeTreeCommit(actor, repository, parents, writeFiles(repository.git, base, changes), message)
  }

  /** How an actor signs a commit now. */
  person(actor: Actor): Person {
    return { name: actor.name ?? actor.login, email: actor.email, at: this.#world.now() }
  }

  /** Writes a commit of a given tree. */
  writeTreeCommit(
    actor: Actor,
    repository: Repository,
    parents: readonly Oid[],
    tree: Oid,
    message: string,
    options: { author?: Person; byGitHub?: boolean } = {},
  ): Oid {
    const person = this.person(actor)
    // Merges made on the web are committed by GitHub itself: a rebased commit is never the same object.
    const committer: Person = options.byGitHub ? { ...person, name: 'GitHub', email: 'noreply@github.com' } : person
    const author = options.author ?? person
    return repository.git.writeCommit({ tree, parents: [...parents], author, committer, message })
  }

  /** A new branch at a branch, tag or oid (default: the default branch). Sends `create` and `push`. */
  create(actor: Actor, repository: Repository, branch: string, from = 'HEAD'): Oid {
    const start = this.resolve(repository, from)
    if (start === undefined) throw new Error(`no revision ${from}`)
    if (repository.refs.has(`refs/heads/${branch}`)) throw new Error(`branch ${branch} exists`)
    this.push(actor, repository, branch, start)
    return start
  }

  /** Commits on top of a branch (made from the default branch when missing) and pushes. @returns the new tip */
  commit(actor: Actor, repository: Repository, branch: string, changes: FileChanges, message?: string): Oid {
    const tip = repository.refs.get(`refs/heads/${branch}`) ?? this.resolve(repository, 'HEAD')
    const oid = this.writeCommit(actor, repository, tip === undefined ? [] : [tip], changes, message)
    this.push(actor, repository, branch, oid)
    return oid
  }

  /** Replaces the branch's last commit by one with further changes, and force-pushes. @returns the new tip */
  amend(actor: Actor, repository: Repository, branch: string, changes: FileChanges, message?: string): Oid {
    const before = repository.git.commit(this.tip(repository, branch))
    const tree = writeFiles(repository.git, before.tree, changes)
    const oid = this.writeTreeCommit(actor, repository, before.parents, tree, message ?? `${before.message} (amended)`)
    this.push(actor, repository, branch, oid, { force: true })
    return oid
  }

  /** Merges another branch into a branch, as "Update branch" does, and pushes. @throws on conflict */
  mergeInto(actor: Actor, repository: Repository, branch: string, other: string): Oid {
    const tips = [this.tip(repository, branch), this.resolve(repository, other)]
    const [ours = '', theirs = ''] = tips
    const tree = this.mergedTree(repository, ours, theirs)
    if (tree === undefined) throw new Error(`${other} conflicts with ${branch}`)
    const oid = this.writeTreeCommit(actor, repository, [ours, theirs], tree, `Merge branch '${other}' into ${branch}`)
    this.push(actor, repository, branch, oid)
    return oid
  }

  /** The tree of merging `theirs` into `ours`; undefined on conflict. */
  mergedTree(repository: Repository, ours: Oid, theirs: Oid): Oid | undefined {
    const base = this.#world.pulls.mergeBase(repository, ours, theirs)
    const git = repository.git
    const result = mergeTrees(git, git.commit(base).tree, git.commit(ours).tree, git.commit(theirs).tree)
    return result.clean ? result.tree : undefined
  }

  /** The tree of applying `commit` (whose parent is `parent`) on top of `tip`; undefined on conflict. */
  pickedTree(repository: Repository, parent: Oid, tip: Oid, commit: Oid): Oid | undefined {
    const git = repository.git
    const result = mergeTrees(git, git.commit(parent).tree, git.commit(tip).tree, git.commit(commit).tree)
    return result.clean ? result.tree : undefined
  }

  /**
   * Moves a branch to a commit. Sends `create` for a new branch, `push`, `check_suite.requested`, and lets pull
   * requests and issues follow.
   * @throws when the move is no fast-forward and `force` is not set
   */
  push(actor: Actor, repository: Repository, branch: string, oid: Oid, options: { force?: boolean } = {}): void {
    const ref = `refs/heads/${branch}`
    const before = repository.refs.get(ref)
    if (before === oid) return
    const forced = before !== undefined && !isAncestor(repository.git, before, oid)
    if (forced && !options.force) throw new Error(`push to ${branch} is no fast-forward`)
    repository.refs.set(ref, oid)
    this.#received(repository, oid)
    if (before === undefined) this.#announceRef('create', actor, repository, branch, 'branch')
    applyPush(this.#world, { actor, repository, branch, before: before ?? ZERO_OID, after: oid, forced })
  }

  /** Deletes a branch. Pull requests from it close; those into it close, or follow its own merged pull request's base. */
  delete(actor: Actor, repository: Repository, branch: string): void {
    const before = this.tip(repository, branch)
    repository.refs.delete(`refs/heads/${branch}`)
    this.#announceRef('delete', actor, repository, branch, 'branch')
    this.#world.webhooks.emit('push', null, repository, actor, () =>
      pushPayload(this.#world, {
        repository,
        actor,
        ref: `refs/heads/${branch}`,
        before,
        after: ZERO_OID,
        forced: false,
      }),
    )
    this.#world.pulls.branchDeleted(actor, repository, branch)
  }

  /** Tags a commit; with a message the tag is annotated. Sends `create` and `push`. */
  tag(actor: Actor, repository: Repository, name: string, options: { at?: string; message?: string } = {}): Oid {
    return this.tags(actor, repository, [{ name, ...options }])[0] ?? ZERO_OID
  }

  /** Pushes several tags at once: GitHub sends nothing at all for more than three. */
  tags(
    actor: Actor,
    repository: Repository,
    tags: readonly { readonly name: string; readonly at?: string; readonly message?: string }[],
  ): Oid[] {
    return tags.map((tag) => {
      const target = this.resolve(repository, tag.at ?? 'HEAD')
      if (target === undefined) throw new Error(`no revision ${tag.at}`)
      const oid = tag.message === undefined ? target : this.#annotated(actor, repository, tag.name, target, tag.message)
      const ref = `refs/tags/${tag.name}`
      const before = repository.refs.get(ref) ?? ZERO_OID
      repository.refs.set(ref, oid)
      if (tags.length > 3) return oid
      this.#announceRef('create', actor, repository, tag.name, 'tag')
      this.#world.webhooks.emit('push', null, repository, actor, () =>
        pushPayload(this.#world, { repository, actor, ref, before, after: oid, forced: false }),
      )
      return oid
    })
  }

  deleteTag(actor: Actor, repository: Repository, name: string): void {
    repository.refs.delete(`refs/tags/${name}`)
    this.#announceRef('delete', actor, repository, name, 'tag')
  }

  #annotated(actor: Actor, repository: Repository, name: string, target: Oid, message: string): Oid {
    const tagger = this.person(actor)
    return repository.git.writeTag({ target, targetType: 'commit', name, tagger, message: `${message}\n` })
  }

  #received(repository: Repository, oid: Oid): void {
    const now = this.#world.now()
    if (peelToCommit(repository.git, oid) === undefined) throw new Error(`no commit ${oid}`)
    if (!repository.receivedAt.has(oid)) repository.receivedAt.set(oid, now)
    repository.pushedAt = now
  }

  #announceRef(event: 'create' | 'delete', actor: Actor, repository: Repository, ref: string, type: 'branch' | 'tag') {
    this.#world.webhooks.emit(event, null, repository, actor, () => refPayload(event, repository, ref, type))
  }

  #unnamed(): string {
    this.#unnamedCommits += 1
    return `Change ${this.#unnamedCommits}`
  }
}
