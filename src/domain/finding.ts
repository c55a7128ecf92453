import type { Words } from './words.ts'

export type CheckName = 'claims/issues' | 'claims/chart-versions'
/** `claims/policy` judges no claim: it validates a pull request's copy of the policy file. */
export type CheckRunName = CheckName | 'claims/policy'

export const issueRuleIds = [
  'acceptance-unmet',
  'acceptance-unstated',
  'work-disclaimed',
  'claim-contradicted',
  'target-protected',
  'open-sub-issues',
  'open-blockers',
  'target-is-pull-request',
  'target-already-closed',
  'rival-closer',
  'hidden-closer',
  'keyword-inert',
  'target-unreadable',
  'ticket-unnamed',
] as const

export const chartRuleIds = [
  'version-collision',
  'bump-swallowed',
  'version-not-ahead',
  'version-published',
  'version-invalid',
  'bump-missing',
  'increment-skips',
  'app-version',
  'dependents-unbumped',
  'chart-unreadable',
] as const

export type IssueRuleId = (typeof issueRuleIds)[number]
export type ChartRuleId = (typeof chartRuleIds)[number]
export type RuleId = IssueRuleId | ChartRuleId

/** How hard a policy lets a rule speak. */
export type RuleSeverity = 'block' | 'warn' | 'note' | 'ignore'

/** How hard a finding speaks. `unknown` is not configurable: what could not be told never passes. */
export type Severity = 'block' | 'unknown' | 'warn' | 'note'

/** One rule's statement about one claim. */
export interface Finding {
  readonly rule: RuleId
  readonly severity: Severity
  /** The claim it is about, in a stable spelling: `owner/repo#2961`, `client@1.9.94`, or `*` for the pull request. */
  readonly claim: string
  /** The sentence that decides; the first blocking one can become the check's title. */
  readonly says: Words
  readonly seen: Words
  readonly wanted: Words
  /** The ways out, the best first. */
  readonly fixes: readonly Fix[]
  readonly place?: Place
  /** For severity `unknown` only: whether reading again can cure it. */
  readonly retry?: 'may-cure' | 'cannot-cure'
}

export interface Fix {
  /** What to do, in one sentence. */
  readonly how: Words
  /** Text to copy as it is: a description line, a version line, a command. It may hold text from outside. */
  readonly paste?: string
}

/** Where a finding is shown in the diff. Lines and columns count from 1; the end is inclusive, as in annotations. */
export interface Place {
  readonly path: string
  readonly startLine: number
  readonly endLine: number
  readonly startColumn?: number
  readonly endColumn?: number
}
