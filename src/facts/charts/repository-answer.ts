import { GitHubFailure } from '../../github/client.ts'

/** The repository in a GraphQL answer; GitHub answers null for one that is absent or not readable. */
export function repositoryOf<T>(answer: { readonly repository: T | null }): T {
  if (answer.repository === null) throw new GitHubFailure('not-found', 'the repository is absent or not readable')
  return answer.repository
}
