import { evaluateIssues } from '../evaluate/issues/evaluate.ts'
import type { IssuesReading } from '../facts/issues/read-issues.ts'
import { type IssuesCheckInput, type RenderedCheckRun, renderCheckRun } from '../render/check-run.ts'
import type { JudgedBase } from '../render/provenance.ts'
import { standingOf } from './judgement.ts'

/** What judging needs of one pull request's reading; it can be saved and judged again. */
export type IssuesToJudge = Pick<IssuesReading, 'facts' | 'policy'>

export interface JudgedIssues {
  readonly rendered: RenderedCheckRun
  /** What it was rendered from; null when the policy is unusable, so that nothing was judged. */
  readonly input: IssuesCheckInput | null
  /** When to read again because GitHub's list of linked issues may still lag; milliseconds since 1970. */
  readonly rereadAt?: number
}

/** One check run for one head, from the facts of every open pull request on it. Throws for none. */
export function judgeIssues(
  readings: readonly IssuesToJudge[],
  hosts: readonly string[],
  group: { readonly isMergeGroup?: true } = {},
): JudgedIssues {
  const [first] = readings
  if (first === undefined) throw new Error('nothing to judge')
  const { pull, readAt } = first.facts
  const headSha = pull.headRefOid
  const standing = standingOf(first.policy)
  if (standing.kind === 'unusable') {
    const on = { home: pull.repository, headSha, readAt, pulls: readings.map(baseOf) }
    return { rendered: standing.render('claims/issues', on), input: null }
  }
  const { policy, source } = standing
  const judged = readings.map((reading) => ({ reading, evaluation: evaluateIssues(reading.facts, policy, { hosts }) }))
  const input: IssuesCheckInput = {
    ...group,
    check: 'claims/issues',
    home: pull.repository,
    mode: policy.issues.mode,
    rules: policy.issues.rules,
    provenance: { headSha, readAt, policy: source },
    pulls: judged.map(({ reading, evaluation }) => ({ ...baseOf(reading), evaluation })),
  }
  const rendered = renderCheckRun(input)
  const rereads = judged.flatMap(({ evaluation }) => (evaluation.rereadAt === undefined ? [] : [evaluation.rereadAt]))
  return rereads.length === 0 ? { rendered, input } : { rendered, input, rereadAt: Math.min(...rereads) }
}

function baseOf({ facts }: IssuesToJudge): JudgedBase {
  const { number, baseRefName, baseTipOid } = facts.pull
  return { number, baseRefName, baseSha: baseTipOid }
}
