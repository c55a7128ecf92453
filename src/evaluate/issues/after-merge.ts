import type { FollowedFacts, IssuesFacts, IssueTarget } from '../../domain/issues-facts.ts'
import { known } from '../../domain/reading.ts'
import { type NumberedReference, sameReference } from '../../domain/repository.ts'
import { readAcceptance } from '../../facts/parse/acceptance.ts'
import type { Policy } from '../../policy/policy.ts'
import { type EvaluateIssuesOptions, evaluateIssues } from './evaluate.ts'
import { judgeCriteria } from './evidence.ts'
import type { JudgedCriterion, UnmetCriterion } from './judged-criterion.ts'

/** What an issue's acceptance lacked when a merge closed it. */
export interface ClosedUndone {
  /** Whether the claim could be seen on the pull request, so that its check run spoke about it. */
  readonly claimed: boolean
  readonly unmet: readonly UnmetCriterion[]
  /** How many criteria there are. */
  readonly total: number
}

/** Judges the closed issue as if the merged pull request still had to close it. */
export function closedUndone(
  facts: IssuesFacts,
  issue: IssueTarget,
  policy: Policy,
  options: EvaluateIssuesOptions,
): ClosedUndone {
  const others = facts.targets.filter(({ reference }) => !sameReference(reference, issue.reference))
  const target = {
    reference: issue.reference,
    target: known<IssueTarget>({ ...issue, state: 'OPEN', stateReason: null }),
  }
  const open: IssuesFacts = { ...facts, targets: [...others, target] }
  const isTarget = (claim: { readonly target: NumberedReference }) => sameReference(claim.target, issue.reference)
  const claimed = evaluateIssues(open, policy, options).claims.some(isTarget)
  const links = facts.linked.known ? facts.linked.value : []
  const withLink = links.some(({ reference }) => sameReference(reference, issue.reference))
    ? links
    : [...links, { reference: issue.reference, manual: false }]
  const { claims } = evaluateIssues({ ...open, linked: known(withLink) }, policy, options)
  const criteria = claims.find(isTarget)?.criteria ?? []
  return { claimed, ...unmetOf(criteria) }
}

/** The same for a commit without a pull request: only the issue itself can say that it was done. */
export function closedUndoneByCommit(
  issue: IssueTarget,
  followed: readonly FollowedFacts[],
  policy: Policy,
  options: EvaluateIssuesOptions,
): ClosedUndone {
  const { acceptance } = policy.issues
  const read = readAcceptance(issue.body, { ...acceptance, ...options, home: issue.reference.repository })
  if (!read.known || !read.value.stated) return { claimed: false, unmet: [], total: 0 }
  const criteria = judgeCriteria({
    pull: issue.reference,
    target: [issue.reference],
    criteria: read.value.criteria,
    claimedIssues: 1,
    attestations: [],
    pointers: 'not-needed',
    followed,
    author: null,
    policy: acceptance,
    ...options,
  })
  return { claimed: false, ...unmetOf(criteria) }
}

function unmetOf(criteria: readonly JudgedCriterion[]): Pick<ClosedUndone, 'unmet' | 'total'> {
  return { unmet: criteria.flatMap((judged) => (judged.met === false ? [judged] : [])), total: criteria.length }
}
