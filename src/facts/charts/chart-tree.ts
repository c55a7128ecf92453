import type { RepositoryName } from '../../domain/repository.ts'
import { type GitHubClient, GitHubFailure, isGitHubFailure, type RestAnswer } from '../../github/client.ts'
import { type ChartTreesAnswer, chartTrees, type TreeAnswerNode, type TreeEntryNode } from '../queries/chart-objects.ts'
import { inBatches } from './batches.ts'
import type { ChartsCache, TreeParts } from './cache.ts'
import { chartFileName, directoryOf, isChartFile, isRequirementsFile } from './chart-directories.ts'
import { repositoryOf } from './repository-answer.ts'

/** A Chart.yaml found in a tree, vendored ones too. */
export interface ChartEntry {
  readonly directory: string
  readonly blobOid: string
  /** Git's file mode, so that a symbolic link can be told. */
  readonly mode: number
  /** Bytes; null where the listing does not say. */
  readonly size: number | null
  readonly treeOid: string | null
  /** Blob id of a requirements.yaml beside it; null where there is none. */
  readonly requirementsOid: string | null
}

interface RecursiveTree {
  readonly sha: string
  readonly truncated: boolean
  readonly tree: readonly {
    readonly path?: string
    readonly mode?: string
    readonly type?: string
    readonly sha?: string | null
    readonly size?: number
  }[]
}

const treesPerQuery = 50
/** Some 10,000 directories; beyond it a repository is too large to look through. */
const maxTreeQueries = 200

/**
 * Every Chart.yaml at a commit: one recursive listing, or, where GitHub cuts that (100,000 entries, 7 MB) or does not
 * serve it, a walk through the trees.
 *
 * @throws GitHubFailure
 */
export async function readChartEntries(
  client: GitHubClient,
  repository: RepositoryName,
  cache: ChartsCache,
  oid: string,
): Promise<readonly ChartEntry[] | 'too-large'> {
  const listed = await listRecursively(client, repository, oid)
  if (listed === null || listed.truncated) return await walk(client, repository, cache, oid)
  const trees = new Map<string, string>([['.', listed.sha]])
  for (const { type, path, sha } of listed.tree) {
    if (type === 'tree' && path !== undefined && typeof sha === 'string') trees.set(path, sha)
  }
  const requirements = new Map<string, string>()
  for (const { path, sha, type } of listed.tree) {
    if (type === 'blob' && typeof sha === 'string' && path !== undefined && isRequirementsFile(path)) {
      requirements.set(directoryOf(path), sha)
    }
  }
  return listed.tree.flatMap(({ path, mode, type, sha, size }) => {
    if (path === undefined || type !== 'blob' || typeof sha !== 'string' || !isChartFile(path)) return []
    const directory = directoryOf(path)
    const treeOid = trees.get(directory) ?? null
    const requirementsOid = requirements.get(directory) ?? null
    return [
      { directory, blobOid: sha, mode: Number.parseInt(mode ?? '0', 8), size: size ?? null, treeOid, requirementsOid },
    ]
  })
}

async function listRecursively(
  client: GitHubClient,
  repository: RepositoryName,
  oid: string,
): Promise<RecursiveTree | null> {
  try {
    const answer: RestAnswer<RecursiveTree> = await client.rest('GET /repos/{owner}/{repo}/git/trees/{tree_sha}', {
      owner: repository.owner,
      repo: repository.name,
      tree_sha: oid,
      recursive: '1',
    })
    return answer.data
  } catch (error) {
    if (isGitHubFailure(error) && (error.kind === 'not-found' || error.status === 501)) return null
    throw error
  }
}

interface Place {
  readonly directory: string
  readonly oid: string
}

async function walk(
  client: GitHubClient,
  repository: RepositoryName,
  cache: ChartsCache,
  rootOid: string,
): Promise<readonly ChartEntry[] | 'too-large'> {
  const found: ChartEntry[] = []
  let level: readonly Place[] = [{ directory: '.', oid: rootOid }]
  let queries = 0
  while (level.length > 0) {
    const missing = [...new Set(level.map(({ oid }) => oid))].filter((oid) => !cache.trees.has(oid))
    queries += Math.ceil(missing.length / treesPerQuery)
    if (queries > maxTreeQueries) return 'too-large'
    const parts = await readTrees(client, repository, cache, missing)
    const next: Place[] = []
    for (const { directory, oid } of level) {
      const here = parts.get(oid) ?? cache.trees.get(oid)
      if (here === undefined) throw new GitHubFailure('not-found', 'a tree is not there')
      if (here.chartFile !== null) {
        const { oid: blobOid, mode } = here.chartFile
        found.push({ directory, blobOid, mode, size: null, treeOid: here.oid, requirementsOid: here.requirementsOid })
      }
      next.push(...here.subtrees.map(({ name, oid }) => ({ directory: below(directory, name), oid })))
    }
    level = next
  }
  return found
}

function below(directory: string, name: string): string {
  return directory === '.' ? name : `${directory}/${name}`
}

async function readTrees(
  client: GitHubClient,
  repository: RepositoryName,
  cache: ChartsCache,
  oids: readonly string[],
): Promise<ReadonlyMap<string, TreeParts>> {
  const outcomes = await inBatches(oids, treesPerQuery, async (batch) => {
    const variables = Object.fromEntries(batch.map((oid, index) => [`tree${index}`, oid]))
    const answer = repositoryOf(
      await client.graphql<ChartTreesAnswer>(chartTrees(batch.length), { ...repository, ...variables }),
    )
    return batch.map((_, index) => partsOf(answer[`tree${index}`] ?? null))
  })
  const parts = new Map<string, TreeParts>()
  for (const [index, oid] of oids.entries()) {
    const outcome = outcomes[index]
    if (outcome?.ok === false) throw outcome.failure
    if (outcome === undefined) continue
    parts.set(oid, outcome.result)
    cache.trees.set(oid, outcome.result)
  }
  return parts
}

function partsOf(node: TreeAnswerNode | null): TreeParts {
  const tree = node?.tree ?? node
  if (tree?.entries === undefined || tree.entries === null || tree.oid === undefined) {
    throw new GitHubFailure('not-found', 'a tree is not there')
  }
  const file = tree.entries.find(({ name, type }) => name === chartFileName && type === 'blob')
  return {
    oid: tree.oid,
    subtrees: tree.entries.filter(isTree).map(({ name, oid }) => ({ name, oid })),
    chartFile: file === undefined ? null : { oid: file.oid, mode: file.mode },
    requirementsOid: tree.entries.find(({ name }) => name === 'requirements.yaml')?.oid ?? null,
  }
}

function isTree(entry: TreeEntryNode): boolean {
  return entry.type === 'tree'
}
