import type { GraphqlQuery } from '../../github/client.ts'
import type { PullNode } from './chart-pulls.ts'

/**
 * Merged pull requests, the last touched first. GitHub has no order by the time of the merge; a pull request is never
 * touched last before it.
 */
export const mergedPullsQuery: GraphqlQuery = {
  name: 'MergedPulls',
  text: `
query MergedPulls($owner: String!, $name: String!, $first: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    defaultBranchRef { target { oid } }
    pullRequests(first: $first, after: $after, states: MERGED, orderBy: { field: UPDATED_AT, direction: DESC }) {
      pageInfo { hasNextPage endCursor }
      nodes { number mergedAt updatedAt }
    }
  }
}`,
}

export interface MergedPullsAnswer {
  readonly repository: {
    readonly defaultBranchRef: { readonly target: { readonly oid: string } | null } | null
    readonly pullRequests: {
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
      readonly nodes:
        | readonly ({ readonly number: number; readonly mergedAt: string | null; readonly updatedAt: string } | null)[]
        | null
    }
  } | null
}

/** Merged pull requests with their files and what their merge wrote: variables `number0`, `number1`, …. */
export function mergedPullsByNumber(count: number): GraphqlQuery {
  const indexes = Array.from({ length: count }, (_, index) => index)
  const variables = indexes.map((index) => `, $number${index}: Int!`).join('')
  const aliases = indexes.map(
    (index) => `pull${index}: pullRequest(number: $number${index}) { ...MergedPull ...MergedDiff }`,
  )
  return {
    name: 'MergedPullsByNumber',
    text: `query MergedPullsByNumber($owner: String!, $name: String!${variables}) {
  repository(owner: $owner, name: $name) {
    ${aliases.join('\n    ')}
  }
}
fragment MergedPull on PullRequest {
  number
  state
  isDraft
  createdAt
  mergedAt
  lastEditedAt
  changedFiles
  additions
  deletions
  author { __typename login }
  headRefOid
  headRefName
  headRepository { nameWithOwner }
  baseRefName
  baseRef { target { oid } }
}
fragment MergedDiff on PullRequest {
  files(first: 100) { pageInfo { hasNextPage endCursor } nodes { path } }
  mergeCommit { oid authoredDate message parents(first: 2) { totalCount nodes { oid } } }
  last: commits(last: 1) { totalCount nodes { commit { authoredDate message } } }
}`,
  }
}

/** Alike in both is what a rebase copies. */
export interface CopiedCommit {
  readonly authoredDate: string
  readonly message: string
}

export interface MergeCommitNode extends CopiedCommit {
  readonly oid: string
  readonly parents: { readonly totalCount: number; readonly nodes: readonly ({ readonly oid: string } | null)[] | null }
}

export interface MergedPullNode extends PullNode {
  readonly mergedAt: string | null
  readonly lastEditedAt: string | null
  readonly mergeCommit: MergeCommitNode | null
  readonly last: {
    readonly totalCount: number
    readonly nodes: readonly ({ readonly commit: CopiedCommit } | null)[] | null
  }
}

export interface MergedPullsByNumberAnswer {
  readonly repository: Readonly<Record<`pull${number}`, MergedPullNode | null>> | null
}

/** The commits of a pull request beside what lies under its merge: how far down they were copied by a rebase. */
export const rebasedCommitsQuery: GraphqlQuery = {
  name: 'RebasedCommits',
  text: `
query RebasedCommits($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      commits(last: 100) { nodes { commit { authoredDate message } } }
      mergeCommit { history(first: 100) { nodes { oid authoredDate message parents(first: 1) { totalCount } } } }
    }
  }
}`,
}

export interface RebasedCommitsAnswer {
  readonly repository: {
    readonly pullRequest: {
      readonly commits: { readonly nodes: readonly ({ readonly commit: CopiedCommit } | null)[] | null }
      readonly mergeCommit: {
        readonly history: {
          readonly nodes: readonly (WrittenCommit | null)[] | null
        }
      } | null
    } | null
  } | null
}

export interface WrittenCommit extends CopiedCommit {
  readonly oid: string
  readonly parents: { readonly totalCount: number }
}
