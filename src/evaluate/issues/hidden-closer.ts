import type { ClaimRoute } from '../../domain/closing-claim.ts'
import type { Finding } from '../../domain/finding.ts'
import { linkable } from '../../domain/repository.ts'
import { code, join, type Words, words } from '../../domain/words.ts'
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
import { byMethods, isHidden, textNamed, whereIs, wouldClose } from './places.ts'
import { leaveOpen } from './ways-out.ts'

/**
 * Only the text of a commit closes the issue, so no reader of the pull request's page sees it. A promotion carries the
 * commits of many pull requests that were read one by one, and is not told.
 */
export const hiddenCloser: IssueRule = {
  id: 'hidden-closer',
  evaluate: (context) => (context.promotes ? [] : openIssueClaims(context).flatMap((claim) => judge(claim, context))),
}

/** More places than this help nobody. */
const MOST_SHOWN = 5

function judge(claim: OpenIssueClaim, context: IssuesContext): Finding[] {
  const severity = softened(context, 'hidden-closer')
  const [first] = claim.routes
  if (severity === null || first?.mention === undefined || !claim.routes.every(isHidden)) return []
  const name = nameOf(claim.target, context)
  const places = claim.routes.slice(0, MOST_SHOWN).map(placeOfRoute)
  const more = claim.routes.length - places.length
  return [
    {
      rule: 'hidden-closer',
      severity,
      claim: claimKey(claim.target),
      says: words`${wouldClose(claim, context)} by ${textNamed(first.mention)}, which the page does not show`,
      seen: words`${join(places, '; ')}${more > 0 ? words`; and ${more} more` : []}${later(context)}`,
      wanted: words`a closing keyword in the description, where reviewers see it, or none`,
      fixes: [...leaveOpen(claim, context), ...sayIt(claim, context, words`Or, if the merge is to close ${name}`)],
      ...placeOf(claim),
    },
  ]
}

function placeOfRoute({ mention, methods }: ClaimRoute): Words {
  return mention === undefined ? [] : words`${whereIs(mention)}: ${code(mention.text)}, ${byMethods(methods)}`
}

function later({ later: isLater, baseRefName, defaultBranch }: IssuesContext): Words {
  if (!isLater || defaultBranch === null) return []
  return words`; it takes effect when ${code(baseRefName)} reaches ${code(defaultBranch)}`
}

/** On another base, and where merges close no linked issues, the description cannot say it. */
function sayIt(claim: OpenIssueClaim, context: IssuesContext, how: Words) {
  if (context.later || !context.policy.autoClose) return []
  const paste = `Closes ${linkable(claim.target, context.home)}`
  return [{ how: words`${how}, say so in the description`, paste }]
}
