import type { GraphqlQuery } from '../../github/client.ts'
import { type OwnRunsAnswer, ownRunsFragment } from './own-runs.ts'

/** The least that a check run needs: where to write it, and what stands there. */
export const pullHeadQuery: GraphqlQuery = {
  name: 'PullHead',
  text: `
query PullHead($owner: String!, $name: String!, $number: Int!, $appId: Int!, $checkName: String!) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      state
      headRefOid
      baseRefName
      baseRef { target { oid } }
      commits(last: 1) { nodes { commit { ...OwnRuns } } }
    }
  }
}
${ownRunsFragment}`,
}

export interface PullHeadAnswer {
  readonly repository: {
    readonly pullRequest: {
      readonly state: string
      readonly headRefOid: string
      readonly baseRefName: string
      readonly baseRef: { readonly target: { readonly oid: string } | null } | null
      readonly commits: { readonly nodes: readonly ({ readonly commit: OwnRunsAnswer } | null)[] | null }
    } | null
  } | null
}
