import type { ChartPull, ChartsFacts } from '../../domain/charts-facts.ts'
import { repositoryKey } from '../../domain/repository.ts'
import type { VersionClaim } from '../../domain/version-claim.ts'
import { isSameContent } from './tips.ts'

/** One claim with its pull request, as far as holding a number goes. */
export interface Contender {
  readonly claim: VersionClaim
  readonly pull: ChartPull
  /** False while it could not be told whether it claims at all, or stands. */
  readonly isCertain: boolean
}

/** Whether two pull requests merge one after the other, so that one claim is theirs together. */
export type StackTest = (a: ChartPull, b: ChartPull) => boolean

/**
 * Stacked: one head is an ancestor of the other, or one pull request's base is (over any number of pull requests
 * between) the other's head branch. A promotion is the same seen from below: its head branch is the others' base.
 */
export function stackTest(facts: Pick<ChartsFacts, 'pulls' | 'ancestry' | 'repository'>): StackTest {
  const pairs = new Set(facts.ancestry.map(({ ancestor, descendant }) => `${ancestor} ${descendant}`))
  let byHead: PullsByHead | undefined
  const isAncestor = (a: ChartPull, b: ChartPull): boolean => pairs.has(`${a.headRefOid} ${b.headRefOid}`)
  return (a, b) => {
    if (a.headRefOid === b.headRefOid || isAncestor(a, b) || isAncestor(b, a)) return true
    byHead ??= pullsByHead(facts)
    return isBelow(a, b, byHead) || isBelow(b, a, byHead)
  }
}

/** Open pull requests by their head branch in this repository, for branches that are somebody's base. */
type PullsByHead = ReadonlyMap<string, readonly ChartPull[]>

function pullsByHead({ repository, pulls }: Pick<ChartsFacts, 'pulls' | 'repository'>): PullsByHead {
  const own = repositoryKey(repository)
  const byHead = new Map<string, ChartPull[]>()
  const all = pulls.known ? pulls.value : []
  const bases = new Set(all.map(({ baseRefName }) => baseRefName))
  for (const pull of all) {
    if (!bases.has(pull.headRefName) || pull.headRepository?.toLowerCase() !== own) continue
    const sharing = byHead.get(pull.headRefName)
    if (sharing === undefined) byHead.set(pull.headRefName, [pull])
    else sharing.push(pull)
  }
  return byHead
}

function isBelow(lower: ChartPull, upper: ChartPull, byHead: PullsByHead): boolean {
  const seen = new Set<string>()
  const branches = [upper.baseRefName]
  for (let branch = branches.pop(); branch !== undefined; branch = branches.pop()) {
    if (seen.has(branch)) continue
    seen.add(branch)
    for (const pull of byHead.get(branch) ?? []) {
      if (pull.number === lower.number) return true
      branches.push(pull.baseRefName)
    }
  }
  return false
}

/** Two claims of one version of which only one can be published. */
export function areRivals(a: Contender, b: Contender, isStacked: StackTest): boolean {
  return a.pull.number !== b.pull.number && !isSameContent(a.claim, b.claim) && !isStacked(a.pull, b.pull)
}
