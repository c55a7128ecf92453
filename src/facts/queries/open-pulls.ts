import type { GraphqlQuery } from '../../github/client.ts'

/**
 * The open pull requests of a repository by number, the newest first: people wait for those. With the merge queue's
 * group of each, since GitHub tells of a group once and holds the queue until it is reported on.
 */
export const openPullsQuery: GraphqlQuery = {
  name: 'OpenPulls',
  text: `
query OpenPulls($owner: String!, $name: String!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequests(first: 100, after: $after, states: OPEN, orderBy: { field: CREATED_AT, direction: DESC }) {
      pageInfo { hasNextPage endCursor }
      nodes { number headRefOid baseRefName mergeQueueEntry { headCommit { oid } baseCommit { oid } } }
    }
  }
}`,
}

export interface OpenPullNode {
  readonly number: number
  readonly headRefOid: string
  readonly baseRefName?: string
  /** Its commits are null while no group was built for it. */
  readonly mergeQueueEntry?: {
    readonly headCommit: { readonly oid: string } | null
    readonly baseCommit: { readonly oid: string } | null
  } | null
}

export interface OpenPullsAnswer {
  readonly repository: {
    readonly pullRequests: {
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
      readonly nodes: readonly (OpenPullNode | null)[] | null
    }
  } | null
}

/** Open pull requests from branches of one name: of the repository itself and of every fork. */
export const pullsFromBranchQuery: GraphqlQuery = {
  name: 'PullsFromBranch',
  text: `
query PullsFromBranch($owner: String!, $name: String!, $headRefName: String!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequests(first: 100, after: $after, states: OPEN, headRefName: $headRefName) {
      pageInfo { hasNextPage endCursor }
      nodes { number headRefOid }
    }
  }
}`,
}

/** The open pull requests that would close an issue or its parent, by back references; merged ones are listed too. */
export const claimantsQuery: GraphqlQuery = {
  name: 'Claimants',
  text: `
query Claimants($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    issue(number: $number) {
      closers: closedByPullRequestsReferences(first: 100, after: $after, includeClosedPrs: false) {
        pageInfo { hasNextPage endCursor }
        nodes { number state repository { name owner { login } } }
      }
      parent {
        closers: closedByPullRequestsReferences(first: 50, includeClosedPrs: false) {
          nodes { number state repository { name owner { login } } }
        }
      }
    }
  }
}`,
}

export interface ClosingPulls {
  readonly nodes:
    | readonly ({
        readonly number: number
        readonly state: string
        readonly repository: { readonly name: string; readonly owner: { readonly login: string } }
      } | null)[]
    | null
}

export interface ClaimantsAnswer {
  readonly repository: {
    readonly issue: {
      readonly closers:
        | (ClosingPulls & {
            readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
          })
        | null
      readonly parent: { readonly closers: ClosingPulls | null } | null
    } | null
  } | null
}

/** Pull requests whose commits hold this one, as GitHub associates them; empty for some forks. */
export const pullsAtHeadQuery: GraphqlQuery = {
  name: 'PullsAtHead',
  text: `
query PullsAtHead($owner: String!, $name: String!, $oid: GitObjectID!, $appId: Int!) {
  repository(owner: $owner, name: $name) {
    object(oid: $oid) {
      ... on Commit {
        associatedPullRequests(first: 100) {
          nodes { number state headRefOid baseRepository { name owner { login } } }
        }
        checkSuites(first: 1, filterBy: { appId: $appId }) {
          nodes { checkRuns(last: 20, filterBy: { checkType: ALL }) { nodes { externalId } } }
        }
      }
    }
  }
}`,
}

export interface PullsAtHeadAnswer {
  readonly repository: {
    readonly object: {
      readonly associatedPullRequests?: {
        readonly nodes:
          | readonly ({
              readonly number: number
              readonly state: string
              readonly headRefOid: string
              readonly baseRepository: { readonly name: string; readonly owner: { readonly login: string } } | null
            } | null)[]
          | null
      } | null
      readonly checkSuites?: {
        readonly nodes:
          | readonly ({
              readonly checkRuns: {
                readonly nodes: readonly ({ readonly externalId: string | null } | null)[] | null
              } | null
            } | null)[]
          | null
      } | null
    } | null
  } | null
}
