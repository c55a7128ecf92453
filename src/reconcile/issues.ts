import type { CheckName } from '../domain/finding.ts'
import { type IssuesReading, readIssues } from '../facts/issues/read-issues.ts'
import { type GitHubClient, type GitHubFailure, isGitHubFailure } from '../github/client.ts'
import { publishCheckRun } from '../publish/check-runs.ts'
import type { WorkOutcome } from '../queue/queue.ts'
import { hintOf, lagPause, type Work, type WorkKey } from '../queue/work.ts'
import { earliest, outcomeOf, report } from './check-outcome.ts'
import { judgeIssues } from './judge-issues.ts'
import { standingOf } from './judgement.ts'
import { forgetClaims, rememberClaims } from './rivals.ts'
import { publishUnread, unknownOf } from './unread.ts'
import { clientOf, publishOptions, readIssuesOptions, type Workshop } from './workshop.ts'

type IssuesWork = Work & Extract<WorkKey, { kind: 'issues' }>

export const issuesCheck: CheckName = 'claims/issues'

/** `claims/issues` of one pull request, and of every other one that shares its head. */
export async function reconcileIssues(workshop: Workshop, work: IssuesWork): Promise<WorkOutcome> {
  try {
    return await judgeAndPublish(workshop, work)
  } catch (error) {
    if (!(error instanceof UnreadError)) throw error
    const reason = unknownOf(error.failure, 'GitHub did not say what this pull request would close')
    return passOn(workshop, work, await publishUnread(workshop, work, issuesCheck, work, reason))
  }
}

/** The facts of a pull request could not be read; what was written after reading fails by other errors. */
class UnreadError extends Error {
  readonly failure: GitHubFailure

  constructor(failure: GitHubFailure) {
    super(failure.message)
    this.failure = failure
  }
}

/** An unusable policy gives no phrases, as it gives nothing else. */
async function rememberPhrases(workshop: Workshop, { facts, policy }: IssuesReading): Promise<void> {
  const standing = standingOf(policy)
  const aliases = standing.kind === 'usable' ? standing.policy.commands.aliases : {}
  await workshop.phrases.remember(facts.pull.repository, aliases)
}

async function judgeAndPublish(workshop: Workshop, work: IssuesWork): Promise<WorkOutcome> {
  const client = clientOf(workshop, work.installationId)
  const { repository, number } = work
  const reading = await read(workshop, client, work, number)
  if (reading.facts.pull.state !== 'OPEN') {
    await forgetClaims(workshop, work, reading.facts)
    report(workshop, work, issuesCheck, 'skipped', null)
    return passOn(workshop, work, earliest([lagPause(work.hint, () => undefined)]))
  }
  if (reading.mayEditPolicy) {
    await workshop.queue.add({
      kind: 'policy',
      repository,
      number,
      installationId: work.installationId,
      hint: work.hint,
    })
  }
  const sharing: IssuesReading[] = []
  for (const other of reading.sharing) sharing.push(await read(workshop, client, work, other))
  for (const { facts, needs } of [reading, ...sharing]) await workshop.watch.remember(facts.pull, needs)
  await rememberClaims(workshop, work, reading.facts)
  await rememberPhrases(workshop, reading)
  const all = [reading, ...sharing.filter(({ facts }) => facts.pull.state === 'OPEN')]
  workshop.meter.enter('judge')
  const { rendered, rereadAt } = judgeIssues(all, workshop.hosts)
  const { headRefOid, baseRefName } = reading.facts.pull
  workshop.meter.enter('publish')
  const published = await publishCheckRun(
    client,
    {
      repository,
      headSha: headRefOid,
      rendered,
      subject: { kind: 'pull', number, baseRefName, sharing: sharing.map(({ facts }) => facts.pull.number) },
      newest: reading.newest,
      fresh: work.hint.fresh.includes(number),
    },
    publishOptions(workshop),
  )
  report(workshop, work, issuesCheck, outcomeOf(rendered, published), published.kind)
  if (published.kind === 'superseded') return passOn(workshop, work, { kind: 'again', delayMs: 0 })
  const reread = rereadAt === undefined ? undefined : Math.max(0, rereadAt - workshop.now())
  const lag = lagPause(work.hint, () => headRefOid)
  return passOn(workshop, work, earliest([published.retryInMs, reread, lag]))
}

async function read(
  workshop: Workshop,
  client: GitHubClient,
  work: IssuesWork,
  number: number,
): Promise<IssuesReading> {
  try {
    return await readIssues(client, work.repository, number, readIssuesOptions(workshop))
  } catch (error) {
    if (isGitHubFailure(error) && error.kind !== 'rate-limited') throw new UnreadError(error)
    throw error
  }
}

/** A command asked for both checks: the charts come next and carry its acknowledgement. */
async function passOn(workshop: Workshop, work: IssuesWork, outcome: WorkOutcome): Promise<WorkOutcome> {
  const { acknowledge, fresh, full, trigger } = work.hint
  if (acknowledge.length === 0) return outcome
  await workshop.queue.add({
    kind: 'charts',
    repository: work.repository,
    installationId: work.installationId,
    hint: hintOf(trigger, { acknowledge, fresh, full }),
  })
  return outcome
}
