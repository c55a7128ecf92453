import type { NumberedReference } from './repository.ts'

/** What a target says must hold before it is done. */
export type Acceptance = { readonly stated: true; readonly criteria: readonly Criterion[] } | { readonly stated: false }

/** One item of an issue's acceptance. */
export interface Criterion {
  /** An id written at the start of the item (`AC1`, `AC-US3-01`), else `AC<n>` by order, n from 1. */
  readonly id: string
  /** True when the id stands in the issue; false when it comes from the order. */
  readonly idIsExplicit: boolean
  /** The text as rendered: one line, without marker, id, marks and Markdown. */
  readonly text: string
  /** Changes whenever the normalised text changes: 16 hex digits. */
  readonly hash: string
  readonly state: CriterionState
  /** Line of the body where it starts, from 1. */
  readonly line: number
  /** Proofs written beside it in `<!-- proof: … -->`, as written; parsed and judged elsewhere. */
  readonly proofs: readonly string[]
}

export type CriterionState =
  | { readonly kind: 'open' }
  | { readonly kind: 'met' }
  /** Struck through or marked N/A. `reason` is what is written with it, if anything. */
  | { readonly kind: 'waived'; readonly reason?: string }
  /** Can only be met after the merge, so a merge must not close the issue. */
  | { readonly kind: 'post-merge' }
  /** The item is only a reference: that or pull request's state decides, whatever the box says. */
  | { readonly kind: 'follows'; readonly reference: NumberedReference }
  /** Its own box is ticked, but nested items are open: `children` are their places in the list of criteria, from 0. */
  | { readonly kind: 'open-child'; readonly children: readonly number[] }
