import type { GraphqlQuery } from '../../github/client.ts'

/** The queue of one branch: between which commits each pull request stands. A queue builds at most 100 groups. */
export const queuedPullsQuery: GraphqlQuery = {
  name: 'QueuedPulls',
  text: `
query QueuedPulls($owner: String!, $name: String!, $branch: String!) {
  repository(owner: $owner, name: $name) {
    mergeQueue(branch: $branch) {
      entries(first: 100) {
        nodes { headCommit { oid } baseCommit { oid } pullRequest { number } }
      }
    }
  }
}`,
}

/** Its commits are null while no group was built for it. */
export interface QueuedPullNode {
  readonly headCommit: { readonly oid: string } | null
  readonly baseCommit: { readonly oid: string } | null
  readonly pullRequest: { readonly number: number } | null
}

export interface QueuedPullsAnswer {
  readonly repository: {
    readonly mergeQueue: {
      readonly entries: { readonly nodes: readonly (QueuedPullNode | null)[] | null } | null
    } | null
  } | null
}
