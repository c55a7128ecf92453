import type { GraphqlQuery } from '../../github/client.ts'
import { type OwnRunsAnswer, ownRunsFragment } from './own-runs.ts'

/**
 * Read just before a write: is the head still the pull request's, and which of our runs is the newest on it. With
 * `earlier` also what our runs on its heads say, for a process that does not remember the last evaluation.
 */
export const pullFenceQuery: GraphqlQuery = {
  name: 'PullFence',
  text: `
query PullFence(
  $owner: String!, $name: String!, $number: Int!, $oid: GitObjectID!, $appId: Int!, $checkName: String!, $earlier: Boolean!
) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      state
      headRefOid
      baseRefName
      commits(last: 10) @include(if: $earlier) { nodes { commit { ...RunTexts } } }
      forcePushes: timelineItems(last: 3, itemTypes: [HEAD_REF_FORCE_PUSHED_EVENT]) @include(if: $earlier) {
        nodes { ... on HeadRefForcePushedEvent { beforeCommit { ...RunTexts } } }
      }
    }
    object(oid: $oid) { ...OwnRuns }
  }
}
fragment RunTexts on Commit {
  checkSuites(first: 1, filterBy: { appId: $appId }) {
    nodes {
      checkRuns(first: 10, filterBy: { checkName: $checkName, checkType: LATEST }) { nodes { databaseId text } }
    }
  }
}
${ownRunsFragment}`,
}

export interface PullFenceAnswer {
  readonly repository: {
    readonly pullRequest:
      | ({ readonly state: string; readonly headRefOid: string; readonly baseRefName: string } & HeadsWithTexts)
      | null
    readonly object: OwnRunsAnswer | null
  } | null
}

/** The pull request's commits, and the heads that force pushes left behind. */
interface HeadsWithTexts {
  readonly commits?: { readonly nodes: readonly ({ readonly commit: CommitWithTexts } | null)[] | null }
  readonly forcePushes?: {
    readonly nodes: readonly ({ readonly beforeCommit?: CommitWithTexts | null } | null)[] | null
  } | null
}

interface CommitWithTexts {
  readonly checkSuites: {
    readonly nodes:
      | readonly ({ readonly checkRuns: { readonly nodes: readonly (RunText | null)[] | null } | null } | null)[]
      | null
  } | null
}

interface RunText {
  readonly databaseId: number | null
  readonly text: string | null
}

/** What the newest of our runs on all these heads says; null where there is no run, empty where it says nothing. */
export function newestTextOf(pull: HeadsWithTexts): string | null {
  const commits = [
    ...(pull.commits?.nodes ?? []).map((node) => node?.commit),
    ...(pull.forcePushes?.nodes ?? []).map((node) => node?.beforeCommit),
  ]
  const runs = commits
    .flatMap((commit) => commit?.checkSuites?.nodes ?? [])
    .flatMap((suite) => suite?.checkRuns?.nodes ?? [])
    .filter((run): run is RunText => run !== null && run.databaseId !== null)
  const newest = runs.sort((a, b) => (b.databaseId ?? 0) - (a.databaseId ?? 0))[0]
  return newest === undefined ? null : (newest.text ?? '')
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

/** Read just after a write: whether another worker wrote on this head meanwhile. */
export const writtenRunsQuery: GraphqlQuery = {
  name: 'WrittenRuns',
  text: `
query WrittenRuns($owner: String!, $name: String!, $oid: GitObjectID!, $appId: Int!, $checkName: String!) {
  repository(owner: $owner, name: $name) {
    object(oid: $oid) { ...OwnRuns }
  }
}
${ownRunsFragment}`,
}

export interface WrittenRunsAnswer {
  readonly repository: { readonly object: OwnRunsAnswer | null } | null
}
