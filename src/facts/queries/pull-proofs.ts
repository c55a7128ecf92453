import type { GraphqlQuery } from '../../github/client.ts'
import type { Connection } from './pull-claims.ts'

/**
 * What proofs ask for, each list only where one does. When this head was first seen is told by the app's own first run
 * on it and by the last force push: a commit's dates say what its author wrote.
 */
export const pullProofsQuery: GraphqlQuery = {
  name: 'PullProofs',
  text: `
query PullProofs(
  $owner: String!, $name: String!, $number: Int!, $appId: Int!, $checkName: String!, $withLabels: Boolean!
  $files: String, $withFiles: Boolean!, $contexts: String, $withContexts: Boolean!
  $comments: String, $withComments: Boolean!, $reviews: String, $withReviews: Boolean!
) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      headRefOid
      labels(first: 100) @include(if: $withLabels) { nodes { name } }
      files(first: 100, after: $files) @include(if: $withFiles) {
        totalCount
        pageInfo { hasNextPage endCursor }
        nodes { path }
      }
      comments(first: 100, after: $comments) @include(if: $withComments) {
        totalCount
        pageInfo { hasNextPage endCursor }
        nodes { body createdAt author { __typename login } editor { __typename login } }
      }
      forcePushes: timelineItems(last: 1, itemTypes: [HEAD_REF_FORCE_PUSHED_EVENT]) @include(if: $withComments) {
        nodes { ... on HeadRefForcePushedEvent { createdAt } }
      }
      reviews(first: 100, after: $reviews) @include(if: $withReviews) {
        totalCount
        pageInfo { hasNextPage endCursor }
        nodes { state author { login } commit { oid } }
      }
      seen: commits(last: 1) @include(if: $withComments) {
        nodes {
          commit {
            checkSuites(first: 1, filterBy: { appId: $appId }) {
              nodes {
                checkRuns(first: 50, filterBy: { checkName: $checkName, checkType: ALL }) {
                  nodes { externalId startedAt }
                }
              }
            }
          }
        }
      }
      head: commits(last: 1) @include(if: $withContexts) {
        nodes {
          commit {
            statusCheckRollup {
              contexts(first: 100, after: $contexts) {
                totalCount
                pageInfo { hasNextPage endCursor }
                nodes {
                  __typename
                  ... on CheckRun { databaseId name status conclusion checkSuite { app { slug } } }
                  ... on StatusContext { context state }
                }
              }
            }
          }
        }
      }
    }
  }
}`,
}

export interface PullProofsAnswer {
  readonly repository: { readonly pullRequest: PullProofsNode | null } | null
}

export interface PullProofsNode {
  readonly headRefOid: string
  readonly labels?: { readonly nodes: readonly ({ readonly name: string } | null)[] | null } | null
  readonly files?: Connection<{ readonly path: string }> | null
  readonly comments?: Connection<CommentNode>
  readonly forcePushes?: { readonly nodes: readonly ({ readonly createdAt?: string } | null)[] | null }
  readonly reviews?: Connection<ReviewNode> | null
  readonly seen?: Commits<{ readonly checkSuites: { readonly nodes: readonly (SuiteNode | null)[] | null } | null }>
  readonly head?: Commits<{ readonly statusCheckRollup: { readonly contexts: Connection<ProofContextNode> } | null }>
}

interface Commits<T> {
  readonly nodes: readonly ({ readonly commit: T } | null)[] | null
}

interface SuiteNode {
  readonly checkRuns: {
    readonly nodes: readonly ({ readonly externalId: string | null; readonly startedAt: string | null } | null)[] | null
  } | null
}

export interface CommentNode {
  readonly body: string
  readonly createdAt: string
  readonly author: { readonly __typename: string; readonly login: string } | null
  readonly editor: { readonly __typename: string; readonly login: string } | null
}

export interface ReviewNode {
  readonly state: 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED' | 'DISMISSED' | 'PENDING'
  readonly author: { readonly login: string } | null
  readonly commit: { readonly oid: string } | null
}

export type ProofContextNode =
  | {
      readonly __typename: 'CheckRun'
      readonly databaseId: number | null
      readonly name: string
      readonly status: string
      readonly conclusion: string | null
      readonly checkSuite: { readonly app: { readonly slug: string } | null } | null
    }
  | { readonly __typename: 'StatusContext'; readonly context: string; readonly state: string }
