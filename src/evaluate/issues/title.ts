import type { Finding } from '../../domain/finding.ts'
import { kindOf } from '../../domain/verdict.ts'
import { join, reference, type Words, words } from '../../domain/words.ts'
import {
  type ClaimContext,
  claimKey,
  type IssuesContext,
  nameOf,
  type OpenIssueClaim,
  openIssueClaims,
} from './context.ts'
import { fitting, ours } from './phrases.ts'
import { firesLater } from './places.ts'

/** One sentence under 100 characters with the fact that decides. `findings` come the hardest first. */
export function titleOf(context: IssuesContext, findings: readonly Finding[]): Words {
  const [first] = findings
  if (kindOf(findings) !== 'pass' && first !== undefined) return problemTitle(context, findings, first)
  const closing = openIssueClaims(context)
  if (closing.length > 0) return passTitle(closing, context)
  const closed = context.claims.filter((claim) => claim.seen.kind === 'closed-issue')
  return closed.length === 0 ? words`Merging closes no issue` : closedTitle(closed, context)
}

function problemTitle(context: IssuesContext, findings: readonly Finding[], first: Finding): Words {
  const others = new Set(findings.filter(({ severity }) => severity === first.severity).map(({ claim }) => claim))
  others.delete(first.claim)
  const more = others.size === 0 ? [] : words` (and ${others.size} more)`
  const short = shorter(context, first)
  return fitting(words`${first.says}${more}`, words`${short}${more}`, short)
}

/** The same sentence with the number alone, for names that fill a title. */
function shorter(context: IssuesContext, finding: Finding): Words {
  const claim = context.claims.find(({ target }) => claimKey(target) === finding.claim)
  if (claim === undefined) return finding.says
  const long = nameOf(claim.target, context).text
  const name = reference(`#${claim.target.number}`)
  return finding.says.map((segment) => (segment.kind === 'reference' && segment.text === long ? name : segment))
}

function passTitle(claims: readonly OpenIssueClaim[], context: IssuesContext): Words {
  const stated = claims.flatMap(({ seen }) => (seen.criteria === null ? [] : [seen.criteria]))
  const criteria = stated.flat()
  const unmet = criteria.filter((judged) => judged.met !== true).length
  const state = unmet > 0 ? words`${unmet} of ${criteria.length} criteria unmet` : allMet(criteria.length)
  const unstated = claims.length - stated.length
  const which = claims.length === 1 ? ours('which states no acceptance') : words`${unstated} without stated acceptance`
  const parts = [...(stated.length > 0 ? [words`; ${state}`] : []), ...(unstated > 0 ? [words`, ${which}`] : [])]
  const count = words`${claims.length} ${ours(claims.length === 1 ? 'issue' : 'issues')}`
  const names = claims.length > 3 ? count : listOf(claims, context)
  const closes = ours(claims.every((claim) => firesLater(claim, context)) ? 'later closes' : 'closes')
  return fitting(words`Merging ${closes} ${names}${parts.flat()}`, words`Merging ${closes} ${count}${parts.flat()}`)
}

function allMet(count: number): Words {
  return count === 1 ? words`its one criterion is met` : words`all ${count} criteria met`
}

function listOf(claims: readonly ClaimContext[], context: IssuesContext): Words {
  const names = claims.map((claim): Words => [nameOf(claim.target, context)])
  const last = names.at(-1) ?? []
  return names.length < 2 ? last : words`${join(names.slice(0, -1), ', ')} and ${last}`
}

function closedTitle(closed: readonly ClaimContext[], context: IssuesContext): Words {
  const are = ours(closed.length === 1 ? 'is' : 'are')
  const count = words`${closed.length} named ${ours(closed.length === 1 ? 'issue' : 'issues')}`
  return fitting(
    words`Merging closes no issue: ${listOf(closed, context)} ${are} closed already`,
    words`Merging closes no issue: ${count} ${are} closed already`,
  )
}
