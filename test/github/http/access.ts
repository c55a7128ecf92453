import type {
  App,
  Id,
  Installation,
  Permissions,
  Repository,
  RepositoryPermission,
  User,
  WorldState,
} from '../world/model.ts'

/** What a minted installation token may do. */
export interface TokenScope {
  /** Null: every repository of the installation, as it is when asked. */
  readonly repositoryIds: ReadonlySet<Id> | null
  readonly permissions: Permissions
}

/** Who makes a request. */
export type Caller =
  | { readonly kind: 'app'; readonly app: App }
  | {
      readonly kind: 'installation'
      readonly app: App
      readonly installation: Installation
      readonly scope: TokenScope
    }
  | { readonly kind: 'user'; readonly user: User }

export type Level = 'read' | 'write' | 'admin'

const LEVELS = { none: 0, read: 1, write: 2, admin: 3 }
const ROLES: Record<RepositoryPermission, number> = { read: 1, triage: 2, write: 3, maintain: 4, admin: 5 }

/** Whether an installation's own selection of repositories holds this one. */
export function installationCovers(installation: Installation, repository: Repository): boolean {
  if (repository.ownerId !== installation.accountId || repository.deleted) return false
  return installation.repositorySelection === 'all' || installation.repositoryIds.has(repository.id)
}

/** Whether the caller's token was given this repository. */
export function covers(caller: Caller, repository: Repository): boolean {
  if (caller.kind !== 'installation' || !installationCovers(caller.installation, repository)) return false
  return caller.scope.repositoryIds === null || caller.scope.repositoryIds.has(repository.id)
}

/** Whether the caller can tell that a repository exists. */
export function canSee(state: WorldState, caller: Caller, repository: Repository): boolean {
  if (repository.deleted) return false
  if (repository.visibility === 'public') return true
  if (caller.kind === 'installation') return covers(caller, repository)
  return caller.kind === 'user' && roleOf(state, repository, caller.user.id) !== null
}

/** Whether the caller may use a permission (`checks`, `contents`, …) on a repository it can see. */
export function permits(
  state: WorldState,
  caller: Caller,
  repository: Repository,
  permission: string,
  level: Level,
): boolean {
  if (!canSee(state, caller, repository)) return false
  if (level === 'read' && repository.visibility === 'public' && permission !== 'merge_queues') return true
  if (caller.kind === 'installation') {
    if (!covers(caller, repository)) return false
    const granted = permission === 'metadata' ? 'read' : (caller.scope.permissions[permission] ?? 'none')
    return LEVELS[granted] >= LEVELS[level]
  }
  if (caller.kind === 'app' || (permission === 'checks' && level === 'write')) return false
  const role = roleOf(state, repository, caller.user.id)
  return role !== null && (level === 'read' || ROLES[role] >= ROLES.write)
}

/** The role a user has on a repository by ownership, membership or collaboration; null for none of them. */
export function roleOf(state: WorldState, repository: Repository, userId: Id): RepositoryPermission | null {
  if (repository.ownerId === userId) return 'admin'
  const direct = repository.collaborators.get(userId) ?? null
  const owner = state.accounts.get(repository.ownerId)
  const membership = owner?.kind === 'Organization' ? owner.members.get(userId) : undefined
  if (membership === 'admin') return 'admin'
  return direct ?? (membership === 'member' ? 'read' : null)
}
