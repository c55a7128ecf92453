import { react } from '../commands/reactions.ts'
import type { ChartPull } from '../domain/charts-facts.ts'
import type { CheckName } from '../domain/finding.ts'
import type { Unknown } from '../domain/reading.ts'
import type { OwnRun as ReadRun } from '../facts/charts/own-run.ts'
import { readCharts } from '../facts/charts/read-charts.ts'
import { readPolicy } from '../facts/policy.ts'
import { readOpenPulls } from '../facts/pulls.ts'
import type { OwnRun } from '../facts/queries/own-runs.ts'
import { type GitHubClient, isGitHubFailure } from '../github/client.ts'
import { type PublishOutcome, publishCheckRun } from '../publish/check-runs.ts'
import type { WorkOutcome } from '../queue/queue.ts'
import { lagPause, type Work, type WorkKey } from '../queue/work.ts'
import type { RenderedCheckRun } from '../render/check-run.ts'
import { readClaimTimes, readReleases } from '../render/claim-times.ts'
import { earliest, outcomeOf, report } from './check-outcome.ts'
import { headKey } from './evidence-watch.ts'
import { judgeCharts } from './judge-charts.ts'
import { standingOf } from './judgement.ts'
import { publishUnread } from './unread.ts'
import { clientOf, publishOptions, type Workshop } from './workshop.ts'

type ChartsWork = Work & Extract<WorkKey, { kind: 'charts' }>

export const chartsCheck: CheckName = 'claims/chart-versions'

/** How many check runs of one repository are written at a time. */
const writers = 4

/** `claims/chart-versions` of every open pull request of one repository, from one reading. */
export async function reconcileCharts(workshop: Workshop, work: ChartsWork): Promise<WorkOutcome> {
  const client = clientOf(workshop, work.installationId)
  const { repository, hint } = work
  const standing = standingOf(await readPolicy(client, repository, workshop.policies))
  // Before the reading: what is written later has another mark.
  const marks = await workshop.writeMarks.of(repository)
  const reading = await readCharts(client, repository, workshop.charts, {
    now: workshop.now(),
    appId: workshop.connection.appId,
    readClaimTimes,
    readReleases,
    releases: hint.releases,
    full: hint.full,
    ...(standing.kind === 'usable' ? { policy: standing.policy.charts } : {}),
  })
  const { facts, ownRuns } = reading
  if (!facts.pulls.known) {
    return reportUnlisted(workshop, client, work, facts.pulls)
  }
  workshop.meter.enter('judge')
  const heads = groupByHead(facts.pulls.value)
  const judge = judgeCharts(facts, standing)
  const ordered = [...heads].sort(([, a], [, b]) => urgency(b, hint.fresh) - urgency(a, hint.fresh))
  const delays = await eachWith(writers, ordered, async ([headSha, pulls]) => {
    workshop.meter.enter('judge')
    const { rendered } = judge(headSha, pulls)
    workshop.meter.enter('publish')
    const remembered = headKey(repository, headSha)
    rememberRead(workshop, remembered, ownRuns.get(headSha), marks.get(headSha))
    const fresh = pulls.some(({ number }) => hint.fresh.includes(number))
    return publish(workshop, client, work, { headSha, pulls, rendered, fresh, remembered, mark: marks.get(headSha) })
  })
  for (const commentId of hint.acknowledge) await react(client, repository, commentId, 'rocket')
  const headByNumber = new Map(facts.pulls.value.map(({ number, headRefOid }) => [number, headRefOid]))
  return earliest([...delays, lagPause(hint, (number) => headByNumber.get(number))])
}

/** How many pull requests are told that nothing could be judged; people wait for the newest. */
const toldOfFailure = 20

/**
 * Without the whole list nobody's claim can be judged. The newest pull requests are told so, found by the lighter query
 * that the sweep uses; when that fails too, the queue tries again with growing pauses.
 *
 * @throws {GitHubFailure}
 */
async function reportUnlisted(
  workshop: Workshop,
  client: GitHubClient,
  work: ChartsWork,
  reason: Unknown,
): Promise<WorkOutcome> {
  const pulls = await readOpenPulls(client, work.repository)
  const outcomes: WorkOutcome[] = []
  for (const { number } of pulls.slice(0, toldOfFailure)) {
    outcomes.push(await publishUnread(workshop, work, chartsCheck, { repository: work.repository, number }, reason))
  }
  return earliest(outcomes.map((outcome) => (outcome.kind === 'again' ? outcome.delayMs : undefined)))
}

