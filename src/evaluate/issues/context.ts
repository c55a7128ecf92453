import type { ClaimRoute, Denial, Disclaimer, InertMention } from '../../domain/closing-claim.ts'
import type { Finding, IssueRuleId, RuleSeverity, Severity } from '../../domain/finding.ts'
import type { IssueTarget, PullTarget } from '../../domain/issues-facts.ts'
import type { Reading, Unknown } from '../../domain/reading.ts'
import { fullName, type NumberedReference, type RepositoryName, shortReference } from '../../domain/repository.ts'
import { reference, type Segment, type Words } from '../../domain/words.ts'
import type { IssuesPolicy } from '../../policy/policy.ts'
import type { JudgedCriterion } from './judged-criterion.ts'
import type { Neighbours, OpenSubIssues, Rivals } from './surroundings.ts'

/** What the rules look at: one pull request with its claims. Nothing in it may not be shown on its check. */
export interface IssuesContext {
  readonly home: RepositoryName
  readonly baseRefName: string
  readonly defaultBranch: string | null
  /** The base is not the default branch: what its commits close, they close when they reach that one. */
  readonly later: boolean
  /** Other open pull requests have the head branch for their base: their commits come along. */
  readonly promotes: boolean
  readonly claims: readonly ClaimContext[]
  readonly inert: readonly InertMention[]
  readonly disclaimers: readonly Disclaimer[]
  /** Parts of the facts that could not be read and are about no single claim. */
  readonly unread: readonly Unknown[]
  /** Whether anything names an issue or a ticket. */
  readonly namesTicket: boolean
  readonly policy: IssuesPolicy
}

export interface ClaimContext {
  readonly target: NumberedReference
  readonly routes: readonly ClaimRoute[]
  readonly seen: SeenTarget
  readonly denials: readonly Denial[]
}

export type SeenTarget =
  | OpenIssue
  | { readonly kind: 'closed-issue'; readonly stateReason: IssueTarget['stateReason'] }
  | { readonly kind: 'pull'; readonly state: PullTarget['state'] }
  | { readonly kind: 'unknown'; readonly unknown: Unknown }

export interface OpenIssue {
  readonly kind: 'open-issue'
  /** False where more people can read the check than the issue: only its number and counts may be shown. */
  readonly shown: boolean
  /** Null when the issue states no acceptance. */
  readonly criteria: readonly JudgedCriterion[] | null
  /** Why it is on the never-close list; null where it is not. */
  readonly protection: Reading<Words | null>
  readonly rivals: Reading<Rivals>
  readonly subIssues: Reading<OpenSubIssues>
  /** Open issues that block it; absent where the policy does not ask. */
  readonly blockers?: Reading<Neighbours>
}

export interface OpenIssueClaim extends ClaimContext {
  readonly seen: OpenIssue
}

/** A rule is one file: its judgement and its words. Rules are pure, and speak at most as hard as the policy lets them. */
export interface IssueRule {
  readonly id: IssueRuleId
  evaluate(context: IssuesContext): readonly Finding[]
}

/** Only open issues are judged: for a closed one `target-already-closed` speaks alone. */
export function openIssueClaims(context: IssuesContext): readonly OpenIssueClaim[] {
  return context.claims.filter((claim): claim is OpenIssueClaim => claim.seen.kind === 'open-issue')
}

/** The stable spelling of a claim in findings: `owner/repo#2961`. */
export function claimKey({ repository, number }: NumberedReference): string {
  return `${fullName(repository)}#${number}`
}

/** The name of a target in our sentences: `backend#2961`. */
export function nameOf(target: NumberedReference, context: IssuesContext): Segment {
  return reference(shortReference(target, context.home))
}

const HARDNESS: readonly RuleSeverity[] = ['ignore', 'note', 'warn', 'block']

/** The softer of what the policy allows a rule and what the rule wants to say; null when it is to be silent. */
export function softened(
  context: IssuesContext,
  rule: IssueRuleId,
  wanted: 'block' | 'warn' | 'note' = 'block',
): 'block' | 'warn' | 'note' | null {
  const allowed = context.policy.rules[rule]
  const softer = HARDNESS.indexOf(allowed) < HARDNESS.indexOf(wanted) ? allowed : wanted
  return softer === 'ignore' ? null : softer
}

/** How a rule speaks that could not be told: unknown where it may block, no harder than it may speak elsewhere. */
export function untold(
  context: IssuesContext,
  rule: IssueRuleId,
  { retry }: Unknown,
): { readonly severity: Severity; readonly retry?: Unknown['retry'] } | null {
  const severity = softened(context, rule)
  if (severity === null) return null
  return severity === 'block' ? { severity: 'unknown', retry } : { severity }
}
