import { type Known, known, type Unknown, unknown } from '../../domain/reading.ts'
import type { RepositoryName } from '../../domain/repository.ts'
import type { GitHubClient } from '../../github/client.ts'
import {
  chartPullsPage,
  chartPullsPages,
  chartPullsPageWithFiles,
  type PullNode,
  type PullsPage,
  type PullsPageAnswer,
  type RepositoryPages,
} from '../queries/chart-pulls.ts'
import type { RepositoryMemory } from './cache.ts'
import { chartsCheckName } from './own-run.ts'
import { repositoryOf } from './repository-answer.ts'
import { mayShrink, unknownOf } from './unknown-of-failure.ts'

/** All open pull requests as GitHub listed them, and the default branch. */
export interface Listing {
  readonly pulls: readonly PullNode[]
  readonly defaultBranch: { readonly name: string; readonly tipOid: string | null } | null
}

const pullsPerPage = 100
/** GitHub computes a diff for each; more of them run into its time limit. */
const pullsPerPageWithFiles = 25
const pagesPerQuery = 5
const listingsAtMost = 3

/**
 * Lists all open pull requests: page by page with files and own check runs when nothing is remembered, else by the
 * remembered cursors, several pages a query. The count must agree with GitHub's own, or all is listed anew.
 */
export async function listPulls(
  client: GitHubClient,
  repository: RepositoryName,
  memory: RepositoryMemory,
  options: { readonly appId: number; readonly full: boolean },
): Promise<Known<Listing> | Unknown> {
  try {
    for (let attempt = 0; attempt < listingsAtMost; attempt += 1) {
      const list = new PullList()
      if (attempt > 0) await listOn(client, repository, list, null)
      else if (memory.cursors === null || options.full) await listWithFiles(client, repository, list, options.appId)
      else await listByCursors(client, repository, list, memory.cursors)
      if (!list.isWhole()) continue
      memory.cursors = list.pageCursors()
      return known(list.listing())
    }
  } catch (error) {
    return unknownOf(error, 'the list of open pull requests')
  }
  return unknown('incomplete', 'the list of open pull requests changed while it was read', 'may-cure')
}

/** Pull requests as they come in, each kept once. */
class PullList {
  readonly #nodes = new Map<number, PullNode>()
  readonly #cursors = new Map<number, string>()
  readonly #counts = new Set<number>()
  #defaultBranch: RepositoryPages['defaultBranchRef'] = null

  add(repository: RepositoryPages, page: PullsPage): void {
    this.#defaultBranch = repository.defaultBranchRef
    this.#counts.add(page.totalCount)
    for (const edge of page.edges ?? []) {
      if (edge === null || edge.node === null) continue
      this.#nodes.set(edge.node.number, edge.node)
      this.#cursors.set(edge.node.number, edge.cursor)
    }
  }

  /** Every page told one count, and so many different pull requests came. */
  isWhole(): boolean {
    return this.#counts.size === 1 && this.#counts.has(this.#nodes.size)
  }

  /** The cursor before each page of 100 but the first, in the order of the listing; none before an empty page. */
  pageCursors(): readonly string[] {
    const inOrder = [...this.#nodes.values()].sort(
      (a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt) || a.number - b.number,
    )
    return inOrder.flatMap((node, index) => {
      const isPageEnd = (index + 1) % pullsPerPage === 0 && index + 1 < inOrder.length
      const cursor = isPageEnd ? this.#cursors.get(node.number) : undefined
      return cursor === undefined ? [] : [cursor]
    })
  }

