import type { ChartPull, ChartsFacts } from '../domain/charts-facts.ts'
import type { CheckName } from '../domain/finding.ts'
import { type Reading, type Unknown, unknown } from '../domain/reading.ts'
import type { NumberedReference } from '../domain/repository.ts'
import type { PolicyFacts } from '../facts/policy.ts'
import type { PolicyError } from '../policy/policy-error.ts'
import { judgeCharts } from '../reconcile/judge-charts.ts'
import { type IssuesToJudge, judgeIssues } from '../reconcile/judge-issues.ts'
import { standingOf } from '../reconcile/judgement.ts'
import type { CheckRunInput, RenderedCheckRun } from '../render/check-run.ts'
import type { JudgedBase, Provenance } from '../render/provenance.ts'
import { renderUnread } from '../render/unread.ts'
import type { ExitCode } from './exit.ts'

/** Everything read for one pull request, judged or not: what `--save-facts` writes and `explain` reads. */
export interface Evaluation {
  readonly pull: NumberedReference
  /** The head when reading began. */
  readonly headSha: string
  readonly base: Omit<JudgedBase, 'number'>
  /** Milliseconds since 1970 when reading began. */
  readonly readAt: number
  /** The app whose runs told since when claims are known; 0 for none. */
  readonly appId: number
  /** Hosts whose issue URLs are references. */
  readonly hosts: readonly string[]
  /** Of the pull request and of the others on its head, itself first; absent where it was not asked for. */
  readonly issues?: Reading<readonly IssuesToJudge[]>
  readonly charts?: ChartsToJudge
}

export interface ChartsToJudge {
  readonly facts: ChartsFacts
  readonly policy: Reading<PolicyFacts>
}

/** What one check run would say. */
export interface CheckVerdict {
  readonly rendered: RenderedCheckRun
  /** What it was rendered from; null when nothing could be judged. */
  readonly input: CheckRunInput | null
  readonly provenance: Provenance
  readonly pulls: readonly JudgedBase[]
  /** Of the policy file, when it is invalid. */
  readonly policyErrors: readonly PolicyError[]
}

/** Judges what was read, as the server does. */
export function judgeEvaluation(evaluation: Evaluation): CheckVerdict[] {
  const { issues, charts } = evaluation
  return [
    ...(issues === undefined ? [] : [issuesVerdict(evaluation, issues)]),
    ...(charts === undefined ? [] : [chartsVerdict(evaluation, charts)]),
  ]
}

function issuesVerdict(evaluation: Evaluation, issues: Reading<readonly IssuesToJudge[]>): CheckVerdict {
  if (!issues.known) return unreadVerdict('claims/issues', evaluation, issues)
  const [first] = issues.value
  if (first === undefined) return unreadVerdict('claims/issues', evaluation, notListed)
  const { rendered, input } = judgeIssues(issues.value, evaluation.hosts)
  const { headRefOid: headSha } = first.facts.pull
  return {
    rendered,
    input,
    ...sourceOf(first.policy, headSha, first.facts.readAt),
    pulls: issues.value.map(({ facts: { pull } }) => {
      return { number: pull.number, baseRefName: pull.baseRefName, baseSha: pull.baseTipOid }
    }),
  }
}

function chartsVerdict(evaluation: Evaluation, { facts, policy }: ChartsToJudge): CheckVerdict {
  const check = 'claims/chart-versions'
  if (!facts.pulls.known) return unreadVerdict(check, evaluation, facts.pulls)
  const own = facts.pulls.value.find(({ number }) => number === evaluation.pull.number)
  if (own === undefined) return unreadVerdict(check, evaluation, notListed)
  const sharing = facts.pulls.value.filter(({ headRefOid }) => headRefOid === own.headRefOid)
  const { rendered, input } = judgeCharts(facts, standingOf(policy))(own.headRefOid, sharing)
  return {
    rendered,
    input,
    ...sourceOf(policy, own.headRefOid, facts.readAt),
    pulls: sharing.map((pull) => baseOf(pull, facts)),
  }
}

const notListed = unknown('not-yet', 'GitHub does not list this pull request among the open ones', 'may-cure')

function baseOf({ number, baseRefName }: ChartPull, { bases }: ChartsFacts): JudgedBase {
  const tip = bases.find((base) => base.baseRefName === baseRefName)
  return { number, baseRefName, baseSha: tip?.tipOid ?? null }
}

function sourceOf(
  policy: Reading<PolicyFacts>,
  headSha: string,
  readAt: number,
): Pick<CheckVerdict, 'provenance' | 'policyErrors'> {
  const source = policy.known ? policy.value.source : { from: 'unread' as const }
  return {
    provenance: { headSha, readAt, policy: source },
    policyErrors: policy.known && policy.value.kind === 'invalid' ? policy.value.errors : [],
  }
}

function unreadVerdict(check: CheckName, { pull, headSha, readAt, base }: Evaluation, reason: Unknown): CheckVerdict {
  const pulls = [{ number: pull.number, ...base }]
  return {
    rendered: renderUnread(check, { home: pull.repository, headSha, readAt, pulls, unknown: reason }),
    input: null,
    provenance: { headSha, readAt, policy: { from: 'unread' } },
    pulls,
    policyErrors: [],
  }
}

/** What a required check would do: one that is neutral stops nobody, one that waits passes nobody. */
export function exitCodeOfVerdicts(verdicts: readonly CheckVerdict[]): ExitCode {
  const conclusions = new Set(verdicts.map(({ rendered }) => rendered.conclusion))
  if (conclusions.has('failure')) return 1
  return conclusions.has('action_required') ? 2 : 0
}
