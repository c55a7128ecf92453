import type { Finding } from '../../domain/finding.ts'
import { words } from '../../domain/words.ts'
import { type ClaimContext, claimKey, type IssueRule, type IssuesContext, nameOf, softened } from './context.ts'
import { ours, placeOf } from './phrases.ts'
import { firesLater } from './places.ts'
import { leaveOpen } from './ways-out.ts'

/**
 * A keyword names a pull request. GitHub documents and has been seen to close it at merge (GD4AI/obsidian-llm-wiki#695),
 * though its list of linked issues does not show it.
 */
export const targetIsPullRequest: IssueRule = {
  id: 'target-is-pull-request',
  evaluate: (context) => context.claims.flatMap((claim) => judge(claim, context)),
}

function judge(claim: ClaimContext, context: IssuesContext): Finding[] {
  if (claim.seen.kind !== 'pull') return []
  const isOpen = claim.seen.state === 'OPEN'
  const severity = softened(context, 'target-is-pull-request', isOpen ? 'block' : 'note')
  if (severity === null) return []
  const name = nameOf(claim.target, context)
  return [
    {
      rule: 'target-is-pull-request',
      severity,
      claim: claimKey(claim.target),
      says: isOpen
        ? words`Merging may ${ours(firesLater(claim, context) ? 'later close' : 'close')} ${name}, which is an open pull request`
        : words`A closing keyword names ${name}, a pull request that is not open`,
      seen: words`a closing keyword before the number of a pull request`,
      wanted: words`closing keywords before issues only`,
      fixes: leaveOpen(claim, context),
      ...placeOf(claim),
    },
  ]
}
