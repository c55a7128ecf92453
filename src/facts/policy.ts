import { LRUCache } from 'lru-cache'
import { type Reading, unknown } from '../domain/reading.ts'
import type { RepositoryName } from '../domain/repository.ts'
import { type GitHubClient, GitHubFailure, type GraphqlError, isGitHubFailure } from '../github/client.ts'
import { maxPolicyBytes, type ParsedPolicy, parsePolicy } from '../policy/parse.ts'
import { policyPath } from '../policy/path.ts'
import type { Policy } from '../policy/policy.ts'
import type { PolicyError } from '../policy/policy-error.ts'
import { defaultPolicy } from '../policy/schema.ts'
import {
  type PolicyBlob,
  type PolicyFileAnswer,
  type PolicyQueryAnswer,
  type PolicyTextAnswer,
  policyQuery,
  policyTextQuery,
} from './queries/policy.ts'

/** The policy that applies, or why none can be trusted. An unreadable or invalid policy is never the defaults. */
export type PolicyFacts =
  | { readonly kind: 'policy'; readonly policy: Policy; readonly source: PolicySource }
  | { readonly kind: 'invalid'; readonly errors: readonly PolicyError[]; readonly source: PolicySource }

export type PolicySource =
  | { readonly from: 'defaults' }
  | {
      readonly from: 'repository' | 'organisation'
      readonly repository: RepositoryName
      readonly path: string
      /** Git id of the file. */
      readonly blobOid: string
    }

/** Parsed policies by the git id of their text: what a blob says never changes. */
export type PolicyCache = LRUCache<string, ReturnType<typeof parsePolicy>>

export function createPolicyCache(): PolicyCache {
  return new LRUCache({ max: 200 })
}

/** NOT_FOUND at these aliases is an answer: an organisation need not have a `.github` repository. */
export function mayLackOrganisationPolicy(error: GraphqlError): boolean {
  return error.path[0] === 'organisation' && (error.type === 'NOT_FOUND' || error.type === 'FORBIDDEN')
}

/**
 * Reads the policy for a repository: its own file on the default branch, else the organisation's, else the defaults.
 *
 * @throws {GitHubFailure} `rate-limited` only; every other failure is an unknown
 */
export async function readPolicy(
  client: GitHubClient,
  repository: RepositoryName,
  cache: PolicyCache,
): Promise<Reading<PolicyFacts>> {
  try {
    const answer = await client.graphql<PolicyQueryAnswer>(
      policyQuery,
      { owner: repository.owner, name: repository.name },
      { tolerate: mayLackOrganisationPolicy },
    )
    return await readPolicyOf(client, repository, answer, cache)
  } catch (error) {
    if (isGitHubFailure(error) && error.kind !== 'rate-limited') {
      const retry = error.kind === 'unavailable' || error.kind === 'partial' ? 'may-cure' : 'cannot-cure'
      return unknown('unavailable', `the policy file ${policyPath} could not be read`, retry)
    }
    throw error
  }
}

/** The same from the answer of a query that holds the two `PolicyFile` fragments. @throws {GitHubFailure} */
export async function readPolicyOf(
  client: GitHubClient,
  repository: RepositoryName,
  answer: PolicyQueryAnswer,
  cache: PolicyCache,
): Promise<Reading<PolicyFacts>> {
  const own = blobOf(answer.repository)
  if (own !== null) return readBlob(client, repository, 'repository', own, cache)
  const organisation = blobOf(answer.organisation)
  if (organisation !== null) {
    return readBlob(client, { owner: repository.owner, name: '.github' }, 'organisation', organisation, cache)
  }
  return { known: true, value: { kind: 'policy', policy: defaultPolicy, source: { from: 'defaults' } } }
}

/** The blob, null when there is no such file, or `not-a-file` for a directory or submodule of that name. */
function blobOf(answer: PolicyFileAnswer | null): PolicyBlob | 'not-a-file' | null {
  const file = answer?.defaultBranchRef?.target?.file
  if (file === null || file === undefined) return null
  const object = file.object
  return object !== null && 'oid' in object && object.oid !== undefined ? (object as PolicyBlob) : 'not-a-file'
}

async function readBlob(
  client: GitHubClient,
  repository: RepositoryName,
  from: 'repository' | 'organisation',
  blob: PolicyBlob | 'not-a-file',
  cache: PolicyCache,
): Promise<Reading<PolicyFacts>> {
  if (blob === 'not-a-file') return unknown('invalid', `${policyPath} is not a file`, 'cannot-cure')
  if (blob.byteSize > maxPolicyBytes) {
    return unknown('too-large', `the policy file ${policyPath} is larger than 64 KB`, 'cannot-cure')
  }
  if (blob.isBinary === true) return unknown('binary', `the policy file ${policyPath} is not text`, 'cannot-cure')
  const source: PolicySource = { from, repository, path: policyPath, blobOid: blob.oid }
  let parsed = cache.get(blob.oid)
  if (parsed === undefined) {
    const text = await readText(client, repository, blob.oid)
    if (text === null) return unknown('unavailable', `the text of ${policyPath} could not be read`, 'may-cure')
    parsed = parsePolicy(text)
    cache.set(blob.oid, parsed)
  }
  const value: PolicyFacts = parsed.ok
    ? { kind: 'policy', policy: parsed.policy, source }
    : { kind: 'invalid', errors: parsed.errors, source }
  return { known: true, value }
}

/** Reads and parses the policy file with this git id. @throws {GitHubFailure} also when its text cannot be had */
export async function readPolicyText(
  client: GitHubClient,
  repository: RepositoryName,
  oid: string,
  cache: PolicyCache,
): Promise<ParsedPolicy> {
  const cached = cache.get(oid)
  if (cached !== undefined) return cached
  const text = await readText(client, repository, oid)
  if (text === null) throw new GitHubFailure('unavailable', 'PolicyText: no text')
  const parsed = parsePolicy(text)
  cache.set(oid, parsed)
  return parsed
}

async function readText(client: GitHubClient, repository: RepositoryName, oid: string): Promise<string | null> {
  const variables = { owner: repository.owner, name: repository.name, oid }
  const answer = await client.graphql<PolicyTextAnswer>(policyTextQuery, variables)
  const blob = answer.repository?.object
  return blob === null || blob === undefined || blob.isTruncated ? null : blob.text
}
