import type { CheckName, Finding } from './finding.ts'
import type { Words } from './words.ts'

export type VerdictKind = 'pass' | 'block' | 'unknown'

/** What one check says about one pull request at one head. */
export interface Verdict {
  readonly check: CheckName
  readonly kind: VerdictKind
  /** For kind `unknown`: `may-cure` as long as every unknown finding may be cured by reading again. */
  readonly retry?: 'may-cure' | 'cannot-cure'
  /** One sentence with the fact that decides. */
  readonly title: Words
  /** The hardest first. */
  readonly findings: readonly Finding[]
}

/** Block outranks unknown, unknown outranks pass. */
export function worst(kinds: readonly VerdictKind[]): VerdictKind {
  if (kinds.includes('block')) return 'block'
  return kinds.includes('unknown') ? 'unknown' : 'pass'
}

export function kindOf(findings: readonly Finding[]): VerdictKind {
  if (findings.some((finding) => finding.severity === 'block')) return 'block'
  return findings.some((finding) => finding.severity === 'unknown') ? 'unknown' : 'pass'
}
