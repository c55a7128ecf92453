import type { Finding, Severity } from '../../domain/finding.ts'
import { acceptanceUnmet } from './acceptance-unmet.ts'
import { acceptanceUnstated } from './acceptance-unstated.ts'
import { claimContradicted } from './claim-contradicted.ts'
import type { IssueRule, IssuesContext } from './context.ts'
import { hiddenCloser } from './hidden-closer.ts'
import { keywordInert } from './keyword-inert.ts'
import { openBlockers } from './open-blockers.ts'
import { openSubIssues } from './open-sub-issues.ts'
import { rivalCloser } from './rival-closer.ts'
import { targetAlreadyClosed } from './target-already-closed.ts'
import { targetIsPullRequest } from './target-is-pull-request.ts'
import { targetProtected } from './target-protected.ts'
import { targetUnreadable } from './target-unreadable.ts'
import { ticketUnnamed } from './ticket-unnamed.ts'
import { workDisclaimed } from './work-disclaimed.ts'

/** The rules of `claims/issues`. Of findings that are equally hard, the first rule's comes first. */
export const issueRules: readonly IssueRule[] = [
  acceptanceUnmet,
  claimContradicted,
  targetProtected,
  openSubIssues,
  targetIsPullRequest,
  acceptanceUnstated,
  targetUnreadable,
  targetAlreadyClosed,
  openBlockers,
  rivalCloser,
  hiddenCloser,
  ticketUnnamed,
  workDisclaimed,
  keywordInert,
]

const HARDEST_FIRST: readonly Severity[] = ['block', 'unknown', 'warn', 'note']

/** What all rules find, the hardest first. */
export function findAll(context: IssuesContext): readonly Finding[] {
  const findings = issueRules.flatMap((rule) => rule.evaluate(context))
  return HARDEST_FIRST.flatMap((severity) => findings.filter((finding) => finding.severity === severity))
}
