import { fullName } from '../domain/repository.ts'
import { toJson } from '../render/escape.ts'
import type { RawFinding } from '../render/finding-schema.ts'
import { rawPolicyError } from '../render/raw-finding.ts'
import type { CheckVerdict, Evaluation } from './evaluation.ts'
import { boardAsObject } from './next-output.ts'

/** One JSON object for scripts; each finding is what `raw_details` of an annotation holds, by `finding.schema.json`. */
export function evaluationAsJson({ pull }: Pick<Evaluation, 'pull'>, verdicts: readonly CheckVerdict[]): string {
  return `${toJson({
    repository: fullName(pull.repository),
    number: pull.number,
    checks: verdicts.map((verdict) => checkAsObject(verdict, pull.number)),
  })}\n`
}

function checkAsObject({ rendered, input, provenance, pulls, policyErrors }: CheckVerdict, number: number) {
  const { name, kind, conclusion, mayCure, title } = rendered
  const own = pulls.find((pull) => pull.number === number)
  return {
    name,
    verdict: kind,
    conclusion,
    ...(mayCure ? { inProgress: true } : {}),
    title,
    ...(input === null ? {} : { mode: input.mode }),
    head: provenance.headSha,
    base: own === undefined ? null : { ref: own.baseRefName, sha: own.baseSha },
    policy: provenance.policy,
    readAt: new Date(provenance.readAt).toISOString(),
    findings: findingsOf({ rendered, policyErrors, provenance }),
    ...(input?.check === 'claims/chart-versions'
      ? { boards: input.pulls.flatMap(({ evaluation }) => evaluation.boards).map(boardAsObject) }
      : {}),
  }
}

/** An organisation's invalid policy has no annotations: its file is not in the pull request. */
function findingsOf({
  rendered,
  policyErrors,
  provenance,
}: Pick<CheckVerdict, 'rendered' | 'policyErrors' | 'provenance'>): RawFinding[] {
  const texts =
    policyErrors.length > 0
      ? policyErrors.map((error) => rawPolicyError(error, provenance.headSha))
      : rendered.annotations.map(({ raw_details: text }) => text)
  return texts.map((text) => JSON.parse(text) as RawFinding)
}
