import type { NumberedReference } from '../../domain/repository.ts'
import type { GraphqlQuery } from '../../github/client.ts'

/** Issues in one query. */
export const issuesPerQuery = 50

/** When issues were closed and last edited, each under its own alias `i0`, `i1`, …. */
export function issueTimesQuery(references: readonly NumberedReference[]): {
  readonly query: GraphqlQuery
  readonly variables: Record<string, unknown>
} {
  const variables: Record<string, unknown> = {}
  const declarations = references.map(({ repository, number }, index) => {
    variables[`owner${index}`] = repository.owner
    variables[`name${index}`] = repository.name
    variables[`number${index}`] = number
    return `$owner${index}: String!, $name${index}: String!, $number${index}: Int!`
  })
  const fields = references.map(
    (_, index) => `i${index}: repository(owner: $owner${index}, name: $name${index}) {
    issue(number: $number${index}) { closedAt lastEditedAt }
  }`,
  )
  const text = `query IssueTimes(${declarations.join(', ')}) {\n  ${fields.join('\n  ')}\n}`
  return { query: { name: 'IssueTimes', text }, variables }
}

export interface IssueTimesAnswer {
  readonly [alias: `i${number}`]: {
    readonly issue: { readonly closedAt: string | null; readonly lastEditedAt: string | null } | null
  } | null
}
