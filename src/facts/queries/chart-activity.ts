import type { GraphqlQuery } from '../../github/client.ts'

/**
 * Who still works on pull requests whose claims are old: variables `number0`, `number1`, …. `heads` is the newest
 * commit; runs on earlier heads are asked for by `chartRunStartsAtCommits`.
 */
export function chartPullActivities(count: number): GraphqlQuery {
  const indexes = upTo(count)
  return {
    name: 'chartPullActivities',
    text: `query chartPullActivities($owner: String!, $name: String!${indexes.map((i) => `, $number${i}: Int!`).join('')}) {
  repository(owner: $owner, name: $name) {
    ${indexes.map((i) => `pull${i}: pullRequest(number: $number${i}) { ...ChartPullActivity }`).join('\n    ')}
  }
}
fragment ChartPullActivity on PullRequest {
  headRefOid
  comments(last: 100) { nodes { createdAt author { __typename } } }
  reviews(last: 100) { nodes { submittedAt author { __typename } } }
}`,
  }
}

/** When our runs on commits began: variables `commit0`, `commit1`, …. */
export function chartRunStartsAtCommits(count: number): GraphqlQuery {
  const indexes = upTo(count)
  return {
    name: 'chartRunStartsAtCommits',
    text: `query chartRunStartsAtCommits(
  $owner: String!, $name: String!, $appId: Int!, $checkName: String!${indexes.map((i) => `, $commit${i}: GitObjectID!`).join('')}
) {
  repository(owner: $owner, name: $name) {
    ${indexes.map((i) => `commit${i}: object(oid: $commit${i}) { ...ChartRunStarts }`).join('\n    ')}
  }
}
fragment ChartRunStarts on Commit {
  checkSuites(first: 1, filterBy: { appId: $appId }) { nodes {
    checkRuns(first: 100, filterBy: { checkName: $checkName, checkType: ALL }) { nodes { startedAt } }
  } }
}`,
  }
}

function upTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index)
}

interface Authored {
  readonly createdAt?: string
  /** Null for a review that is not sent yet. */
  readonly submittedAt?: string | null
  readonly author: { readonly __typename: string } | null
}

export interface ActivityNode {
  readonly headRefOid: string
  readonly comments: { readonly nodes: readonly (Authored | null)[] | null }
  readonly reviews: { readonly nodes: readonly (Authored | null)[] | null } | null
}

export interface ActivitiesAnswer {
  readonly repository: Readonly<Record<`pull${number}`, ActivityNode | null>> | null
}

export interface RunStartsNode {
  readonly checkSuites?: {
    readonly nodes:
      | readonly ({
          readonly checkRuns: {
            readonly nodes: readonly ({ readonly startedAt: string | null } | null)[] | null
          } | null
        } | null)[]
      | null
  } | null
}

export interface RunStartsAnswer {
  readonly repository: Readonly<Record<`commit${number}`, RunStartsNode | null>> | null
}
