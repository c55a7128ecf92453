import type { NumberedReference, RepositoryName } from '../../domain/repository.ts'
import type { GraphqlQuery } from '../../github/client.ts'
import { issueFragment, type TargetIssueNode } from './pull-claims.ts'
import { firstPointersFragment, type PullPointersAnswer } from './pull-pointers.ts'

/** References in one query: GitHub resolves a hundred aliases well below its time limit. */
export const referencesPerQuery = 50

/** A branch of a repository, by its short name. */
export interface NamedBranch {
  readonly repository: RepositoryName
  readonly name: string
}

/**
 * Looks up issues or pull requests by number, each under its own alias `r0`, `r1`, …; owner, name and number travel as
 * variables. A repository that the app cannot read answers NOT_FOUND at the alias itself, a number that does not exist
 * NOT_FOUND at its `issueOrPullRequest`. With `branch`, alias `based` counts the open pull requests that have it for their base; with
 * `pointersOf`, alias `pointed` holds the first page of what evidence on that pull request may point at.
 */
export function namedReferencesQuery(
  references: readonly NumberedReference[],
  branch: NamedBranch | null = null,
  pointersOf: NumberedReference | null = null,
): {
  query: GraphqlQuery
  variables: Record<string, unknown>
} {
  const variables: Record<string, unknown> = {}
  const declarations: string[] = []
  const fields: string[] = []
  references.forEach((reference, index) => {
    variables[`owner${index}`] = reference.repository.owner
    variables[`name${index}`] = reference.repository.name
    variables[`number${index}`] = reference.number
    declarations.push(`$owner${index}: String!, $name${index}: String!, $number${index}: Int!`)
    fields.push(`r${index}: repository(owner: $owner${index}, name: $name${index}) {
    issueOrPullRequest(number: $number${index}) {
      __typename
      ... on Issue { ...TargetIssue }
      ... on PullRequest { number pullState: state repository { name owner { login } } }
    }
  }`)
  })
  if (branch !== null) {
    variables.ownerOfBase = branch.repository.owner
    variables.nameOfBase = branch.repository.name
    variables.base = branch.name
    declarations.push('$ownerOfBase: String!, $nameOfBase: String!, $base: String!')
    fields.push(`based: repository(owner: $ownerOfBase, name: $nameOfBase) {
    pullRequests(first: 1, states: OPEN, baseRefName: $base) { totalCount }
  }`)
  }
  if (pointersOf !== null) {
    variables.ownerOfPull = pointersOf.repository.owner
    variables.nameOfPull = pointersOf.repository.name
    variables.pull = pointersOf.number
    declarations.push('$ownerOfPull: String!, $nameOfPull: String!, $pull: Int!')
    fields.push(`pointed: repository(owner: $ownerOfPull, name: $nameOfPull) {
    pullRequest(number: $pull) { ...FirstPointers }
  }`)
  }
  const fragments = pointersOf === null ? issueFragment : `${issueFragment}\n${firstPointersFragment}`
  const text = `query NamedReferences(${declarations.join(', ')}) {\n  ${fields.join('\n  ')}\n}\n${fragments}`
  return { query: { name: 'NamedReferences', text }, variables }
}

export interface NamedReferencesAnswer {
  readonly [alias: `r${number}`]: { readonly issueOrPullRequest: NamedIssue | NamedPull | null } | null
  readonly pointed?: PullPointersAnswer['repository']
  readonly based?: { readonly pullRequests: { readonly totalCount: number } | null } | null
}

export type NamedIssue = TargetIssueNode & { readonly __typename: 'Issue' }

export interface NamedPull {
  readonly __typename: 'PullRequest'
  readonly number: number
  readonly pullState: 'OPEN' | 'CLOSED' | 'MERGED'
  readonly repository: { readonly name: string; readonly owner: { readonly login: string } }
}
