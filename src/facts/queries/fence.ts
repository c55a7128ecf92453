import type { GraphqlQuery } from '../../github/client.ts'
import { type OwnRunsAnswer, ownRunsFragment } from './own-runs.ts'

/** Read just before a write: is the head still the pull request's, and which of our runs is the newest on it. */
export const pullFenceQuery: GraphqlQuery = {
  name: 'PullFence',
  text: `
query PullFence($owner: String!, $name: String!, $number: Int!, $oid: GitObjectID!, $appId: Int!, $checkName: String!) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) { state headRefOid baseRefName }
    object(oid: $oid) { ...OwnRuns }
  }
}
${ownRunsFragment}`,
}

export interface PullFenceAnswer {
  readonly repository: {
    readonly pullRequest: { readonly state: string; readonly headRefOid: string; readonly baseRefName: string } | null
    readonly object: OwnRunsAnswer | null
  } | null
}

/** The same for a merge queue's group: its ref is gone as soon as the group is destroyed or merged. */
export const groupFenceQuery: GraphqlQuery = {
  name: 'GroupFence',
  text: `
query GroupFence($owner: String!, $name: String!, $ref: String!, $oid: GitObjectID!, $appId: Int!, $checkName: String!) {
  repository(owner: $owner, name: $name) {
    ref(qualifiedName: $ref) { target { oid } }
    object(oid: $oid) { ...OwnRuns }
  }
}
${ownRunsFragment}`,
}

export interface GroupFenceAnswer {
  readonly repository: {
    readonly ref: { readonly target: { readonly oid: string } | null } | null
    readonly object: OwnRunsAnswer | null
  } | null
}
