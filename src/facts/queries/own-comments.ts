import type { GraphqlQuery } from '../../github/client.ts'

/** Which of the newest comments are the app's own: no texts, so that long threads cost nothing. */
export const commentHeadsFragment = `
fragment CommentHeads on PullRequest {
  commentHeads: comments(last: 100) {
    pageInfo { hasPreviousPage startCursor }
    nodes { id viewerDidAuthor }
  }
}`

export interface CommentHeadsAnswer {
  readonly commentHeads: CommentHeads | null
}

export interface CommentHeads {
  readonly pageInfo: { readonly hasPreviousPage: boolean; readonly startCursor: string | null }
  readonly nodes: readonly ({ readonly id: string; readonly viewerDidAuthor: boolean } | null)[] | null
}

/** Older comments, a page at a time. */
export const commentHeadsPageQuery: GraphqlQuery = {
  name: 'CommentHeadsPage',
  text: `
query CommentHeadsPage($owner: String!, $name: String!, $number: Int!, $before: String) {
  repository(owner: $owner, name: $name) {
    databaseId
    pullRequest(number: $number) {
      commentHeads: comments(last: 100, before: $before) {
        pageInfo { hasPreviousPage startCursor }
        nodes { id viewerDidAuthor }
      }
    }
  }
}`,
}

export interface CommentHeadsPageAnswer {
  readonly repository: {
    readonly databaseId: number | null
    readonly pullRequest: CommentHeadsAnswer | null
  } | null
}

/** Texts of the app's own comments, and who touched them last. */
export const ownCommentsQuery: GraphqlQuery = {
  name: 'OwnComments',
  text: `
query OwnComments($owner: String!, $name: String!, $ids: [ID!]!) {
  repository(owner: $owner, name: $name) { databaseId }
  nodes(ids: $ids) {
    ... on IssueComment {
      databaseId
      body
      updatedAt
      author { __typename login }
      editor { __typename login }
    }
  }
}`,
}

export interface OwnCommentsAnswer {
  readonly repository: { readonly databaseId: number | null } | null
  readonly nodes: readonly (OwnCommentNode | Record<string, never> | null)[]
}

export interface OwnCommentNode {
  readonly databaseId: number | null
  readonly body: string
  readonly updatedAt: string
  readonly author: { readonly __typename: string; readonly login: string } | null
  readonly editor: { readonly __typename: string; readonly login: string } | null
}
