import type { Finding } from '../../domain/finding.ts'
import { join, words } from '../../domain/words.ts'
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
import { wouldClose } from './places.ts'

/** The description limits its own work without naming a number: shown beside every claim, for a reader to judge. */
export const workDisclaimed: IssueRule = {
  id: 'work-disclaimed',
  evaluate: (context) => openIssueClaims(context).flatMap((claim) => judge(claim, context)),
}

/** More quotations than this help nobody. */
const MOST_QUOTED = 5

function judge(claim: OpenIssueClaim, context: IssuesContext): Finding[] {
  const severity = softened(context, 'work-disclaimed')
  if (severity === null || context.disclaimers.length === 0) return []
  const name = nameOf(claim.target, context)
  const quoted = [...context.disclaimers]
    .sort((a, b) => Number(a.kind === 'leaves-out') - Number(b.kind === 'leaves-out') || a.line - b.line)
    .slice(0, MOST_QUOTED)
  return [
    {
      rule: 'work-disclaimed',
      severity,
      claim: claimKey(claim.target),
      says: words`${wouldClose(claim, context)}, and the description limits its own work: "${quoted[0]?.text ?? ''}"`,
      seen: join(
        quoted.map(({ line, text }) => words`line ${line}: "${text}"`),
        '; ',
      ),
      wanted: words`nothing of ${name} among what is left out`,
      fixes: [],
      ...placeOf(claim, quoted[0]?.line),
    },
  ]
}
