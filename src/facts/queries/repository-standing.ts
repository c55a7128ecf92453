import type { GraphqlQuery } from '../../github/client.ts'

/** What an installation is looked at for: the default branch, its merge queue, and the organisation's policy repository. */
export const repositoryStandingQuery: GraphqlQuery = {
  name: 'RepositoryStanding',
  text: `
query RepositoryStanding($owner: String!, $name: String!) {
  repository(owner: $owner, name: $name) { defaultBranchRef { name } mergeQueue { id } }
  organisation: repository(owner: $owner, name: ".github") { id }
}`,
}

export interface RepositoryStandingAnswer {
  readonly repository: {
    readonly defaultBranchRef: { readonly name: string } | null
    /** Of the default branch; null beside an error where it may not be read. */
    readonly mergeQueue: { readonly id: string } | null
  } | null
  readonly organisation: { readonly id: string } | null
}
