import type { CheckName } from '../domain/finding.ts'
import type { Reading } from '../domain/reading.ts'
import type { RepositoryName } from '../domain/repository.ts'
import type { PolicyFacts } from '../facts/policy.ts'
import type { Policy } from '../policy/policy.ts'
import type { RenderedCheckRun } from '../render/check-run.ts'
import { renderPolicyError } from '../render/policy-error.ts'
import type { JudgedBase, Provenance } from '../render/provenance.ts'
import { renderUnread } from '../render/unread.ts'

/** The policy to judge by, or the check run that says why nothing can be judged. */
export type PolicyStanding =
  | { readonly kind: 'usable'; readonly policy: Policy; readonly source: Provenance['policy'] }
  | { readonly kind: 'unusable'; readonly render: (check: CheckName, on: JudgedOn) => RenderedCheckRun }

export interface JudgedOn {
  readonly home: RepositoryName
  readonly headSha: string
  readonly readAt: number
  readonly pulls: readonly JudgedBase[]
}

/** An invalid or unreadable policy is never the defaults: its mode cannot be trusted. */
export function standingOf(policy: Reading<PolicyFacts>): PolicyStanding {
  if (!policy.known) {
    return {
      kind: 'unusable',
      render: (check, on) => renderUnread(check, { ...on, unknown: policy }),
    }
  }
  const { value } = policy
  if (value.kind === 'policy') return { kind: 'usable', policy: value.policy, source: value.source }
  return {
    kind: 'unusable',
    render: (check, { headSha, readAt, pulls }) =>
      renderPolicyError(check, { provenance: { headSha, readAt, policy: value.source }, pulls, errors: value.errors }),
  }
}
