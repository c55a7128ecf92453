import { fullName } from '../domain/repository.ts'
import { join, type Words } from '../domain/words.ts'
import type { JudgedClaim } from '../evaluate/issues/evaluate.ts'
import type { CheckRunInput } from './check-run-input.ts'
import type { ClaimNow, EvaluatedNow } from './dispositions.ts'
import { shortHash } from './told-findings.ts'

/** One evaluation of each pull request, as far as it tells what became of earlier findings. */
export function evaluatedNow(input: CheckRunInput): { readonly number: number; readonly now: EvaluatedNow }[] {
  const common = {
    head: input.provenance.headSha,
    ...(input.rules === undefined ? {} : { rules: input.rules }),
  }
  const pulls =
    input.check === 'claims/issues'
      ? input.pulls.map(({ number, evaluation }) => ({
          number,
          verdict: evaluation.verdict,
          claims: evaluation.claims.map(issueClaim),
        }))
      : input.pulls.map(({ number, evaluation }) => ({
          number,
          verdict: evaluation.verdict,
          claims: evaluation.claims.map(({ chart, version }): ClaimNow => ({ claim: `${chart}@${version}` })),
        }))
  return pulls.map(({ number, verdict, claims }) => {
    const judged = verdict.kind !== 'unknown' || verdict.findings.length > 0
    return { number, now: { ...common, findings: verdict.findings, claims, judged } }
  })
}

function issueClaim({ target, state, criteria }: JudgedClaim): ClaimNow {
  const accepted = acceptedBy(criteria)
  return {
    claim: `${fullName(target.repository)}#${target.number}`,
    target: shortHash([state, criteria === null ? null : criteria.map(({ criterion }) => criterion.hash)]),
    ...(accepted === null ? {} : { acceptedBy: accepted }),
  }
}

function acceptedBy(criteria: JudgedClaim['criteria']): Words | null {
  const details = (criteria ?? []).flatMap((judged) =>
    judged.met === true && judged.by === 'acceptance' ? [judged.detail] : [],
  )
  return details.length === 0 ? null : join(details, '; ')
}
