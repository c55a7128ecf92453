import type { RepositoryName } from '../domain/repository.ts'
import type { GitHubClient, GraphqlError } from '../github/client.ts'
import { type QueuedPullNode, type QueuedPullsAnswer, queuedPullsQuery } from './queries/merge-queue.ts'

/** One group of a merge queue, as its event and its ref tell. */
export interface GroupSpan {
  readonly baseRefName: string
  /** The commit that the group stands on. */
  readonly baseSha: string
  readonly headSha: string
  /** The pull request that the ref names. */
  readonly pullNumber: number
}

/**
 * The pull requests that one group merges: the one that its ref names, and others that the queue has between the
 * group's base and its head. Every group that was seen in public held one, each built on the one before; the schema
 * allows for more. A queue that may not be read, or does not hold the group any more, tells of no other.
 *
 * @throws {GitHubFailure}
 */
export async function readGroupedPulls(
  client: GitHubClient,
  repository: RepositoryName,
  group: GroupSpan,
): Promise<readonly number[]> {
  const variables = { owner: repository.owner, name: repository.name, branch: group.baseRefName }
  const answer = await client.graphql<QueuedPullsAnswer>(queuedPullsQuery, variables, { tolerate: mayNotReadQueue })
  const queued = (answer.repository?.mergeQueue?.entries?.nodes ?? []).filter((node) => node !== null)
  const others = between(queued, group).filter((number) => number !== group.pullNumber)
  return [group.pullNumber, ...others]
}

/** An installation that has not accepted "Merge queues: read" yet. */
function mayNotReadQueue({ path, type }: GraphqlError): boolean {
  return path.includes('mergeQueue') && type === 'FORBIDDEN'
}

/** From the head down to the base; entries with one head were built together. */
function between(queued: readonly QueuedPullNode[], { baseSha, headSha }: GroupSpan): readonly number[] {
  const numbers: number[] = []
  const passed = new Set<string>([baseSha])
  for (let oid: string | undefined = headSha; oid !== undefined && !passed.has(oid); ) {
    passed.add(oid)
    const here = queued.filter(({ headCommit }) => headCommit?.oid === oid)
    numbers.push(...here.flatMap(({ pullRequest }) => pullRequest?.number ?? []))
    oid = here.find(({ baseCommit }) => baseCommit !== null)?.baseCommit?.oid
  }
  return numbers
}
