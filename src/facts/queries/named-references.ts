import type { NumberedReference } from '../../domain/repository.ts'
import type { GraphqlQuery } from '../../github/client.ts'
import { issueFragment, type TargetIssueNode } from './pull-claims.ts'

/** References in one query: GitHub resolves a hundred aliases well below its time limit. */
export const referencesPerQuery = 50

/**
 * Looks up issues or pull requests by number, each under its own alias `r0`, `r1`, …; owner, name and number travel as
 * variables. A repository that the app cannot read answers NOT_FOUND at the alias itself, a number that does not exist
 * NOT_FOUND at its `issueOrPullRequest`.
 */
export function namedReferencesQuery(references: readonly NumberedReference[]): {
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
  const text = `query NamedReferences(${declarations.join(', ')}) {\n  ${fields.join('\n  ')}\n}\n${issueFragment}`
  return { query: { name: 'NamedReferences', text }, variables }
}

export type NamedReferencesAnswer = Readonly<
  Record<string, { readonly issueOrPullRequest: NamedIssue | NamedPull | null } | null>
>

export type NamedIssue = TargetIssueNode & { readonly __typename: 'Issue' }

export interface NamedPull {
  readonly __typename: 'PullRequest'
  readonly number: number
  readonly pullState: 'OPEN' | 'CLOSED' | 'MERGED'
  readonly repository: { readonly name: string; readonly owner: { readonly login: string } }
}
