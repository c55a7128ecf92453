import type { ChartRuleId, IssueRuleId, RuleSeverity } from '../domain/finding.ts'

/** The policy as the code uses it: every key of the file with its default filled in, names in camel case. */
export interface Policy {
  readonly preset: 'standard' | 'strict'
  readonly override: 'maintain' | 'admin' | 'nobody'
  readonly bases: readonly string[]
  readonly exemptAuthors: readonly string[]
  readonly issues: IssuesPolicy
  readonly charts: ChartsPolicy
  readonly commands: {
    readonly bots: readonly string[]
    readonly aliases: Readonly<Record<string, readonly string[]>>
  }
}

export interface IssuesPolicy {
  readonly mode: 'enforce' | 'observe'
  readonly acceptance: {
    readonly headings: readonly string[]
    readonly sectionsOnly: boolean
    readonly attestation: 'author' | 'maintainer'
    readonly evidence: 'pointer' | 'any'
    readonly selfAccept: boolean
    readonly dismissOnPush: boolean
    readonly postMergeWords: readonly string[]
  }
  readonly protected: {
    readonly labels: readonly string[]
    readonly types: readonly string[]
    readonly milestones: readonly string[]
  }
  readonly afterMerge: 'none' | 'comment' | 'reopen'
  readonly autoClose: boolean
  readonly tickets: { readonly patterns: readonly string[] }
  /** Every rule, defaults of the preset filled in. */
  readonly rules: Readonly<Record<IssueRuleId, RuleSeverity>>
}

export interface ChartsPolicy {
  readonly mode: 'enforce' | 'observe'
  readonly exclude: readonly string[]
  readonly ignore: readonly string[]
  readonly identity: 'precedence' | 'exact'
  readonly collision: {
    readonly holder: 'first' | 'none'
    /** Milliseconds. */
    readonly staleAfter: number
  }
  readonly appVersion: 'none' | 'equals-version' | 'bumped-with-version' | 'required'
  readonly published: {
    readonly tags: 'auto' | readonly string[]
    readonly releases: boolean
    readonly index: { readonly branch: string; readonly path: string } | false
  }
  readonly rules: Readonly<Record<ChartRuleId, RuleSeverity>>
}
