import { mergeGroupRef } from '../domain/merge-group.ts'
import { type NumberedReference, type RepositoryName, sameRepository } from '../domain/repository.ts'
import { type GitHubClient, type GraphqlError, type GraphqlQuery, isGitHubFailure } from '../github/client.ts'
import {
  type ClaimantsAnswer,
  type ClosingPulls,
  claimantsQuery,
  type OpenPullNode,
  type OpenPullsAnswer,
  openPullsQuery,
  type PullsAtHeadAnswer,
  pullsAtHeadQuery,
  pullsFromBranchQuery,
} from './queries/open-pulls.ts'

export interface OpenPull {
  readonly number: number
  readonly headSha: string
  /** The merge queue's group that holds it, where one was built. */
  readonly mergeGroup?: { readonly headRef: string; readonly headSha: string; readonly baseSha: string }
}

/** All open pull requests of a repository, the newest first. @throws {GitHubFailure} */
export function readOpenPulls(client: GitHubClient, repository: RepositoryName): Promise<readonly OpenPull[]> {
  return listOpenPulls(client, openPullsQuery, { owner: repository.owner, name: repository.name })
}

/**
 * Open pull requests from a branch of this name, forks' included: GitHub does not associate a fork's commit with them.
 *
 * @throws {GitHubFailure}
 */
export function readPullsFromBranch(
  client: GitHubClient,
  repository: RepositoryName,
  headRefName: string,
): Promise<readonly OpenPull[]> {
  const variables = { owner: repository.owner, name: repository.name, headRefName }
  return listOpenPulls(client, pullsFromBranchQuery, variables)
}

async function listOpenPulls(
  client: GitHubClient,
  query: GraphqlQuery,
  variables: Record<string, unknown>,
): Promise<readonly OpenPull[]> {
  const pulls: OpenPull[] = []
  let after: string | null = null
  do {
    const options = { tolerate: mayLackQueue }
    const answer: OpenPullsAnswer = await client.graphql<OpenPullsAnswer>(query, { ...variables, after }, options)
    const page = answer.repository?.pullRequests
    if (page === undefined) return pulls
    for (const node of page.nodes ?? []) {
      if (node !== null) pulls.push(openPull(node))
    }
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null
  } while (after !== null)
  return pulls
}

/** An installation that has not accepted "Merge queues: read" yet is swept all the same. */
function mayLackQueue(error: GraphqlError): boolean {
  return error.path.includes('mergeQueueEntry') && error.type !== 'RATE_LIMITED'
}

function openPull({ number, headRefOid, baseRefName, mergeQueueEntry }: OpenPullNode): OpenPull {
  const pull = { number, headSha: headRefOid }
  const { headCommit = null, baseCommit = null } = mergeQueueEntry ?? {}
  if (headCommit === null || baseCommit === null || baseRefName === undefined) return pull
  const headRef = mergeGroupRef({ baseRefName, pullNumber: number, baseSha: baseCommit.oid })
  return { ...pull, mergeGroup: { headRef, headSha: headCommit.oid, baseSha: baseCommit.oid } }
}

/**
 * Open pull requests that would close an issue or its parent, in any repository the installation can read.
 *
 * @throws {GitHubFailure}
 */
export async function readClaimants(
  client: GitHubClient,
  issue: NumberedReference,
): Promise<readonly NumberedReference[]> {
  const claimants: NumberedReference[] = []
  let after: string | null = null
  do {
    const { repository, number } = issue
    const node = await claimedIssue(client, { owner: repository.owner, name: repository.name, number, after })
    const page = node?.closers ?? null
    claimants.push(...openPullsIn(page?.nodes), ...(after === null ? openPullsIn(node?.parent?.closers?.nodes) : []))
    after = page?.pageInfo.hasNextPage === true ? page.pageInfo.endCursor : null
  } while (after !== null)
  return claimants
}

/** The connection is documented as open pull requests and also returns merged ones. */
function openPullsIn(nodes: ClosingPulls['nodes'] | undefined): readonly NumberedReference[] {
  return (nodes ?? []).flatMap((node) => {
    if (node === null || node.state !== 'OPEN') return []
    const { number, repository } = node
    return [{ repository: { owner: repository.owner.login, name: repository.name }, number }]
  })
}

async function claimedIssue(client: GitHubClient, variables: Record<string, unknown>) {
  try {
    // A parent may lie where the app cannot read; then nobody can be found by it.
    const tolerate = ({ path, type }: GraphqlError) => path[2] === 'parent' && type !== 'RATE_LIMITED'
    const answer = await client.graphql<ClaimantsAnswer>(claimantsQuery, variables, { tolerate })
    return answer.repository?.issue ?? null
  } catch (error) {
    // A deleted or transferred issue, or the number of a pull request: nobody can be found by it.
    if (isGitHubFailure(error) && error.kind === 'not-found') return null
    throw error
  }
}

/**
 * Numbers of pull requests that may have this head: by GitHub's association, and by what our own runs on it say, since
 * the association can be empty for a fork.
 *
 * @throws {GitHubFailure}
 */
export async function readPullsAtHead(
  client: GitHubClient,
  repository: RepositoryName,
  headSha: string,
  appId: number,
  pullsOfRun: (externalId: string) => readonly number[],
): Promise<readonly number[]> {
  const variables = { owner: repository.owner, name: repository.name, oid: headSha, appId }
  const answer = await client.graphql<PullsAtHeadAnswer>(pullsAtHeadQuery, variables)
  const commit = answer.repository?.object
  const numbers = new Set<number>()
  for (const pull of commit?.associatedPullRequests?.nodes ?? []) {
    if (pull?.state !== 'OPEN' || pull.headRefOid !== headSha || pull.baseRepository === null) continue
    const base = { owner: pull.baseRepository.owner.login, name: pull.baseRepository.name }
    if (sameRepository(base, repository)) numbers.add(pull.number)
  }
  for (const suite of commit?.checkSuites?.nodes ?? []) {
    for (const run of suite?.checkRuns?.nodes ?? []) {
      for (const number of pullsOfRun(run?.externalId ?? '')) numbers.add(number)
    }
  }
  return [...numbers]
}
