import type { CheckName } from '../domain/finding.ts'
import type { NumberedReference } from '../domain/repository.ts'
import type { GitHubClient } from '../github/client.ts'
import { newestOwnRun, type OwnRun } from './queries/own-runs.ts'
import { type PullHeadAnswer, pullHeadQuery } from './queries/pull-head.ts'

/** Where a check run of a pull request is written. */
export interface PullHead {
  readonly number: number
  readonly headSha: string
  readonly baseRefName: string
  readonly baseSha: string | null
  readonly newest: OwnRun | null
}

/** The head of an open pull request; null when it is not open. @throws {GitHubFailure} */
export async function readPullHead(
  client: GitHubClient,
  pull: NumberedReference,
  appId: number,
  checkName: CheckName,
): Promise<PullHead | null> {
  const head = await readAnyPullHead(client, pull, appId, checkName)
  return head?.state === 'OPEN' ? head : null
}

/** The same of a pull request in any state, with it; null when there is none. @throws {GitHubFailure} */
export async function readAnyPullHead(
  client: GitHubClient,
  pull: NumberedReference,
  appId: number,
  checkName: CheckName,
): Promise<(PullHead & { readonly state: string }) | null> {
  const { owner, name } = pull.repository
  const variables = { owner, name, number: pull.number, appId, checkName }
  const answer = await client.graphql<PullHeadAnswer>(pullHeadQuery, variables)
  const node = answer.repository?.pullRequest
  if (node === null || node === undefined) return null
  return {
    state: node.state,
    number: pull.number,
    headSha: node.headRefOid,
    baseRefName: node.baseRefName,
    baseSha: node.baseRef?.target?.oid ?? null,
    newest: newestOwnRun(node.commits.nodes?.[0]?.commit),
  }
}
