import type { GraphqlQuery } from '../../github/client.ts'

/** One open pull request as the light pages list it: scalars only, so that a page of 100 costs one point. */
const pullFields = `
fragment ChartPullFields on PullRequest {
  number
  state
  isDraft
  createdAt
  changedFiles
  additions
  deletions
  author { __typename login }
  headRefOid
  headRefName
  headRepository { nameWithOwner }
  baseRefName
  baseRef { target { oid } }
}`

/**
 * The changed files and our own newest check run. The run is asked for at the last commit: `headRef` of a fork
 * belongs to the fork, whose check suites are not ours.
 */
const diffFields = `
fragment ChartDiffFields on PullRequest {
  files(first: 100) { pageInfo { hasNextPage endCursor } nodes { path } }
  commits(last: 1) { nodes { commit { oid checkSuites(first: 1, filterBy: { appId: $appId }) { nodes {
    checkRuns(first: 10, filterBy: { checkName: $checkName, checkType: LATEST }) { nodes {
      databaseId externalId status conclusion text
    } }
  } } } } }
}`

const pageFields = (fragments: string) => `
    totalCount
    pageInfo { hasNextPage endCursor }
    edges { cursor node { ${fragments} } }`

const order = 'states: OPEN, orderBy: { field: CREATED_AT, direction: ASC }'

/** A page of open pull requests, oldest first, without their files. */
export const chartPullsPage: GraphqlQuery = {
  name: 'chartPullsPage',
  text: `query chartPullsPage($owner: String!, $name: String!, $first: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    defaultBranchRef { name target { oid } }
    page0: pullRequests(first: $first, after: $after, ${order}) {${pageFields('...ChartPullFields')}
    }
  }
}
${pullFields}`,
}

/** A page of open pull requests with files and own check run: one point for 25 of them. */
export const chartPullsPageWithFiles: GraphqlQuery = {
  name: 'chartPullsPageWithFiles',
  text: `query chartPullsPageWithFiles(
  $owner: String!, $name: String!, $first: Int!, $after: String, $appId: Int!, $checkName: String!
) {
  repository(owner: $owner, name: $name) {
    defaultBranchRef { name target { oid } }
    page0: pullRequests(first: $first, after: $after, ${order}) {${pageFields('...ChartPullFields ...ChartDiffFields')}
    }
  }
}
${pullFields}
${diffFields}`,
}

/** Several pages in one query, each after a remembered cursor: variables `after0`, `after1`, …. */
export function chartPullsPages(count: number): GraphqlQuery {
  const indexes = Array.from({ length: count }, (_, index) => index)
  return {
    name: 'chartPullsPages',
    text: `query chartPullsPages($owner: String!, $name: String!, $first: Int!${indexes.map((i) => `, $after${i}: String`).join('')}) {
  repository(owner: $owner, name: $name) {
    defaultBranchRef { name target { oid } }
    ${indexes
      .map(
        (i) =>
          `page${i}: pullRequests(first: $first, after: $after${i}, ${order}) {${pageFields('...ChartPullFields')}\n    }`,
      )
      .join('\n    ')}
  }
}
${pullFields}`,
  }
}

/** Single pull requests with files and own check run: variables `number0`, `number1`, …. */
export function chartPullsByNumber(count: number): GraphqlQuery {
  const indexes = Array.from({ length: count }, (_, index) => index)
  return {
    name: 'chartPullsByNumber',
    text: `query chartPullsByNumber(
  $owner: String!, $name: String!, $appId: Int!, $checkName: String!${indexes.map((i) => `, $number${i}: Int!`).join('')}
) {
  repository(owner: $owner, name: $name) {
    ${indexes.map((i) => `pull${i}: pullRequest(number: $number${i}) { ...ChartPullFields ...ChartDiffFields }`).join('\n    ')}
  }
}
${pullFields}
${diffFields}`,
  }
}

/** The files of one pull request after the first 100. */
export const chartPullFiles: GraphqlQuery = {
  name: 'chartPullFiles',
  text: `query chartPullFiles($owner: String!, $name: String!, $number: Int!, $after: String!) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      headRefOid
      files(first: 100, after: $after) { pageInfo { hasNextPage endCursor } nodes { path } }
    }
  }
}`,
}

export interface PullsPageAnswer {
  readonly repository: RepositoryPages | null
}

export type RepositoryPages = {
  readonly defaultBranchRef: { readonly name: string; readonly target: { readonly oid: string } | null } | null
} & Readonly<Record<`page${number}`, PullsPage>>

export interface PullsPage {
  readonly totalCount: number
  readonly pageInfo: PageInfo
  readonly edges: readonly ({ readonly cursor: string; readonly node: PullNode | null } | null)[] | null
}

export interface PageInfo {
  readonly hasNextPage: boolean
  readonly endCursor: string | null
}

export interface PullNode extends Partial<DiffNode> {
  readonly number: number
  readonly state: 'OPEN' | 'CLOSED' | 'MERGED'
  readonly isDraft: boolean
  readonly createdAt: string
  readonly changedFiles: number
  readonly additions: number
  readonly deletions: number
  readonly author: { readonly __typename: string; readonly login: string } | null
  readonly headRefOid: string
  readonly headRefName: string
  readonly headRepository: { readonly nameWithOwner: string } | null
  readonly baseRefName: string
  readonly baseRef: { readonly target: { readonly oid: string } | null } | null
}

export interface DiffNode {
  /** Null while GitHub has no diff. */
  readonly files: FilesPage | null
  readonly commits: { readonly nodes: readonly ({ readonly commit: CommitWithRuns } | null)[] | null }
}

export interface FilesPage {
  readonly pageInfo: PageInfo
  readonly nodes: readonly ({ readonly path: string } | null)[] | null
}

export interface CommitWithRuns {
  readonly oid: string
  readonly checkSuites: {
    readonly nodes:
      | readonly ({ readonly checkRuns: { readonly nodes: readonly (CheckRunNode | null)[] | null } | null } | null)[]
      | null
  } | null
}

export interface CheckRunNode {
  readonly databaseId: number | null
  readonly externalId: string | null
  readonly status: string
  readonly conclusion: string | null
  readonly text: string | null
}

export interface PullsByNumberAnswer {
  readonly repository: Readonly<Record<`pull${number}`, PullNode | null>> | null
}

export interface PullFilesAnswer {
  readonly repository: {
    readonly pullRequest: { readonly headRefOid: string; readonly files: FilesPage | null } | null
  } | null
}
