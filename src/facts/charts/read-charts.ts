import type { ChartPull, ChartsFacts, PublishedFacts, TouchedChart } from '../../domain/charts-facts.ts'
import { known, type Reading, type Unknown } from '../../domain/reading.ts'
import type { RepositoryName } from '../../domain/repository.ts'
import type { GitHubClient } from '../../github/client.ts'
import type { ChartsPolicy } from '../../policy/policy.ts'
import type { PullNode } from '../queries/chart-pulls.ts'
import { type OldClaimant, readActivities } from './activity.ts'
import { readAncestry } from './ancestry.ts'
import { type Base, baseFacts, readBases } from './bases.ts'
import { type ChartsCache, memoryOf, pullMemoryOf, type RepositoryMemory } from './cache.ts'
import { type ClaimKey, claimKeys, contested, hasUnreadClaims } from './claim-keys.ts'
import { forgetOthers, type PullWithPaths, readDiffs } from './diffs.ts'
import { type Claimant, type ReadClaimTimes, readFirstSeen, rememberToldTimes } from './first-seen.ts'
import { type Listing, listPulls } from './listing.ts'
import type { OwnRun } from './own-run.ts'
import { type ParseIndex, parseIndexAside } from './parse-index.ts'
import { readPublications } from './publications.ts'
import { chartsInScope, publishedClaims } from './published-claims.ts'
import { pullFields } from './pull-fields.ts'
import { type ReadReleases, type ReleaseRequest, releasedAt, rememberReleases, takeRelease } from './released.ts'
import { readTouchedCharts } from './touched.ts'
import { touchesOf } from './touches.ts'

export interface ReadChartsOptions {
  /** Milliseconds since 1970. */
  readonly now: number
  readonly appId: number
  readonly readClaimTimes: ReadClaimTimes
  readonly readReleases?: ReadReleases
  /** Claims that somebody asked to give up, in no run yet. */
  readonly releases?: readonly ReleaseRequest[]
  /** List everything again instead of trusting what was remembered; what hangs on a content address stays. */
  readonly full?: boolean
  /** What of publications and activity is to be read; nothing of them without it. */
  readonly policy?: ChartsPolicy
  /** Read the published versions of all charts on the default branch, claimed or not. */
  readonly allPublished?: boolean
  /** How an index is parsed; in a thread of its own unless told otherwise. */
  readonly parseIndex?: ParseIndex
}

export interface ChartsReading {
  readonly facts: ChartsFacts
  /** Our newest run by head SHA, for the heads at which this reading looked; null where there is none. */
  readonly ownRuns: ReadonlyMap<string, OwnRun | null>
}

/**
 * Reads what `claims/chart-versions` judges: all open pull requests of one repository.
 *
 * What cannot be read is an unknown at its place in the facts.
 *
 * @throws {GitHubFailure} `rate-limited`, so that the queue waits
 */
export async function readCharts(
  client: GitHubClient,
  repository: RepositoryName,
  cache: ChartsCache,
  options: ReadChartsOptions,
): Promise<ChartsReading> {
  const memory = memoryOf(cache, repository)
  const { appId, now } = options
  const listing = await listPulls(client, repository, memory, { appId, full: options.full ?? false })
  if (!listing.known) return unlisted(repository, now, listing)
  forgetOthers(memory, listing.value.pulls)
  const pulls = await readDiffs(client, repository, memory, appId, listing.value.pulls)
  rememberToldTimes(memory, pulls, options.readClaimTimes)
  if (options.readReleases !== undefined) rememberReleases(memory, pulls, options.readReleases)
  const bases = await readBases(client, repository, cache, listing.value, pulls)
  const fallback = defaultBase(listing.value, bases)
  const charts = await readPullCharts(client, repository, cache, pulls, bases, fallback)
  const claims = pulls.map((pull, index) => claimsOf(pull, charts[index]))
  const { facts, ancestry } = await readRivalry(client, repository, cache, memory, claims, options)
  const published = await readPublished(client, repository, cache, memory, claims, fallback, options)
  memory.isSettled = true
  return {
    facts: {
      repository,
      readAt: now,
      defaultBranch: listing.value.defaultBranch?.name ?? null,
      bases: [...bases.values()].map(baseFacts),
      pulls: known(facts),
      ancestry,
      ...(published === undefined ? {} : { published }),
    },
    ownRuns: new Map(pulls.flatMap(({ node, ownRun }) => (ownRun === undefined ? [] : [[node.headRefOid, ownRun]]))),
  }
}

function unlisted(repository: RepositoryName, readAt: number, pulls: Unknown): ChartsReading {
  const facts = { repository, readAt, defaultBranch: null, bases: [], pulls, ancestry: [] }
  return { facts, ownRuns: new Map() }
}

function defaultBase(listing: Listing, bases: ReadonlyMap<string, Base>): Base | undefined {
  return listing.defaultBranch === null ? undefined : bases.get(listing.defaultBranch.name)
}

/** The charts of one pull request: touched ones, or what could be read all the same when its files are too many. */
interface PullCharts {
  readonly charts: Reading<readonly TouchedChart[]>
  readonly readAnyway: readonly TouchedChart[]
}

