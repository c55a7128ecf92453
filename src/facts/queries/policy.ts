import type { GraphqlQuery } from '../../github/client.ts'
import { policyPath } from '../../policy/path.ts'

/** The policy file of a repository's default branch, by its blob: size first, the text only when it is needed. */
export const policyFragment = `
fragment PolicyFile on Repository {
  defaultBranchRef {
    name
    target {
      oid
      ... on Commit { file(path: "${policyPath}") { object { ... on Blob { oid byteSize isBinary } } } }
    }
  }
}`

export interface PolicyFileAnswer {
  readonly defaultBranchRef: {
    readonly name: string
    readonly target: {
      readonly oid: string
      readonly file?: { readonly object: PolicyBlob | Record<string, never> | null } | null
    } | null
  } | null
}

export interface PolicyBlob {
  readonly oid: string
  readonly byteSize: number
  readonly isBinary: boolean | null
}

/** The policies that may apply to a repository: its own and its organisation's. */
export const policyQuery: GraphqlQuery = {
  name: 'PolicyFiles',
  text: `
query PolicyFiles($owner: String!, $name: String!) {
  repository(owner: $owner, name: $name) { ...PolicyFile }
  organisation: repository(owner: $owner, name: ".github") { ...PolicyFile }
}
${policyFragment}`,
}

export interface PolicyQueryAnswer {
  readonly repository: PolicyFileAnswer | null
  readonly organisation: PolicyFileAnswer | null
}

export const policyTextQuery: GraphqlQuery = {
  name: 'PolicyText',
  text: `
query PolicyText($owner: String!, $name: String!, $oid: GitObjectID!) {
  repository(owner: $owner, name: $name) { object(oid: $oid) { ... on Blob { text isTruncated } } }
}`,
}

export interface PolicyTextAnswer {
  readonly repository: {
    readonly object: { readonly text: string | null; readonly isTruncated: boolean } | null
  } | null
}
