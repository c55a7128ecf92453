import type { Finding } from '../../domain/finding.ts'
import type { Unknown } from '../../domain/reading.ts'
import { fullName, sameRepository } from '../../domain/repository.ts'
import { code, words } from '../../domain/words.ts'
import { type ClaimContext, claimKey, type IssueRule, type IssuesContext, nameOf } from './context.ts'
import { ours, placeOf } from './phrases.ts'
import { wouldClose } from './places.ts'
import { leaveOpen } from './ways-out.ts'

/** What could not be read: never green, whatever the policy says. */
export const targetUnreadable: IssueRule = {
  id: 'target-unreadable',
  evaluate: (context) => [
    ...context.claims.flatMap((claim) =>
      claim.seen.kind === 'unknown' ? [unread(claim, claim.seen.unknown, context)] : [],
    ),
    ...context.unread.map(unreadAsAWhole),
  ],
}

function unread(claim: ClaimContext, unknown: Unknown, context: IssuesContext): Finding {
  const name = nameOf(claim.target, context)
  const { repository } = claim.target
  const install = {
    how: words`Install the app on ${code(fullName(repository))}, so that it can read the issue's acceptance`,
  }
  const elsewhere = unknown.reason === 'unreadable' && !sameRepository(repository, context.home)
  return {
    rule: 'target-unreadable',
    severity: 'unknown',
    claim: claimKey(claim.target),
    says: words`${wouldClose(claim, context)}, which cannot be read`,
    seen: ours(unknown.what),
    wanted: words`${name} readable, so that its acceptance can be told`,
    fixes: [...(elsewhere ? [install] : []), ...leaveOpen(claim, context)],
    retry: unknown.retry,
    ...placeOf(claim),
  }
}

function unreadAsAWhole(unknown: Unknown): Finding {
  return {
    rule: 'target-unreadable',
    severity: 'unknown',
    claim: '*',
    says: words`What merging would close cannot be told`,
    seen: ours(unknown.what),
    wanted: words`a whole reading of what this pull request closes`,
    fixes: REMEDIES[unknown.reason] ?? [],
    retry: unknown.retry,
  }
}

const REMEDIES: Partial<Record<Unknown['reason'], Finding['fixes']>> = {
  unreadable: [
    {
      how: words`Install the app on the repositories of the linked issues, or take those links out of "Development" in the sidebar`,
    },
  ],
  incomplete: [
    { how: words`Squash the commits into fewer, or split the pull request, so that GitHub lists all of them` },
  ],
  'too-large': [{ how: words`Shorten the description, and simplify its Markdown` }],
}