  listing(): Listing {
    const branch = this.#defaultBranch
    return {
      pulls: [...this.#nodes.values()],
      defaultBranch: branch === null ? null : { name: branch.name, tipOid: branch.target?.oid ?? null },
    }
  }
}

async function listWithFiles(
  client: GitHubClient,
  repository: RepositoryName,
  list: PullList,
  appId: number,
): Promise<void> {
  let after: string | null = null
  let first = pullsPerPageWithFiles
  let withFiles = true
  for (;;) {
    const page: PullsPage | 'stopped' = await askPage(client, repository, list, { first, after, withFiles, appId })
    if (page === 'stopped') {
      // A single pull request whose diff GitHub cannot show is listed without it; its files are asked for later.
      if (first === 1) withFiles = false
      first = Math.ceil(first / 2)
      continue
    }
    withFiles = true
    first = Math.min(pullsPerPageWithFiles, first * 2)
    if (!page.pageInfo.hasNextPage) return
    after = page.pageInfo.endCursor
  }
}

interface PageRequest {
  readonly first: number
  readonly after: string | null
  readonly withFiles: boolean
  readonly appId: number
}

/** Adds one page to the list; `stopped` when a smaller or lighter page may succeed. */
async function askPage(
  client: GitHubClient,
  repository: RepositoryName,
  list: PullList,
  { first, after, withFiles, appId }: PageRequest,
): Promise<PullsPage | 'stopped'> {
  const query = withFiles ? chartPullsPageWithFiles : chartPullsPage
  const variables = { ...repository, first, after, ...(withFiles ? { appId, checkName: chartsCheckName } : {}) }
  try {
    const answer = repositoryOf(await client.graphql<PullsPageAnswer>(query, variables))
    const page = pageOf(answer, 0)
    list.add(answer, page)
    return page
  } catch (error) {
    if (withFiles && mayShrink(error)) return 'stopped'
    throw error
  }
}

async function listByCursors(
  client: GitHubClient,
  repository: RepositoryName,
  list: PullList,
  cursors: readonly string[],
): Promise<void> {
  const starts: readonly (string | null)[] = [null, ...cursors]
  const groups = Array.from({ length: Math.ceil(starts.length / pagesPerQuery) }, (_, index) =>
    starts.slice(index * pagesPerQuery, (index + 1) * pagesPerQuery),
  )
  try {
    const lastPages = await Promise.all(groups.map((group) => askPages(client, repository, list, group)))
    const last = lastPages.at(-1)
    if (last?.pageInfo.hasNextPage) await listOn(client, repository, list, last.pageInfo.endCursor)
  } catch (error) {
    // What is missing now makes the list fall short of its count, so that it is read anew in single pages.
    if (!mayShrink(error)) throw error
  }
}

/** Adds the pages after the given cursors; answers the last of them. */
async function askPages(
  client: GitHubClient,
  repository: RepositoryName,
  list: PullList,
  starts: readonly (string | null)[],
): Promise<PullsPage> {
  const after = Object.fromEntries(starts.map((cursor, index) => [`after${index}`, cursor]))
  const variables = { ...repository, first: pullsPerPage, ...after }
  const answer = repositoryOf(await client.graphql<PullsPageAnswer>(chartPullsPages(starts.length), variables))
  const pages = starts.map((_, index) => pageOf(answer, index))
  for (const page of pages) list.add(answer, page)
  return pageOf(answer, starts.length - 1)
}

/** Lists light pages one after the other, smaller ones when GitHub cannot answer. */
async function listOn(
  client: GitHubClient,
  repository: RepositoryName,
  list: PullList,
  start: string | null,
): Promise<void> {
  let after = start
  let first = pullsPerPage
  for (;;) {
    try {
      const variables = { ...repository, first, after }
      const answer: RepositoryPages = repositoryOf(await client.graphql<PullsPageAnswer>(chartPullsPage, variables))
      const page = pageOf(answer, 0)
      list.add(answer, page)
      first = Math.min(pullsPerPage, first * 2)
      if (!page.pageInfo.hasNextPage) return
      after = page.pageInfo.endCursor
    } catch (error) {
      if (first === 1 || !mayShrink(error)) throw error
      first = Math.ceil(first / 2)
    }
  }
}

function pageOf(answer: RepositoryPages, index: number): PullsPage {
  return answer[`page${index}`] ?? { totalCount: -1, pageInfo: { hasNextPage: false, endCursor: null }, edges: [] }
}
