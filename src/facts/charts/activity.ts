import type { PullActivity } from '../../domain/charts-facts.ts'
import type { RepositoryName } from '../../domain/repository.ts'
import { type GitHubClient, GitHubFailure } from '../../github/client.ts'
import {
  type ActivitiesAnswer,
  type ActivityNode,
  chartPullActivities,
  chartRunStartsAtCommits,
  type RunStartsAnswer,
  type RunStartsNode,
} from '../queries/chart-activity.ts'
import { inBatches } from './batches.ts'
import type { PullHistory, PullMemory } from './cache.ts'
import { chartsCheckName } from './own-run.ts'
import { repositoryOf } from './repository-answer.ts'

/** A pull request whose number is contested and whose claim is old enough to have lapsed. */
export interface OldClaimant {
  readonly number: number
  readonly headRefOid: string
  readonly memory: PullMemory
  readonly history: PullHistory | null
}

export interface ActivityOptions {
  readonly appId: number
  /** Milliseconds since 1970. */
  readonly now: number
  /** Milliseconds. */
  readonly staleAfter: number
}

const pullsPerQuery = 50
const commitsPerQuery = 50
const headsPerPull = 20

/**
 * Who still works on old, contested pull requests. It is asked again only where a lapse would follow from what is
 * remembered and had not begun when that was read: a lapse that was seen once is not undone by a comment.
 *
 * @throws {GitHubFailure} since a number given to the wrong claim would stay there
 */
export async function readActivities(
  client: GitHubClient,
  repository: RepositoryName,
  claimants: readonly OldClaimant[],
  options: ActivityOptions,
): Promise<void> {
  const unread = claimants.filter((claimant) => isStale(claimant, options))
  const nodes = await askActivities(client, repository, unread)
  const heads = unread.map(headsOf)
  const starts = await askRunStarts(client, repository, [...new Set(heads.flat())], options.appId)
  for (const [index, { memory, headRefOid }] of unread.entries()) {
    const node = nodes[index]
    if (node?.headRefOid !== headRefOid) {
      throw new GitHubFailure('unavailable', 'a pull request was pushed to while it was read')
    }
    const pushes = (heads[index] ?? []).flatMap((oid) => starts.get(oid) ?? [])
    // Our first run on this head is the one that follows from this reading.
    if (!starts.has(headRefOid)) pushes.push(options.now)
    memory.activity = { headRefOid, readAt: options.now, value: { pushes, people: byPeople(node) } }
  }
}

function isStale({ headRefOid, memory }: OldClaimant, { now, staleAfter }: ActivityOptions): boolean {
  const { activity } = memory
  if (activity === null || activity.headRefOid !== headRefOid) return true
  const newest = Math.max(0, ...activity.value.pushes, ...activity.value.people)
  const lapsesAt = newest + staleAfter
  return lapsesAt <= now && lapsesAt > activity.readAt
}

async function askActivities(
  client: GitHubClient,
  repository: RepositoryName,
  claimants: readonly OldClaimant[],
): Promise<readonly (ActivityNode | null)[]> {
  const outcomes = await inBatches(claimants, pullsPerQuery, async (batch) => {
    const numbers = Object.fromEntries(batch.map(({ number }, index) => [`number${index}`, number]))
    const query = chartPullActivities(batch.length)
    const answer = repositoryOf(await client.graphql<ActivitiesAnswer>(query, { ...repository, ...numbers }))
    return batch.map((_, index) => ({ node: answer[`pull${index}`] ?? null }))
  })
  return outcomes.map((outcome) => {
    if (!outcome.ok) throw outcome.failure
    return outcome.result.node
  })
}

/** The heads it has had, as far as they are known. */
function headsOf({ headRefOid, history }: OldClaimant): readonly string[] {
  return [headRefOid, ...(history?.earlier ?? []).slice(-headsPerPull)]
}

/** When our first run on each commit began; a commit without one is missing. */
async function askRunStarts(
  client: GitHubClient,
  repository: RepositoryName,
  oids: readonly string[],
  appId: number,
): Promise<ReadonlyMap<string, number>> {
  const outcomes = await inBatches(oids, commitsPerQuery, async (batch) => {
    const commits = Object.fromEntries(batch.map((oid, index) => [`commit${index}`, oid]))
    const variables = { ...repository, ...commits, appId, checkName: chartsCheckName }
    const query = chartRunStartsAtCommits(batch.length)
    const answer = repositoryOf(await client.graphql<RunStartsAnswer>(query, variables))
    return batch.map((_, index) => ({ start: firstStart(answer[`commit${index}`] ?? {}) }))
  })
  return new Map(
    oids.flatMap((oid, index): [string, number][] => {
      const outcome = outcomes[index]
      if (outcome?.ok === false) throw outcome.failure
      const start = outcome?.result.start ?? null
      return start === null ? [] : [[oid, start]]
    }),
  )
}

function firstStart({ checkSuites }: RunStartsNode): number | null {
  const runs = (checkSuites?.nodes ?? []).flatMap((suite) => suite?.checkRuns?.nodes ?? [])
  const starts = runs.flatMap((run) => (run?.startedAt == null ? [] : [Date.parse(run.startedAt)]))
  return starts.length === 0 ? null : Math.min(...starts)
}

/** A deleted account was a person's as far as anybody can tell. */
function byPeople({ comments, reviews }: ActivityNode): PullActivity['people'] {
  return [...(comments.nodes ?? []), ...(reviews?.nodes ?? [])].flatMap((item) => {
    const at = item?.createdAt ?? item?.submittedAt
    return item === null || at == null || item.author?.__typename === 'Bot' ? [] : [Date.parse(at)]
  })
}
