import type { Finding } from '../../domain/finding.ts'
import { kindOf } from '../../domain/verdict.ts'
import { type Words, words } from '../../domain/words.ts'
import type { ChartState, Claiming } from './claims.ts'
import { fitting, named, short } from './phrases.ts'

/** What is said of a claim that stands: free among open pull requests, or ahead of the base alone (a merge group). */
export type PassWord = 'free' | 'ahead'

const rulesOnNumbers: ReadonlySet<string> = new Set([
  'version-collision',
  'bump-swallowed',
  'version-not-ahead',
  'version-published',
])

/** One sentence under 100 characters with the fact that decides. `findings` come the hardest first. */
export function titleOf(states: readonly ChartState[], findings: readonly Finding[], pass: PassWord): Words {
  const kind = kindOf(findings)
  const [first] = findings
  if (kind !== 'pass' && first !== undefined) return problemTitle(states, findings, first)
  const claims = states.filter((state) => state.kind === 'claims')
  const [only] = claims
  if (states.length === 0) return words`No chart touched`
  if (only === undefined) return unclaimedTitle(findings)
  // A version that could be written better, or a chart beside it, does not decide; what is said of its number does.
  const remark = findings.find(({ rule }) => rulesOnNumbers.has(rule))
  return claims.length === 1 ? (remark?.says ?? standingOf(only, pass)) : severalTitle(claims, remark, pass)
}

function unclaimedTitle(findings: readonly Finding[]): Words {
  const plain = words`No chart version claimed`
  const missing = findings.find(({ rule }) => rule === 'bump-missing')
  return missing === undefined ? plain : fitting(words`${plain}: ${missing.says}`, plain)
}

function problemTitle(states: readonly ChartState[], findings: readonly Finding[], first: Finding): Words {
  const same = new Set(findings.filter((one) => one.severity === first.severity).map((one) => one.claim))
  if (states.length <= 1 && same.size <= 1) return first.says
  const verb = first.severity === 'block' ? words`blocked` : words`not readable`
  const count = words`${same.size} of ${states.length} charts ${verb}`
  return fitting(words`${count}: ${first.says}`, words`${count}, first ${short(first.claim, 60)}`)
}

function standingOf({ claim, effect }: Claiming, pass: PassWord): Words {
  const base = short(claim.baseRefName)
  if (effect === 'already-there') return words`${named(claim)} is on ${base} already, with the same content`
  if (effect !== 'takes') return words`${named(claim)} is claimed, not ahead of ${base}`
  return pass === 'free' ? words`${named(claim)} is free` : words`${named(claim)} is ahead of ${base}`
}

function severalTitle(claims: readonly Claiming[], remark: Finding | undefined, pass: PassWord): Words {
  const count = words`${claims.length} chart versions claimed`
  const [first] = claims
  if (remark !== undefined) return fitting(words`${count}: ${remark.says}`, words`${count}, none blocked`)
  if (first === undefined || claims.some((claim) => claim.effect !== 'takes')) return words`${count}, none blocked`
  const all = pass === 'free' ? words`all free` : words`all ahead of ${short(first.claim.baseRefName)}`
  const [second, ...rest] = claims.slice(1)
  const names = second === undefined ? named(first.claim) : words`${named(first.claim)}, ${named(second.claim)}`
  const more = rest.length === 0 ? [] : words` and ${rest.length} more`
  return fitting(words`${count}, ${all}: ${names}${more}`, words`${count}, ${all}`)
}
