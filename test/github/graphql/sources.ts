import type { Blob, Commit, Oid, Tag, Tree } from '../git/objects.ts'
import type { FileEntry } from '../git/trees.ts'
import type {
  Account,
  App,
  CheckRun,
  CheckSuite,
  CommitStatus,
  Issue,
  IssueComment,
  Label,
  MergeQueue,
  MergeQueueEntry,
  Milestone,
  PullRequest,
  Release,
  Repository,
  Review,
  TimelineEvent,
} from '../world/model.ts'

/** What resolvers pass from parent to child: the object of the world and its GraphQL type. */
export type RepositorySource = { __typename: 'Repository'; repository: Repository }
export type PullSource = { __typename: 'PullRequest'; pull: PullRequest }
export type IssueSource = { __typename: 'Issue'; issue: Issue }
export type ThreadSource = PullSource | IssueSource
export type AccountSource = { __typename: 'User' | 'Bot' | 'Organization'; account: Account }
export type AppSource = { __typename: 'App'; app: App }
export type RefSource = { __typename: 'Ref'; repository: Repository; fullName: string; oid: Oid }
export type CommitSource = { __typename: 'Commit'; repository: Repository; object: Commit }
export type TreeSource = { __typename: 'Tree'; repository: Repository; object: Tree; path: string }
export type BlobSource = { __typename: 'Blob'; repository: Repository; object: Blob }
export type TagSource = { __typename: 'Tag'; repository: Repository; object: Tag }
export type GitObjectSource = CommitSource | TreeSource | BlobSource | TagSource
export type TreeEntrySource = { __typename: 'TreeEntry'; repository: Repository; entry: FileEntry; path: string }
export type PullCommitSource = { __typename: 'PullRequestCommit'; pull: PullRequest; oid: Oid }
export type CommentSource = { __typename: 'IssueComment'; comment: IssueComment }
export type ReviewSource = { __typename: 'PullRequestReview'; review: Review }
export type LabelSource = { __typename: 'Label'; repository: Repository; label: Label }
export type MilestoneSource = { __typename: 'Milestone'; repository: Repository; milestone: Milestone }
export type ReleaseSource = { __typename: 'Release'; release: Release }
export type CheckSuiteSource = { __typename: 'CheckSuite'; suite: CheckSuite }
export type CheckRunSource = { __typename: 'CheckRun'; run: CheckRun }
export type StatusSource = { __typename: 'StatusContext'; status: CommitStatus }
export type RollupSource = { __typename: 'StatusCheckRollup'; repository: Repository; oid: Oid }
export type MergeQueueSource = { __typename: 'MergeQueue'; queue: MergeQueue }
export type QueueEntrySource = { __typename: 'MergeQueueEntry'; queue: MergeQueue; entry: MergeQueueEntry }
export type EventSource = { __typename: string; event: TimelineEvent; thread: Issue | PullRequest }

export function accountSource(account: Account | null): AccountSource | null {
  return account === null ? null : { __typename: account.kind, account }
}

/** A git object as its GraphQL type; null when the store lacks it. */
export function gitObjectSource(repository: Repository, oid: Oid, path = ''): GitObjectSource | null {
  const object = repository.git.get(oid)
  switch (object?.type) {
    case 'commit':
      return { __typename: 'Commit', repository, object }
    case 'tree':
      return { __typename: 'Tree', repository, object, path }
    case 'blob':
      return { __typename: 'Blob', repository, object }
    case 'tag':
      return { __typename: 'Tag', repository, object }
    default:
      return null
  }
}

export function commitSource(repository: Repository, oid: Oid | null | undefined): CommitSource | null {
  const source = oid === null || oid === undefined ? null : gitObjectSource(repository, oid)
  return source?.__typename === 'Commit' ? source : null
}
