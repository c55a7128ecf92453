import { createHash } from 'node:crypto'
import type { CheckName, Finding } from '../domain/finding.ts'
import type { Verdict } from '../domain/verdict.ts'
import { toPlainText } from './escape.ts'

/** What decides whether a check run that stands on a head already says the same. */
export interface DigestInput {
  readonly check: CheckName
  readonly mode: 'enforce' | 'observe'
  readonly pulls: readonly { readonly number: number; readonly verdict: Verdict }[]
}

/**
 * 32 hex digits over verdicts, titles and findings. Boards, times and provenance do not count, or every push anywhere
 * would rewrite every check; nor does the order in which findings and pull requests come.
 */
export function digestOf(input: DigestInput): string {
  return hash([input.check, input.mode, input.pulls.map(pullKey).sort()])
}

function pullKey({ number, verdict }: DigestInput['pulls'][number]): string {
  const { kind, retry, title, findings } = verdict
  return JSON.stringify([number, kind, retry ?? null, toPlainText(title), findings.map(findingKey).sort()])
}

function findingKey(finding: Finding): string {
  const { rule, severity, claim, seen, wanted, place } = finding
  const at = place && [place.path, place.startLine, place.endLine, place.startColumn ?? null, place.endColumn ?? null]
  return JSON.stringify([rule, severity, claim, toPlainText(seen), toPlainText(wanted), at ?? null])
}

/** The digest of anything else that becomes a check run, such as a policy error. */
export function hash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32)
}
