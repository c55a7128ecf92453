import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { parse } from 'yaml'
import { chartRuleIds, issueRuleIds } from '../../src/domain/finding.ts'
import { publishedSchemas } from './published-schemas.ts'

const file = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

test.each(publishedSchemas())(
  '$path is what the app validates with (write it: npx tsx scripts/write-schemas.ts)',
  ({ path, text }) => {
    expect(JSON.parse(file(path))).toEqual(JSON.parse(text))
  },
)

const isPolicy = new Ajv2020({ strict: false }).compile(JSON.parse(file('schema/claimwarden.schema.json')))

describe('the schema of the policy', () => {
  test('takes an empty file and every default as the reference page shows it', () => {
    const [, shown = ''] = /```yaml\n([\s\S]*?)```/.exec(file('docs/policy.md')) ?? []
    expect(isPolicy({})).toBe(true)
    expect(isPolicy(parse(shown))).toBe(true)
  })

  test.each([
    ['an unknown key', { isues: {} }],
    ['a value that is none', { mode: 'obsrve' }],
    ['an unknown rule', { issues: { rules: { 'acceptance-unmett': 'warn' } } }],
    ['a severity that is none', { issues: { rules: { 'acceptance-unmet': 'error' } } }],
    ['a rule that no policy sets', { charts: { rules: { 'chart-unreadable': 'ignore' } } }],
  ])('marks %s', (_, policy) => {
    expect(isPolicy(policy)).toBe(false)
  })
})

test('the schema of findings knows every rule', () => {
  const { properties } = JSON.parse(file('schema/finding.schema.json')) as {
    properties: { rule: { enum: readonly string[] } }
  }
  expect(properties.rule.enum).toEqual([...issueRuleIds, ...chartRuleIds, 'policy-file'])
})

test('the reference page gives the line by which an editor finds the schema', () => {
  const { $id } = JSON.parse(file('schema/claimwarden.schema.json')) as { $id: string }
  expect(file('docs/policy.md')).toContain(`# yaml-language-server: $schema=${$id}`)
})
