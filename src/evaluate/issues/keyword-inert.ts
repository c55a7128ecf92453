import type { InertMention, InertReason } from '../../domain/closing-claim.ts'
import type { Finding } from '../../domain/finding.ts'
import { linkable, sameReference } from '../../domain/repository.ts'
import { code, type Words, words } from '../../domain/words.ts'
import { claimKey, type IssueRule, type IssuesContext, nameOf, softened } from './context.ts'

/** Words that look like closers and will not close. A number that something else closes is left out. */
export const keywordInert: IssueRule = {
  id: 'keyword-inert',
  evaluate: (context) => {
    const severity = softened(context, 'keyword-inert', 'note')
    if (severity === null) return []
    return distinct(context).map((mention) => finding(mention, context, severity))
  },
}

/** More of these than anybody reads. */
const MOST_SHOWN = 10

function distinct(context: IssuesContext): InertMention[] {
  const shown: InertMention[] = []
  for (const mention of context.inert) {
    if (context.claims.some((claim) => sameReference(claim.target, mention.target))) continue
    if (shown.some((one) => sameReference(one.target, mention.target))) continue
    shown.push(mention)
  }
  return shown.slice(0, MOST_SHOWN)
}

function finding(mention: InertMention, context: IssuesContext, severity: 'block' | 'warn' | 'note'): Finding {
  const name = nameOf(mention.target, context)
  const paste = `Closes ${linkable(mention.target, context.home)}`
  return {
    rule: 'keyword-inert',
    severity,
    claim: claimKey(mention.target),
    says: words`Merging leaves ${name} as it is: ${because(mention.why, context)}`,
    seen: words`line ${mention.line}: ${code(mention.text)}`,
    wanted: words`a closing keyword that works, or words that promise none`,
    fixes:
      mention.why === 'other-base' || mention.why === 'auto-close-off'
        ? []
        : [{ how: words`If the merge is to close ${name}, write on a line of its own`, paste }],
    place: { path: '.github', startLine: mention.line, endLine: mention.line },
  }
}

function because(why: InertReason, context: IssuesContext): Words {
  switch (why) {
    case 'no-keyword-in-list':
      return words`in a list, each number needs its own keyword`
    case 'other-base':
      return words`keywords do nothing on ${code(context.baseRefName)}, which is not the default branch`
    case 'auto-close-off':
      return words`this repository is set to close no linked issues`
    case 'code':
      return words`GitHub reads no keyword in code`
    case 'word-between':
      return words`something stands between keyword and number`
    case 'gerund':
      return words`the form in -ing is no keyword`
    case 'line-break':
      return words`a line break parts keyword and number`
  }
}
