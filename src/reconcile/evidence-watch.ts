import { LRUCache } from 'lru-cache'
import type { PullRequestFacts } from '../domain/issues-facts.ts'
import { fullName, type RepositoryName } from '../domain/repository.ts'
import type { EvidenceNeeds } from '../facts/issues/evidence.ts'

/** So many pull requests are remembered; the sweep looks at the others. */
const capacity = 20_000

/**
 * Remembers which open pull requests' verdicts depend on checks, reviews or comments, so that the flood of such events
 * costs a look into memory each. It is filled by judging, after a start by the first sweep.
 */
export class EvidenceWatch {
  readonly #byPull = new LRUCache<string, { readonly headSha: string; readonly needs: EvidenceNeeds }>({
    max: capacity,
  })
  /** Numbers of pull requests that need checks, by repository and head. */
  readonly #byHead = new LRUCache<string, readonly number[]>({ max: capacity })

  remember({ repository, number, headRefOid, state }: WatchedPull, needs: EvidenceNeeds): void {
    const key = pullKey(repository, number)
    const before = this.#byPull.get(key)
    if (before !== undefined) this.#leaveHead(repository, before.headSha, number)
    const wanted = state === 'OPEN' && (needs.checks || needs.comments || needs.reviews)
    if (!wanted) {
      this.#byPull.delete(key)
      return
    }
    this.#byPull.set(key, { headSha: headRefOid, needs })
    if (!needs.checks) return
    const at = headKey(repository, headRefOid)
    this.#byHead.set(at, [...(this.#byHead.get(at) ?? []), number])
  }

  /** Pull requests whose verdict a check or status on this commit can change. */
  needingChecks(repository: RepositoryName, headSha: string): readonly number[] {
    return this.#byHead.get(headKey(repository, headSha)) ?? []
  }

  needs(repository: RepositoryName, number: number, what: 'reviews' | 'comments'): boolean {
    return this.#byPull.get(pullKey(repository, number))?.needs[what] ?? false
  }

  #leaveHead(repository: RepositoryName, headSha: string, number: number): void {
    const at = headKey(repository, headSha)
    const left = (this.#byHead.get(at) ?? []).filter((one) => one !== number)
    if (left.length === 0) this.#byHead.delete(at)
    else this.#byHead.set(at, left)
  }
}

type WatchedPull = Pick<PullRequestFacts, 'repository' | 'number' | 'headRefOid' | 'state'>

function pullKey(repository: RepositoryName, number: number): string {
  return `${fullName(repository).toLowerCase()}#${number}`
}

function headKey(repository: RepositoryName, headSha: string): string {
  return `${fullName(repository).toLowerCase()}@${headSha}`
}
