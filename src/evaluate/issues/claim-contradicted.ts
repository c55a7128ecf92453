import type { Denial, DenialKind } from '../../domain/closing-claim.ts'
import type { Finding, Fix } from '../../domain/finding.ts'
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
import { ours, placeOf } from './phrases.ts'
import { leaveOpen, partOf } from './ways-out.ts'

/** The pull request's own words deny the claim. GitHub reads keyword and number, and nothing around them. */
export const claimContradicted: IssueRule = {
  id: 'claim-contradicted',
  evaluate: (context) => openIssueClaims(context).flatMap((claim) => judge(claim, context)),
}

const BUT: Readonly<Record<DenialKind, string>> = {
  negated: 'the description says that it does not',
  conditional: 'the description leaves that to something later',
  partial: 'the description says that it is done only in part',
  mentioned: 'the description only quotes the keyword',
  'stays-open': 'the description says that it stays open',
  introduced: 'the description lists it under what is left out',
}

function judge(claim: OpenIssueClaim, context: IssuesContext): Finding[] {
  const severity = softened(context, 'claim-contradicted')
  const [first] = claim.denials
  if (severity === null || first === undefined) return []
  const name = nameOf(claim.target, context)
  return [
    {
      rule: 'claim-contradicted',
      severity,
      claim: claimKey(claim.target),
      says: words`Merging would close ${name}, but ${ours(BUT[first.kind])}`,
      seen: join(
        claim.denials.map(({ line, sentence }) => words`line ${line}: "${sentence}"`),
        '; ',
      ),
      wanted: words`a description that agrees with what the merge does to ${name}`,
      fixes: [...rewrite(claim, context), takeBack(first)],
      ...placeOf(claim, first.line),
    },
  ]
}

/** Words cannot simply be replaced inside a sentence that denies them, so that sentence is to be rewritten. */
function rewrite(claim: OpenIssueClaim, context: IssuesContext): Fix[] {
  const denied = new Set(claim.denials.filter(({ kind }) => kind !== 'stays-open').map(({ line }) => line))
  const routes = claim.routes.filter(({ mention }) => mention === undefined || !denied.has(mention.line))
  const lines = new Set(
    claim.routes.flatMap(({ mention }) => (mention !== undefined && denied.has(mention.line) ? [mention.line] : [])),
  )
  return [
    ...[...lines].map(
      (line): Fix => ({
        how: words`Leave it open: rewrite line ${line} of the description without a closing keyword before the number, for GitHub reads no negation; for example`,
        paste: partOf(claim, context),
      }),
    ),
    ...leaveOpen({ ...claim, routes }, context),
  ]
}

function takeBack(denial: Denial): Fix {
  return { how: words`Or, if the work is done, take back the sentence on line ${denial.line} of the description` }
}
