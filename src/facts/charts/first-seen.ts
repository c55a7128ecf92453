import type { RepositoryName } from '../../domain/repository.ts'
import type { GitHubClient } from '../../github/client.ts'
import { chartRunsAtCommits, type RunsAtCommitsAnswer } from '../queries/chart-history.ts'
import { inBatches } from './batches.ts'
import type { PullHistory, PullMemory, RepositoryMemory } from './cache.ts'
import type { PullWithPaths } from './diffs.ts'
import { chartsCheckName, type OwnRun, ownRunOf } from './own-run.ts'
import { type ReadReleases, releasesTold } from './released.ts'
import { repositoryOf } from './repository-answer.ts'

/** Reads the times that our own check run carries; null where it carries none. */
export type ReadClaimTimes = (text: string) => Readonly<Record<string, number>> | null

export interface Claimant {
  readonly number: number
  readonly headRefOid: string
  readonly memory: PullMemory
  readonly isDraft: boolean
  /** `chart@version`. */
  readonly claims: readonly string[]
  /** Some of its charts could not be read, so that claims may be missing this time. */
  readonly isPartial: boolean
  /** What led to its head; read only where its number is contested. */
  readonly history: PullHistory | null
}

/**
 * Keeps what our own runs on the heads tell, for pull requests that no reading has judged yet. One that was opened or
 * reopened since the first reading starts anew whatever they tell.
 */
export function rememberToldTimes(
  memory: RepositoryMemory,
  pulls: readonly PullWithPaths[],
  read: ReadClaimTimes,
): void {
  for (const { node, ownRun } of pulls) {
    const own = memory.pulls.get(node.number)
    if (own === undefined || own.claimTimes !== null || own.isNew || ownRun === undefined) continue
    own.toldTimes = ownRun?.text == null ? null : read(ownRun.text)
  }
}

const commitsPerQuery = 50
const commitsPerPull = 20

/**
 * When each claim was first seen, by `chart@version`, in milliseconds since 1970: from memory; else, after a restart,
 * from our own run on the head; else, where others claim the number too, from our runs on earlier heads; else now.
 * A claim starts anew when its pull request is reopened or made ready for review, and with the push after it was given
 * up. Updates the memory.
 */
export async function readFirstSeen(
  client: GitHubClient,
  repository: RepositoryName,
  claimants: readonly Claimant[],
  options: {
    readonly now: number
    readonly appId: number
    readonly readClaimTimes: ReadClaimTimes
    readonly readReleases?: ReadReleases
    /** False when none of our runs is on any head: then there are none on earlier heads either. */
    readonly hasOwnRuns: boolean
  },
): Promise<readonly Readonly<Record<string, number>>[]> {
  const unsure = claimants.map((claimant) => {
    const isFirstReading = claimant.memory.claimTimes === null && !claimant.memory.isNew
    return (
      options.hasOwnRuns &&
      isFirstReading &&
      claimant.claims.some((claim) => claimant.memory.toldTimes?.[claim] === undefined)
    )
  })
  const histories = claimants.flatMap(({ history }, index) => (unsure[index] && history !== null ? [history] : []))
  const runs = await readEarlierRuns(client, repository, histories, options.appId)
  return claimants.map((claimant) => {
    const earlier = earlierTimes(claimant, runs, options)
    const times = timesOf(claimant, { ...earlier, ...claimant.memory.toldTimes }, options.now)
    claimant.memory.claimTimes = claimant.isPartial ? { ...claimant.memory.claimTimes, ...times } : times
    claimant.memory.isDraft = claimant.isDraft
    if (claimant.memory.released?.headRefOid !== claimant.headRefOid) claimant.memory.released = null
    return times
  })
}

function timesOf(
  { memory, headRefOid, isDraft, claims, history }: Claimant,
  carried: Readonly<Record<string, number>>,
  now: number,
): Readonly<Record<string, number>> {
  const becameReady = memory.isDraft && !isDraft
  const remembered = memory.claimTimes ?? carried
  const restartedAt = memory.claimTimes === null ? (history?.restartedAt ?? 0) : 0
  const { released } = memory
  const givenUp = released === null || released.headRefOid === headRefOid ? {} : released.claims
  return Object.fromEntries(
    claims.map((claim) => {
      const isNew = becameReady || givenUp[claim] !== undefined
      const time = isNew ? now : (remembered[claim] ?? now)
      return [claim, Math.min(Math.max(time, restartedAt), now)]
    }),
  )
}

/** Of all our runs on earlier heads the newest that carries times tells; an older one may hold claims given up since. */
function earlierTimes(
  { number, history }: Claimant,
  runs: ReadonlyMap<string, OwnRun>,
  { readClaimTimes, readReleases = () => null }: { readClaimTimes: ReadClaimTimes; readReleases?: ReadReleases },
): Readonly<Record<string, number>> {
  const found = (history?.earlier ?? []).flatMap((oid) => {
    const { text, databaseId: id } = runs.get(oid) ?? { text: null, databaseId: 0 }
    const times = text === null ? null : readClaimTimes(text)
    if (text === null || times === null) return []
    const givenUp = releasesTold(text, number, readReleases)
    return [{ id, times: Object.fromEntries(Object.entries(times).filter(([claim]) => givenUp[claim] === undefined)) }]
  })
  return found.sort((a, b) => b.id - a.id)[0]?.times ?? {}
}

async function readEarlierRuns(
  client: GitHubClient,
  repository: RepositoryName,
  histories: readonly PullHistory[],
  appId: number,
): Promise<ReadonlyMap<string, OwnRun>> {
  const oids = [...new Set(histories.flatMap(({ earlier }) => earlier.slice(-commitsPerPull)))]
  const outcomes = await inBatches(oids, commitsPerQuery, async (batch) => {
    const commits = Object.fromEntries(batch.map((oid, index) => [`commit${index}`, oid]))
    const variables = { ...repository, ...commits, appId, checkName: chartsCheckName }
    const query = chartRunsAtCommits(batch.length)
    const answer = repositoryOf(await client.graphql<RunsAtCommitsAnswer>(query, variables))
    return batch.map((_, index) => ({ run: ownRunOf(answer[`commit${index}`] ?? {}) }))
  })
  const runs = new Map<string, OwnRun>()
  for (const [index, oid] of oids.entries()) {
    const outcome = outcomes[index]
    // Without the times the order of claims could be told wrong, for good: better to read all again.
    if (outcome?.ok === false) throw outcome.failure
    if (outcome?.result.run) runs.set(oid, outcome.result.run)
  }
  return runs
}
