import type { GraphqlQuery } from '../../github/client.ts'
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
}`

export interface TargetIssueNode {
  readonly number: number
  readonly title: string
  readonly body: string
  readonly state: 'OPEN' | 'CLOSED'
  readonly stateReason: 'COMPLETED' | 'NOT_PLANNED' | 'REOPENED' | 'DUPLICATE' | null
  readonly labels: { readonly nodes: readonly ({ readonly name: string } | null)[] | null } | null
  readonly milestone: { readonly title: string } | null
  readonly repository: RepositoryNode & { readonly visibility: 'PUBLIC' | 'INTERNAL' | 'PRIVATE' }
}

export interface RepositoryNode {
  readonly name: string
  readonly owner: { readonly login: string }
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
      baseRefName
      isCrossRepository
      baseRef { target { oid } }
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
      commits(last: 1) {
        nodes {
          commit {
            oid
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
${ownRunsFragment}`,
}

export interface PullClaimsAnswer extends PolicyQueryAnswer {
  readonly repository:
    | (PolicyFileAnswer &
        RepositoryNode & {
          readonly visibility: 'PUBLIC' | 'INTERNAL' | 'PRIVATE'
          readonly isFork: boolean
          readonly pullRequest: PullNode | null
        })
    | null
}

export interface PullNode {
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
  readonly baseRefName: string
  readonly isCrossRepository: boolean
  readonly baseRef: { readonly target: { readonly oid: string } | null } | null
  readonly linked: Connection<TargetIssueNode> | null
  readonly manual: Connection<{ readonly number: number; readonly repository: RepositoryNode }> | null
  readonly commits: {
    readonly nodes:
      | readonly ({
          readonly commit: OwnRunsAnswer & {
            readonly oid: string
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
