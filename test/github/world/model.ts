/**
 * The state of the simulated GitHub: plain data, Maps by databaseId unless a comment says otherwise.
 * All times are epoch milliseconds. Ids are deterministic: one counter for the whole world.
 */

import type { ObjectStore } from '../git/object-store.ts'
import type { Oid } from '../git/objects.ts'

export type Millis = number
export type Id = number

export interface WorldState {
  readonly accounts: Map<Id, Account>
  readonly apps: Map<Id, App>
  readonly installations: Map<Id, Installation>
  readonly repositories: Map<Id, Repository>
  readonly issues: Map<Id, Issue>
  readonly pulls: Map<Id, PullRequest>
  readonly comments: Map<Id, IssueComment>
  readonly reviews: Map<Id, Review>
  readonly checkSuites: Map<Id, CheckSuite>
  readonly checkRuns: Map<Id, CheckRun>
  readonly statuses: Map<Id, CommitStatus>
  readonly releases: Map<Id, Release>
  readonly mergeQueues: Map<Id, MergeQueue>
  readonly deliveries: Map<Id, WebhookDelivery>
  /** Any node id to what it names. */
  readonly nodes: Map<string, NodeKey>
}

export interface NodeKey {
  readonly kind:
    | 'User'
    | 'Bot'
    | 'Organization'
    | 'Mannequin'
    | 'App'
    | 'Repository'
    | 'Issue'
    | 'PullRequest'
    | 'IssueComment'
    | 'PullRequestReview'
    | 'CheckSuite'
    | 'CheckRun'
    | 'StatusContext'
    | 'Release'
    | 'Label'
    | 'Milestone'
    | 'MergeQueue'
    | 'MergeQueueEntry'
  readonly id: Id
}

// ---- accounts -------------------------------------------------------------

export interface AccountBase {
  readonly id: Id
  readonly nodeId: string
  login: string
  name: string | null
  readonly createdAt: Millis
  /** A deleted account is read as null (GraphQL) or `ghost` (REST) wherever it acted. */
  deleted: boolean
}

export interface User extends AccountBase {
  readonly kind: 'User'
  /** The address its commits carry; GitHub links commits to accounts by it. */
  email: string
  /** A personal access token (`ghp_…`) that the API accepts for this user, if it has one. */
  token: string | null
}

/** The actor of an app: login `slug[bot]` in REST, `slug` in GraphQL. */
export interface Bot extends AccountBase {
  readonly kind: 'Bot'
  readonly appId: Id | null
  email: string
}

export interface Organization extends AccountBase {
  readonly kind: 'Organization'
  /** Members by account id. */
  readonly members: Map<Id, 'admin' | 'member'>
  /** Teams by slug. */
  readonly teams: Map<string, Team>
  /** Issue types the organisation offers, by name. */
  readonly issueTypes: Map<string, IssueType>
}

export type Account = User | Bot | Organization
/** What can act. */
export type Actor = User | Bot

export interface Team {
  readonly id: Id
  readonly nodeId: string
  readonly slug: string
  readonly name: string
  readonly members: Set<Id>
}

export interface IssueType {
  readonly id: Id
  readonly nodeId: string
  readonly name: string
  readonly description: string
}

// ---- apps -----------------------------------------------------------------

/** `read` or `write` by GitHub's permission key (`checks`, `contents`, `merge_queues`, …). */
export type Permissions = Record<string, 'read' | 'write' | 'admin'>

export interface App {
  readonly id: Id
  readonly nodeId: string
  readonly slug: string
  readonly name: string
  readonly clientId: string
  readonly ownerId: Id
  readonly botId: Id
  readonly privateKeyPem: string
  readonly publicKeyPem: string
  webhookSecret: string
  permissions: Permissions
  events: string[]
  readonly createdAt: Millis
}

export interface Installation {
  readonly id: Id
  readonly appId: Id
  readonly accountId: Id
  repositorySelection: 'all' | 'selected'
  /** Used when `repositorySelection` is 'selected'. */
  readonly repositoryIds: Set<Id>
  /** What the account has accepted so far; may lag behind the app's own. */
  permissions: Permissions
  events: string[]
  suspendedAt: Millis | null
  suspendedById: Id | null
  /** Uninstalled. */
  deleted: boolean
  readonly createdAt: Millis
  updatedAt: Millis
}

// ---- repositories ---------------------------------------------------------

export type RepositoryPermission = 'read' | 'triage' | 'write' | 'maintain' | 'admin'
export type Visibility = 'public' | 'private' | 'internal'
export type MergeMethod = 'merge' | 'squash' | 'rebase'

