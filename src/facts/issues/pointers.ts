import type { PointerFacts } from '../../domain/issues-facts.ts'
import { known, type Reading, unknown } from '../../domain/reading.ts'
import type { NumberedReference, RepositoryName, WorkflowRunReference } from '../../domain/repository.ts'
import { type GitHubClient, isGitHubFailure } from '../../github/client.ts'
import type { Connection } from '../queries/pull-claims.ts'
import { type ContextNode, type PullPointersAnswer, pullPointersQuery } from '../queries/pull-pointers.ts'

/** A pull request may change 3,000 files; GitHub lists no more. */
const maxPages = 30

type Answer = NonNullable<NonNullable<PullPointersAnswer['repository']>['pullRequest']>

/**
 * Reads what evidence may point at. `references` are those of the named issues and pull requests that exist; `first` is
 * the first page, where another query brought it.
 *
 * @throws {GitHubFailure} `rate-limited` only; every other failure is an unknown
 */
export async function readPointerFacts(
  client: GitHubClient,
  repository: RepositoryName,
  number: number,
  references: readonly NumberedReference[],
  first: PullPointersAnswer | null = null,
): Promise<Reading<PointerFacts>> {
  try {
    return await readAll(client, repository, number, references, first)
  } catch (error) {
    if (!isGitHubFailure(error) || error.kind === 'rate-limited') throw error
    return unknown('unavailable', 'the files, commits and checks that evidence may name could not be read', 'may-cure')
  }
}

interface List {
  readonly items: string[]
  after: string | null
  more: boolean
}

async function readAll(
  client: GitHubClient,
  repository: RepositoryName,
  number: number,
  references: readonly NumberedReference[],
  first: PullPointersAnswer | null,
): Promise<Reading<PointerFacts>> {
  const files: List = { items: [], after: null, more: true }
  const commits: List = { items: [], after: null, more: true }
  const contexts: List = { items: [], after: null, more: true }
  const runs: WorkflowRunReference[] = []
  const askNext = () =>
    client.graphql<PullPointersAnswer>(pullPointersQuery, {
      owner: repository.owner,
      name: repository.name,
      number,
      files: files.after,
      withFiles: files.more,
      commits: commits.after,
      withCommits: commits.more,
      contexts: contexts.after,
      withContexts: contexts.more,
    })
  for (let page = 0; page < maxPages && (files.more || commits.more || contexts.more); page += 1) {
    const answer = page === 0 && first !== null ? first : await askNext()
    const pull = answer.repository?.pullRequest
    if (pull === null || pull === undefined) return unknown('not-yet', 'the pull request was not found', 'may-cure')
    take(files, pull.files, (file) => file.path)
    take(commits, pull.commits, (node) => node.commit.oid)
    take(contexts, contextsOf(pull), (node) => (node.__typename === 'CheckRun' ? node.name : node.context))
    for (const node of contextsOf(pull)?.nodes ?? []) runs.push(...runOf(node, repository))
  }
  return known({ paths: files.items, commits: commits.items, checks: contexts.items, references, runs })
}

/** A workflow run at the head shows in the address of its check runs; asking for it would need one more permission. */
function runOf(node: ContextNode | null, repository: RepositoryName): readonly WorkflowRunReference[] {
  if (node?.__typename !== 'CheckRun') return []
  const runId = /\/actions\/runs\/(\d+)/.exec(node.detailsUrl ?? '')?.[1]
  return runId === undefined ? [] : [{ repository, runId: Number(runId) }]
}

function contextsOf(pull: Answer): Connection<ContextNode> | null {
  return pull.head?.nodes?.[0]?.commit.statusCheckRollup?.contexts ?? null
}

function take<T>(list: List, page: Connection<T> | null | undefined, text: (node: T) => string): void {
  if (!list.more) return
  for (const node of page?.nodes ?? []) if (node !== null) list.items.push(text(node as T))
  list.more = page?.pageInfo.hasNextPage ?? false
  list.after = page?.pageInfo.endCursor ?? null
}
