import type { GraphqlQuery } from '../../github/client.ts'

const target = 'target { __typename oid ... on Tag { target { __typename oid } } }'
const newestFirst = 'orderBy: { field: TAG_COMMIT_DATE, direction: DESC }'

/**
 * The newest tags with their count, and the index by its blob: enough to tell whether anything was published since the
 * last reading, and all there is to know where a repository has few tags.
 */
export const chartPublications: GraphqlQuery = {
  name: 'chartPublications',
  text: `query chartPublications($owner: String!, $name: String!, $index: String!, $withIndex: Boolean!) {
  repository(owner: $owner, name: $name) {
    tags: refs(refPrefix: "refs/tags/", first: 100, ${newestFirst}) { totalCount nodes { name ${target} } }
    index: object(expression: $index) @include(if: $withIndex) { __typename oid ... on Blob { byteSize } }
  }
}`,
}

/** Single tags by their full names: variables `tag0`, `tag1`, …. Null where there is none. */
export function chartTags(count: number): GraphqlQuery {
  const indexes = upTo(count)
  return {
    name: 'chartTags',
    text: `query chartTags($owner: String!, $name: String!${indexes.map((i) => `, $tag${i}: String!`).join('')}) {
  repository(owner: $owner, name: $name) {
    ${indexes.map((i) => `tag${i}: ref(qualifiedName: $tag${i}) { ${target} }`).join('\n    ')}
  }
}`,
  }
}

/** The newest tags that hold a text: variables `text0`, `text1`, …. GitHub looks for it anywhere in the name. */
export function chartTagsWith(count: number): GraphqlQuery {
  const indexes = upTo(count)
  return {
    name: 'chartTagsWith',
    text: `query chartTagsWith($owner: String!, $name: String!${indexes.map((i) => `, $text${i}: String!`).join('')}) {
  repository(owner: $owner, name: $name) {
    ${indexes
      .map(
        (i) =>
          `tags${i}: refs(refPrefix: "refs/tags/", query: $text${i}, first: 100, ${newestFirst}) { nodes { name } }`,
      )
      .join('\n    ')}
  }
}`,
  }
}

/** Releases by their tags: variables `tag0`, `tag1`, …. */
export function chartReleases(count: number): GraphqlQuery {
  const indexes = upTo(count)
  return {
    name: 'chartReleases',
    text: `query chartReleases($owner: String!, $name: String!${indexes.map((i) => `, $tag${i}: String!`).join('')}) {
  repository(owner: $owner, name: $name) {
    ${indexes.map((i) => `release${i}: release(tagName: $tag${i}) { isDraft tagCommit { oid } }`).join('\n    ')}
  }
}`,
  }
}

function upTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index)
}

/** What a tag stands at; an annotated one stands at a tag object, which stands at the commit. */
export interface TagTarget {
  readonly __typename: string
  readonly oid: string
  readonly target?: { readonly __typename: string; readonly oid: string }
}

export interface IndexBlobNode {
  readonly __typename: string
  readonly oid: string
  readonly byteSize?: number
}

export interface PublicationsAnswer {
  readonly repository: {
    readonly tags: {
      readonly totalCount: number
      readonly nodes: readonly ({ readonly name: string; readonly target: TagTarget | null } | null)[] | null
    } | null
    readonly index?: IndexBlobNode | null
  } | null
}

export interface TagsAnswer {
  readonly repository: Readonly<Record<`tag${number}`, { readonly target: TagTarget | null } | null>> | null
}

export interface TagsWithAnswer {
  readonly repository: Readonly<
    Record<`tags${number}`, { readonly nodes: readonly ({ readonly name: string } | null)[] | null } | null>
  > | null
}

export interface ReleasesAnswer {
  readonly repository: Readonly<
    Record<
      `release${number}`,
      { readonly isDraft: boolean; readonly tagCommit: { readonly oid: string } | null } | null
    >
  > | null
}
