import { LRUCache } from 'lru-cache'
import { type RepositoryName, repositoryKey } from '../domain/repository.ts'
import type { Requirement } from '../domain/requirement.ts'
import { type GitHubClient, isGitHubFailure } from '../github/client.ts'

/** Required checks by `owner/name:base`; rulesets change rarely, and are shown, not judged by. */
export type RulesetCache = LRUCache<string, readonly RequiredCheck[]>

export interface RequiredCheck {
  readonly context: string
  /** The app whose run alone counts; null when anybody's does. */
  readonly integrationId: number | null
}

const keptMs = 5 * 60_000

export function createRulesetCache(now: () => number): RulesetCache {
  return new LRUCache({ max: 5000, ttl: keptMs, ttlResolution: 0, perf: { now } })
}

/** One rule that holds for a branch, as GitHub lists it. */
export interface BranchRule {
  readonly type: string
  readonly ruleset_id?: number
  /** `owner/name`, or the organisation's login. */
  readonly ruleset_source?: string
  readonly parameters?: {
    readonly required_status_checks?: readonly { readonly context: string; readonly integration_id?: number | null }[]
  }
}

const rulesPerPage = 100
/** More rules than these on one branch are not looked at. */
const mostPages = 3

/**
 * Whether rulesets require a check on a branch; those of the organisation count too. An answer of GitHub that cannot be
 * had is `unread`: it is a remark beside a verdict, and holds none up.
 *
 * @throws {GitHubFailure} `rate-limited` only
 */
export async function readRequirement(
  client: GitHubClient,
  branch: { readonly repository: RepositoryName; readonly baseRefName: string },
  check: { readonly name: string; readonly appId: number },
  cache: RulesetCache,
): Promise<Requirement> {
  const key = `${repositoryKey(branch.repository)}:${branch.baseRefName}`
  let required = cache.get(key)
  if (required === undefined) {
    try {
      required = await readRequiredChecks(client, branch.repository, branch.baseRefName)
    } catch (error) {
      if (isGitHubFailure(error) && error.kind !== 'rate-limited') return { kind: 'unread' }
      throw error
    }
    cache.set(key, required)
  }
  return requirementOf(required, check)
}

function requirementOf(
  required: readonly RequiredCheck[],
  { name, appId }: { readonly name: string; readonly appId: number },
): Requirement {
  const sources = required.filter(({ context }) => context === name).map(({ integrationId }) => integrationId)
  if (sources.length === 0) return { kind: 'not-required' }
  if (sources.includes(appId)) return { kind: 'required', source: 'this-app' }
  return { kind: 'required', source: sources.includes(null) ? 'anyone' : 'another-app' }
}

async function readRequiredChecks(
  client: GitHubClient,
  repository: RepositoryName,
  branch: string,
): Promise<readonly RequiredCheck[]> {
  return (await readBranchRules(client, repository, branch)).flatMap(requiredIn)
}

/** The checks that one rule requires; none for a rule of another type. */
export function requiredIn({ type, parameters }: BranchRule): readonly RequiredCheck[] {
  if (type !== 'required_status_checks') return []
  return (parameters?.required_status_checks ?? []).map(({ context, integration_id: id }) => ({
    context,
    integrationId: id ?? null,
  }))
}

/** The rules of every ruleset that holds for a branch, the organisation's too. @throws {GitHubFailure} */
export async function readBranchRules(
  client: GitHubClient,
  { owner, name: repo }: RepositoryName,
  branch: string,
): Promise<readonly BranchRule[]> {
  const rules: BranchRule[] = []
  for (let page = 1; page <= mostPages; page += 1) {
    const { data } = await client.rest<readonly BranchRule[]>('GET /repos/{owner}/{repo}/rules/branches/{branch}', {
      owner,
      repo,
      branch,
      per_page: rulesPerPage,
      page,
    })
    rules.push(...data)
    if (data.length < rulesPerPage) break
  }
  return rules
}
