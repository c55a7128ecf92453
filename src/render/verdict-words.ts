import type { Finding } from '../domain/finding.ts'
import { fullName } from '../domain/repository.ts'
import { type Words, words } from '../domain/words.ts'
import type { IssuesEvaluation } from '../evaluate/issues/evaluate.ts'

/** The last cell of a claim: what the findings about it come to. */
export function verdictOfClaim(findings: readonly Finding[]): Words {
  const severities = new Set(findings.map((finding) => finding.severity))
  if (severities.has('block')) return words`blocked`
  if (severities.has('unknown')) return words`could not be told`
  if (severities.has('warn')) return words`passes, with a warning`
  return words`passes`
}

/** Findings about one claim. GitHub ignores the case of repository names, so claims are compared without it. */
export function findingsAbout(claim: string, findings: readonly Finding[]): Finding[] {
  return findings.filter((finding) => finding.claim.toLowerCase() === claim.toLowerCase())
}

/** The closing claims that something blocks. */
export function blockedClaims({
  verdict,
  claims,
}: Pick<IssuesEvaluation, 'verdict' | 'claims'>): IssuesEvaluation['claims'] {
  return claims.filter(({ target }) =>
    findingsAbout(`${fullName(target.repository)}#${target.number}`, verdict.findings).some(
      ({ severity }) => severity === 'block',
    ),
  )
}
