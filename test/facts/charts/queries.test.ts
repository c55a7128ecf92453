import { describe, expect, test } from '@jest/globals'
import { schema as published } from '@octokit/graphql-schema'
import { buildSchema, parse, validate } from 'graphql'
import * as activity from '../../../src/facts/queries/chart-activity.ts'
import * as history from '../../../src/facts/queries/chart-history.ts'
import * as objects from '../../../src/facts/queries/chart-objects.ts'
import * as publications from '../../../src/facts/queries/chart-publications.ts'
import * as pulls from '../../../src/facts/queries/chart-pulls.ts'
import type { GraphqlQuery } from '../../../src/github/client.ts'
import { askingItsCost } from '../../../src/github/query-cost.ts'

// The published file defines two fields twice.
const schema = buildSchema(published.idl, { assumeValidSDL: true })

function isBuilder(value: unknown): value is (count: number) => GraphqlQuery {
  return typeof value === 'function'
}

const queries = Object.entries({ ...pulls, ...objects, ...history, ...activity, ...publications }).flatMap(
  ([name, value]): [string, GraphqlQuery][] =>
    isBuilder(value)
      ? [
          [`${name}(1)`, value(1)],
          [`${name}(3)`, value(3)],
        ]
      : [[name, value]],
)

describe('queries for chart facts', () => {
  test('all are found', () => {
    expect(queries).toHaveLength(4 + 13 * 2)
  })

  test.each(queries)('%s is valid by GitHub’s schema', (_, query) => {
    expect(validate(schema, parse(query.text)).map(({ message }) => message)).toEqual([])
  })

  test.each(queries)('%s is sent with the question what it costs, and stays valid', (_, query) => {
    const text = askingItsCost(query.text)
    expect(text.split('rateLimit { cost }')).toHaveLength(2)
    expect(validate(schema, parse(text))).toEqual([])
  })

  test.each(queries)('%s is named in its text as in logs', (_, query) => {
    expect(query.text).toContain(`query ${query.name}(`)
  })
})
