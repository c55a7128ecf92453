import type { Finding } from '../../domain/finding.ts'
import { words } from '../../domain/words.ts'
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
import { counted, namesOf } from './neighbour-words.ts'
import { ours, placeOf } from './phrases.ts'
import { wouldClose } from './places.ts'
import { leaveOpen } from './ways-out.ts'

/** The target has sub-issues that stay open. GitHub closes a parent whatever its sub-issues are (neomjs/neo#10324). */
export const openSubIssues: IssueRule = {
  id: 'open-sub-issues',
  evaluate: (context) => openIssueClaims(context).flatMap((claim) => judge(claim, context)),
}

function judge(claim: OpenIssueClaim, context: IssuesContext): Finding[] {
  const { subIssues } = claim.seen
  const name = nameOf(claim.target, context)
  const common = {
    rule: 'open-sub-issues' as const,
    claim: claimKey(claim.target),
    wanted: words`every sub-issue of ${name} closed before a merge closes it`,
    ...placeOf(claim),
  }
  if (!subIssues.known) {
    const spoken = untold(context, 'open-sub-issues', subIssues)
    if (spoken === null) return []
    const says = words`Whether all sub-issues of ${name} are closed cannot be told`
    return [{ ...common, ...spoken, says, seen: ours(subIssues.what), fixes: leaveOpen(claim, context) }]
  }
  const severity = softened(context, 'open-sub-issues')
  const { count, total } = subIssues.value
  if (severity === null || count === 0) return []
  return [
    {
      ...common,
      severity,
      says: words`${wouldClose(claim, context)}: ${count} of ${counted(total, 'sub-issue', 'sub-issues')} open`,
      seen: words`open: ${namesOf(subIssues.value, context)}`,
      fixes: [
        ...leaveOpen(claim, context),
        { how: words`Or close the open sub-issues first, or take them out of ${name}` },
      ],
    },
  ]
}
