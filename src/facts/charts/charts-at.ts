import type { ChartAt } from '../../domain/charts-facts.ts'
import { type Known, known, type Reading, type Unknown, unknown } from '../../domain/reading.ts'
import type { RepositoryName } from '../../domain/repository.ts'
import type { GitHubClient } from '../../github/client.ts'
import {
  type BlobNode,
  type ChartsAtCommitsAnswer,
  chartsAtCommits,
  type DirectoryNode,
} from '../queries/chart-objects.ts'
import { inBatches } from './batches.ts'
import type { ChartsCache } from './cache.ts'
import { chartFileOfBlob, notPlain, symbolicLinkMode } from './chart-blob.ts'
import { chartFileName, chartFileOf } from './chart-directories.ts'
import { repositoryOf } from './repository-answer.ts'
import { unknownOf } from './unknown-of-failure.ts'

/** One directory at one commit. */
export interface Spot {
  /** 40 hex digits. */
  readonly oid: string
  /** `.` for the root. */
  readonly directory: string
}

/** Three objects are asked for each chart, so a query of this size holds 150 aliases. */
const spotsPerQuery = 50

export function spotKey(spot: Spot): string {
  return `${spot.oid}:${spot.directory}`
}

/** Git's name of a path at a commit; an empty path is the root tree. */
export function revision(oid: string, path: string): string {
  return `${oid}:${path === '.' ? '' : path}`
}

/**
 * The chart in each directory at each commit, by `spotKey`; null where there is none. A commit that is not there yet
 * (just pushed to a fork) is an unknown that a retry may cure.
 */
export async function readChartsAt(
  client: GitHubClient,
  repository: RepositoryName,
  cache: ChartsCache,
  spots: readonly Spot[],
): Promise<ReadonlyMap<string, Reading<ChartAt | null>>> {
  const readings = new Map<string, Reading<ChartAt | null>>()
  const missing = new Map<string, Spot>()
  for (const spot of spots) {
    const key = spotKey(spot)
    const remembered = cache.charts.get(key)
    if (remembered === undefined) missing.set(key, spot)
    else readings.set(key, remembered)
  }
  const wanted = [...missing.values()]
  const outcomes = await inBatches(wanted, spotsPerQuery, (batch) => ask(client, repository, cache, batch))
  for (const [index, spot] of wanted.entries()) {
    const outcome = outcomes[index]
    if (outcome === undefined) continue
    const reading = outcome.ok ? outcome.result : unknownOf(outcome.failure, 'a Chart.yaml')
    readings.set(spotKey(spot), reading)
    if (reading.known || reading.retry === 'cannot-cure') cache.charts.set(spotKey(spot), reading)
  }
  return readings
}

async function ask(
  client: GitHubClient,
  repository: RepositoryName,
  cache: ChartsCache,
  spots: readonly Spot[],
): Promise<readonly (Known<ChartAt | null> | Unknown)[]> {
  const variables: Record<string, string> = { ...repository }
  for (const [index, spot] of spots.entries()) {
    variables[`commit${index}`] = spot.oid
    variables[`file${index}`] = revision(spot.oid, chartFileOf(spot.directory))
    variables[`directory${index}`] = revision(spot.oid, spot.directory)
  }
  const answer = repositoryOf(await client.graphql<ChartsAtCommitsAnswer>(chartsAtCommits(spots.length), variables))
  return spots.map((spot, index) =>
    readSpot(
      cache,
      spot,
      answer[`commit${index}`] ?? null,
      answer[`file${index}`] ?? null,
      answer[`directory${index}`] ?? null,
    ),
  )
}

function readSpot(
  cache: ChartsCache,
  spot: Spot,
  commit: { readonly oid: string } | null,
  file: BlobNode | null,
  directory: DirectoryNode | null,
): Known<ChartAt | null> | Unknown {
  const path = chartFileOf(spot.directory)
  if (commit === null) {
    return unknown('not-yet', `commit ${spot.oid.slice(0, 7)} is not in this repository yet`, 'may-cure')
  }
  if (file === null) return known(null)
  const entry = directory?.entries?.find(({ name }) => name === chartFileName)
  if (entry?.mode === symbolicLinkMode) return notPlain()
  const ignoreFile = directory?.entries?.find(({ name }) => name === '.helmignore')
  const content = chartFileOfBlob(cache, file)
  if (!content.known) return content
  return known({
    directory: spot.directory,
    path,
    blobOid: file.oid ?? '',
    ...(directory === null ? {} : { treeOid: directory.oid }),
    ...(ignoreFile === undefined ? {} : { ignoreOid: ignoreFile.oid }),
    file: content.value,
  })
}
