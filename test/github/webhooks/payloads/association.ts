import { existing, ownerOf } from '../../world/lookups.ts'
import type { Id, Repository } from '../../world/model.ts'
import type { World } from '../../world/world.ts'

export type AuthorAssociation = 'OWNER' | 'MEMBER' | 'COLLABORATOR' | 'CONTRIBUTOR' | 'NONE'

export function associationOf(world: World, repository: Repository, accountId: Id): AuthorAssociation {
  const owner = ownerOf(world.state, repository)
  if (owner.id === accountId) return 'OWNER'
  if (owner.kind === 'Organization' && owner.members.has(accountId)) return 'MEMBER'
  if (repository.collaborators.has(accountId)) return 'COLLABORATOR'
  const account = existing(world.state.accounts, accountId, 'account')
  return account.kind !== 'Organization' && hasMerged(world, repository, accountId) ? 'CONTRIBUTOR' : 'NONE'
}

function hasMerged(world: World, repository: Repository, accountId: Id): boolean {
  return world.pulls.all(repository).some((pull) => pull.authorId === accountId && pull.mergedAt !== null)
}
