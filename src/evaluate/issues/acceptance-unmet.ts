import type { Finding } from '../../domain/finding.ts'
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
import type { JudgedCriterion } from './judged-criterion.ts'
import { ours, placeOf } from './phrases.ts'
import { wouldClose } from './places.ts'
import { leaveOpen, meetCriteria, unmet } from './ways-out.ts'

/** The target states its acceptance, and not all of it is met. */
export const acceptanceUnmet: IssueRule = {
  id: 'acceptance-unmet',
  evaluate: (context) => openIssueClaims(context).flatMap((claim) => judge(claim, context)),
}

function judge(claim: OpenIssueClaim, context: IssuesContext): Finding[] {
  const severity = softened(context, 'acceptance-unmet')
  if (severity === null) return []
  const criteria = claim.seen.criteria ?? []
  const open = unmet(claim)
  const untold = criteria.flatMap((judged) => (judged.met === 'unknown' ? [judged] : []))
  const name = nameOf(claim.target, context)
  const common = {
    rule: 'acceptance-unmet' as const,
    claim: claimKey(claim.target),
    wanted: words`every criterion of ${name} met before a merge closes it`,
    fixes: [...leaveOpen(claim, context), ...meetCriteria(claim, context)],
    ...placeOf(claim),
  }
  const findings: Finding[] = []
  if (open.length > 0) {
    const says = words`${wouldClose(claim, context)}: ${open.length} of ${criteria.length} criteria unmet`
    findings.push({ ...common, severity, says, seen: listed(open, claim) })
  }
  if (untold.length > 0) {
    const says = words`Whether ${untold.length} of ${criteria.length} criteria of ${name} ${ours(untold.length === 1 ? 'is' : 'are')} met cannot be told`
    const retry = untold.every((judged) => judged.retry === 'may-cure') ? 'may-cure' : 'cannot-cure'
    findings.push({ ...common, severity: 'unknown', says, seen: listed(untold, claim), retry })
  }
  return findings
}

function listed(criteria: readonly JudgedCriterion[], claim: OpenIssueClaim): Words {
  if (!claim.seen.shown)
    return words`criteria whose text is not shown, because more people can read this check than the issue`
  return join(
    criteria.map(({ criterion, detail }) => words`${code(criterion.id)} "${criterion.text}": ${detail}`),
    '; ',
  )
}
