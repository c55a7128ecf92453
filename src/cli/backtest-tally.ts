import type { CheckName, Finding, Severity } from '../domain/finding.ts'
import type { VerdictKind } from '../domain/verdict.ts'

/** What a backtest says about one merged pull request. */
export interface BacktestedPull {
  readonly number: number
  /** Milliseconds since 1970. */
  readonly mergedAt: number
  /** Null where the pull request itself could not be read. */
  readonly read: {
    /** Null for a deleted account. */
    readonly author: string | null
    readonly baseRefName: string
    readonly headRefOid: string
  } | null
  readonly checks: readonly BacktestedCheck[]
  /** Its description, or an issue that it closed, was edited after the merge. */
  readonly editedSince: boolean
}

export interface BacktestedCheck {
  readonly check: CheckName
  readonly kind: VerdictKind
  readonly findings: readonly Finding[]
  /** Why nothing could be judged, where no finding says it. */
  readonly unread?: string
  /** The chart versions that it claimed, `client@1.9.94`. */
  readonly claims: readonly string[]
}

export interface CheckCount {
  readonly check: CheckName
  readonly pass: number
  readonly block: number
  readonly unknown: number
}

/** What cannot be told is counted as that, never as passed. */
export function countChecks(pulls: readonly BacktestedPull[]): readonly CheckCount[] {
  const counts = new Map<CheckName, { pass: number; block: number; unknown: number }>()
  for (const { check, kind } of pulls.flatMap(({ checks }) => checks)) {
    const count = counts.get(check) ?? { pass: 0, block: 0, unknown: 0 }
    count[kind] += 1
    counts.set(check, count)
  }
  return [...counts].map(([check, count]) => ({ check, ...count }))
}

export interface RuleCount extends Readonly<Record<Severity, number>> {
  readonly check: CheckName
  readonly rule: string
}

/** How many pull requests each rule spoke on, how hard: the hardest of a pull request counts. The loudest rule first. */
export function countRules(pulls: readonly BacktestedPull[]): readonly RuleCount[] {
  const counts = new Map<string, { check: CheckName; rule: string } & Record<Severity, number>>()
  for (const { check, findings } of pulls.flatMap(({ checks }) => checks)) {
    for (const [rule, severity] of hardest(findings)) {
      const count = counts.get(rule) ?? { check, rule, block: 0, unknown: 0, warn: 0, note: 0 }
      count[severity] += 1
      counts.set(rule, count)
    }
  }
  return [...counts.values()].sort((a, b) => compare(b, a) || (a.rule < b.rule ? -1 : 1))
}

const severities: readonly Severity[] = ['block', 'unknown', 'warn', 'note']

function hardest(findings: readonly Finding[]): ReadonlyMap<string, Severity> {
  const found = new Map<string, Severity>()
  for (const { rule, severity } of findings) {
    const known = found.get(rule)
    if (known === undefined || severities.indexOf(severity) < severities.indexOf(known)) found.set(rule, severity)
  }
  return found
}

function compare(a: RuleCount, b: RuleCount): number {
  for (const severity of severities) if (a[severity] !== b[severity]) return a[severity] - b[severity]
  return 0
}

/**
 * The pull request that had brought a claimed version to the base: the last one merged before that claimed it too. Null
 * when none of those looked at did.
 */
export function takerOf(claim: string, of: BacktestedPull, pulls: readonly BacktestedPull[]): BacktestedPull | null {
  const before = pulls.filter(
    (one) =>
      one.number !== of.number &&
      one.mergedAt <= of.mergedAt &&
      one.read?.baseRefName === of.read?.baseRefName &&
      one.checks.some(({ claims }) => claims.includes(claim)),
  )
  return before.reduce<BacktestedPull | null>((last, one) => (last && last.mergedAt >= one.mergedAt ? last : one), null)
}
