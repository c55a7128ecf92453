import { LRUCache } from 'lru-cache'
import type { PullRequestFacts } from '../domain/issues-facts.ts'
import { type RepositoryName, referenceKey, repositoryKey } from '../domain/repository.ts'
import type { EvidenceNeeds } from '../facts/issues/evidence.ts'

export type WatchedPull = Pick<PullRequestFacts, 'repository' | 'number' | 'headRefOid' | 'state'>

/**
 * Which open pull requests' verdicts depend on checks, reviews or comments, so that the flood of such events costs one
 * look each. It is filled by judging, after a first start by the first sweep.
 */
export interface EvidenceWatch {
  /** A pull request that is not open, or needs nothing, is forgotten. */
  remember(pull: WatchedPull, needs: EvidenceNeeds): Promise<void>
  /** Pull requests whose verdict a check or status on this commit can change. */
  needingChecks(repository: RepositoryName, headSha: string): Promise<readonly number[]>
  needs(repository: RepositoryName, number: number, what: 'reviews' | 'comments'): Promise<boolean>
}

/** So many pull requests are remembered; the sweep looks at the others. */
const capacity = 20_000

/** What this process alone has judged. */
export function createEvidenceWatch(): EvidenceWatch {
  const byPull = new LRUCache<string, { readonly headSha: string; readonly needs: EvidenceNeeds }>({ max: capacity })
  /** Numbers of pull requests that need checks, by repository and head. */
  const byHead = new LRUCache<string, readonly number[]>({ max: capacity })

  function leaveHead(repository: RepositoryName, headSha: string, number: number): void {
    const at = headKey(repository, headSha)
    const left = (byHead.get(at) ?? []).filter((one) => one !== number)
    if (left.length === 0) byHead.delete(at)
    else byHead.set(at, left)
  }

  return {
    async remember(pull, needs) {
      const { repository, number, headRefOid } = pull
      const key = referenceKey({ repository, number })
      const before = byPull.get(key)
      if (before !== undefined) leaveHead(repository, before.headSha, number)
      if (!isWatched(pull, needs)) {
        byPull.delete(key)
        return
      }
      byPull.set(key, { headSha: headRefOid, needs })
      if (!needs.checks) return
      const at = headKey(repository, headRefOid)
      byHead.set(at, [...(byHead.get(at) ?? []), number])
    },
    needingChecks: async (repository, headSha) => byHead.get(headKey(repository, headSha)) ?? [],
    needs: async (repository, number, what) => byPull.get(referenceKey({ repository, number }))?.needs[what] ?? false,
  }
}

export function isWatched({ state }: WatchedPull, needs: EvidenceNeeds): boolean {
  return state === 'OPEN' && (needs.checks || needs.comments || needs.reviews)
}

export function headKey(repository: RepositoryName, headSha: string): string {
  return `${repositoryKey(repository)}@${headSha}`
}