export interface MergeSettings {
  allowMergeCommit: boolean
  allowSquashMerge: boolean
  allowRebaseMerge: boolean
  allowAutoMerge: boolean
  deleteBranchOnMerge: boolean
  squashMergeCommitTitle: 'PR_TITLE' | 'COMMIT_OR_PR_TITLE'
  squashMergeCommitMessage: 'PR_BODY' | 'COMMIT_MESSAGES' | 'BLANK'
  mergeCommitTitle: 'PR_TITLE' | 'MERGE_MESSAGE'
  mergeCommitMessage: 'PR_TITLE' | 'PR_BODY' | 'BLANK'
}

export interface RequiredCheck {
  readonly context: string
  /** App that must have made the check; null is any source. */
  readonly integrationId: Id | null
}

export interface Ruleset {
  readonly id: Id
  name: string
  /** `~DEFAULT_BRANCH`, `~ALL`, or fnmatch patterns of full ref names (`refs/heads/release/*`). */
  includes: string[]
  requiredChecks: RequiredCheck[]
  /** Branch must be up to date before merge. */
  strict: boolean
}

export interface Repository {
  readonly id: Id
  readonly nodeId: string
  ownerId: Id
  name: string
  /** Former `owner/name` values in lower case that still redirect here. */
  readonly formerNames: Set<string>
  description: string | null
  visibility: Visibility
  isFork: boolean
  parentId: Id | null
  isArchived: boolean
  deleted: boolean
  defaultBranch: string
  /** The setting "auto-close issues with merged linked pull requests". */
  autoCloseIssues: boolean
  hasIssues: boolean
  readonly mergeSettings: MergeSettings
  /** Direct collaborators by account id; the owner is admin without an entry. */
  readonly collaborators: Map<Id, RepositoryPermission>
  readonly rulesets: Map<Id, Ruleset>
  /** Objects of the whole fork network: a fork's commits can be read through the base by oid, as on GitHub. */
  readonly git: ObjectStore
  /** Full ref name (`refs/heads/main`, `refs/tags/v1`, `refs/pull/3/head`) to oid (a tag object's for annotated tags). */
  readonly refs: Map<string, Oid>
  /** Oids this repository received, with the time they became readable (for "oid not yet"). */
  readonly receivedAt: Map<Oid, Millis>
  /** Issues and pull requests share one sequence. */
  readonly numbers: Map<number, { readonly kind: 'issue' | 'pull'; readonly id: Id }>
  nextNumber: number
  /** Labels by lower-case name. */
  readonly labels: Map<string, Label>
  /** Milestones by number. */
  readonly milestones: Map<number, Milestone>
  /** Merge queue id by branch name. */
  readonly mergeQueueByBranch: Map<string, Id>
  readonly createdAt: Millis
  updatedAt: Millis
  pushedAt: Millis
}

export interface Label {
  readonly id: Id
  readonly nodeId: string
  name: string
  color: string
  description: string | null
}

export interface Milestone {
  readonly id: Id
  readonly nodeId: string
  readonly number: number
  title: string
  state: 'open' | 'closed'
  readonly creatorId: Id
  readonly createdAt: Millis
  updatedAt: Millis
}

// ---- issues and pull requests ---------------------------------------------

/** What an issue and a pull request have in common. */
export interface Thread {
  readonly id: Id
  readonly nodeId: string
  readonly repositoryId: Id
  readonly number: number
  title: string
  body: string
  readonly authorId: Id
  editorId: Id | null
  lastEditedAt: Millis | null
  readonly createdAt: Millis
  updatedAt: Millis
  closedAt: Millis | null
  closedById: Id | null
  /** Lower-case label names, keys of Repository.labels. */
  readonly labels: Set<string>
  milestone: number | null
  readonly assigneeIds: Set<Id>
  readonly commentIds: Id[]
  locked: boolean
  readonly timeline: TimelineEvent[]
}

export type IssueStateReason = 'completed' | 'not_planned' | 'duplicate' | 'reopened'

export interface Issue extends Thread {
  readonly kind: 'issue'
  state: 'open' | 'closed'
  stateReason: IssueStateReason | null
  /** Name of an issue type of the owner, or null. */
  type: string | null
  parentId: Id | null
  readonly subIssueIds: Id[]
  readonly blockedByIds: Set<Id>
  readonly blockingIds: Set<Id>
  /** Where it lives now, when it was transferred away (this number then redirects). */
  transferredToId: Id | null
  /** Reading it answers 410. */
  deleted: boolean
}

