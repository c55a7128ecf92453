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

/** The target waits for other issues that are still open. */
export const openBlockers: IssueRule = {
  id: 'open-blockers',
  evaluate: (context) => openIssueClaims(context).flatMap((claim) => judge(claim, context)),
}

function judge(claim: OpenIssueClaim, context: IssuesContext): Finding[] {
  const { blockers } = claim.seen
  if (blockers === undefined) return []
  const name = nameOf(claim.target, context)
  const common = {
    rule: 'open-blockers' as const,
    claim: claimKey(claim.target),
    wanted: words`nothing open that blocks ${name}`,
    ...placeOf(claim),
  }
  if (!blockers.known) {
    const spoken = untold(context, 'open-blockers', blockers)
    if (spoken === null) return []
    const says = words`Whether open issues block ${name} cannot be told`
    return [{ ...common, ...spoken, says, seen: ours(blockers.what), fixes: [] }]
  }
  const severity = softened(context, 'open-blockers')
  const { count } = blockers.value
  if (severity === null || count === 0) return []
  return [
    {
      ...common,
      severity,
      says: words`${wouldClose(claim, context)}, which ${counted(count, 'open issue blocks', 'open issues block')}`,
      seen: words`blocked by ${namesOf(blockers.value, context)}`,
      fixes: [
        ...leaveOpen(claim, context),
        { how: words`Or finish what blocks ${name} first, or take the dependency away if it is none` },
      ],
    },
  ]
}
