import type { RuleSeverity } from '../domain/finding.ts'
import type { RepositoryName } from '../domain/repository.ts'
import type { ChartsEvaluation } from '../evaluate/charts/evaluate.ts'
import type { IssuesEvaluation } from '../evaluate/issues/evaluate.ts'
import type { JudgedBase, Provenance } from './provenance.ts'

export type CheckRunInput = IssuesCheckInput | ChartsCheckInput

export interface IssuesCheckInput extends CommonInput {
  readonly check: 'claims/issues'
  readonly pulls: readonly JudgedPull<Pick<IssuesEvaluation, 'verdict' | 'claims'>>[]
}

export interface ChartsCheckInput extends CommonInput {
  readonly check: 'claims/chart-versions'
  readonly pulls: readonly JudgedPull<ChartsEvaluation>[]
  /** First-seen times to carry on for claims that this evaluation could not read, by `chart@version`. */
  readonly carriedTimes?: Readonly<Record<string, number>>
}

export interface CommonInput {
  /** The repository of the pull requests. */
  readonly home: RepositoryName
  /** Of this check, from the policy. */
  readonly mode: 'enforce' | 'observe'
  /** How hard the policy lets each rule of this check speak. */
  readonly rules?: Readonly<Record<string, RuleSeverity>>
  readonly provenance: Provenance
  /** The head is one of a merge queue's group, which merges all the pull requests. */
  readonly isMergeGroup?: true
}

/** One of the open pull requests with this head; for a merge group, the group's. */
export interface JudgedPull<Evaluation> extends JudgedBase {
  readonly evaluation: Evaluation
}
