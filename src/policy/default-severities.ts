import type { ChartRuleId, IssueRuleId, RuleSeverity } from '../domain/finding.ts'

export type Preset = 'standard' | 'strict'

/**
 * Rules whose findings are always `unknown`: what could not be read never passes, so no policy file may set them. Their
 * entry in a policy is never consulted.
 */
export const unconfigurableRules = ['target-unreadable', 'chart-unreadable'] as const

const standardIssues: Readonly<Record<IssueRuleId, RuleSeverity>> = {
  'acceptance-unmet': 'block',
  'acceptance-unstated': 'warn',
  'work-disclaimed': 'note',
  'claim-contradicted': 'block',
  'target-protected': 'block',
  'open-sub-issues': 'block',
  'open-blockers': 'warn',
  'target-is-pull-request': 'block',
  'target-already-closed': 'warn',
  'rival-closer': 'warn',
  'hidden-closer': 'warn',
  'keyword-inert': 'note',
  'target-unreadable': 'block',
  'ticket-unnamed': 'ignore',
}

const standardCharts: Readonly<Record<ChartRuleId, RuleSeverity>> = {
  'version-collision': 'block',
  'bump-swallowed': 'block',
  'version-not-ahead': 'block',
  'version-published': 'block',
  'version-invalid': 'block',
  'bump-missing': 'warn',
  'increment-skips': 'ignore',
  'app-version': 'ignore',
  'dependents-unbumped': 'warn',
  'chart-unreadable': 'block',
}

/** How hard each rule of `claims/issues` speaks when the policy file does not say. */
export const issueSeverities: Readonly<Record<Preset, Readonly<Record<IssueRuleId, RuleSeverity>>>> = {
  standard: standardIssues,
  strict: { ...standardIssues, 'acceptance-unstated': 'block', 'target-already-closed': 'block' },
}

/** How hard each rule of `claims/chart-versions` speaks when the policy file does not say. */
export const chartSeverities: Readonly<Record<Preset, Readonly<Record<ChartRuleId, RuleSeverity>>>> = {
  standard: standardCharts,
  strict: { ...standardCharts, 'bump-missing': 'block' },
}
