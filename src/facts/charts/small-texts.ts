import { type Known, known, type Reading, type Unknown, unknown } from '../../domain/reading.ts'
import type { RepositoryName } from '../../domain/repository.ts'
import type { GitHubClient } from '../../github/client.ts'
import { type BlobNode, type ChartBlobsAnswer, chartBlobs } from '../queries/chart-objects.ts'
import { inBatches } from './batches.ts'
import type { ChartsCache } from './cache.ts'
import { repositoryOf } from './repository-answer.ts'
import { unknownOf } from './unknown-of-failure.ts'

const blobsPerQuery = 50
const maxBytes = 64 * 1024

/**
 * Texts of small files (`.helmignore`, `requirements.yaml`) by blob id, once per blob. Charts made from one starter
 * share theirs, so this is rarely more than one query.
 */
export async function readSmallTexts(
  client: GitHubClient,
  repository: RepositoryName,
  cache: ChartsCache,
  oids: readonly string[],
): Promise<ReadonlyMap<string, Reading<string>>> {
  const wanted = [...new Set(oids)]
  const unread = wanted.filter((oid) => !cache.texts.has(oid))
  const outcomes = await inBatches(unread, blobsPerQuery, async (batch) => {
    const variables = Object.fromEntries(batch.map((oid, index) => [`blob${index}`, oid]))
    const query = chartBlobs(batch.length)
    const answer = repositoryOf(await client.graphql<ChartBlobsAnswer>(query, { ...repository, ...variables }))
    return batch.map((_, index) => textOf(answer[`blob${index}`] ?? null))
  })
  const texts = new Map<string, Reading<string>>()
  for (const [index, oid] of unread.entries()) {
    const outcome = outcomes[index]
    if (outcome === undefined) continue
    const reading = outcome.ok ? outcome.result : unknownOf(outcome.failure, 'a file of the chart')
    texts.set(oid, reading)
    if (reading.known || reading.retry === 'cannot-cure') cache.texts.set(oid, reading)
  }
  for (const oid of wanted) {
    const remembered = texts.has(oid) ? undefined : cache.texts.get(oid)
    if (remembered !== undefined) texts.set(oid, remembered)
  }
  return texts
}

function textOf(blob: BlobNode | null): Known<string> | Unknown {
  if (blob?.__typename !== 'Blob') return unknown('unreadable', 'a file of the chart is not there', 'may-cure')
  if ((blob.byteSize ?? 0) > maxBytes || blob.isTruncated === true) {
    return unknown('too-large', 'a file of the chart is larger than 64 KB', 'cannot-cure')
  }
  if (blob.isBinary === true || typeof blob.text !== 'string') {
    return unknown('binary', 'a file of the chart is no text', 'cannot-cure')
  }
  return known(blob.text)
}
