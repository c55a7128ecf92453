import type { GraphqlQuery } from '../../github/client.ts'
import type { RepositoryNode, VisibleRepositoryNode } from './pull-claims.ts'

/** How an issue was closed last, and what the app has said about it. */
export const closingEventQuery: GraphqlQuery = {
  name: 'ClosingEvent',
  text: `
query ClosingEvent($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    issue(number: $number) {
      state
      lastEditedAt
      reopened: timelineItems(last: 1, itemTypes: [REOPENED_EVENT]) { nodes { ... on ReopenedEvent { createdAt } } }
      timelineItems(last: 1, itemTypes: [CLOSED_EVENT]) {
        nodes {
          ... on ClosedEvent {
            id
            createdAt
            closer {
              __typename
              ... on PullRequest { number repository { name owner { login } } }
              ... on Commit {
                oid
                repository { name owner { login } visibility }
                associatedPullRequests(first: 10) { nodes { number state baseRepository { name owner { login } } } }
              }
            }
          }
        }
      }
      comments(last: 100) { pageInfo { hasPreviousPage startCursor } nodes { viewerDidAuthor createdAt body } }
    }
  }
}`,
}

/** Older comments of an issue, a page at a time. */
export const issueCommentsPageQuery: GraphqlQuery = {
  name: 'IssueCommentsPage',
  text: `
query IssueCommentsPage($owner: String!, $name: String!, $number: Int!, $before: String) {
  repository(owner: $owner, name: $name) {
    issue(number: $number) {
      comments(last: 100, before: $before) {
        pageInfo { hasPreviousPage startCursor }
        nodes { viewerDidAuthor createdAt body }
      }
    }
  }
}`,
}

export interface IssueCommentsPageAnswer {
  readonly repository: { readonly issue: { readonly comments: IssueComments } | null } | null
}

/** The newest last. */
export interface IssueComments {
  readonly pageInfo: { readonly hasPreviousPage: boolean; readonly startCursor: string | null }
  readonly nodes:
    | readonly ({
        readonly viewerDidAuthor: boolean
        readonly createdAt: string
        readonly body: string
      } | null)[]
    | null
}

export interface ClosingEventAnswer {
  readonly repository: {
    readonly issue: {
      readonly state: 'OPEN' | 'CLOSED'
      readonly lastEditedAt: string | null
      readonly reopened: { readonly nodes: readonly ({ readonly createdAt: string } | null)[] | null }
      readonly timelineItems: { readonly nodes: readonly (ClosedEventNode | null)[] | null }
      readonly comments: IssueComments
    } | null
  } | null
}

export interface ClosedEventNode {
  readonly id: string
  readonly createdAt: string
  /** Null when a person closed it, or when the app cannot see what did. */
  readonly closer: PullCloser | CommitCloser | null
}

interface PullCloser {
  readonly __typename: 'PullRequest'
  readonly number: number
  readonly repository: RepositoryNode
}

interface CommitCloser {
  readonly __typename: 'Commit'
  readonly oid: string
  readonly repository: VisibleRepositoryNode
  readonly associatedPullRequests: {
    readonly nodes:
      | readonly ({
          readonly number: number
          readonly state: 'OPEN' | 'CLOSED' | 'MERGED'
          readonly baseRepository: RepositoryNode | null
        } | null)[]
      | null
  } | null
}
