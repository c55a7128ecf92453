import type { RepositoryName } from '../domain/repository.ts'
import { type GitHubClient, isGitHubFailure } from './client.ts'

/** GitHub's `role_name`s in order; a custom role counts as its base `permission`. */
const order = ['none', 'read', 'triage', 'write', 'maintain', 'admin'] as const
export type Permission = (typeof order)[number]

/**
 * Somebody's permission on a repository now, not when they wrote a comment: `author_association` is known to be wrong.
 *
 * @throws {GitHubFailure} when it cannot be read
 */
export async function readPermission(
  client: GitHubClient,
  repository: RepositoryName,
  login: string,
): Promise<Permission> {
  try {
    const answer = await client.rest<{ permission?: string; role_name?: string }>(
      'GET /repos/{owner}/{repo}/collaborators/{username}/permission',
      { owner: repository.owner, repo: repository.name, username: login },
    )
    const { role_name: role, permission } = answer.data
    return order.find((one) => one === role) ?? order.find((one) => one === permission) ?? 'none'
  } catch (error) {
    // Somebody who is no collaborator of a private repository, or no user any more.
    if (isGitHubFailure(error) && error.kind === 'not-found') return 'none'
    throw error
  }
}

export function isAtLeast(permission: Permission, wanted: Permission): boolean {
  return order.indexOf(permission) >= order.indexOf(wanted)
}
