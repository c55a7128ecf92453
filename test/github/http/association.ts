import type { Id, Repository, WorldState } from '../world/model.ts'

/** How GitHub calls an author's standing towards a repository. */
export function authorAssociation(state: WorldState, repository: Repository, accountId: Id): string {
  const owner = state.accounts.get(repository.ownerId)
  if (repository.ownerId === accountId) return 'OWNER'
  if (owner?.kind === 'Organization' && owner.members.has(accountId)) return 'MEMBER'
  if (repository.collaborators.has(accountId)) return 'COLLABORATOR'
  for (const pull of state.pulls.values()) {
    if (pull.repositoryId === repository.id && pull.authorId === accountId && pull.mergedAt !== null)
      return 'CONTRIBUTOR'
  }
  return 'NONE'
}
