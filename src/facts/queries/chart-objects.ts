import type { GraphqlQuery } from '../../github/client.ts'

const blobFields = '... on Blob { oid byteSize isBinary isTruncated text }'

/**
 * Chart.yaml and directory of charts at commits. For each index: `commit` asks whether the commit is here at all (a
 * null file alone would not tell "no such file" from "no such commit yet"), `file` is the Chart.yaml, `directory` its
 * tree, whose entry tells a symbolic link. Expressions are `<40-hex>:path` and travel as variables.
 */
export function chartsAtCommits(count: number): GraphqlQuery {
  const indexes = upTo(count)
  const variables = indexes.map((i) => `, $commit${i}: GitObjectID!, $file${i}: String!, $directory${i}: String!`)
  return {
    name: 'chartsAtCommits',
    text: `query chartsAtCommits($owner: String!, $name: String!${variables.join('')}) {
  repository(owner: $owner, name: $name) {
    ${indexes
      .map(
        (i) => `commit${i}: object(oid: $commit${i}) { oid }
    file${i}: object(expression: $file${i}) { __typename ${blobFields} }
    directory${i}: object(expression: $directory${i}) { oid ... on Tree { entries { name mode oid } } }`,
      )
      .join('\n    ')}
  }
}`,
  }
}

/** Blobs by id: variables `blob0`, `blob1`, …. */
export function chartBlobs(count: number): GraphqlQuery {
  const indexes = upTo(count)
  return {
    name: 'chartBlobs',
    text: `query chartBlobs($owner: String!, $name: String!${indexes.map((i) => `, $blob${i}: GitObjectID!`).join('')}) {
  repository(owner: $owner, name: $name) {
    ${indexes.map((i) => `blob${i}: object(oid: $blob${i}) { __typename ${blobFields} }`).join('\n    ')}
  }
}`,
  }
}

/** Entries of trees by id: variables `tree0`, `tree1`, …. For repositories too large for one recursive listing. */
export function chartTrees(count: number): GraphqlQuery {
  const indexes = upTo(count)
  return {
    name: 'chartTrees',
    text: `query chartTrees($owner: String!, $name: String!${indexes.map((i) => `, $tree${i}: GitObjectID!`).join('')}) {
  repository(owner: $owner, name: $name) {
    ${indexes
      .map(
        (i) =>
          `tree${i}: object(oid: $tree${i}) { ...ChartTreeEntries ... on Commit { tree { ...ChartTreeEntries } } }`,
      )
      .join('\n    ')}
  }
}
fragment ChartTreeEntries on Tree { oid entries { name type mode oid } }`,
  }
}

/** Ids of the same paths at two commits: expressions `here0`, `there0`, …. Null where a path does not exist. */
export function chartPathOids(count: number): GraphqlQuery {
  const indexes = upTo(count)
  return {
    name: 'chartPathOids',
    text: `query chartPathOids($owner: String!, $name: String!${indexes.map((i) => `, $here${i}: String!, $there${i}: String!`).join('')}) {
  repository(owner: $owner, name: $name) {
    ${indexes
      .map(
        (i) => `here${i}: object(expression: $here${i}) { oid }\n    there${i}: object(expression: $there${i}) { oid }`,
      )
      .join('\n    ')}
  }
}`,
  }
}

function upTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index)
}

export interface BlobNode {
  readonly __typename: string
  readonly oid?: string
  readonly byteSize?: number
  readonly isBinary?: boolean | null
  readonly isTruncated?: boolean
  readonly text?: string | null
}

export interface DirectoryNode {
  readonly oid: string
  /** Absent when it is no tree. */
  readonly entries?: readonly { readonly name: string; readonly mode: number; readonly oid: string }[] | null
}

export type ChartsAtCommitsAnswer = Answer<
  Readonly<Record<`commit${number}`, { readonly oid: string } | null>> &
    Readonly<Record<`file${number}`, BlobNode | null>> &
    Readonly<Record<`directory${number}`, DirectoryNode | null>>
>

export type ChartBlobsAnswer = Answer<Readonly<Record<`blob${number}`, BlobNode | null>>>

export interface TreeNode {
  readonly oid?: string
  readonly entries?: readonly TreeEntryNode[] | null
}

export interface TreeEntryNode {
  readonly name: string
  readonly type: string
  readonly mode: number
  readonly oid: string
}

/** A tree, or a commit with its tree. */
export type TreeAnswerNode = TreeNode & { readonly tree?: TreeNode }

export type ChartTreesAnswer = Answer<Readonly<Record<`tree${number}`, TreeAnswerNode | null>>>

export type ChartPathOidsAnswer = Answer<
  Readonly<Record<`here${number}` | `there${number}`, { readonly oid: string } | null>>
>

interface Answer<T> {
  readonly repository: T | null
}
