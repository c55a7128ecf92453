import type { Reading } from './reading.ts'

/** One thing that a `<!-- proof: … -->` beside a criterion asks for. All of a criterion's proofs must hold. */
export type Proof =
  /** A check run or status of this name succeeded at the head; `app` is the slug of the app it has to come from. */
  | { readonly kind: 'check'; readonly name: string; readonly app?: string }
  /** The pull request changes a file that matches. */
  | { readonly kind: 'path'; readonly glob: string }
  | { readonly kind: 'label'; readonly name: string }
  /** Somebody with write permission wrote this line on the pull request. */
  | { readonly kind: 'comment'; readonly line: string; readonly notAuthor: boolean }
  /** An approving review at the head. */
  | { readonly kind: 'review'; readonly by: Reviewer }
  /** It cannot be understood, so it is unmet. `why` is a sentence part without text from the issue. */
  | { readonly kind: 'malformed'; readonly written: string; readonly why: string }

export type Reviewer =
  | { readonly kind: 'user'; readonly login: string }
  | { readonly kind: 'team'; readonly organisation: string; readonly slug: string }

/** What was read to judge proofs; each part only where a proof asks for it. */
export interface ProofFacts {
  readonly checks: ProofReading<readonly CheckAtHead[]>
  /** Paths that the pull request changes. */
  readonly paths: ProofReading<readonly string[]>
  readonly labels: ProofReading<readonly string[]>
  /** Comments that hold one of the lines that proofs ask for. */
  readonly comments: ProofReading<readonly ProvingComment[]>
  /** The newest opinion of each reviewer. */
  readonly reviews: ProofReading<readonly ReviewOpinion[]>
}

export type ProofReading<T> = Reading<T> | 'not-needed'

export interface CheckAtHead {
  readonly name: string
  /** Slug of the app; null for a commit status. */
  readonly app: string | null
  readonly state: 'succeeded' | 'running' | 'failed'
}

export interface ProvingComment {
  /** The line, as it stands in the proof. */
  readonly line: string
  /** Login. */
  readonly author: string
  readonly mayWrite: Reading<boolean>
  /** Whether somebody else than its author has changed it since. */
  readonly editedByOther: boolean
  /** Whether it was written after this head was first seen. */
  readonly sinceHead: boolean
}

export interface ReviewOpinion {
  /** Login. */
  readonly author: string
  readonly approves: boolean
  /** Whether it was given at the present head. */
  readonly atHead: boolean
  /** Teams that proofs ask for, as `organisation/slug` in lower case, with whether the author is in each. */
  readonly teams: Readonly<Record<string, Reading<boolean>>>
}
