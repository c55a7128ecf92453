import type { ChartVersion, ScalarPosition } from '../../domain/chart-version.ts'
import type { Fix, Place, RuleSeverity, Severity } from '../../domain/finding.ts'
import type { VersionClaim } from '../../domain/version-claim.ts'
import { join, reference, type Words, words } from '../../domain/words.ts'
import { resolvePlain } from '../../facts/parse/chart-scalar.ts'

/** Titles stay under this many characters. */
export const titleLimit = 100

export function lengthOf(sentence: Words): number {
  return sentence.reduce((length, segment) => length + segment.text.length, 0)
}

/** The first sentence that fits into a title, else the last. Long first. */
export function fitting(...sentences: readonly [Words, ...Words[]]): Words {
  return sentences.find((sentence) => lengthOf(sentence) < titleLimit) ?? sentences.at(-1) ?? sentences[0]
}

/** Names come from outside and may be long; sentences name them short. */
export function short(text: string, limit = 40): string {
  return text.length > limit ? `${text.slice(0, limit - 1)}…` : text
}

/** `client 1.9.94`. */
export function named(claim: { readonly chart: string; readonly version: string }): Words {
  return words`${short(claim.chart)} ${short(claim.version, 24)}`
}

export function pullReference(number: number): Words {
  return [reference(`#${number}`)]
}

/** `#951`, `#951 and #960`, `#951, #960 and 3 more`. */
export function pullList(numbers: readonly number[], shown = 2): Words {
  const references = numbers.slice(0, shown).map(pullReference)
  const rest = numbers.length - references.length
  const parts = rest > 0 ? [...references, words`${rest} more`] : references
  const last = parts.at(-1)
  if (last === undefined || parts.length === 1) return last ?? []
  return words`${join(parts.slice(0, -1), ', ')} and ${last}`
}

/** A moment as `2026-11-02 10:15 UTC`: unlike an age it stays the same, so an unchanged verdict costs no write. */
export function moment(milliseconds: number): Words {
  const text = new Date(milliseconds).toISOString()
  return [{ kind: 'ours', text: `${text.slice(0, 10)} ${text.slice(11, 16)} UTC` }]
}

/** `; next free is 1.9.95`, or nothing where no next version can be told. */
export function nextFreePart(next: string | null): Words {
  return next === null ? [] : words`; next free is ${short(next, 24)}`
}

export function placeOf(path: string, position: ScalarPosition | undefined): Place {
  if (position === undefined) return { path, startLine: 1, endLine: 1 }
  const { line, startColumn, endColumn } = position
  return { path, startLine: line, endLine: line, startColumn, endColumn }
}

/** A rule's severity as the policy sets it, held down to what the case deserves. Null when the policy ignores the rule. */
export function atMost(
  policy: RuleSeverity,
  limit: Exclude<RuleSeverity, 'ignore'>,
): Exclude<Severity, 'unknown'> | null {
  if (policy === 'ignore') return null
  const order = ['note', 'warn', 'block'] as const
  return order.indexOf(policy) < order.indexOf(limit) ? policy : limit
}

/** The line that gives the chart this version, in the quotes that the file uses, or in quotes where YAML needs them. */
export function versionLine(version: string, style: ChartVersion['style']): string {
  if (style === 'single') return `version: '${version}'`
  const needsQuotes = style === 'double' || resolvePlain(version).kind !== 'text'
  return needsQuotes ? `version: "${version}"` : `version: ${version}`
}

export function setVersion(claim: VersionClaim, style: ChartVersion['style'], next: string | null): readonly Fix[] {
  if (next === null) return []
  const how = words`Set the version on line ${claim.position.line} of ${claim.path} to ${next}, the next free one.`
  return [{ how, paste: versionLine(next, style) }]
}
