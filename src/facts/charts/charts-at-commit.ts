import type { ChartAt } from '../../domain/charts-facts.ts'
import { type Known, known, type Reading, type Unknown, unknown } from '../../domain/reading.ts'
import type { RepositoryName } from '../../domain/repository.ts'
import type { GitHubClient } from '../../github/client.ts'
import { readRequirements } from '../parse/chart-yaml.ts'
import { type BlobNode, type ChartBlobsAnswer, chartBlobs } from '../queries/chart-objects.ts'
import { inBatches } from './batches.ts'
import type { ChartsAtCommit, ChartsCache } from './cache.ts'
import { chartFileOfBlob, maxChartFileBytes, notPlain, symbolicLinkMode, tooLarge } from './chart-blob.ts'
import { chartFileOf, ownCharts } from './chart-directories.ts'
import { readChartLinks } from './chart-links.ts'
import { type ChartEntry, readChartEntries } from './chart-tree.ts'
import { repositoryOf } from './repository-answer.ts'
import { readSmallTexts } from './small-texts.ts'
import { unknownOf } from './unknown-of-failure.ts'

const blobsPerQuery = 50

/**
 * All charts of one commit, once per commit. It is unknown as a whole while a part is missing that a retry may bring;
 * a single Chart.yaml that nobody can read (a symbolic link, 512 KB and more) is listed beside the others.
 */
export async function readChartsAtCommit(
  client: GitHubClient,
  repository: RepositoryName,
  cache: ChartsCache,
  oid: string,
): Promise<Known<ChartsAtCommit> | Unknown> {
  const remembered = cache.commits.get(oid)
  if (remembered !== undefined) return known(remembered)
  const what = `the charts at commit ${oid.slice(0, 7)}`
  try {
    const entries = await readChartEntries(client, repository, cache, oid)
    if (entries === 'too-large') {
      return unknown('too-large', `${what} cannot be listed: the repository has too many directories`, 'cannot-cure')
    }
    return await readCharts(client, repository, cache, oid, entries)
  } catch (error) {
    return unknownOf(error, what)
  }
}

async function readCharts(
  client: GitHubClient,
  repository: RepositoryName,
  cache: ChartsCache,
  oid: string,
  all: readonly ChartEntry[],
): Promise<Known<ChartsAtCommit> | Unknown> {
  const own = ownCharts(all.map(({ directory }) => directory))
  const entries = all.filter(({ directory }) => own.has(directory))
  const unreadable = new Map<string, Unknown>()
  const plain = entries.filter((entry) => {
    const fault = faultOf(entry)
    if (fault !== null) unreadable.set(entry.directory, fault)
    return fault === null
  })
  const blobs = await readBlobs(client, repository, cache, plain)
  const requirements = await readSmallTexts(
    client,
    repository,
    cache,
    plain.flatMap((entry) => entry.requirementsOid ?? []),
  )
  const charts: ChartAt[] = []
  for (const entry of plain) {
    const content = contentOf(cache, entry, blobs)
    if (!content.known) unreadable.set(entry.directory, content)
    else charts.push(chartOf(entry, content.value, requirements))
  }
  const passing = [...unreadable.values()].find(({ retry }) => retry === 'may-cure')
  if (passing !== undefined) return passing
  const links = await readChartLinks(client, repository, cache, entries)
  if (!links.known) return links
  const result = { charts, unreadable, links: links.value }
  cache.commits.set(oid, result)
  return known(result)
}

function faultOf(entry: ChartEntry): Unknown | null {
  if (entry.mode === symbolicLinkMode) return notPlain()
  return entry.size !== null && entry.size > maxChartFileBytes ? tooLarge() : null
}

/** A requirements.yaml that cannot be read leaves a warning unsaid; it stops nothing. */
function chartOf(
  entry: ChartEntry,
  file: ChartAt['file'],
  requirements: ReadonlyMap<string, Reading<string>>,
): ChartAt {
  const text = requirements.get(entry.requirementsOid ?? '')
  const paths = text?.known === true ? readRequirements(text.value) : []
  return {
    directory: entry.directory,
    path: chartFileOf(entry.directory),
    blobOid: entry.blobOid,
    ...(entry.treeOid === null ? {} : { treeOid: entry.treeOid }),
    ...(paths.length === 0 ? {} : { requirements: paths }),
    file,
  }
}

function contentOf(cache: ChartsCache, entry: ChartEntry, blobs: ReadonlyMap<string, BlobNode | Unknown>) {
  const remembered = cache.files.get(entry.blobOid)
  if (remembered !== undefined) return remembered
  const blob = blobs.get(entry.blobOid) ?? { __typename: 'absent' }
  return '__typename' in blob ? chartFileOfBlob(cache, blob) : blob
}

async function readBlobs(
  client: GitHubClient,
  repository: RepositoryName,
  cache: ChartsCache,
  entries: readonly ChartEntry[],
): Promise<ReadonlyMap<string, BlobNode | Unknown>> {
  const oids = [...new Set(entries.map(({ blobOid }) => blobOid))].filter((oid) => !cache.files.has(oid))
  const outcomes = await inBatches(oids, blobsPerQuery, async (batch) => {
    const variables = Object.fromEntries(batch.map((oid, index) => [`blob${index}`, oid]))
    const answer = repositoryOf(
      await client.graphql<ChartBlobsAnswer>(chartBlobs(batch.length), { ...repository, ...variables }),
    )
    return batch.map((_, index) => answer[`blob${index}`] ?? { __typename: 'absent' })
  })
  const blobs = new Map<string, BlobNode | Unknown>()
  for (const [index, oid] of oids.entries()) {
    const outcome = outcomes[index]
    if (outcome?.ok === true) blobs.set(oid, outcome.result)
    else if (outcome !== undefined) blobs.set(oid, unknownOf(outcome.failure, 'a Chart.yaml'))
  }
  return blobs
}
