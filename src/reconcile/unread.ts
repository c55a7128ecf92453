import type { CheckName } from '../domain/finding.ts'
import { type Unknown, unknown } from '../domain/reading.ts'
import type { RepositoryName } from '../domain/repository.ts'
import { type PullHead, readPullHead } from '../facts/pull-head.ts'
import type { GitHubClient, GitHubFailure } from '../github/client.ts'
import { publishCheckRun } from '../publish/check-runs.ts'
import type { WorkOutcome } from '../queue/queue.ts'
import type { Work } from '../queue/work.ts'
import { renderUnread } from '../render/unread.ts'
import { outcomeOf, report } from './check-outcome.ts'
import { clientOf, publishOptions, type Workshop } from './workshop.ts'

/**
 * When the facts of a pull request could not be read at all: say so on its head, if at least that can be read. A verdict
 * that stands there is replaced at the second failure in a row, green or not: what cannot be told is never green.
 *
 * @throws {GitHubFailure} when not even the head can be read, so that the queue tries again
 */
export async function publishUnread(
  workshop: Workshop,
  work: Work,
  check: CheckName,
  pull: { readonly repository: RepositoryName; readonly number: number },
  reason: Unknown,
): Promise<WorkOutcome> {
  const started = workshop.now()
  const client = clientOf(workshop, work.installationId)
  const head = await readPullHead(client, pull, workshop.connection.appId, check)
  if (head === null) return { kind: 'done' }
  const judged = head.newest?.completed === true
  if (judged && reason.retry === 'may-cure' && work.hint.trigger !== 'retry') return { kind: 'again', delayMs: 1000 }
  return writeUnread(workshop, client, work, check, pull.repository, head, reason, started)
}

async function writeUnread(
  workshop: Workshop,
  client: GitHubClient,
  work: Work,
  check: CheckName,
  repository: RepositoryName,
  head: PullHead,
  reason: Unknown,
  started: number,
): Promise<WorkOutcome> {
  const { number, headSha, baseRefName, baseSha, newest } = head
  const rendered = renderUnread(check, {
    home: repository,
    headSha,
    readAt: started,
    pulls: [{ number, baseRefName, baseSha }],
    unknown: reason,
  })
  const subject = { kind: 'pull' as const, number, baseRefName, sharing: [] }
  workshop.meter.enter('publish')
  const published = await publishCheckRun(
    client,
    { repository, headSha, rendered, subject, newest, fresh: false },
    publishOptions(workshop),
  )
  report(workshop, work, check, outcomeOf(rendered, published), published.kind)
  if (published.kind === 'superseded') return { kind: 'again', delayMs: 0 }
  return published.retryInMs === undefined ? { kind: 'done' } : { kind: 'again', delayMs: published.retryInMs }
}

/** What a failed reading means for a verdict. */
export function unknownOf(failure: GitHubFailure, what: string): Unknown {
  const cures = failure.kind === 'unavailable' || failure.kind === 'partial' || failure.kind === 'not-found'
  return unknown('unavailable', what, cures ? 'may-cure' : 'cannot-cure')
}