/**
 * What the reading found on a head replaces what was remembered. Of a run in progress it does not tell since when, so
 * that one is read again before a write.
 */
function rememberRead(
  workshop: Workshop,
  key: string,
  run: ReadRun | null | undefined,
  mark: string | undefined,
): void {
  if (run === undefined) return
  if (run === null) workshop.chartRuns.set(key, { run: null, mark })
  else if (run.status !== 'COMPLETED') workshop.chartRuns.delete(key)
  else {
    const { databaseId: id, externalId, conclusion } = run
    const known: OwnRun = {
      id,
      completed: true,
      conclusion: conclusion?.toLowerCase() ?? null,
      externalId: externalId ?? '',
      startedAt: null,
    }
    workshop.chartRuns.set(key, { run: known, mark })
  }
}

/** Pull requests by the commit that their check run belongs to. */
function groupByHead(pulls: readonly ChartPull[]): ReadonlyMap<string, readonly ChartPull[]> {
  const heads = new Map<string, ChartPull[]>()
  for (const pull of pulls) {
    const sharing = heads.get(pull.headRefOid)
    if (sharing === undefined) heads.set(pull.headRefOid, [pull])
    else sharing.push(pull)
  }
  return heads
}

/** People who asked first, then the newest pull requests. */
function urgency(pulls: readonly ChartPull[], fresh: readonly number[]): number {
  const newest = Math.max(...pulls.map(({ createdAt }) => createdAt))
  return pulls.some(({ number }) => fresh.includes(number)) ? Number.MAX_SAFE_INTEGER : newest
}

interface HeadToPublish {
  readonly headSha: string
  readonly pulls: readonly ChartPull[]
  readonly rendered: RenderedCheckRun
  readonly fresh: boolean
  /** Key of what was last seen or written on this head. */
  readonly remembered: string
  /** Of the last write on this head, by whomever. */
  readonly mark: string | undefined
}

async function publish(
  workshop: Workshop,
  client: GitHubClient,
  work: ChartsWork,
  { headSha, pulls, rendered, fresh, remembered, mark }: HeadToPublish,
): Promise<number | undefined> {
  const [first, ...sharing] = pulls
  if (first === undefined) return undefined
  const known = workshop.chartRuns.get(remembered)
  let lastMark = mark
  const published = await publishUnlessGone(workshop, client, {
    repository: work.repository,
    headSha,
    rendered,
    subject: {
      kind: 'pull' as const,
      number: first.number,
      baseRefName: first.baseRefName,
      sharing: sharing.map(({ number }) => number),
    },
    newest: known?.mark === mark ? known?.run : undefined,
    fresh,
    async aroundWrite() {
      lastMark = await workshop.writeMarks.set(work.repository, headSha)
    },
  })
  report(workshop, work, chartsCheck, outcomeOf(rendered, published), published.kind)
  if (published.kind === 'superseded') {
    workshop.chartRuns.delete(remembered)
    return 0
  }
  // Somebody else wrote meanwhile: which run is the newest is not known.
  const isContested = published.kind === 'written' && published.retryInMs === 0
  if (isContested) workshop.chartRuns.delete(remembered)
  else workshop.chartRuns.set(remembered, { run: published.run, mark: lastMark })
  return published.retryInMs
}

/** A head that GitHub does not know yet, or no longer, is looked at again; the others go on. */
async function publishUnlessGone(
  workshop: Workshop,
  client: GitHubClient,
  input: Parameters<typeof publishCheckRun>[1],
): Promise<PublishOutcome> {
  try {
    return await publishCheckRun(client, input, publishOptions(workshop))
  } catch (error) {
    if (!isGitHubFailure(error) || error.kind === 'rate-limited') throw error
    workshop.log.warn({ err: error }, 'a check run could not be written; trying again')
    const run: OwnRun | null = input.newest ?? null
    return { kind: 'unchanged', retryInMs: 2000, run }
  }
}

async function eachWith<Item, Result>(
  workers: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const queue = items.entries()
  await Promise.all(
    Array.from({ length: Math.min(workers, items.length) }, async () => {
      for (const [index, item] of queue) results[index] = await work(item)
    }),
  )
  return results
}
