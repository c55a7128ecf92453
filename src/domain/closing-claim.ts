import type { NumberedReference } from './repository.ts'

/** How a closing claim would take effect. */
export type Route = 'description' | 'sidebar' | 'commit' | 'squash-text'

/** "Merging this pull request closes that issue." */
export interface ClosingClaim {
  readonly target: NumberedReference
  readonly routes: readonly ClaimRoute[]
}

/** GitHub's `PullRequestMergeMethod`. */
export type MergeMethod = 'MERGE' | 'SQUASH' | 'REBASE'

/**
 * Which text a mention or a denial stands in. `merge-text` is what GitHub itself writes into the new commit, `auto-merge`
 * what somebody typed for it when arming auto-merge.
 */
export type TextPlace = 'description' | 'title' | 'commit' | 'merge-text' | 'auto-merge'

export interface ClaimRoute {
  readonly route: Route
  /** For routes commit and squash-text: the merge methods that bring these words into the base branch. */
  readonly methods?: readonly MergeMethod[]
  /** The words that make the claim, where they are known (a sidebar link has none). */
  readonly mention?: Mention
}

/** A keyword with its reference, found in a text. */
export interface Mention {
  readonly keyword: string
  readonly target: NumberedReference
  /** The words from keyword to reference, as written. */
  readonly text: string
  /** The sentence around it as rendered, one line, for quoting. */
  readonly sentence: string
  /** Line in the text, from 1. */
  readonly line: number
  /** Offsets into the text (UTF-16 units): where the keyword starts and the reference ends (exclusive). */
  readonly start: number
  readonly end: number
  /** Where it stands; the description when absent. `line`, `start` and `end` count in that text. */
  readonly place?: TextPlace
  /** For place commit: the commit's id. */
  readonly oid?: string
}

/** Words that look like a closer and will not close. */
export interface InertMention {
  readonly why: InertReason
  readonly target: NumberedReference
  readonly text: string
  readonly line: number
}

export type InertReason =
  | 'no-keyword-in-list' // `Closes #1, #2`: each reference needs its own keyword
  | 'other-base' // the base is not the default branch
  | 'auto-close-off' // the repository's setting that merges close linked issues is off
  | 'code' // code span or fence
  | 'word-between' // `Fixes issue #11`
  | 'gerund' // `closing #110`
  | 'line-break' // the keyword stands on a line of its own

/** Words that deny a closing claim. */
export interface Denial {
  readonly target: NumberedReference
  readonly kind: DenialKind
  readonly sentence: string
  /** Line in the text that it stands in, from 1. */
  readonly line: number
  /** Where it stands; the description when absent. */
  readonly place?: TextPlace
  /** For place commit: the commit's id. */
  readonly oid?: string
}

export type DenialKind =
  | 'negated' // "does not fix #12"
  | 'conditional' // "close #81 once #86 lands"
  | 'partial' // "partially fixes #12"
  | 'mentioned' // the keyword is quoted, not used
  | 'stays-open' // "Part of #12", "#12 stays open" beside a closer
  | 'introduced' // under "Out of scope:" or "Does not close:"

/** Words by which a description limits the pull request's own work, without a number. */
export interface Disclaimer {
  /** `denies-solving`: "What this does not fix"; `leaves-out`: "Out of scope", "Follow-ups". */
  readonly kind: 'denies-solving' | 'leaves-out'
  /** Heading or sentence as rendered, one line. */
  readonly text: string
  readonly line: number
}

/** A ticked line in the description that says why a criterion is met. */
export interface Attestation {
  /** The issue it names, where it names one. */
  readonly target?: NumberedReference
  /** The criterion's id as written, where it names one. */
  readonly criterionId?: string
  /** What it says before the separator without id and issue, for matching by text; empty when an id was given. */
  readonly criterionText: string
  /** The evidence behind the separator or in the nested list, as rendered; empty when there is none. */
  readonly evidence: string
  /** The same as Markdown source, from which pointers are read. */
  readonly evidenceSource: string
  readonly line: number
}
