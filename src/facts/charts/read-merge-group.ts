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
  /** The base with the groups before this one: what the group's pull requests are compared with. */
  readonly baseSha: string
  readonly baseRefName: string
  /** What it merges, the one that its ref names first. */
  readonly pullNumbers: readonly number[]
  readonly appId: number
  /** What of publications is to be read; nothing of them without it. */
  readonly policy?: ChartsPolicy
  readonly parseIndex?: ParseIndex
}

/**
 * Reads one merge queue group: the charts at its base, and what each of its pull requests changes from its own merge
 * base.
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
  const pulls: { readonly number: number; readonly pull: Reading<ChartPull> }[] = []
  for (const number of request.pullNumbers) {
    pulls.push({ number, pull: await readPull(client, repository, request, number, cache, base) })
  }
  const facts = { repository, readAt: now, headSha, baseSha, baseRefName, pulls, parentCharts: baseFacts(base).charts }
  const published = await readPublished(client, repository, request, cache, facts, base)
  return published === undefined ? facts : { ...facts, published }
}

async function readPublished(
  client: GitHubClient,
  repository: RepositoryName,
  { policy, parseIndex = parseIndexAside }: MergeGroupRequest,
  cache: ChartsCache,
  { pulls }: Pick<MergeGroupFacts, 'pulls'>,
  base: Base,
): Promise<PublishedFacts | undefined> {
  if (policy === undefined || policy.rules['version-published'] === 'ignore') return undefined
  const keys = pulls.flatMap(({ pull }) => {
    return pull.known && pull.value.charts.known ? claimKeys(pull.value.charts.value) : []
  })
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
  { appId, baseRefName }: MergeGroupRequest,
  number: number,
  cache: ChartsCache,
  base: Base,
): Promise<Known<ChartPull> | Unknown> {
  const memory = memoryOf(cache, repository)
  const pull = await readPullByNumber(client, repository, memory, appId, number)
  if (pull === null) return unknown('unreadable', `#${number} cannot be read`, 'may-cure')
  if (!('node' in pull)) return pull
  const touched = await readTouchedCharts(client, repository, cache, touchesOf(pull, base, undefined))
  const charts = touched.filter((chart) => chart !== null)
  return known({
    ...pullFields(pull.node),
    baseRefName,
    firstSeen: memory.pulls.get(number)?.claimTimes ?? {},
    charts: pull.paths.known ? known(charts) : pull.paths,
  })
}
