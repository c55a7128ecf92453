import { describe, expect, test } from '@jest/globals'
import { Kind, type OperationDefinitionNode, parse } from 'graphql'
import { type QueryCost, queryCost } from './cost.ts'
import { githubSchema } from './schema.ts'

function priced(query: string, variables: Record<string, unknown> = {}): QueryCost {
  const document = parse(query)
  const operation = document.definitions.find(
    (definition): definition is OperationDefinitionNode => definition.kind === Kind.OPERATION_DEFINITION,
  )
  if (operation === undefined) throw new Error('no operation')
  return queryCost(githubSchema(), document, operation, variables)
}

function pullRequests(below: string, first = 100): string {
  return `{ repository(owner: "o", name: "r") { pullRequests(first: ${first}) { nodes { number ${below} } } } }`
}

describe('points and nodes, as GitHub documents them', () => {
  test.each([
    ['a page of pull requests', pullRequests(''), 1, 1, 100],
    ['with their files', pullRequests('files(first: 100) { nodes { path } }'), 101, 1, 10_100],
    [
      'with labels and closing issues too',
      pullRequests(
        'files(first: 100) { nodes { path } } labels(first: 20) { nodes { name } } ' +
          'closingIssuesReferences(first: 10) { nodes { number } }',
      ),
      301,
      3,
      13_100,
    ],
    [
      'with files and the check runs of the last commit',
      pullRequests(
        'files(first: 100) { nodes { path } } commits(last: 1) { nodes { commit { ' +
          'checkSuites(first: 5) { nodes { checkRuns(first: 5) { nodes { name } } } } } } }',
      ),
      801,
      8,
      13_200,
    ],
    ['a lone object costs one point', '{ repository(owner: "o", name: "r") { object(oid: "x") { oid } } }', 0, 1, 0],
  ])('%s', (_name, query, requests, points, nodes) => {
    expect(priced(query)).toEqual({ requests, points, nodes, refusals: [] })
  })

  test('a connection asked for in two fragments is one connection; two aliases are two', () => {
    const twice = `{ repository(owner: "o", name: "r") { ...a ...b } }
      fragment a on Repository { pullRequests(first: 100) { nodes { files(first: 10) { nodes { path } } } } }
      fragment b on Repository { pullRequests(first: 100) { nodes { number } } }`
    expect(priced(twice).requests).toBe(101)
    const aliased =
      '{ repository(owner: "o", name: "r") { a: labels(first: 1) { totalCount } b: labels(first: 1) { totalCount } } }'
    expect(priced(aliased).requests).toBe(2)
  })

  test('sizes come from variables, and a skipped connection is free', () => {
    const query = `query ($n: Int!, $labels: Boolean!) { repository(owner: "o", name: "r") {
      pullRequests(first: $n) { nodes { labels(first: 20) @include(if: $labels) { nodes { name } } } } } }`
    expect(priced(query, { n: 25, labels: false }).nodes).toBe(25)
    expect(priced(query, { n: 25, labels: true }).nodes).toBe(25 + 500)
  })
})

describe('what GitHub refuses', () => {
  test.each([
    [
      'more than 500,000 nodes',
      pullRequests('closingIssuesReferences(first: 50) { nodes { labels(first: 100) { nodes { name } } } }'),
      'MAX_NODE_LIMIT_EXCEEDED',
      'This query requests up to 505,100 possible nodes which exceeds the maximum limit of 500,000.',
    ],
    [
      'a connection without a size',
      pullRequests('files { nodes { path } }'),
      'MISSING_PAGINATION_BOUNDARIES',
      'You must provide a `first` or `last` value to properly paginate the `files` connection.',
    ],
    [
      'a page over 100',
      pullRequests('', 101),
      'EXCESSIVE_PAGINATION',
      'Requesting 101 records on the `pullRequests` connection exceeds the `first` limit of 100 records.',
    ],
    [
      'an empty page',
      pullRequests('', 0),
      'EXCESSIVE_PAGINATION',
      '`first` on the `pullRequests` connection cannot be less than one.',
    ],
  ])('%s', (_name, query, type, message) => {
    expect(priced(query).refusals).toEqual([expect.objectContaining({ type, message })])
  })
})
