import type { RepositoryName } from '../../domain/repository.ts'
import { type GitHubClient, isGitHubFailure } from '../../github/client.ts'
import type { ChartsCache, Comparison } from './cache.ts'

interface CompareAnswer {
  readonly status: 'identical' | 'ahead' | 'behind' | 'diverged'
  readonly merge_base_commit: { readonly sha: string }
}

/**
 * Compares two commits, once per pair. Both must be known to exist: GitHub answers 404 for commits without common
 * history as well.
 *
 * @throws GitHubFailure
 */
export async function compareCommits(
  client: GitHubClient,
  repository: RepositoryName,
  cache: ChartsCache,
  baseOid: string,
  headOid: string,
): Promise<Comparison> {
  const basehead = `${baseOid}...${headOid}`
  const remembered = cache.comparisons.get(basehead)
  if (remembered !== undefined) return remembered
  const comparison = await ask(client, repository, basehead)
  cache.comparisons.set(basehead, comparison)
  return comparison
}

async function ask(client: GitHubClient, repository: RepositoryName, basehead: string): Promise<Comparison> {
  const { owner, name: repo } = repository
  try {
    const { data } = await client.rest<CompareAnswer>('GET /repos/{owner}/{repo}/compare/{basehead}', {
      owner,
      repo,
      basehead,
      per_page: 1,
    })
    return { status: data.status, mergeBaseOid: data.merge_base_commit.sha }
  } catch (error) {
    if (isGitHubFailure(error) && error.kind === 'not-found') return { status: 'unrelated', mergeBaseOid: null }
    throw error
  }
}
