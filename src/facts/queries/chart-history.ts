import type { GraphqlQuery } from '../../github/client.ts'
import type { CommitWithRuns } from './chart-pulls.ts'

/**
 * What led to the heads of pull requests that claim one number: their commits (who stands on whose head), force
 * pushes (earlier heads), and the events that make a claim start anew. Variables `number0`, `number1`, ….
 */
export function chartPullHistories(count: number): GraphqlQuery {
  const indexes = Array.from({ length: count }, (_, index) => index)
  return {
    name: 'chartPullHistories',
    text: `query chartPullHistories($owner: String!, $name: String!${indexes.map((i) => `, $number${i}: Int!`).join('')}) {
  repository(owner: $owner, name: $name) {
    ${indexes.map((i) => `pull${i}: pullRequest(number: $number${i}) { ...ChartPullHistory }`).join('\n    ')}
  }
}
fragment ChartPullHistory on PullRequest {
  headRefOid
  commits(last: 100) { totalCount nodes { commit { oid } } }
  forcePushes: timelineItems(last: 20, itemTypes: [HEAD_REF_FORCE_PUSHED_EVENT]) {
    nodes { ... on HeadRefForcePushedEvent { createdAt beforeCommit { oid } } }
  }
  restarts: timelineItems(last: 1, itemTypes: [READY_FOR_REVIEW_EVENT, REOPENED_EVENT]) {
    nodes { ... on ReadyForReviewEvent { createdAt } ... on ReopenedEvent { createdAt } }
  }
}`,
  }
}

/** Our own newest check run at commits: variables `commit0`, `commit1`, …. */
export function chartRunsAtCommits(count: number): GraphqlQuery {
  const indexes = Array.from({ length: count }, (_, index) => index)
  return {
    name: 'chartRunsAtCommits',
    text: `query chartRunsAtCommits(
  $owner: String!, $name: String!, $appId: Int!, $checkName: String!${indexes.map((i) => `, $commit${i}: GitObjectID!`).join('')}
) {
  repository(owner: $owner, name: $name) {
    ${indexes.map((i) => `commit${i}: object(oid: $commit${i}) { ...ChartRunAtCommit }`).join('\n    ')}
  }
}
fragment ChartRunAtCommit on Commit {
  oid
  checkSuites(first: 1, filterBy: { appId: $appId }) { nodes {
    checkRuns(first: 10, filterBy: { checkName: $checkName, checkType: LATEST }) { nodes {
      databaseId externalId status conclusion text
    } }
  } }
}`,
  }
}

export interface HistoryNode {
  readonly headRefOid: string
  readonly commits: {
    readonly totalCount: number
    readonly nodes: readonly ({ readonly commit: { readonly oid: string } } | null)[] | null
  }
  readonly forcePushes: {
    readonly nodes:
      | readonly ({ readonly createdAt?: string; readonly beforeCommit?: { readonly oid: string } | null } | null)[]
      | null
  }
  readonly restarts: { readonly nodes: readonly ({ readonly createdAt?: string } | null)[] | null }
}

export interface PullHistoriesAnswer {
  readonly repository: Readonly<Record<`pull${number}`, HistoryNode | null>> | null
}

export interface RunsAtCommitsAnswer {
  readonly repository: Readonly<Record<`commit${number}`, Partial<CommitWithRuns> | null>> | null
}
