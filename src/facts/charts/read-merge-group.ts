import type { ChartPull, MergeGroupFacts, PublishedFacts } from '../../domain/charts-facts.ts'
import { type Known, known, type Reading, type Unknown, unknown } from '../../domain/reading.ts'
import type { RepositoryName } from '../../domain/repository.ts'
import type { GitHubClient } from '../../github/client.ts'
import type { ChartsPolicy } from '../../policy/policy.ts'
import { type Base, baseFacts } from './bases.ts'
import { type ChartsCache, memoryOf } from './cache.ts'
import { readChartsAtCommit } from './charts-at-commit.ts'
import { claimKeys } from './claim-keys.ts'
import { readPullByNumber } from './diffs.ts'
import { type ParseIndex, parseIndexAside } from './parse-index.ts'
import { readPublications } from './publications.ts'
import { chartsInScope, publishedClaims } from './published-claims.ts'
import { pullFields } from './pull-fields.ts'
import { readTouchedCharts } from './touched.ts'
import { touchesOf } from './touches.ts'

export interface MergeGroupRequest {
  readonly headSha: string
  /** The base with the groups before this one: what the group's pull request is compared with. */
  readonly baseSha: string
  readonly baseRefName: string
  readonly pullNumber: number
  readonly appId: number
  /** What of publications is to be read; nothing of them without it. */
  readonly policy?: ChartsPolicy
  readonly parseIndex?: ParseIndex
}

/**
 * Reads one merge queue group: the charts at its base, and what its pull request changes from its own merge base.
 *
 * @throws {GitHubFailure} as `readCharts`
 */
export async function readMergeGroup(
  client: GitHubClient,
  repository: RepositoryName,
  request: MergeGroupRequest,
  cache: ChartsCache,
  now: number,
): Promise<MergeGroupFacts> {
  const { headSha, baseSha, baseRefName } = request
  const charts = await readChartsAtCommit(client, repository, cache, baseSha)
  const base: Base = { baseRefName, tipOid: baseSha, charts }
  const pull = await readPull(client, repository, request, cache, base)
  const facts = { repository, readAt: now, headSha, baseSha, baseRefName, pull, parentCharts: baseFacts(base).charts }
  const published = await readPublished(client, repository, request, cache, pull, base)
  return published === undefined ? facts : { ...facts, published }
}

async function readPublished(
  client: GitHubClient,
  repository: RepositoryName,
  { policy, parseIndex = parseIndexAside }: MergeGroupRequest,
  cache: ChartsCache,
  pull: Reading<ChartPull>,
  base: Base,
): Promise<PublishedFacts | undefined> {
  if (policy === undefined || policy.rules['version-published'] === 'ignore') return undefined
  const keys = pull.known && pull.value.charts.known ? claimKeys(pull.value.charts.value) : []
  return await readPublications(client, repository, cache, memoryOf(cache, repository), {
    claims: publishedClaims(keys),
    policy: policy.published,
    atTip: chartsInScope(base, policy),
    parseIndex,
    others: [],
    full: false,
  })
}

async function readPull(
  client: GitHubClient,
  repository: RepositoryName,
  { pullNumber, appId, baseRefName }: MergeGroupRequest,
  cache: ChartsCache,
  base: Base,
): Promise<Known<ChartPull> | Unknown> {
  const memory = memoryOf(cache, repository)
  const pull = await readPullByNumber(client, repository, memory, appId, pullNumber)
  if (pull === null) return unknown('unreadable', `#${pullNumber} cannot be read`, 'may-cure')
  if (!('node' in pull)) return pull
  const touched = await readTouchedCharts(client, repository, cache, touchesOf(pull, base, undefined))
  const charts = touched.filter((chart) => chart !== null)
  return known({
    ...pullFields(pull.node),
    baseRefName,
    firstSeen: memory.pulls.get(pullNumber)?.claimTimes ?? {},
    charts: pull.paths.known ? known(charts) : pull.paths,
  })
}
