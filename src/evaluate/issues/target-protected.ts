import type { Finding } from '../../domain/finding.ts'
import type { IssueTarget } from '../../domain/issues-facts.ts'
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
} from './context.ts'
import { placeOf } from './phrases.ts'
import { leaveOpen } from './ways-out.ts'

/** The target is on the list of what no merge may close. */
export const targetProtected: IssueRule = {
  id: 'target-protected',
  evaluate: (context) => openIssueClaims(context).flatMap((claim) => judge(claim, context)),
}

/** Why the policy protects an issue, or undefined. Compared without case. */
export function protection(issue: IssueTarget, policy: IssuesPolicy['protected'], shown: boolean): Words | undefined {
  const label = issue.labels.find((one) => holds(policy.labels, one))
  if (label !== undefined) return shown ? words`its label ${code(label)}` : words`one of its labels`
  if (issue.milestone === null || !holds(policy.milestones, issue.milestone)) return undefined
  return shown ? words`its milestone ${code(issue.milestone)}` : words`its milestone`
}

function holds(names: readonly string[], name: string): boolean {
  return names.some((one) => one.toLowerCase() === name.toLowerCase())
}

function judge(claim: OpenIssueClaim, context: IssuesContext): Finding[] {
  const severity = softened(context, 'target-protected')
  const why = claim.seen.protectedBy
  if (severity === null || why === undefined) return []
  const name = nameOf(claim.target, context)
  return [
    {
      rule: 'target-protected',
      severity,
      claim: claimKey(claim.target),
      says: words`Merging would close ${name}, which is protected from closing by a merge`,
      seen: words`${name} is protected by ${why}`,
      wanted: words`a person who closes ${name} when all of it is done`,
      fixes: leaveOpen(claim, context),
      ...placeOf(claim),
    },
  ]
}