export interface PullRequest extends Thread {
  readonly kind: 'pull'
  state: 'open' | 'closed'
  draft: boolean
  baseRefName: string
  /** Base tip as of opening, last head push, retarget or merge (GitHub's baseRefOid). */
  baseRefOid: Oid
  headRefName: string
  headRefOid: Oid
  /** Null once the fork is deleted. */
  headRepositoryId: Id | null
  headRefDeleted: boolean
  maintainerCanModify: boolean
  mergeBaseOid: Oid
  /** Commits of the pull request, oldest first; recomputed at head push and retarget, fixed at merge. */
  commitOids: Oid[]
  /** Every head it had, oldest first, the current one last. */
  readonly headHistory: { readonly oid: Oid; readonly at: Millis }[]
  mergedAt: Millis | null
  mergedById: Id | null
  mergeCommitOid: Oid | null
  autoMergeRequest: AutoMergeRequest | null
  mergeQueueEntryId: Id | null
  readonly reviewIds: Id[]
  readonly requestedReviewerIds: Set<Id>
  readonly closing: ClosingLinks
}

export interface AutoMergeRequest {
  readonly enabledById: Id
  readonly enabledAt: Millis
  readonly mergeMethod: MergeMethod
  readonly commitHeadline: string | null
  readonly commitBody: string | null
}

/** What `closingIssuesReferences` is made from. Read it by World.closingIssues, which knows the lag. */
export interface ClosingLinks {
  /** Issue ids the description closes, as last parsed. */
  described: Id[]
  /** What readers saw before, until `visibleAt`. */
  describedBefore: Id[]
  visibleAt: Millis
  /** Issue ids linked by hand in the sidebar. */
  readonly manual: Id[]
}

export type Closer =
  | { readonly kind: 'pull'; readonly id: Id }
  | { readonly kind: 'commit'; readonly repositoryId: Id; readonly oid: Oid }

interface EventBase {
  readonly id: Id
  readonly at: Millis
  readonly actorId: Id | null
}

export type TimelineEvent = EventBase &
  (
    | { readonly kind: 'closed'; readonly stateReason: IssueStateReason | null; readonly closer: Closer | null }
    | { readonly kind: 'reopened' }
    | { readonly kind: 'labeled' | 'unlabeled'; readonly label: string }
    | { readonly kind: 'milestoned' | 'demilestoned'; readonly milestone: string }
    | { readonly kind: 'assigned' | 'unassigned'; readonly assigneeId: Id }
    | { readonly kind: 'renamed'; readonly from: string; readonly to: string }
    | { readonly kind: 'commented'; readonly commentId: Id }
    | { readonly kind: 'reviewed'; readonly reviewId: Id }
    | { readonly kind: 'cross_referenced'; readonly sourceId: Id; readonly willCloseTarget: boolean }
    | { readonly kind: 'referenced'; readonly repositoryId: Id; readonly commitOid: Oid }
    | { readonly kind: 'connected' | 'disconnected'; readonly subjectId: Id }
    | { readonly kind: 'head_ref_force_pushed'; readonly beforeOid: Oid; readonly afterOid: Oid }
    | { readonly kind: 'head_ref_deleted'; readonly headRefName: string }
    | { readonly kind: 'base_ref_changed'; readonly previousRefName: string; readonly currentRefName: string }
    | { readonly kind: 'convert_to_draft' | 'ready_for_review' }
    | { readonly kind: 'merged'; readonly commitOid: Oid; readonly refName: string }
    | { readonly kind: 'auto_merge_enabled' | 'auto_merge_disabled' }
    | { readonly kind: 'added_to_merge_queue' }
    | { readonly kind: 'removed_from_merge_queue'; readonly reason: string }
    | { readonly kind: 'transferred'; readonly fromRepositoryId: Id }
    | {
        readonly kind: 'sub_issue_added' | 'sub_issue_removed' | 'parent_issue_added' | 'parent_issue_removed'
        readonly issueId: Id
      }
    | {
        readonly kind: 'blocked_by_added' | 'blocked_by_removed' | 'blocking_added' | 'blocking_removed'
        readonly issueId: Id
      }
    | { readonly kind: 'issue_type_added' | 'issue_type_removed' | 'issue_type_changed'; readonly type: string }
  )

export type ReactionContent = '+1' | '-1' | 'laugh' | 'confused' | 'heart' | 'hooray' | 'rocket' | 'eyes'

export interface Reaction {
  readonly id: Id
  readonly nodeId: string
  readonly userId: Id
  readonly content: ReactionContent
  readonly createdAt: Millis
}

/** A comment on an issue or on a pull request's conversation. */
export interface IssueComment {
  readonly id: Id
  readonly nodeId: string
  readonly repositoryId: Id
  readonly thread: { readonly kind: 'issue' | 'pull'; readonly id: Id }
  readonly authorId: Id
  body: string
  readonly createdAt: Millis
  updatedAt: Millis
  editorId: Id | null
  lastEditedAt: Millis | null
  deleted: boolean
  readonly reactions: Reaction[]
  /** Set when an app made it. */
  readonly performedViaAppId: Id | null
}

export type ReviewState = 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED' | 'DISMISSED' | 'PENDING'

