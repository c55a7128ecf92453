import type { ChartsFacts } from '../../domain/charts-facts.ts'
import type { Unknown } from '../../domain/reading.ts'
import type { RepositoryName } from '../../domain/repository.ts'
import { type GitHubClient, GitHubFailure } from '../../github/client.ts'
import type { PullNode } from '../queries/chart-pulls.ts'
import { isHere } from './bases.ts'
import { eachAtMost } from './batches.ts'
import type { ChartsCache, PullHistory, RepositoryMemory } from './cache.ts'
import { readHistories } from './histories.ts'
import { compareCommits } from './merge-base.ts'
import { unknownOf } from './unknown-of-failure.ts'

export interface Ancestry {
  readonly pairs: ChartsFacts['ancestry']
  /** Pull requests of which it could not be told whose head they stand on. */
  readonly unknown: ReadonlyMap<number, Unknown>
}

const comparisonsAtOnce = 8
const what = 'the commits of a pull request'

/**
 * Which heads stand on which, within each group that claims one number. A pull request's own commits tell it for
 * nearly all of them, many in one query; only where those are too many to list, pairs are compared.
 */
export async function readAncestry(
  client: GitHubClient,
  repository: RepositoryName,
  cache: ChartsCache,
  memory: RepositoryMemory,
  groups: readonly (readonly PullNode[])[],
  open: readonly PullNode[],
): Promise<Ancestry> {
  const byBranch = new Map(open.filter((node) => isHere(repository, node)).map((node) => [node.headRefName, node]))
  const wanted = new Set(groups.flat().flatMap((node) => stackOf(node, byBranch)))
  const histories = await readHistories(client, repository, memory, [...wanted])
  const pairs = new Map<string, Ancestry['pairs'][number]>()
  const unknown = new Map<number, Unknown>()
  const untold: { readonly ancestor: PullNode; readonly descendant: PullNode }[] = []
  for (const group of groups) {
    for (const descendant of group) {
      const told = stackOf(descendant, byBranch).map(({ number }) => histories.get(number))
      const failed = told.find((history) => history instanceof GitHubFailure)
      if (failed !== undefined) unknown.set(descendant.number, unknownOf(failed, what))
      for (const ancestor of group) {
        if (ancestor === descendant) continue
        if (stands(told, ancestor, descendant)) addPair(pairs, ancestor, descendant)
        else if (told.some((history) => isHistory(history) && !history.whole)) untold.push({ ancestor, descendant })
      }
    }
  }
  await eachAtMost(untold, comparisonsAtOnce, async ({ ancestor, descendant }) => {
    try {
      const oids = [ancestor.headRefOid, descendant.headRefOid] as const
      const { status } = await compareCommits(client, repository, cache, ...oids)
      if (status === 'ahead' || status === 'identical') addPair(pairs, ancestor, descendant)
    } catch (error) {
      unknown.set(descendant.number, unknownOf(error, what))
    }
  })
  return { pairs: [...pairs.values()], unknown }
}

/** A pull request and those it is stacked on by its base branch, the nearest first. */
function stackOf(node: PullNode, byBranch: ReadonlyMap<string, PullNode>): readonly PullNode[] {
  const stack = [node]
  let below = byBranch.get(node.baseRefName)
  while (below !== undefined && !stack.includes(below)) {
    stack.push(below)
    below = byBranch.get(below.baseRefName)
  }
  return stack
}

function stands(told: readonly (PullHistory | GitHubFailure | undefined)[], on: PullNode, who: PullNode): boolean {
  if (on.headRefOid === who.headRefOid) return true
  return told.some((history) => isHistory(history) && history.commits.has(on.headRefOid))
}

function isHistory(history: PullHistory | GitHubFailure | undefined): history is PullHistory {
  return history !== undefined && !(history instanceof GitHubFailure)
}

function addPair(pairs: Map<string, Ancestry['pairs'][number]>, ancestor: PullNode, descendant: PullNode): void {
  const pair = { ancestor: ancestor.headRefOid, descendant: descendant.headRefOid }
  pairs.set(`${pair.ancestor} ${pair.descendant}`, pair)
}
