import type { ChartPull, ChartsFacts } from '../domain/charts-facts.ts'
import { type ChartsEvaluation, type ChartsEvaluations, evaluateCharts } from '../evaluate/charts/evaluate.ts'
import { type ChartsCheckInput, type RenderedCheckRun, renderCheckRun } from '../render/check-run.ts'
import type { JudgedBase } from '../render/provenance.ts'
import type { PolicyStanding } from './judgement.ts'

export interface JudgedCharts {
  readonly rendered: RenderedCheckRun
  /** What it was rendered from; null when the policy is unusable, so that nothing was judged. */
  readonly input: ChartsCheckInput | null
}

/** The check run of one head, for all open pull requests on it. */
export type JudgeHead = (headSha: string, pulls: readonly ChartPull[]) => JudgedCharts

/** Judges all pull requests at once and renders them head by head. Throws when the list of them is unknown. */
export function judgeCharts(facts: ChartsFacts, standing: PolicyStanding): JudgeHead {
  const { readAt, repository } = facts
  const tips = new Map(facts.bases.map(({ baseRefName, tipOid }) => [baseRefName, tipOid]))
  const baseOf = ({ number, baseRefName }: ChartPull): JudgedBase => {
    return { number, baseRefName, baseSha: tips.get(baseRefName) ?? null }
  }
  if (standing.kind === 'unusable') {
    return (headSha, pulls) => {
      const on = { home: repository, headSha, readAt, pulls: pulls.map(baseOf) }
      return { rendered: standing.render('claims/chart-versions', on), input: null }
    }
  }
  const { policy, source } = standing
  const evaluations = evaluateCharts(facts, policy)
  return (headSha, pulls) => {
    const input: ChartsCheckInput = {
      check: 'claims/chart-versions',
      home: repository,
      mode: policy.charts.mode,
      rules: policy.charts.rules,
      provenance: { headSha, readAt, policy: source },
      pulls: pulls.map((pull) => ({ ...baseOf(pull), evaluation: evaluationOf(evaluations, pull.number) })),
      carriedTimes: timesOfUnread(pulls),
    }
    return { rendered: renderCheckRun(input), input }
  }
}

/** A claim keeps its age while its pull request cannot be read. */
function timesOfUnread(pulls: readonly ChartPull[]): Readonly<Record<string, number>> {
  return Object.assign({}, ...pulls.filter(({ charts }) => !charts.known).map(({ firstSeen }) => firstSeen))
}

function evaluationOf(evaluations: ChartsEvaluations, number: number): ChartsEvaluation {
  const evaluation = evaluations.get(number)
  if (evaluation === undefined) throw new Error(`#${number} was read and not judged`)
  return evaluation
}
