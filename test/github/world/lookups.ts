import type { Account, Actor, Id, Issue, PullRequest, Repository, WorldState } from './model.ts'

/** @throws when there is no such entry: the world is inconsistent, or a test holds something of another world. */
export function existing<K, V>(map: ReadonlyMap<K, V>, key: K, what: string): V {
  const value = map.get(key)
  if (value === undefined) throw new Error(`no ${what} ${String(key)}`)
  return value
}

export function ownerOf(state: WorldState, repository: Repository): Account {
  return existing(state.accounts, repository.ownerId, 'account')
}

/** `owner/name`. */
export function fullName(state: WorldState, repository: Repository): string {
  return `${ownerOf(state, repository).login}/${repository.name}`
}

export function repositoryOf(state: WorldState, thread: { readonly repositoryId: Id }): Repository {
  return existing(state.repositories, thread.repositoryId, 'repository')
}

/** @throws when the id names an organization. */
export function actorOf(state: WorldState, id: Id): Actor {
  const account = existing(state.accounts, id, 'account')
  if (account.kind === 'Organization') throw new Error(`${account.login} cannot act`)
  return account
}

/** Finds a repository by `owner/name` in any case, former names included. */
export function findRepository(state: WorldState, owner: string, name: string): Repository | undefined {
  const wanted = `${owner}/${name}`.toLowerCase()
  let former: Repository | undefined
  for (const repository of state.repositories.values()) {
    if (repository.deleted) continue
    if (fullName(state, repository).toLowerCase() === wanted) return repository
    if (repository.formerNames.has(wanted)) former = repository
  }
  return former
}

/** The issue or pull request of a number; a transferred issue is followed; undefined when missing or deleted. */
export function findThread(state: WorldState, repository: Repository, number: number): Issue | PullRequest | undefined {
  const entry = repository.numbers.get(number)
  if (!entry) return undefined
  if (entry.kind === 'pull') return state.pulls.get(entry.id)
  let issue = state.issues.get(entry.id)
  while (issue && issue.transferredToId !== null) issue = state.issues.get(issue.transferredToId)
  return issue?.deleted ? undefined : issue
}

/** Effective permission of an actor, null for none beyond what the public has. */
export function permissionOf(
  state: WorldState,
  repository: Repository,
  actor: Account,
): 'read' | 'triage' | 'write' | 'maintain' | 'admin' | null {
  if (actor.deleted) return null
  if (actor.id === repository.ownerId) return 'admin'
  const owner = ownerOf(state, repository)
  if (owner.kind === 'Organization' && owner.members.get(actor.id) === 'admin') return 'admin'
  const direct = repository.collaborators.get(actor.id)
  if (direct) return direct
  if (actor.kind === 'Bot' && actor.appId !== null) return appPermission(state, repository, actor.appId)
  if (owner.kind === 'Organization' && owner.members.has(actor.id)) return 'read'
  return repository.visibility === 'public' ? 'read' : null
}

export function canWrite(state: WorldState, repository: Repository, actor: Account): boolean {
  const permission = permissionOf(state, repository, actor)
  return permission === 'write' || permission === 'maintain' || permission === 'admin'
}

function appPermission(state: WorldState, repository: Repository, appId: Id): 'read' | 'write' | null {
  for (const installation of state.installations.values()) {
    if (installation.appId !== appId || installation.deleted || installation.suspendedAt !== null) continue
    if (!covers(installation, repository)) continue
    return installation.permissions.contents === 'write' ? 'write' : 'read'
  }
  return null
}

/** Does an installation reach this repository? */
export function covers(
  installation: {
    readonly accountId: Id
    readonly repositorySelection: string
    readonly repositoryIds: ReadonlySet<Id>
  },
  repository: Repository,
): boolean {
  if (installation.accountId !== repository.ownerId || repository.deleted) return false
  return installation.repositorySelection === 'all' || installation.repositoryIds.has(repository.id)
}
