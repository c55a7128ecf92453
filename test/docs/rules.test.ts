import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { chartRuleIds, issueRuleIds, type RuleId } from '../../src/domain/finding.ts'
import { chartSeverities, issueSeverities, unconfigurableRules } from '../../src/policy/default-severities.ts'

const page = readFileSync(new URL('../../docs/rules.md', import.meta.url), 'utf8')
const sections = new Map(
  page
    .split(/^### /m)
    .slice(1)
    .map((section) => [section.split('\n', 1)[0]?.replaceAll('`', '') ?? '', section.split(/^## /m, 1)[0] ?? '']),
)
const standard: Readonly<Record<RuleId, string>> = { ...issueSeverities.standard, ...chartSeverities.standard }
const strict: Readonly<Record<RuleId, string>> = { ...issueSeverities.strict, ...chartSeverities.strict }

test('the page has every rule, in the order of the code, and no other', () => {
  expect([...sections.keys()]).toEqual([...issueRuleIds, ...chartRuleIds])
})

describe.each([...issueRuleIds, ...chartRuleIds])('%s', (rule) => {
  const section = sections.get(rule) ?? ''

  test('has its default as it is', () => {
    const [, shown = ''] = /^Default: (.*)\.$/m.exec(section) ?? []
    const isFixed = unconfigurableRules.some((one) => one === rule)
    if (isFixed) return expect(shown).toBe('always `unknown`; no policy sets it')
    const harder = strict[rule] === standard[rule] ? '' : `; with preset strict \`${strict[rule]}\``
    const asked = rule === 'app-version' ? '; `block` as soon as `charts.app-version` asks for something' : ''
    return expect(shown).toBe(`\`${standard[rule]}\`${harder}${asked}`)
  })

  test('says what it says, and shows an example', () => {
    const paragraphs = section.split('\n\n').slice(2)
    expect(paragraphs[0]).toMatch(/^[A-Z`][\s\S]{40,}\.$/)
    expect(paragraphs[1]).toMatch(/^Example: [\s\S]{30,}\.\n*$/)
  })
})