async function readPullCharts(
  client: GitHubClient,
  repository: RepositoryName,
  cache: ChartsCache,
  pulls: readonly PullWithPaths[],
  bases: ReadonlyMap<string, Base>,
  fallback: Base | undefined,
): Promise<readonly PullCharts[]> {
  const touches = pulls.map((pull) => touchesOf(pull, bases.get(pull.node.baseRefName), fallback))
  const all = await readTouchedCharts(client, repository, cache, touches.flat())
  let next = 0
  return pulls.map(({ paths }, index) => {
    const start = next
    next += touches[index]?.length ?? 0
    const charts = all.slice(start, next).filter((chart) => chart !== null)
    return paths.known ? { charts: known(charts), readAnyway: [] } : { charts: paths, readAnyway: charts }
  })
}

interface Claims {
  readonly pull: PullWithPaths
  readonly charts: PullCharts
  readonly keys: readonly ClaimKey[]
}

function claimsOf(pull: PullWithPaths, charts: PullCharts = { charts: known([]), readAnyway: [] }): Claims {
  return { pull, charts, keys: claimKeys(charts.charts.known ? charts.charts.value : charts.readAnyway) }
}

/** What pull requests are to each other: who stands on whom, and who was first. */
async function readRivalry(
  client: GitHubClient,
  repository: RepositoryName,
  cache: ChartsCache,
  memory: RepositoryMemory,
  claims: readonly Claims[],
  options: ReadChartsOptions,
): Promise<{ readonly facts: readonly ChartPull[]; readonly ancestry: ChartsFacts['ancestry'] }> {
  const nodes = claims.map(({ pull }) => pull.node)
  const groups = contested(claims.map(({ pull, keys }) => ({ claimant: pull.node, keys })))
  const ancestry = await readAncestry(client, repository, cache, memory, groups, nodes)
  const rivals = new Set(groups.flat())
  const claimants = claims.map(({ pull: { node }, charts: { charts }, keys }) => {
    const own = pullMemoryOf(memory, node.number, node.isDraft)
    takeRelease(own, node, keys, options.releases ?? [])
    return {
      number: node.number,
      headRefOid: node.headRefOid,
      memory: own,
      isDraft: node.isDraft,
      claims: keys.map(({ claim }) => claim),
      isPartial: hasUnreadClaims(charts),
      history: rivals.has(node) ? own.history : null,
    }
  })
  const hasOwnRuns = claims.some(({ pull: { ownRun } }) => ownRun !== undefined && ownRun !== null)
  const firstSeen = await readFirstSeen(client, repository, claimants, { ...options, hasOwnRuns })
  const old = oldRivals(claimants, claims, rivals, firstSeen, options)
  await readOldActivities(client, repository, old, options)
  const isOld = new Set(old.map(({ number }) => number))
  const facts = claims.map(({ pull: { node }, charts: own, keys }, index): ChartPull => {
    const remembered = memory.pulls.get(node.number)
    const released = remembered === undefined ? [] : releasedAt(remembered, node.headRefOid, keys)
    const unknown = ancestry.unknown.get(node.number)
    const activity = isOld.has(node.number) ? remembered?.activity : null
    return {
      ...pullFields(node),
      firstSeen: firstSeen[index] ?? {},
      charts: unknown ?? own.charts,
      ...(own.readAnyway.length > 0 ? { readAnyway: own.readAnyway } : {}),
      ...(activity == null ? {} : { activity: activity.value }),
      ...(released.length === 0 ? {} : { released }),
    }
  })
  return { facts, ancestry: ancestry.pairs }
}

/** Pull requests whose number others claim too, and whose claim is old enough to have lapsed. */
function oldRivals(
  claimants: readonly Claimant[],
  claims: readonly Claims[],
  rivals: ReadonlySet<PullNode>,
  firstSeen: readonly Readonly<Record<string, number>>[],
  { now, policy }: ReadChartsOptions,
): readonly OldClaimant[] {
  const staleAfter = policy?.collision.staleAfter ?? Number.POSITIVE_INFINITY
  return claims.flatMap(({ pull: { node } }, index) => {
    const claimant = claimants[index]
    const isOld = Object.values(firstSeen[index] ?? {}).some((time) => now - time >= staleAfter)
    if (claimant === undefined || !isOld || !rivals.has(node)) return []
    const { memory, history } = claimant
    return [{ number: node.number, headRefOid: node.headRefOid, memory, history }]
  })
}

async function readOldActivities(
  client: GitHubClient,
  repository: RepositoryName,
  old: readonly OldClaimant[],
  { appId, now, policy }: ReadChartsOptions,
): Promise<void> {
  if (policy === undefined || old.length === 0) return
  await readActivities(client, repository, old, { appId, now, staleAfter: policy.collision.staleAfter })
}

async function readPublished(
  client: GitHubClient,
  repository: RepositoryName,
  cache: ChartsCache,
  memory: RepositoryMemory,
  claims: readonly Claims[],
  tip: Base | undefined,
  { policy, parseIndex = parseIndexAside, full = false, allPublished = false }: ReadChartsOptions,
): Promise<PublishedFacts | undefined> {
  if (policy === undefined || policy.rules['version-published'] === 'ignore') return undefined
  const atTip = chartsInScope(tip, policy)
  return await readPublications(client, repository, cache, memory, {
    claims: publishedClaims(claims.flatMap(({ keys }) => keys)),
    policy: policy.published,
    atTip,
    others: allPublished ? atTip.flatMap(({ file }) => file.name ?? []) : [],
    parseIndex,
    full,
  })
}
