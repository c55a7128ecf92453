import { type Known, known, type Reading, type Unknown, unknown } from '../../domain/reading.ts'
import type { RepositoryName } from '../../domain/repository.ts'
import type { GitHubClient } from '../../github/client.ts'
import {
  chartPullFiles,
  chartPullsByNumber,
  type FilesPage,
  type PullFilesAnswer,
  type PullNode,
  type PullsByNumberAnswer,
} from '../queries/chart-pulls.ts'
import { inBatches } from './batches.ts'
import { type PullMemory, pullMemoryOf, type RepositoryMemory } from './cache.ts'
import { chartsCheckName, type OwnRun, ownRunOf } from './own-run.ts'
import { repositoryOf } from './repository-answer.ts'
import { unknownOf } from './unknown-of-failure.ts'

/** GitHub shows no more files of a pull request. */
export const maxFiles = 3000

const pullsPerQuery = 25

/** One open pull request with the paths its own diff changes. */
export interface PullWithPaths {
  readonly node: PullNode
  readonly paths: Reading<readonly string[]>
  /** Our newest run on the head, when this reading asked for it; null when there is none. */
  readonly ownRun: OwnRun | null | undefined
}

/**
 * The changed paths of each pull request, asked for only where head, base or size of the diff are new. A pull request
 * that was pushed to after it was listed comes with its new head.
 */
export async function readDiffs(
  client: GitHubClient,
  repository: RepositoryName,
  memory: RepositoryMemory,
  appId: number,
  nodes: readonly PullNode[],
): Promise<readonly PullWithPaths[]> {
  const unread = nodes.filter(
    (node) => node.files === undefined && memory.pulls.get(node.number)?.diff?.key !== diffKey(node),
  )
  const numbers = unread.map(({ number }) => number)
  const outcomes = await inBatches(numbers, pullsPerQuery, (batch) => askByNumber(client, repository, appId, batch))
  const byNumber = new Map(numbers.map((number, index) => [number, outcomes[index]]))
  const diffs: PullWithPaths[] = []
  for (const listed of nodes) {
    const outcome = byNumber.get(listed.number)
    if (outcome?.ok === false) {
      const paths = unknownOf(outcome.failure, whatOf(listed.number))
      diffs.push({ node: listed, paths, ownRun: undefined })
      continue
    }
    const node = outcome === undefined ? listed : outcome.result.node
    // Closed between the list and now.
    if (node?.state === 'OPEN') diffs.push(await withPaths(client, repository, memory, node))
  }
  return diffs
}

/** One pull request with its changed paths, whatever its state; null when there is none of that number. */
export async function readPullByNumber(
  client: GitHubClient,
  repository: RepositoryName,
  memory: RepositoryMemory,
  appId: number,
  number: number,
): Promise<PullWithPaths | Unknown | null> {
  try {
    const [pull] = await askByNumber(client, repository, appId, [number])
    return pull?.node == null ? null : await withPaths(client, repository, memory, pull.node)
  } catch (error) {
    return unknownOf(error, `#${number}`)
  }
}

async function askByNumber(
  client: GitHubClient,
  repository: RepositoryName,
  appId: number,
  numbers: readonly number[],
): Promise<readonly { readonly node: PullNode | null }[]> {
  const asked = Object.fromEntries(numbers.map((number, index) => [`number${index}`, number]))
  const variables = { ...repository, ...asked, appId, checkName: chartsCheckName }
  const query = chartPullsByNumber(numbers.length)
  const answer = repositoryOf(await client.graphql<PullsByNumberAnswer>(query, variables))
  return numbers.map((_, index) => ({ node: answer[`pull${index}`] ?? null }))
}

/** Forgets the pull requests that are not open any more. */
export function forgetOthers(memory: RepositoryMemory, open: readonly PullNode[]): void {
  const numbers = new Set(open.map(({ number }) => number))
  for (const number of memory.pulls.keys()) {
    if (!numbers.has(number)) memory.pulls.delete(number)
  }
}

/**
 * What decides the diff of a pull request. The merge base is not in it, for it costs a request; where the base takes
 * over a part of the head's history, the size of the diff changes.
 */
function diffKey(node: PullNode): string {
  return [node.headRefOid, node.baseRefName, node.changedFiles, node.additions, node.deletions].join(' ')
}

async function withPaths(
  client: GitHubClient,
  repository: RepositoryName,
  repositoryMemory: RepositoryMemory,
  node: PullNode,
): Promise<PullWithPaths> {
  const memory = pullMemoryOf(repositoryMemory, node.number, node.isDraft)
  const ownRun = runOnHead(node)
  if (node.files === undefined) return { node, paths: rememberedPaths(memory, node), ownRun }
  const paths = await readChangedPaths(client, repository, node, node.files)
  memory.diff = paths.known || paths.retry === 'cannot-cure' ? { key: diffKey(node), paths } : null
  return { node, paths, ownRun }
}

function rememberedPaths(memory: PullMemory, node: PullNode): Reading<readonly string[]> {
  return memory.diff?.paths ?? unknown('incomplete', `${whatOf(node.number)} were not read`, 'may-cure')
}

function runOnHead(node: PullNode): OwnRun | null | undefined {
  const commit = node.commits?.nodes?.[0]?.commit
  return commit === undefined || commit.oid !== node.headRefOid ? undefined : ownRunOf(commit)
}

/** The changed paths of a pull request to their end, given their first page. @throws {GitHubFailure} `rate-limited` only */
export async function readChangedPaths(
  client: GitHubClient,
  repository: RepositoryName,
  node: PullNode,
  firstPage: FilesPage | null,
): Promise<Known<readonly string[]> | Unknown> {
  const what = whatOf(node.number)
  if (node.changedFiles > maxFiles) {
    return unknown(
      'too-large',
      `#${node.number} changes more than 3,000 files, which GitHub does not list`,
      'cannot-cure',
    )
  }
  if (firstPage === null) return unknown('unavailable', `${what} are not there yet`, 'may-cure')
  try {
    const paths = new Set<string>()
    let page: FilesPage | null = firstPage
    while (page !== null) {
      for (const file of page.nodes ?? []) if (file !== null) paths.add(file.path)
      page = page.pageInfo.hasNextPage ? await nextPage(client, repository, node, page.pageInfo.endCursor) : null
    }
    if (paths.size === node.changedFiles) return known([...paths])
    const counts = `GitHub counts ${node.changedFiles} and lists ${paths.size}`
    return unknown('incomplete', `${what} could not be listed whole: ${counts}`, 'may-cure')
  } catch (error) {
    return unknownOf(error, what)
  }
}

/** Null when the pull request has another head meanwhile: its files fall short of the count then. */
async function nextPage(
  client: GitHubClient,
  repository: RepositoryName,
  node: PullNode,
  after: string | null,
): Promise<FilesPage | null> {
  const variables = { ...repository, number: node.number, after }
  const pull = repositoryOf(await client.graphql<PullFilesAnswer>(chartPullFiles, variables)).pullRequest
  return pull?.headRefOid === node.headRefOid ? pull.files : null
}

function whatOf(number: number): string {
  return `the changed files of #${number}`
}
