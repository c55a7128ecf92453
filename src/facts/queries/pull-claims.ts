import type { MergeSettings } from '../../domain/issues-facts.ts'
import type { GraphqlQuery } from '../../github/client.ts'
import { policyPath } from '../../policy/path.ts'
import { type CommentHeadsAnswer, commentHeadsFragment } from './own-comments.ts'
import { type OwnRunsAnswer, ownRunsFragment } from './own-runs.ts'
import { type PolicyFileAnswer, type PolicyQueryAnswer, policyFragment } from './policy.ts'

/** What an issue says that a rule may need. */
export const issueFragment = `
fragment TargetIssue on Issue {
  number
  title
  body
  state
  stateReason(enableDuplicate: true)
  labels(first: 100) { nodes { name } }
  milestone { title }
  repository { name owner { login } visibility }
  closers: closedByPullRequestsReferences(first: 25, includeClosedPrs: false) {
    nodes { number state createdAt repository { name owner { login } visibility } }
  }
  subIssuesSummary { total completed }
  subIssues(first: 50) {
    totalCount
    pageInfo { hasNextPage endCursor }
    nodes { number state repository { name owner { login } visibility } }
  }
}`

export interface TargetIssueNode {
  readonly number: number
  readonly title: string
  readonly body: string
  readonly state: 'OPEN' | 'CLOSED'
  readonly stateReason: 'COMPLETED' | 'NOT_PLANNED' | 'REOPENED' | 'DUPLICATE' | null
  readonly labels: { readonly nodes: readonly ({ readonly name: string } | null)[] | null } | null
  readonly milestone: { readonly title: string } | null
  readonly repository: VisibleRepositoryNode
  readonly closers: {
    readonly nodes:
      | readonly ({
          readonly number: number
          readonly state: 'OPEN' | 'CLOSED' | 'MERGED'
          readonly createdAt: string
          readonly repository: VisibleRepositoryNode
        } | null)[]
      | null
  } | null
  readonly subIssuesSummary: { readonly total: number; readonly completed: number } | null
  readonly subIssues: Connection<SubIssueNode> | null
}

export interface SubIssueNode {
  readonly number: number
  readonly state: 'OPEN' | 'CLOSED'
  readonly repository: VisibleRepositoryNode
}

export interface VisibleRepositoryNode extends RepositoryNode {
  readonly visibility: 'PUBLIC' | 'INTERNAL' | 'PRIVATE'
}

export interface RepositoryNode {
  readonly name: string
  readonly owner: { readonly login: string }
}

/** `message` is the raw text; `messageHeadline` is cut at 69 characters. */
const messagesFragment = `
fragment Messages on PullRequestCommitConnection {
  totalCount
  pageInfo { hasNextPage endCursor }
  nodes { commit { oid message parents(first: 1) { totalCount } } }
}`

export interface MessageNode {
  readonly commit: {
    readonly oid: string
    readonly message: string
    readonly parents: { readonly totalCount: number }
  }
}

/** One pull request with everything it would close by its description or by hand, its policy and our own check run. */
export const pullClaimsQuery: GraphqlQuery = {
  name: 'PullClaims',
  text: `
query PullClaims($owner: String!, $name: String!, $number: Int!, $appId: Int!, $checkName: String!) {
  repository(owner: $owner, name: $name) {
    ...PolicyFile
    name
    owner { login }
    visibility
    isFork
    mergeCommitAllowed
    squashMergeAllowed
    rebaseMergeAllowed
    mergeCommitTitle
    mergeCommitMessage
    squashMergeCommitTitle
    squashMergeCommitMessage
    pullRequest(number: $number) {
      number
      title
      body
      author { login }
      isDraft
      state
      createdAt
      lastEditedAt
      headRefOid
      headRefName
      headRepositoryOwner { login }
      baseRefName
      isCrossRepository
      baseRef { target { oid } }
      autoMergeRequest { mergeMethod commitHeadline commitBody }
      linked: closingIssuesReferences(first: 100) {
        totalCount
        pageInfo { hasNextPage endCursor }
        nodes { ...TargetIssue }
      }
      manual: closingIssuesReferences(first: 100, userLinkedOnly: true) {
        totalCount
        pageInfo { hasNextPage endCursor }
        nodes { number repository { name owner { login } } }
      }
      messages: commits(first: 100) { ...Messages }
      ...CommentHeads
      commits(last: 1) {
        nodes {
          commit {
            oid
            file(path: "${policyPath}") { object { ... on Blob { oid } } }
            associatedPullRequests(first: 50) {
              nodes { number state headRefOid baseRepository { name owner { login } } }
            }
            ...OwnRuns
          }
        }
      }
    }
  }
  organisation: repository(owner: $owner, name: ".github") { ...PolicyFile }
}
${policyFragment}
${issueFragment}
${messagesFragment}
${commentHeadsFragment}
${ownRunsFragment}`,
}

