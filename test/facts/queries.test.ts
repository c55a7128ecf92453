import { readdirSync } from 'node:fs'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { schema as published } from '@octokit/graphql-schema'
import { buildSchema, type GraphQLSchema, parse, validate } from 'graphql'
import { issueTimesQuery } from '../../src/facts/queries/issue-times.ts'
import { mergedPullsByNumber } from '../../src/facts/queries/merged-pulls.ts'
import { namedReferencesQuery } from '../../src/facts/queries/named-references.ts'
import type { GraphqlQuery } from '../../src/github/client.ts'
import { askingItsCost } from '../../src/github/query-cost.ts'

/** Chart queries have a test of their own, since most of them are built for a number of aliases. */
const files = readdirSync(new URL('../../src/facts/queries/', import.meta.url)).filter(
  (name) => !name.startsWith('chart-'),
)

let schema: GraphQLSchema
const queries: GraphqlQuery[] = []

function isQuery(value: unknown): value is GraphqlQuery {
  return typeof value === 'object' && value !== null && 'text' in value && 'name' in value
}

beforeAll(async () => {
  // The published file defines two fields twice.
  schema = buildSchema(published.idl, { assumeValidSDL: true })
  for (const file of files) {
    const exported = (await import(`../../src/facts/queries/${file}`)) as Record<string, unknown>
    queries.push(...Object.values(exported).filter(isQuery))
  }
  const repository = { owner: 'octo', name: 'repo' }
  const references = [1, 2, 3].map((number) => ({ repository, number }))
  queries.push(namedReferencesQuery(references).query)
  queries.push(mergedPullsByNumber(1), mergedPullsByNumber(3), issueTimesQuery(references).query)
  queries.push(namedReferencesQuery(references, { repository, name: 'main' }, { repository, number: 4 }).query)
})

describe('every query that the app sends', () => {
  test('is found', () => {
    expect(queries.length).toBeGreaterThanOrEqual(12)
  })
  test('is valid by GitHub’s published schema', () => {
    const faults = queries.map(({ name, text }) => [name, validate(schema, parse(text)).map(({ message }) => message)])
    expect(faults.filter(([, messages]) => messages?.length !== 0)).toEqual([])
  })
  test('is sent with the question what it costs, and stays valid', () => {
    const asking = queries.map(({ name, text }) => ({ name, text: askingItsCost(text) }))
    expect(asking.filter(({ text }) => text.split('rateLimit { cost }').length !== 2)).toEqual([])
    expect(asking.flatMap(({ text }) => validate(schema, parse(text)))).toEqual([])
  })
  test('is named in its text as in logs', () => {
    const unnamed = queries.filter(({ name, text }) => !new RegExp(`\\bquery ${name}\\(`).test(text))
    expect(unnamed.map(({ name }) => name)).toEqual([])
  })
})
