import { ObjectStore } from '../git/object-store.ts'
import type { FileChanges } from '../git/trees.ts'
import { canWrite, fullName, ownerOf, permissionOf } from './lookups.ts'
import type {
  Account,
  Actor,
  Label,
  MergeSettings,
  Milestone,
  Repository,
  RepositoryPermission,
  Ruleset,
  Visibility,
} from './model.ts'
import type { World } from './world.ts'

export interface NewRepository {
  readonly visibility?: Visibility
  readonly defaultBranch?: string
  /** The first commit; null makes an empty repository. Default: a README. */
  readonly files?: FileChanges | null
  readonly settings?: Partial<MergeSettings>
  readonly description?: string
  readonly autoCloseIssues?: boolean
}

export interface RepositoryEdit {
  readonly description?: string
  readonly defaultBranch?: string
  readonly visibility?: Visibility
  readonly archived?: boolean
}

/** GitHub's settings of a new repository. */
const DEFAULT_SETTINGS: MergeSettings = {
  allowMergeCommit: true,
  allowSquashMerge: true,
  allowRebaseMerge: true,
  allowAutoMerge: true,
  deleteBranchOnMerge: false,
  squashMergeCommitTitle: 'COMMIT_OR_PR_TITLE',
  squashMergeCommitMessage: 'COMMIT_MESSAGES',
  mergeCommitTitle: 'MERGE_MESSAGE',
  mergeCommitMessage: 'PR_TITLE',
}

