import type { Finding } from '../../domain/finding.ts'
import type { IssueTarget } from '../../domain/issues-facts.ts'
import { known, type Reading, type Unknown } from '../../domain/reading.ts'
import { code, type Words, words } from '../../domain/words.ts'
import type { IssuesPolicy } from '../../policy/policy.ts'
import {
  claimKey,
  type IssueRule,
  type IssuesContext,
  nameOf,
  type OpenIssueClaim,
  openIssueClaims,
  softened,
  untold,
} from './context.ts'
import { ours, placeOf } from './phrases.ts'
import { wouldClose } from './places.ts'
import { leaveOpen } from './ways-out.ts'

/** The target is on the list of what no merge may close. */
export const targetProtected: IssueRule = {
  id: 'target-protected',
  evaluate: (context) => openIssueClaims(context).flatMap((claim) => judge(claim, context)),
}

/** Why the policy protects an issue; null where it does not. Compared without case. */
export function protection(
  issue: IssueTarget,
  policy: IssuesPolicy['protected'],
  shown: boolean,
): Reading<Words | null> {
  const label = issue.labels.find((one) => holds(policy.labels, one))
  if (label !== undefined) return known(shown ? words`its label ${code(label)}` : words`one of its labels`)
  const { milestone, relations } = issue
  if (milestone !== null && holds(policy.milestones, milestone)) {
    return known(shown ? words`its milestone ${code(milestone)}` : words`its milestone`)
  }
  if (policy.types.length === 0 || relations === 'not-needed') return known(null)
  if (!relations.known) return relations
  const { type } = relations.value
  if (type === null || !holds(policy.types, type)) return known(null)
  return known(shown ? words`its type ${code(type)}` : words`its type`)
}

function holds(names: readonly string[], name: string): boolean {
  return names.some((one) => one.toLowerCase() === name.toLowerCase())
}

function judge(claim: OpenIssueClaim, context: IssuesContext): Finding[] {
  const { protection: why } = claim.seen
  const common = {
    rule: 'target-protected' as const,
    claim: claimKey(claim.target),
    wanted: words`a person who closes ${nameOf(claim.target, context)} when all of it is done`,
    fixes: leaveOpen(claim, context),
    ...placeOf(claim),
  }
  if (!why.known) return doubt(claim, context, why, common)
  const severity = softened(context, 'target-protected')
  if (severity === null || why.value === null) return []
  return [
    {
      ...common,
      severity,
      says: words`${wouldClose(claim, context)}, which is protected from closing by a merge`,
      seen: words`${nameOf(claim.target, context)} is protected by ${why.value}`,
    },
  ]
}

function doubt(
  claim: OpenIssueClaim,
  context: IssuesContext,
  unknown: Unknown,
  common: Omit<Finding, 'severity' | 'says' | 'seen'>,
): Finding[] {
  const spoken = untold(context, 'target-protected', unknown)
  if (spoken === null) return []
  const says = words`Whether ${nameOf(claim.target, context)} is protected from closing cannot be told`
  return [{ ...common, ...spoken, says, seen: ours(unknown.what) }]
}
