import type { BaseFacts } from '../../domain/charts-facts.ts'
import { known, type Reading, unknown } from '../../domain/reading.ts'
import { type RepositoryName, repositoryKey } from '../../domain/repository.ts'
import type { GitHubClient } from '../../github/client.ts'
import type { PullNode } from '../queries/chart-pulls.ts'
import { eachAtMost } from './batches.ts'
import type { ChartsAtCommit, ChartsCache } from './cache.ts'
import { touchedCharts } from './chart-directories.ts'
import { readChartsAtCommit } from './charts-at-commit.ts'
import type { PullWithPaths } from './diffs.ts'
import type { Listing } from './listing.ts'

/** A base branch with the charts at its tip. */
export interface Base {
  readonly baseRefName: string
  readonly tipOid: string | null
  readonly charts: Reading<ChartsAtCommit>
}

const basesAtOnce = 4

/**
 * The charts at the tip of the default branch and of every base of an open pull request. A base that is the head of
 * an open pull request itself counts only for those stacked on it, so it is read only when one of them touches a chart.
 */
export async function readBases(
  client: GitHubClient,
  repository: RepositoryName,
  cache: ChartsCache,
  listing: Listing,
  pulls: readonly PullWithPaths[],
): Promise<ReadonlyMap<string, Base>> {
  const tips = tipsOf(listing, pulls)
  const heads = headBranches(repository, pulls)
  const defaultName = listing.defaultBranch?.name
  const others = [...tips.keys()].filter((name) => name !== defaultName)
  const bases = new Map<string, Base>()
  async function read(names: readonly string[]): Promise<void> {
    const found = await eachAtMost(names, basesAtOnce, (name) =>
      readBase(client, repository, cache, name, tips.get(name) ?? null),
    )
    for (const base of found) bases.set(base.baseRefName, base)
  }
  // The default branch first: the others share most of its blobs.
  if (defaultName !== undefined) await read([defaultName])
  await read(others.filter((name) => !heads.has(name)))
  const directories = [...bases.values()].flatMap(directoriesOf)
  const stacked = new Set(
    pulls
      .filter(({ node }) => heads.has(node.baseRefName))
      .filter(({ paths }) => !paths.known || touchedCharts(paths.value, directories).size > 0)
      .map(({ node }) => node.baseRefName),
  )
  await read([...stacked].filter((name) => !bases.has(name)))
  return bases
}

/** Directories of all charts at the tip, unreadable ones too. */
export function directoriesOf(base: Base | undefined): readonly string[] {
  if (base === undefined || !base.charts.known) return []
  const { charts, unreadable } = base.charts.value
  return [...charts.map(({ directory }) => directory), ...unreadable.keys()]
}

export function baseFacts(base: Base): BaseFacts {
  const { baseRefName, tipOid, charts } = base
  return { baseRefName, tipOid, charts: charts.known ? known(charts.value.charts) : charts }
}

async function readBase(
  client: GitHubClient,
  repository: RepositoryName,
  cache: ChartsCache,
  baseRefName: string,
  tipOid: string | null,
): Promise<Base> {
  if (tipOid === null) {
    return { baseRefName, tipOid, charts: unknown('unreadable', 'the base branch is gone', 'cannot-cure') }
  }
  return { baseRefName, tipOid, charts: await readChartsAtCommit(client, repository, cache, tipOid) }
}

function tipsOf(listing: Listing, pulls: readonly PullWithPaths[]): ReadonlyMap<string, string | null> {
  const tips = new Map<string, string | null>()
  for (const { node } of pulls) tips.set(node.baseRefName, node.baseRef?.target?.oid ?? null)
  const branch = listing.defaultBranch
  if (branch !== null) tips.set(branch.name, branch.tipOid ?? tips.get(branch.name) ?? null)
  return tips
}

/** Branches of this repository that are heads of open pull requests. */
function headBranches(repository: RepositoryName, pulls: readonly PullWithPaths[]): ReadonlySet<string> {
  return new Set(pulls.filter(({ node }) => isHere(repository, node)).map(({ node }) => node.headRefName))
}

/** Whether the head branch lives in this repository, not in a fork. */
export function isHere(repository: RepositoryName, node: PullNode): boolean {
  return node.headRepository?.nameWithOwner.toLowerCase() === repositoryKey(repository)
}
