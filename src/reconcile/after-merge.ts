import type { FollowedFacts, IssueTarget } from '../domain/issues-facts.ts'
import { known } from '../domain/reading.ts'
import type { NumberedReference } from '../domain/repository.ts'
import { type ClosedUndone, closedUndone, closedUndoneByCommit } from '../evaluate/issues/after-merge.ts'
import { mayName } from '../evaluate/issues/visibility.ts'
import { type Closer, type ClosingEvent, readClosingEvent } from '../facts/issues/closing-event.ts'
import { readEvidence } from '../facts/issues/evidence.ts'
import { type IssuesReading, readIssues } from '../facts/issues/read-issues.ts'
import { followedBy } from '../facts/issues/references.ts'
import { readTargets } from '../facts/issues/targets.ts'
import { readPolicy } from '../facts/policy.ts'
import type { OwnRun } from '../facts/queries/own-runs.ts'
import type { GitHubClient } from '../github/client.ts'
import type { Policy } from '../policy/policy.ts'
import type { WorkOutcome } from '../queue/queue.ts'
import type { Work, WorkKey } from '../queue/work.ts'
import { type AfterMergeComment, afterMergeComment, speaksOf } from '../render/comment-after-merge.ts'
import { standingOf } from './judgement.ts'
import { clientOf, readIssuesOptions, type Workshop } from './workshop.ts'

type AfterMergeWork = Work & Extract<WorkKey, { kind: 'after-merge' }>

const done: WorkOutcome = { kind: 'done' }

/**
 * An issue was closed. When a merge or a commit did it, against or past our check, and its acceptance is unmet: says so
 * on the issue and, where the policy of the closing repository wants it, reopens it. Never twice for one closing, and
 * never when a person closed it: the last closing counts.
 */
export async function reconcileAfterMerge(workshop: Workshop, work: AfterMergeWork): Promise<WorkOutcome> {
  const client = clientOf(workshop, work.installationId)
  const target: NumberedReference = { repository: work.repository, number: work.number }
  const event = await readClosingEvent(client, target)
  if (event === null) return done
  const policy = await afterMergePolicy(workshop, client, event.by)
  if (policy === null) return done
  const found = await judge(workshop, client, target, event, policy)
  if (found === null || found.undone.unmet.length === 0) return done
  const reopens = policy.issues.afterMerge === 'reopen'
  return act(client, target, { ...found, home: work.repository, eventId: event.id, reopens })
}

/** The policy of the repository whose merge closed it; null where it wants nothing done. */
async function afterMergePolicy(workshop: Workshop, client: GitHubClient, by: Closer): Promise<Policy | null> {
  const repository = by.kind === 'pull' ? by.pull.repository : by.repository
  const standing = standingOf(await readPolicy(client, repository, workshop.policies))
  if (standing.kind === 'unusable') return null
  const { issues } = standing.policy
  // Observing means to change nothing.
  return issues.afterMerge === 'none' || issues.mode === 'observe' ? null : standing.policy
}

type Found = Pick<AfterMergeComment, 'by' | 'undone' | 'said'>

async function judge(
  workshop: Workshop,
  client: GitHubClient,
  target: NumberedReference,
  event: ClosingEvent,
  policy: Policy,
): Promise<Found | null> {
  const [read] = await readTargets(client, [target])
  if (read === undefined || !read.target.known || read.target.value.kind !== 'issue') return null
  const issue = read.target.value
  const { hosts } = workshop
  const followed = await readTargets(client, followedBy([open(issue)], known(asPolicyFacts(policy)), hosts))
  if (event.by.kind === 'commit') {
    const undone = closedUndoneByCommit(issue, followed, policy, { hosts })
    const named = mayName(event.by.repository, event.by.visibility, readersOf(issue)) ? event.by : null
    return { by: named, undone, said: 'never-shown' }
  }
  const { pull } = event.by
  const reading = await readIssues(client, pull.repository, pull.number, readIssuesOptions(workshop))
  const undone = await undoneByPull(workshop, client, reading, issue, followed, policy)
  const { lastEditedAt, repository, visibility } = reading.facts.pull
  const changes = lastEditedAt === null ? event.changes : [...event.changes, lastEditedAt]
  const said = whatWasSaid(reading.newest, undone, { at: event.at, changes })
  const named = mayName(repository, visibility, readersOf(issue)) ? event.by : null
  return said === null ? null : { by: named, undone, said }
}

function open(issue: IssueTarget) {
  return { reference: issue.reference, target: known<IssueTarget>({ ...issue, state: 'OPEN' }) }
}

function asPolicyFacts(policy: Policy) {
  return { kind: 'policy' as const, policy, source: { from: 'defaults' as const } }
}

/** Evidence of a closed target is not read with the pull request. */
async function undoneByPull(
  workshop: Workshop,
  client: GitHubClient,
  { facts }: IssuesReading,
  issue: IssueTarget,
  followed: readonly FollowedFacts[],
  policy: Policy,
): Promise<ClosedUndone> {
  const options = readIssuesOptions(workshop)
  const { acceptance } = policy.issues
  const { needs: _, ...shown } = await readEvidence(client, facts.pull, [open(issue)], null, acceptance, options)
  const whole = { ...facts, ...shown, followed: [...facts.followed, ...followed] }
  return closedUndone(whole, issue, policy, { hosts: workshop.hosts })
}

/** A check looks again within moments; what was changed this long before the closing, it had seen. Milliseconds. */
const raceMs = 120_000

/**
 * Null when the check had seen the claim and passed it: then somebody changed the issue afterwards. Unless what it had
 * read was changed just before the closing, and the merge was faster than its next look.
 */
function whatWasSaid(
  run: OwnRun | null,
  { claimed }: ClosedUndone,
  { at, changes }: Pick<ClosingEvent, 'at' | 'changes'>,
): Found['said'] | null {
  if (!claimed || run === null) return 'never-shown'
  if (run.conclusion === 'failure') return 'blocked'
  if (run.conclusion !== 'success') return 'unknown'
  const passedAt = run.startedAt ?? at
  return changes.some((changed) => changed > passedAt && changed <= at && at - changed <= raceMs) ? 'overtaken' : null
}

/** Who can read what is written on an issue. */
function readersOf({ reference, visibility }: IssueTarget): Parameters<typeof mayName>[2] {
  return { repository: reference.repository, visibility, isFork: false }
}

/** Looks once more just before it speaks: a person may have been faster. */
async function act(client: GitHubClient, target: NumberedReference, comment: AfterMergeComment): Promise<WorkOutcome> {
  const now = await readClosingEvent(client, target)
  if (now === null || now.id !== comment.eventId) return done
  const at = { owner: target.repository.owner, repo: target.repository.name, issue_number: target.number }
  const alreadySaid = speaksOf(now.said, comment.eventId)
  if (!alreadySaid) {
    await client.rest('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', {
      ...at,
      body: afterMergeComment(comment),
    })
  }
  // Said and still closed by the same event: the process ended between the two writes.
  if (comment.reopens) await client.rest('PATCH /repos/{owner}/{repo}/issues/{issue_number}', { ...at, state: 'open' })
  return done
}