export class Repositories {
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  /** Creates a repository with a first commit. Sends `repository.created` only. */
  create(owner: Account, name: string, options: NewRepository = {}): Repository {
    const repository = this.#new(owner, name, new ObjectStore(), options)
    const files = options.files === undefined ? { 'README.md': `# ${name}\n` } : options.files
    if (files !== null) {
      const oid = this.#world.branches.writeCommit(this.#actorFor(owner), repository, [], files, 'Initial commit')
      repository.refs.set(`refs/heads/${repository.defaultBranch}`, oid)
      repository.receivedAt.set(oid, this.#world.now())
    }
    this.#world.webhooks.emit('repository', 'created', repository, this.#actorFor(owner), () => ({}))
    return repository
  }

  /** Forks with all branches; objects are shared with the parent's network. */
  fork(owner: Account, parent: Repository, name = parent.name): Repository {
    const fork = this.#new(owner, name, parent.git, {
      visibility: parent.visibility,
      defaultBranch: parent.defaultBranch,
    })
    fork.isFork = true
    fork.parentId = parent.id
    for (const [ref, oid] of parent.refs) if (ref.startsWith('refs/heads/')) fork.refs.set(ref, oid)
    return fork
  }

  setPermission(repository: Repository, user: Account, permission: RepositoryPermission | null): void {
    if (permission === null) repository.collaborators.delete(user.id)
    else repository.collaborators.set(user.id, permission)
  }

  permissionOf(repository: Repository, actor: Account): RepositoryPermission | null {
    return permissionOf(this.#world.state, repository, actor)
  }

  canWrite(repository: Repository, actor: Account): boolean {
    return canWrite(this.#world.state, repository, actor)
  }

  /** Sends `repository.edited` for description and default branch, `privatized`/`publicized`, `archived`/`unarchived`. */
  edit(actor: Actor, repository: Repository, edit: RepositoryEdit): void {
    const changes: Record<string, unknown> = {}
    if (edit.description !== undefined) {
      changes.description = { from: repository.description }
      repository.description = edit.description
    }
    if (edit.defaultBranch !== undefined && edit.defaultBranch !== repository.defaultBranch) {
      if (!repository.refs.has(`refs/heads/${edit.defaultBranch}`)) throw new Error(`no branch ${edit.defaultBranch}`)
      changes.default_branch = { from: repository.defaultBranch }
      repository.defaultBranch = edit.defaultBranch
      for (const pull of this.#world.pulls.openIn(repository)) this.#world.closing.refresh(pull)
    }
    repository.updatedAt = this.#world.now()
    const send = (action: string, body: Record<string, unknown>) =>
      this.#world.webhooks.emit('repository', action, repository, actor, () => body)
    if (Object.keys(changes).length > 0) send('edited', { changes })
    if (edit.visibility !== undefined && edit.visibility !== repository.visibility) {
      repository.visibility = edit.visibility
      send(edit.visibility === 'public' ? 'publicized' : 'privatized', {})
    }
    if (edit.archived !== undefined && edit.archived !== repository.isArchived) {
      repository.isArchived = edit.archived
      send(edit.archived ? 'archived' : 'unarchived', {})
    }
  }

  /** The old name redirects from then on. Sends `repository.renamed`. */
  rename(actor: Actor, repository: Repository, name: string): void {
    const from = repository.name
    repository.formerNames.add(fullName(this.#world.state, repository).toLowerCase())
    repository.name = name
    this.#world.webhooks.emit('repository', 'renamed', repository, actor, () => ({
      changes: { repository: { name: { from } } },
    }))
  }

  /** Sends `repository.deleted`; pull requests from it keep their commits and lose their head repository. */
  delete(actor: Actor, repository: Repository): void {
    this.#world.webhooks.emit('repository', 'deleted', repository, actor, () => ({}))
    repository.deleted = true
    for (const pull of this.#world.state.pulls.values()) {
      if (pull.headRepositoryId !== repository.id || pull.repositoryId === repository.id) continue
      pull.headRepositoryId = null
      if (pull.state === 'open') this.#world.pulls.close(actor, pull)
    }
  }

  /** A ruleset that requires checks, on the default branch unless `includes` says otherwise. */
  requireChecks(
    repository: Repository,
    checks: readonly (string | { context: string; integrationId: number | null })[],
    options: { includes?: string[]; strict?: boolean; name?: string } = {},
  ): Ruleset {
    const ruleset: Ruleset = {
      id: this.#world.nextId(),
      name: options.name ?? 'required checks',
      includes: options.includes ?? ['~DEFAULT_BRANCH'],
      requiredChecks: checks.map((check) =>
        typeof check === 'string' ? { context: check, integrationId: null } : check,
      ),
      strict: options.strict ?? false,
    }
    repository.rulesets.set(ruleset.id, ruleset)
    return ruleset
  }

  /** Finds or makes a label. */
  label(repository: Repository, name: string, options: { color?: string; description?: string } = {}): Label {
    const known = repository.labels.get(name.toLowerCase())
    if (known) return known
    const label: Label = {
      ...this.#world.identify('Label'),
      name,
      color: options.color ?? 'ededed',
      description: options.description ?? null,
    }
    repository.labels.set(name.toLowerCase(), label)
    return label
  }

  /** Finds or makes a milestone by its title. */
  milestone(repository: Repository, title: string): Milestone {
    for (const known of repository.milestones.values()) if (known.title === title) return known
    const now = this.#world.now()
    const milestone: Milestone = {
      ...this.#world.identify('Milestone'),
      number: repository.milestones.size + 1,
      title,
      state: 'open',
      creatorId: this.#actorFor(ownerOf(this.#world.state, repository)).id,
      createdAt: now,
      updatedAt: now,
    }
    repository.milestones.set(milestone.number, milestone)
    return milestone
  }

  #new(owner: Account, name: string, git: ObjectStore, options: NewRepository): Repository {
    const now = this.#world.now()
    const repository: Repository = {
      ...this.#world.identify('Repository'),
      ownerId: owner.id,
      name,
      formerNames: new Set(),
      description: options.description ?? null,
      visibility: options.visibility ?? 'public',
      isFork: false,
      parentId: null,
      isArchived: false,
      deleted: false,
      defaultBranch: options.defaultBranch ?? 'main',
      autoCloseIssues: options.autoCloseIssues ?? true,
      hasIssues: true,
      mergeSettings: { ...DEFAULT_SETTINGS, ...options.settings },
      collaborators: new Map(),
      rulesets: new Map(),
      git,
      refs: new Map(),
      receivedAt: new Map(),
      numbers: new Map(),
      nextNumber: 1,
      labels: new Map(),
      milestones: new Map(),
      mergeQueueByBranch: new Map(),
      createdAt: now,
      updatedAt: now,
      pushedAt: now,
    }
    this.#world.state.repositories.set(repository.id, repository)
    return repository
  }

  /** Someone to act for an owner: the user itself, or an admin of the organisation. */
  #actorFor(owner: Account): Actor {
    if (owner.kind !== 'Organization') return owner
    for (const [id, role] of owner.members) {
      const account = this.#world.state.accounts.get(id)
      if (role === 'admin' && account && account.kind !== 'Organization') return account
    }
    return this.#world.mergeQueueBot
  }
}
