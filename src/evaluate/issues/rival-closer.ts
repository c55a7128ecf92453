import type { Finding, Fix } from '../../domain/finding.ts'
import { linkable, shortReference } from '../../domain/repository.ts'
import { reference, type Words, words } from '../../domain/words.ts'
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
import type { Rivals } from './surroundings.ts'
import { leaveOpen, partOf } from './ways-out.ts'

/** Another open pull request would close the target as well: one of the two is superfluous, or closes only a part. */
export const rivalCloser: IssueRule = {
  id: 'rival-closer',
  evaluate: (context) => openIssueClaims(context).flatMap((claim) => judge(claim, context)),
}

function judge(claim: OpenIssueClaim, context: IssuesContext): Finding[] {
  const { rivals } = claim.seen
  const name = nameOf(claim.target, context)
  const common = {
    rule: 'rival-closer' as const,
    claim: claimKey(claim.target),
    wanted: words`one pull request that closes ${name}`,
    ...placeOf(claim),
  }
  if (!rivals.known) {
    const spoken = untold(context, 'rival-closer', rivals)
    if (spoken === null) return []
    const says = words`Whether another pull request closes ${name} too cannot be told`
    return [{ ...common, ...spoken, says, seen: ours(rivals.what), fixes: [] }]
  }
  const severity = softened(context, 'rival-closer')
  if (severity === null || rivals.value.count === 0) return []
  return [
    {
      ...common,
      severity,
      says: words`${wouldClose(claim, context)}, as would ${asWould(rivals.value, context)}`,
      seen: words`${namesOf(rivals.value, context)} ${firstClaimant(rivals.value, context)}`,
      fixes: [...leaveOpen(claim, context), ...leaveToOthers(claim, rivals.value, context)],
    },
  ]
}

function asWould({ count, named }: Rivals, context: IssuesContext): Words {
  const [only] = named
  if (count === 1 && only !== undefined) return [reference(shortReference(only, context.home))]
  return counted(count, 'other open pull request', 'other open pull requests')
}

function firstClaimant({ count, first }: Rivals, context: IssuesContext): Words {
  const are = ours(count === 1 ? 'is open and closes it' : 'are open and close it')
  if (first === 'this') return words`${are}; this pull request is the older and the first claimant`
  if (first === null) return words`${are}; an older one is the first claimant`
  return words`${are}; the older ${reference(shortReference(first, context.home))} is the first claimant`
}

function leaveToOthers(claim: OpenIssueClaim, { first, named }: Rivals, context: IssuesContext): Fix[] {
  if (first !== 'this' || named.length === 0) return []
  const [rival] = named
  if (rival === undefined) return []
  const how = words`Or have ${reference(linkable(rival, context.home))} name it without closing it`
  return [{ how, paste: partOf(claim, context) }]
}
