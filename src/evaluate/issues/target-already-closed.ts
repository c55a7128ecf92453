import type { Finding } from '../../domain/finding.ts'
import { words } from '../../domain/words.ts'
import { claimKey, type IssueRule, type IssuesContext, nameOf, softened } from './context.ts'
import { ours, placeOf } from './phrases.ts'
import { leaveOpen } from './ways-out.ts'

/** A second closer: the merge changes nothing, and a reader believes that it does. */
export const targetAlreadyClosed: IssueRule = {
  id: 'target-already-closed',
  evaluate: (context) => context.claims.flatMap((claim) => judge(claim, context)),
}

const REASONS = {
  COMPLETED: 'closed as completed',
  NOT_PLANNED: 'closed as not planned',
  DUPLICATE: 'closed as a duplicate',
  REOPENED: 'closed',
} as const

function judge(claim: IssuesContext['claims'][number], context: IssuesContext): Finding[] {
  const severity = softened(context, 'target-already-closed')
  if (severity === null || claim.seen.kind !== 'closed-issue') return []
  const name = nameOf(claim.target, context)
  const reason = REASONS[claim.seen.stateReason ?? 'REOPENED']
  return [
    {
      rule: 'target-already-closed',
      severity,
      claim: claimKey(claim.target),
      says: words`${name} is closed already; merging would not close it again`,
      seen: words`${name} is ${ours(reason)}`,
      wanted: words`an open issue behind a closing keyword`,
      fixes: [
        ...leaveOpen(claim, context).map((fix) => ({
          ...fix,
          how: words`If it was closed for good, name it without closing it. ${fix.how}`,
        })),
        { how: words`If its work is not done, reopen ${name}` },
      ],
      ...placeOf(claim),
    },
  ]
}
