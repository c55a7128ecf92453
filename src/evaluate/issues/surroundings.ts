import type { IssueTarget, PullRequestFacts, RelatedIssue } from '../../domain/issues-facts.ts'
import { known, type Reading, unknown } from '../../domain/reading.ts'
import { type NumberedReference, sameReference } from '../../domain/repository.ts'
import { mayName } from './visibility.ts'

/** Issues or pull requests around a target, as far as they may be shown on the check. */
export interface Neighbours {
  readonly count: number
  /** Those that may be named; fewer than `count` where more people can read the check than the others. */
  readonly named: readonly NumberedReference[]
}

export interface Rivals extends Neighbours {
  /** Who claimed the target first; null where that may not be named. */
  readonly first: 'this' | NumberedReference | null
}

export interface OpenSubIssues extends Neighbours {
  readonly total: number
}

/** Other open pull requests that would close the issue too, the older first. */
export function rivalsOf(issue: IssueTarget, pull: PullRequestFacts, shown: boolean): Reading<Rivals> {
  if (!issue.closers.known) return issue.closers
  const own = { repository: pull.repository, number: pull.number }
  const others = issue.closers.value
    .filter(({ reference }) => !sameReference(reference, own))
    .sort((a, b) => a.createdAt - b.createdAt || a.reference.number - b.reference.number)
  const [first] = others
  const isNamed = (one: (typeof others)[number]) => shown && mayName(one.reference.repository, one.visibility, pull)
  return known({
    count: others.length,
    named: others.filter(isNamed).map(({ reference }) => reference),
    first: first === undefined || pull.createdAt <= first.createdAt ? 'this' : isNamed(first) ? first.reference : null,
  })
}

/**
 * Sub-issues that are open, by the list; the summary can be wrong, but where it counts more open ones than the app is
 * shown, that cannot be told.
 *
 * @param closedHere says of an open sub-issue that this pull request closes it with its acceptance met
 */
export function openSubIssuesOf(
  issue: IssueTarget,
  pull: PullRequestFacts,
  shown: boolean,
  closedHere: (reference: NumberedReference) => boolean,
): Reading<OpenSubIssues> {
  if (!issue.subIssues.known) return issue.subIssues
  const { total, completed, listed } = issue.subIssues.value
  const open = listed.filter(({ state }) => state === 'OPEN')
  const left = open.filter(({ reference }) => !closedHere(reference))
  const unseen = total - listed.length
  if (left.length === 0 && unseen > 0 && total - completed > open.length) {
    const what = `${unseen} of its ${total} sub-issues cannot be read by the app, and not all of them are closed`
    return unknown('unreadable', what, 'cannot-cure')
  }
  return known({ ...neighbours(left, pull, shown), total })
}

/** Open issues that block it; undefined where the policy does not ask. */
export function openBlockersOf(
  issue: IssueTarget,
  pull: PullRequestFacts,
  shown: boolean,
): Reading<Neighbours> | undefined {
  const { relations } = issue
  if (relations === 'not-needed') return undefined
  if (!relations.known) return relations
  const { blockedBy } = relations.value
  if (blockedBy === 'not-needed') return undefined
  if (!blockedBy.known) return blockedBy
  const open = blockedBy.value.listed.filter(({ state }) => state === 'OPEN')
  const seen = neighbours(open, pull, shown)
  return known({ ...seen, count: Math.max(seen.count, blockedBy.value.open) })
}

function neighbours(issues: readonly RelatedIssue[], pull: PullRequestFacts, shown: boolean): Neighbours {
  const named = issues.filter(({ reference, visibility }) => shown && mayName(reference.repository, visibility, pull))
  return { count: issues.length, named: named.map(({ reference }) => reference) }
}
