import type { Denial, DenialKind, Mention } from '../../domain/closing-claim.ts'
import type { Finding, Fix } from '../../domain/finding.ts'
import { join, type Words, words } from '../../domain/words.ts'
import {
  claimKey,
  type IssueRule,
  type IssuesContext,
  nameOf,
  type OpenIssueClaim,
  openIssueClaims,
  softened,
} from './context.ts'
import { isDescribed, ours, placeOf } from './phrases.ts'
import { textNamed, whereIs, wouldClose } from './places.ts'
import { leaveOpen, partOf } from './ways-out.ts'

/** The pull request's own words deny the claim. GitHub reads keyword and number, and nothing around them. */
export const claimContradicted: IssueRule = {
  id: 'claim-contradicted',
  evaluate: (context) => openIssueClaims(context).flatMap((claim) => judge(claim, context)),
}

const BUT: Readonly<Record<DenialKind, string>> = {
  negated: 'says that it does not',
  conditional: 'leaves that to something later',
  partial: 'says that it is done only in part',
  mentioned: 'only quotes the keyword',
  'stays-open': 'says that it stays open',
  introduced: 'lists it under what is left out',
}

function judge(claim: OpenIssueClaim, context: IssuesContext): Finding[] {
  const severity = softened(context, 'claim-contradicted')
  const [first] = claim.denials
  if (severity === null || first === undefined) return []
  const name = nameOf(claim.target, context)
  const described = claim.denials.find(({ place }) => isDescribed(place))
  return [
    {
      rule: 'claim-contradicted',
      severity,
      claim: claimKey(claim.target),
      says: words`${wouldClose(claim, context)}, but ${textNamed(first)} ${ours(BUT[first.kind])}`,
      seen: join(claim.denials.map(quoted), '; '),
      wanted: words`${isDescribed(first.place) ? ours('a description that agrees') : ours('words that agree')} with what the merge does to ${name}`,
      fixes: [...rewrite(claim, context), takeBack(first)],
      ...(described === undefined ? placeOf(claim) : placeOf(claim, described.line)),
    },
  ]
}

function quoted(denial: Denial): Words {
  const { place, line, sentence } = denial
  return isDescribed(place) ? words`line ${line}: "${sentence}"` : words`${whereIs(denial)}: "${sentence}"`
}

/** Words cannot simply be replaced inside a sentence that denies them, so that sentence is to be rewritten. */
function rewrite(claim: OpenIssueClaim, context: IssuesContext): Fix[] {
  const denied = new Set(claim.denials.filter(({ kind }) => kind !== 'stays-open').map(spot))
  const isDenied = (mention: Mention | undefined): mention is Mention =>
    mention !== undefined && denied.has(spot(mention))
  const lines = new Map(claim.routes.flatMap(({ mention }) => (isDenied(mention) ? [[spot(mention), mention]] : [])))
  return [
    ...[...lines.values()].map(
      (mention): Fix => ({
        how: words`Leave it open: rewrite ${whereIs(mention)} without a closing keyword before the number, for GitHub reads no negation; for example`,
        paste: partOf(claim, context),
      }),
    ),
    ...leaveOpen({ ...claim, routes: claim.routes.filter(({ mention }) => !isDenied(mention)) }, context),
  ]
}

/** A line of a text, to compare by. */
function spot({ place = 'description', oid, line }: Pick<Mention | Denial, 'place' | 'oid' | 'line'>): string {
  return [place, oid, line].join(' ')
}

/** Whether readers are sent to a line of the text. */
function hasLines({ place }: Pick<Denial, 'place'>): boolean {
  return isDescribed(place) || place === 'commit'
}

function takeBack(denial: Denial): Fix {
  return {
    how: words`Or, if the work is done, take back the sentence ${ours(hasLines(denial) ? 'on' : 'in')} ${whereIs(denial)}`,
  }
}
