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
  const { owner, name } = pull.repository
  const variables = { owner, name, number: pull.number, appId, checkName }
  const answer = await client.graphql<PullHeadAnswer>(pullHeadQuery, variables)
  const node = answer.repository?.pullRequest
  if (node === null || node === undefined || node.state !== 'OPEN') return null
  return {
    number: pull.number,
    headSha: node.headRefOid,
    baseRefName: node.baseRefName,
    baseSha: node.baseRef?.target?.oid ?? null,
    newest: newestOwnRun(node.commits.nodes?.[0]?.commit),
  }
}
