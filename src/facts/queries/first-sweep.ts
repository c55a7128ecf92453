import type { GraphqlQuery } from '../../github/client.ts'

/** Open pull requests, the newest first, with the names of one app's newest check runs at the head of each. */
export const firstSweepQuery: GraphqlQuery = {
  name: 'FirstSweep',
  text: `
query FirstSweep($owner: String!, $name: String!, $appId: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequests(first: 50, after: $after, states: OPEN, orderBy: { field: CREATED_AT, direction: DESC }) {
      totalCount
      pageInfo { hasNextPage endCursor }
      nodes {
        number
        commits(last: 1) { nodes { commit { checkSuites(first: 1, filterBy: { appId: $appId }) { nodes {
          checkRuns(first: 20, filterBy: { checkType: LATEST }) { nodes { name } }
        } } } } }
      }
    }
  }
}`,
}

export interface FirstSweepAnswer {
  readonly repository: {
    readonly pullRequests: {
      readonly totalCount: number
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
      readonly nodes: readonly (SweptPullNode | null)[] | null
    }
  } | null
}

export interface SweptPullNode {
  readonly number: number
  readonly commits: {
    readonly nodes:
      | readonly ({
          readonly commit: {
            readonly checkSuites: {
              readonly nodes:
                | readonly ({
                    readonly checkRuns: {
                      readonly nodes: readonly ({ readonly name: string } | null)[] | null
                    } | null
                  } | null)[]
                | null
            } | null
          }
        } | null)[]
      | null
  }
}
