import type { GraphqlQuery } from '../../github/client.ts'

/** Comments with their writers, a page at a time from the newest. */
export const commentAuthorsQuery: GraphqlQuery = {
  name: 'CommentAuthors',
  text: `
query CommentAuthors($owner: String!, $name: String!, $number: Int!, $before: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      comments(last: 100, before: $before) {
        pageInfo { hasPreviousPage startCursor }
        nodes { body author { __typename } }
      }
    }
  }
}`,
}

export interface CommentAuthorsAnswer {
  readonly repository: {
    readonly pullRequest: {
      readonly comments: {
        readonly pageInfo: { readonly hasPreviousPage: boolean; readonly startCursor: string | null }
        readonly nodes:
          | readonly ({ readonly body: string; readonly author: { readonly __typename: string } | null } | null)[]
          | null
      }
    } | null
  } | null
}
