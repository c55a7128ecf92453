import type { GraphqlQuery } from '../../github/client.ts'
import type { Connection } from './pull-claims.ts'

/** For `PointedFiles`, `PointedCommits` and `PointedContexts`. */
const pointedFragments = `
fragment PointedFiles on PullRequestChangedFileConnection {
  totalCount
  pageInfo { hasNextPage endCursor }
  nodes { path }
}
fragment PointedCommits on PullRequestCommitConnection {
  totalCount
  pageInfo { hasNextPage endCursor }
  nodes { commit { oid } }
}
fragment PointedContexts on StatusCheckRollupContextConnection {
  totalCount
  pageInfo { hasNextPage endCursor }
  nodes { __typename ... on CheckRun { name detailsUrl } ... on StatusContext { context } }
}`

/** The first page of everything, as part of another query. */
export const firstPointersFragment = `
fragment FirstPointers on PullRequest {
  files(first: 100) { ...PointedFiles }
  commits(first: 100) { ...PointedCommits }
  head: commits(last: 1) { nodes { commit { statusCheckRollup { contexts(first: 100) { ...PointedContexts } } } } }
}
${pointedFragments}`

/** What an attestation's evidence may point at: changed files, commits, and checks at the head. */
export const pullPointersQuery: GraphqlQuery = {
  name: 'PullPointers',
  text: `
query PullPointers(
  $owner: String!, $name: String!, $number: Int!
  $files: String, $commits: String, $withFiles: Boolean!, $withCommits: Boolean!, $contexts: String, $withContexts: Boolean!
) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      files(first: 100, after: $files) @include(if: $withFiles) { ...PointedFiles }
      commits(first: 100, after: $commits) @include(if: $withCommits) { ...PointedCommits }
      head: commits(last: 1) @include(if: $withContexts) {
        nodes { commit { statusCheckRollup { contexts(first: 100, after: $contexts) { ...PointedContexts } } } }
      }
    }
  }
}
${pointedFragments}`,
}

export interface PullPointersAnswer {
  readonly repository: {
    readonly pullRequest: {
      readonly files?: Connection<{ readonly path: string }> | null
      readonly commits?: Connection<{ readonly commit: { readonly oid: string } }>
      readonly head?: {
        readonly nodes:
          | readonly ({
              readonly commit: {
                readonly statusCheckRollup: { readonly contexts: Connection<ContextNode> } | null
              }
            } | null)[]
          | null
      }
    } | null
  } | null
}

export type ContextNode =
  | { readonly __typename: 'CheckRun'; readonly name: string; readonly detailsUrl: string | null }
  | { readonly __typename: 'StatusContext'; readonly context: string }
