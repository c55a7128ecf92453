import type { Disclaimer } from '../../domain/closing-claim.ts'
import type { Finding } from '../../domain/finding.ts'
import { linkable } from '../../domain/repository.ts'
import { reference, words } from '../../domain/words.ts'
import {
  claimKey,
  type IssueRule,
  type IssuesContext,
  nameOf,
  type OpenIssueClaim,
  openIssueClaims,
} from './context.ts'
import { placeOf } from './phrases.ts'
import { wouldClose } from './places.ts'
import { leaveOpen } from './ways-out.ts'

/**
 * The target states no acceptance. Configured `warn` or `block`, it blocks where the pull request itself denies solving:
 * then nobody says that the issue is done. `note` and `ignore` stay what they are.
 */
export const acceptanceUnstated: IssueRule = {
  id: 'acceptance-unstated',
  evaluate: (context) => openIssueClaims(context).flatMap((claim) => judge(claim, context)),
}

function judge(claim: OpenIssueClaim, context: IssuesContext): Finding[] {
  const configured = context.policy.rules['acceptance-unstated']
  if (claim.seen.criteria !== null || configured === 'ignore') return []
  const name = nameOf(claim.target, context)
  const denial = context.disclaimers.find((disclaimer) => disclaimer.kind === 'denies-solving')
  const contradicted = denial !== undefined && configured !== 'note'
  return [
    {
      rule: 'acceptance-unstated',
      severity: contradicted ? 'block' : configured,
      claim: claimKey(claim.target),
      says: contradicted
        ? words`${wouldClose(claim, context)}, which states no acceptance, and the description denies solving it`
        : words`${wouldClose(claim, context)}, which states no acceptance`,
      seen: seen(denial),
      wanted: words`acceptance criteria in ${name}, so that a merge can be held against them`,
      fixes: [
        ...leaveOpen(claim, context),
        {
          how: words`Or state in ${reference(linkable(claim.target, context.home))} what must hold before it is done, under a heading`,
          paste: '## Acceptance criteria\n\n- [ ] ',
        },
      ],
      ...placeOf(claim),
    },
  ]
}

function seen(denial: Disclaimer | undefined) {
  const unstated = words`no section of acceptance and no box in the issue`
  return denial === undefined ? unstated : words`${unstated}; line ${denial.line} of the description: "${denial.text}"`
}
