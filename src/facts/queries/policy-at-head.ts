import type { GraphqlQuery } from '../../github/client.ts'
import { policyPath } from '../../policy/path.ts'
import { type OwnRunsAnswer, ownRunsFragment } from './own-runs.ts'
import type { PolicyBlob } from './policy.ts'

/** The policy file as a pull request leaves it, and our newest run of `claims/policy` there. */
export const policyAtHeadQuery: GraphqlQuery = {
  name: 'PolicyAtHead',
  text: `
query PolicyAtHead($owner: String!, $name: String!, $number: Int!, $appId: Int!, $checkName: String!) {
  repository(owner: $owner, name: $name) {
    defaultBranchRef { name }
    pullRequest(number: $number) {
      state
      headRefOid
      baseRefName
      baseRef { target { oid } }
      commits(last: 1) {
        nodes {
          commit {
            oid
            file(path: "${policyPath}") { object { ... on Blob { oid byteSize isBinary } } }
            ...OwnRuns
          }
        }
      }
    }
  }
}
${ownRunsFragment}`,
}

/** `not-a-file` is the empty object that GitHub answers for a directory or a submodule. */
export type PolicyEntry = { readonly object: PolicyBlob | Record<string, never> | null } | null

export interface PolicyAtHeadAnswer {
  readonly repository: {
    readonly defaultBranchRef: { readonly name: string } | null
    readonly pullRequest: {
      readonly state: string
      readonly headRefOid: string
      readonly baseRefName: string
      readonly baseRef: { readonly target: { readonly oid: string } | null } | null
      readonly commits: {
        readonly nodes:
          | readonly ({
              readonly commit: OwnRunsAnswer & { readonly oid: string; readonly file?: PolicyEntry }
            } | null)[]
          | null
      }
    } | null
  } | null
}

/** The git id of the policy file at one commit; `expression` is `<oid>:<path>`. */
export const policyEntryQuery: GraphqlQuery = {
  name: 'PolicyEntry',
  text: `
query PolicyEntry($owner: String!, $name: String!, $expression: String!) {
  repository(owner: $owner, name: $name) { object(expression: $expression) { oid } }
}`,
}

export interface PolicyEntryAnswer {
  readonly repository: { readonly object: { readonly oid: string } | null } | null
}
