import { type Known, known, type Unknown, unknown } from '../../domain/reading.ts'
import type { RepositoryName } from '../../domain/repository.ts'
import type { GitHubClient } from '../../github/client.ts'
import type { ChartIndex } from '../parse/chart-index.ts'
import type { IndexBlobNode } from '../queries/chart-publications.ts'
import type { ChartsCache } from './cache.ts'
import type { ParseIndex } from './parse-index.ts'
import { unknownOf } from './unknown-of-failure.ts'

/** GitHub serves blobs up to 100 MB; an index of this size already holds some 50,000 versions. */
const maxIndexBytes = 32 * 1024 * 1024

/** The charts and versions of an index, once per blob id; empty where there is no such file. */
export async function readIndexFile(
  client: GitHubClient,
  repository: RepositoryName,
  cache: ChartsCache,
  node: IndexBlobNode | null,
  parse: ParseIndex,
): Promise<Known<ChartIndex> | Unknown> {
  if (node === null) return known([])
  const remembered = cache.indexes.get(node.oid)
  if (remembered !== undefined) return remembered
  const reading = await readBlob(client, repository, node, parse)
  if (reading.known || reading.retry === 'cannot-cure') cache.indexes.set(node.oid, reading)
  return reading
}

async function readBlob(
  client: GitHubClient,
  repository: RepositoryName,
  node: IndexBlobNode,
  parse: ParseIndex,
): Promise<Known<ChartIndex> | Unknown> {
  if (node.__typename !== 'Blob') return unknown('invalid', 'the index of charts is no file', 'cannot-cure')
  if ((node.byteSize ?? 0) > maxIndexBytes) {
    return unknown('too-large', 'the index of charts is larger than 32 MB', 'cannot-cure')
  }
  const text = await readText(client, repository, node.oid)
  if (typeof text !== 'string') return text
  try {
    const index = await parse(text)
    return index === null
      ? unknown('invalid', 'the index of charts is no YAML that Helm reads', 'cannot-cure')
      : known(index)
  } catch {
    // The thread ran out of time or memory; it would again.
    return unknown('too-large', 'the index of charts takes too long to read', 'cannot-cure')
  }
}

/** GraphQL cuts texts at 512 KB, so by REST, which sends the whole blob. */
async function readText(client: GitHubClient, repository: RepositoryName, oid: string): Promise<string | Unknown> {
  try {
    const { data } = await client.rest<{ readonly content: string; readonly encoding: string }>(
      'GET /repos/{owner}/{repo}/git/blobs/{file_sha}',
      { owner: repository.owner, repo: repository.name, file_sha: oid },
    )
    return Buffer.from(data.content, data.encoding === 'base64' ? 'base64' : 'utf8').toString('utf8')
  } catch (error) {
    return unknownOf(error, 'the index of charts')
  }
}
