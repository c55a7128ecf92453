import type { AcceptanceRecord } from './acceptance-record.ts'
import type { MergeMethod } from './closing-claim.ts'
import type { ProofFacts } from './proof.ts'
import type { Reading } from './reading.ts'
import type { NumberedReference, RepositoryName, Visibility, WorkflowRunReference } from './repository.ts'

/** Everything read from GitHub for one evaluation of `claims/issues`. Plain data: it can be saved and replayed. */
export interface IssuesFacts {
  /** Milliseconds since 1970 when reading began. Rules take this for "now". */
  readonly readAt: number
  readonly pull: PullRequestFacts
  /** Every commit of the pull request, the oldest first. */
  readonly commits: Reading<readonly CommitMessage[]>
  readonly merging: MergeSettings
  /**
   * Whether the head branch is itself the base of other open pull requests: then this one promotes their commits. Read
   * only when its commits or merge text name something.
   */
  readonly promotes: Reading<boolean> | 'not-needed'
  /** `closingIssuesReferences`, all pages. */
  readonly linked: Reading<readonly LinkedIssue[]>
  /** Every issue or pull request that the connection lists or a keyword names, once each. */
  readonly targets: readonly TargetFacts[]
  /** States of issues and pull requests that criteria follow (`- [ ] #12`). */
  readonly followed: readonly FollowedFacts[]
  /** What an attestation may point at. Read only when the description holds an attestation. */
  readonly pointers: Reading<PointerFacts> | 'not-needed'
  /** What the proofs of open targets ask for. Read only when a criterion has a proof. */
  readonly proofs?: ProofFacts
  /** Acceptances recorded on the pull request. Read only when a target is open. */
  readonly acceptances?: Reading<AcceptanceRecord>
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
  /** Login of the head repository's owner; null when it is gone. */
  readonly headOwner: string | null
  readonly baseRefName: string
  /** The tip of the base branch; null when the branch is gone. */
  readonly baseTipOid: string | null
  /** Null for an empty repository. */
  readonly defaultBranch: string | null
}

export interface CommitMessage {
  readonly oid: string
  /** Raw and whole; GitHub's `messageHeadline` is cut at 69 characters. */
  readonly message: string
  /** A merge commit inside the branch: squashing and rebasing leave it out. */
  readonly isMerge: boolean
}

/** What decides which text a merge writes into the base branch. GitHub's field names. */
export interface MergeSettings {
  readonly mergeCommitAllowed: boolean
  readonly squashMergeAllowed: boolean
  readonly rebaseMergeAllowed: boolean
  readonly mergeCommitTitle: 'PR_TITLE' | 'MERGE_MESSAGE'
  readonly mergeCommitMessage: 'PR_TITLE' | 'PR_BODY' | 'BLANK'
  readonly squashMergeCommitTitle: 'PR_TITLE' | 'COMMIT_OR_PR_TITLE'
  readonly squashMergeCommitMessage: 'PR_BODY' | 'COMMIT_MESSAGES' | 'BLANK'
  /** Armed auto-merge; its texts are null where GitHub's proposal is left as it is. */
  readonly autoMerge: {
    readonly mergeMethod: MergeMethod
    readonly commitHeadline: string | null
    readonly commitBody: string | null
  } | null
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
  /** Open pull requests that would close it too, this one among them. Up to a page of them. */
  readonly closers: Reading<readonly ClosingPull[]>
  readonly subIssues: Reading<SubIssues>
  /** What REST alone tells; read for open targets, as far as a rule of the policy needs it. */
  readonly relations: Reading<IssueRelations> | 'not-needed'
}

/** An open pull request whose merge would close an issue. */
export interface ClosingPull {
  readonly reference: NumberedReference
  readonly visibility: Visibility
  /** Milliseconds since 1970. */
  readonly createdAt: number
}

export interface SubIssues {
  /** `subIssuesSummary`, which can be wrong. */
  readonly total: number
  readonly completed: number
  /** Those that GitHub lists and shows to the app. */
  readonly listed: readonly RelatedIssue[]
}

export interface RelatedIssue {
  readonly reference: NumberedReference
  /** Null where it was not told. */
  readonly visibility: Visibility | null
  readonly state: 'OPEN' | 'CLOSED'
}

export interface IssueRelations {
  /** Name of the issue's type; null when it has none, or the server knows none. */
  readonly type: string | null
  /** Issues that block it, closed ones among them. */
  readonly blockedBy: Reading<BlockedBy> | 'not-needed'
}

export interface BlockedBy {
  /** `issue_dependencies_summary.blocked_by`: how many of them are open. */
  readonly open: number
  readonly listed: readonly RelatedIssue[]
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