export interface PullClaimsAnswer extends PolicyQueryAnswer {
  readonly repository:
    | (PolicyFileAnswer &
        RepositoryNode &
        Omit<MergeSettings, 'autoMerge'> & {
          readonly visibility: 'PUBLIC' | 'INTERNAL' | 'PRIVATE'
          readonly isFork: boolean
          readonly pullRequest: PullNode | null
        })
    | null
}

export interface PullNode extends CommentHeadsAnswer {
  readonly number: number
  readonly title: string
  readonly body: string
  readonly author: { readonly login: string } | null
  readonly isDraft: boolean
  readonly state: 'OPEN' | 'CLOSED' | 'MERGED'
  readonly createdAt: string
  readonly lastEditedAt: string | null
  readonly headRefOid: string
  readonly headRefName: string
  readonly headRepositoryOwner: { readonly login: string } | null
  readonly baseRefName: string
  readonly isCrossRepository: boolean
  readonly baseRef: { readonly target: { readonly oid: string } | null } | null
  readonly autoMergeRequest: MergeSettings['autoMerge']
  /** Null when GitHub answered with an error there. */
  readonly messages: Connection<MessageNode> | null
  readonly linked: Connection<TargetIssueNode> | null
  readonly manual: Connection<{ readonly number: number; readonly repository: RepositoryNode }> | null
  readonly commits: {
    readonly nodes:
      | readonly ({
          readonly commit: OwnRunsAnswer & {
            readonly oid: string
            readonly file?: { readonly object: { readonly oid?: string } | null } | null
            readonly associatedPullRequests: { readonly nodes: readonly (SharingPullNode | null)[] | null } | null
          }
        } | null)[]
      | null
  }
}

export interface SharingPullNode {
  readonly number: number
  readonly state: string
  readonly headRefOid: string
  readonly baseRepository: RepositoryNode | null
}

export interface Connection<T> {
  readonly totalCount: number
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
  readonly nodes: readonly (T | null)[] | null
}

/** Further pages of the linked issues. */
export const linkedPageQuery: GraphqlQuery = {
  name: 'LinkedIssuesPage',
  text: `
query LinkedIssuesPage($owner: String!, $name: String!, $number: Int!, $after: String, $manualOnly: Boolean!) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      linked: closingIssuesReferences(first: 100, after: $after, userLinkedOnly: $manualOnly) {
        totalCount
        pageInfo { hasNextPage endCursor }
        nodes { ...TargetIssue }
      }
    }
  }
}
${issueFragment}`,
}

export interface LinkedPageAnswer {
  readonly repository: { readonly pullRequest: { readonly linked: Connection<TargetIssueNode> | null } | null } | null
}

/** Further pages of the commits. */
export const messagesPageQuery: GraphqlQuery = {
  name: 'CommitMessagesPage',
  text: `
query CommitMessagesPage($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) { headRefOid messages: commits(first: 100, after: $after) { ...Messages } }
  }
}
${messagesFragment}`,
}

export interface MessagesPageAnswer {
  readonly repository: {
    readonly pullRequest: { readonly headRefOid: string; readonly messages: Connection<MessageNode> | null } | null
  } | null
}