export interface Review {
  readonly id: Id
  readonly nodeId: string
  readonly repositoryId: Id
  readonly pullId: Id
  readonly authorId: Id
  state: ReviewState
  body: string
  readonly commitOid: Oid
  readonly submittedAt: Millis
  updatedAt: Millis
}

export interface Release {
  readonly id: Id
  readonly nodeId: string
  readonly repositoryId: Id
  tagName: string
  targetCommitish: string
  name: string | null
  body: string
  draft: boolean
  prerelease: boolean
  readonly authorId: Id
  readonly createdAt: Millis
  publishedAt: Millis | null
}

// ---- checks ---------------------------------------------------------------

export type CheckStatus = 'queued' | 'in_progress' | 'completed' | 'waiting' | 'requested' | 'pending'
export type CheckConclusion =
  | 'action_required'
  | 'cancelled'
  | 'failure'
  | 'neutral'
  | 'success'
  | 'skipped'
  | 'stale'
  | 'timed_out'
  | 'startup_failure'

/** One per app and head sha in a repository. */
export interface CheckSuite {
  readonly id: Id
  readonly nodeId: string
  readonly repositoryId: Id
  readonly appId: Id
  readonly headSha: Oid
  /** Null for commits of forks. */
  headBranch: string | null
  beforeSha: Oid | null
  status: CheckStatus
  conclusion: CheckConclusion | null
  rerequestable: boolean
  readonly createdAt: Millis
  updatedAt: Millis
  /** Ids of its runs, oldest first. */
  readonly checkRunIds: Id[]
}

export interface CheckRun {
  readonly id: Id
  readonly nodeId: string
  readonly repositoryId: Id
  readonly checkSuiteId: Id
  readonly appId: Id
  readonly headSha: Oid
  name: string
  status: CheckStatus
  conclusion: CheckConclusion | null
  externalId: string | null
  detailsUrl: string | null
  startedAt: Millis | null
  completedAt: Millis | null
  output: CheckRunOutput
  actions: CheckRunAction[]
  readonly createdAt: Millis
  updatedAt: Millis
}

export interface CheckRunOutput {
  title: string | null
  summary: string | null
  text: string | null
  annotations: CheckAnnotation[]
}

/** Field names as in REST. */
export interface CheckAnnotation {
  readonly path: string
  readonly start_line: number
  readonly end_line: number
  readonly start_column?: number
  readonly end_column?: number
  readonly annotation_level: 'notice' | 'warning' | 'failure'
  readonly message: string
  readonly title?: string
  readonly raw_details?: string
}

export interface CheckRunAction {
  readonly label: string
  readonly description: string
  readonly identifier: string
}

export interface CommitStatus {
  readonly id: Id
  readonly nodeId: string
  readonly repositoryId: Id
  readonly sha: Oid
  readonly context: string
  readonly state: 'error' | 'failure' | 'pending' | 'success'
  readonly description: string | null
  readonly targetUrl: string | null
  readonly creatorId: Id
  readonly createdAt: Millis
}

// ---- merge queue ----------------------------------------------------------

export type MergeQueueEntryState = 'QUEUED' | 'AWAITING_CHECKS' | 'MERGEABLE' | 'UNMERGEABLE' | 'LOCKED'

export interface MergeQueue {
  readonly id: Id
  readonly nodeId: string
  readonly repositoryId: Id
  readonly branch: string
  mergeMethod: MergeMethod
  /** For how many pull requests groups are built ahead at once. */
  maxEntriesToBuild: number
  readonly pullsPerGroup: number
  /** In queue order. */
  readonly entries: MergeQueueEntry[]
}

export interface MergeQueueEntry {
  readonly id: Id
  readonly nodeId: string
  readonly mergeQueueId: Id
  readonly pullId: Id
  readonly enqueuerId: Id
  readonly enqueuedAt: Millis
  state: MergeQueueEntryState
  /** Set once its group was built; one object for all that it holds. */
  group: MergeGroup | null
}

export interface MergeGroup {
  /** `refs/heads/gh-readonly-queue/<base>/pr-<n>-<base sha>`, by the last pull request in it. */
  readonly headRef: string
  readonly headSha: Oid
  readonly baseRef: string
  /** The base tip, or the head of the group before it. */
  readonly baseSha: Oid
}

// ---- webhooks -------------------------------------------------------------

export interface WebhookDelivery {
  readonly id: Id
  readonly guid: string
  readonly event: string
  readonly action: string | null
  readonly appId: Id
  readonly installationId: Id | null
  readonly repositoryId: Id | null
  readonly deliveredAt: Millis
  readonly redelivery: boolean
  /** `OK`, or what went wrong. */
  status: string
  /** 0 when no answer came. */
  statusCode: number
  durationMs: number
  readonly payload: unknown
  requestHeaders: Record<string, string>
  responseHeaders: Record<string, string>
}
