import type { NumberedReference } from '../domain/repository.ts'
import { words } from '../domain/words.ts'
import type { GitHubClient } from '../github/client.ts'
import { maxPolicyBytes, type ParsedPolicy } from '../policy/parse.ts'
import { policyPath } from '../policy/path.ts'
import type { ChartsCache } from './charts/cache.ts'
import { compareCommits } from './charts/merge-base.ts'
import { type PolicyCache, readPolicyText } from './policy.ts'
import { newestOwnRun, type OwnRun } from './queries/own-runs.ts'
import type { PolicyBlob } from './queries/policy.ts'
import {
  type PolicyAtHeadAnswer,
  type PolicyEntry,
  type PolicyEntryAnswer,
  policyAtHeadQuery,
  policyEntryQuery,
} from './queries/policy-at-head.ts'

/** The policy file of a pull request that edits it. */
export interface EditedPolicy {
  readonly headSha: string
  readonly baseRefName: string
  readonly baseSha: string | null
  readonly defaultBranch: string | null
  readonly file: ParsedPolicy | 'removed'
  /** Git id of the file; null when there is none. */
  readonly blobOid: string | null
  /** Our newest run of `claims/policy` on the head. */
  readonly newest: OwnRun | null
}

/**
 * Null when the pull request is not open or its own diff, from the merge base, leaves the policy file alone.
 *
 * @throws {GitHubFailure}
 */
export async function readEditedPolicy(
  client: GitHubClient,
  { repository, number }: NumberedReference,
  options: { readonly appId: number; readonly policies: PolicyCache; readonly charts: ChartsCache },
): Promise<EditedPolicy | null> {
  const variables = { owner: repository.owner, name: repository.name, number }
  const own = { appId: options.appId, checkName: 'claims/policy' }
  const answer = await client.graphql<PolicyAtHeadAnswer>(policyAtHeadQuery, { ...variables, ...own })
  const pull = answer.repository?.pullRequest
  const commit = pull?.commits.nodes?.[0]?.commit
  if (pull?.state !== 'OPEN' || commit === undefined || commit.oid !== pull.headRefOid) return null
  const head = entryOf(commit.file)
  const baseSha = pull.baseRef?.target?.oid ?? null
  if (baseSha === null) return null
  const { mergeBaseOid } = await compareCommits(client, repository, options.charts, baseSha, pull.headRefOid)
  const before = mergeBaseOid === null ? null : await entryAt(client, { repository, number }, mergeBaseOid)
  const isSame = head === 'not-a-file' ? false : (head?.oid ?? null) === before
  if (isSame) return null
  return {
    headSha: pull.headRefOid,
    baseRefName: pull.baseRefName,
    baseSha,
    defaultBranch: answer.repository?.defaultBranchRef?.name ?? null,
    file: await parse(client, { repository, number }, head, options.policies),
    blobOid: head === null || head === 'not-a-file' ? null : head.oid,
    newest: newestOwnRun(commit),
  }
}

function entryOf(file: PolicyEntry | undefined): PolicyBlob | 'not-a-file' | null {
  if (file === null || file === undefined) return null
  const { object } = file
  return object !== null && 'oid' in object && object.oid !== undefined ? (object as PolicyBlob) : 'not-a-file'
}

async function entryAt(
  client: GitHubClient,
  { repository: { owner, name } }: NumberedReference,
  oid: string,
): Promise<string | null> {
  const variables = { owner, name, expression: `${oid}:${policyPath}` }
  const answer = await client.graphql<PolicyEntryAnswer>(policyEntryQuery, variables)
  return answer.repository?.object?.oid ?? null
}

/** What cannot be a policy at all is an error at its start, as the checks would tell after the merge. */
async function parse(
  client: GitHubClient,
  { repository }: NumberedReference,
  blob: PolicyBlob | 'not-a-file' | null,
  cache: PolicyCache,
): Promise<ParsedPolicy | 'removed'> {
  if (blob === null) return 'removed'
  if (blob === 'not-a-file') return refused('it is not a file', 'Make it a file, or remove it.')
  if (blob.byteSize > maxPolicyBytes) return refused('it is larger than 64 KB', 'Keep it under 64 KB.')
  if (blob.isBinary === true) return refused('it is not text', 'Write it as YAML.')
  return readPolicyText(client, repository, blob.oid, cache)
}

function refused(message: string, fix: string): ParsedPolicy {
  const error = { line: 1, column: 1, path: '' }
  return { ok: false, errors: [{ ...error, message: ours(message), fix: ours(fix) }] }
}

function ours(text: string) {
  return words`${[{ kind: 'ours', text }]}`
}
