import type { Criterion } from '../../domain/acceptance.ts'
import type { AcceptanceRecord } from '../../domain/acceptance-record.ts'
import type { Attestation } from '../../domain/closing-claim.ts'
import type { FollowedFacts, PointerFacts } from '../../domain/issues-facts.ts'
import type { ProofFacts } from '../../domain/proof.ts'
import type { Reading, Unknown } from '../../domain/reading.ts'
import type { NumberedReference } from '../../domain/repository.ts'
import type { Words } from '../../domain/words.ts'
import type { IssuesPolicy } from '../../policy/policy.ts'

/** What shows that a criterion is met, or why nothing does. */
export type JudgedCriterion = MetCriterion | UnmetCriterion | UnknownCriterion

export interface MetCriterion {
  readonly criterion: Criterion
  readonly met: true
  readonly by: EvidenceKind
  /** Names the evidence, as a part of a sentence: "ticked in the issue", "attested in the description, line 12: …". */
  readonly detail: Words
}

export type EvidenceKind = 'ticked' | 'waived' | 'follows' | 'attestation' | 'proof' | 'acceptance'

export interface UnmetCriterion {
  readonly criterion: Criterion
  readonly met: false
  readonly why: UnmetReason
  /** As a part of a sentence: "its box is open", "the evidence on line 12 names nothing that exists: …". */
  readonly detail: Words
}

export type UnmetReason =
  | 'open'
  | 'post-merge'
  | 'open-child'
  | 'followed-open'
  | 'attestation-without-evidence'
  | 'evidence-points-nowhere'
  | 'attestation-names-no-issue' // several issues would be closed, and the attestation does not say which it means
  | 'attestation-ambiguous' // its id names several criteria
  | 'attestation-not-enough' // the policy asks for a maintainer
  | 'proof-fails'

export interface UnknownCriterion {
  readonly criterion: Criterion
  readonly met: 'unknown'
  readonly detail: Words
  readonly retry: Unknown['retry']
}

/** Everything that can speak for the criteria of one target. */
export interface EvidenceSources {
  /** The pull request itself: evidence that names only it, or the target, names nothing. */
  readonly pull: NumberedReference
  /** The target by every name it has: as claimed, and where it is now. The first is used for words. */
  readonly target: readonly [NumberedReference, ...NumberedReference[]]
  readonly criteria: readonly Criterion[]
  /** How many issues the pull request would close: with several, an attestation has to name the one it means. */
  readonly claimedIssues: number
  readonly attestations: readonly Attestation[]
  readonly pointers: Reading<PointerFacts> | 'not-needed'
  readonly followed: readonly FollowedFacts[]
  /** Absent when none was needed. */
  readonly proofs?: ProofFacts
  /** Absent when it was not needed. */
  readonly acceptances?: Reading<AcceptanceRecord>
  /** Login of the pull request's author. */
  readonly author: string | null
  /** Hosts whose URLs are GitHub's. Default `['github.com']`. */
  readonly hosts?: readonly string[]
  readonly policy: Pick<IssuesPolicy['acceptance'], 'attestation' | 'evidence' | 'selfAccept' | 'dismissOnPush'>
}
