import type { Reading } from './reading.ts'
import type { NumberedReference, RepositoryName, Visibility, WorkflowRunReference } from './repository.ts'

/** Everything read from GitHub for one evaluation of `claims/issues`. Plain data: it can be saved and replayed. */
export interface IssuesFacts {
  /** Milliseconds since 1970 when reading began. Rules take this for "now". */
  readonly readAt: number
  readonly pull: PullRequestFacts
  /** `closingIssuesReferences`, all pages. */
  readonly linked: Reading<readonly LinkedIssue[]>
  /** Every issue or pull request that the connection lists or a keyword names, once each. */
  readonly targets: readonly TargetFacts[]
  /** States of issues and pull requests that criteria follow (`- [ ] #12`). */
  readonly followed: readonly FollowedFacts[]
  /** What an attestation may point at. Read only when the description holds an attestation. */
  readonly pointers: Reading<PointerFacts> | 'not-needed'
}

export interface PullRequestFacts {
  readonly repository: RepositoryName
  readonly visibility: Visibility
  readonly isFork: boolean
  readonly number: number
  readonly title: string
  /** As stored; may be empty, and may hold CRLF. */
  readonly body: string
  /** Login, or null for a deleted account. */
  readonly author: string | null
  readonly isDraft: boolean
  readonly state: 'OPEN' | 'CLOSED' | 'MERGED'
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly lastEditedAt: number | null
  readonly headRefOid: string
  readonly headRefName: string
  readonly baseRefName: string
  /** The tip of the base branch; null when the branch is gone. */
  readonly baseTipOid: string | null
  /** Null for an empty repository. */
  readonly defaultBranch: string | null
}

export interface LinkedIssue {
  readonly reference: NumberedReference
  /** True when it is linked by hand or by a branch (`userLinkedOnly`). */
  readonly manual: boolean
}

export interface TargetFacts {
  /** As the connection or the keyword names it. */
  readonly reference: NumberedReference
  readonly target: Reading<Target>
}

export type Target = IssueTarget | PullTarget | { readonly kind: 'absent' }

export interface IssueTarget {
  readonly kind: 'issue'
  /** Where it is now; differs from the name in the claim after a transfer. */
  readonly reference: NumberedReference
  readonly visibility: Visibility
  readonly state: 'OPEN' | 'CLOSED'
  readonly stateReason: 'COMPLETED' | 'NOT_PLANNED' | 'REOPENED' | 'DUPLICATE' | null
  readonly title: string
  readonly body: string
  readonly labels: readonly string[]
  readonly milestone: string | null
}

export interface PullTarget {
  readonly kind: 'pull'
  readonly reference: NumberedReference
  readonly state: 'OPEN' | 'CLOSED' | 'MERGED'
}

export interface FollowedFacts {
  readonly reference: NumberedReference
  readonly target: Reading<Target>
}

export interface PointerFacts {
  /** Paths this pull request changes. */
  readonly paths: readonly string[]
  /** Ids of its commits. */
  readonly commits: readonly string[]
  /** Names of check runs and status contexts at its head. */
  readonly checks: readonly string[]
  /** Issues and pull requests named by an attestation (number or URL) that exist. */
  readonly references: readonly NumberedReference[]
  /** Workflow runs named by an attestation's URL that exist. */
  readonly runs?: readonly WorkflowRunReference[]
}
