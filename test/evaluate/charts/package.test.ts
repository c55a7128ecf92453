import { describe, expect, test } from '@jest/globals'
import { known } from '../../../src/domain/reading.ts'
import { evaluateCharts } from '../../../src/evaluate/charts/evaluate.ts'
import type { ChartsPolicy, Policy } from '../../../src/policy/policy.ts'
import {
  baseOf,
  type ChartSpec,
  factsOf,
  never,
  plain,
  policyOf,
  seenOf,
  soon,
  type TouchSpec,
  withRules,
} from './facts.ts'

function judge(
  charts: readonly TouchSpec[],
  policy: Policy = policyOf(),
  tips: readonly ChartSpec[] = [{ version: '1.9.93' }],
) {
  const facts = factsOf({ bases: [baseOf('develop', tips)], pulls: [{ number: 1, charts }] })
  return evaluateCharts(facts, policy).get(1)
}

describe('bump-missing', () => {
  const silent: TouchSpec = { version: '1.9.93', chartFileChanged: false, paths: ['templates/a.yaml'] }

  test.each<[string, TouchSpec, Policy, readonly string[]]>([
    ['a template', silent, policyOf(), ['bump-missing: warn']],
    ['a README', { ...silent, paths: ['README.md'] }, policyOf(), ['bump-missing: warn']],
    ['files of ci/', { ...silent, paths: ['ci/values.yaml'] }, policyOf(), ['bump-missing: warn']],
    ['a vendored chart', { ...silent, paths: ['charts/x/Chart.yaml'] }, policyOf(), ['bump-missing: warn']],
    ['a hidden vendored chart', { ...silent, paths: ['charts/_x/Chart.yaml', 'charts/.y'] }, policyOf(), []],
    ['a hidden file of templates', { ...silent, paths: ['templates/.x'] }, policyOf(), []],
    [
      'what .helmignore leaves out',
      { ...silent, paths: ['ci/a', 'README.md'], ignoreFile: known('*.md\nci/') },
      policyOf(),
      [],
    ],
    ['a .helmignore that Helm refuses', { ...silent, ignoreFile: known('**') }, policyOf(), ['bump-missing: warn']],
    ['what the policy leaves out', { ...silent, paths: ['docs/a.md'] }, policyOf({ ignore: ['docs/**'] }), []],
    ['a hidden path of the policy', { ...silent, paths: ['.docs/a'] }, policyOf({ ignore: ['**/a'] }), []],
    [
      'beside it something else',
      { ...silent, paths: ['docs/a', 'b'] },
      policyOf({ ignore: ['docs/**'] }),
      ['bump-missing: warn'],
    ],
    ['a deleted chart', { ...silent, deleted: true }, policyOf(), []],
    ['a placeholder', { ...silent, version: '0.0.0' }, policyOf(), []],
    ['a chart that Helm refuses already', { ...silent, version: '1.9.93.1' }, policyOf(), []],
    ['content that the base has', { ...silent, content: 'client 1.9.93 at the tip' }, policyOf(), []],
    ['a version that is set', { version: '1.9.94' }, policyOf(), []],
    ['with block', silent, withRules({ 'bump-missing': 'block' }), ['bump-missing: block']],
    ['ignored', silent, withRules({ 'bump-missing': 'ignore' }), []],
    ['an unread .helmignore stops no warning', { ...silent, ignoreFile: soon }, policyOf(), []],
    [
      'an unread .helmignore stops a block',
      { ...silent, ignoreFile: soon },
      withRules({ 'bump-missing': 'block' }),
      ['bump-missing: unknown'],
    ],
  ])('%s', (_, touched, policy, rules) => {
    expect(seenOf(judge([touched], policy)).rules).toEqual(rules)
  })

  test('says which file, and gives the line to write', () => {
    const evaluation = judge([{ ...silent, paths: ['values.yaml', 'templates/a.yaml'] }])
    const [finding] = evaluation?.verdict.findings ?? []
    expect(plain(finding?.says ?? [])).toBe('client 1.9.93 changes without a new version; next free is 1.9.94')
    expect(plain(finding?.seen ?? [])).toBe(
      'charts/client/values.yaml and 1 more are part of the package, and the version stays 1.9.93',
    )
    expect(finding?.fixes[0]?.paste).toBe('version: 1.9.94')
    expect(finding?.place).toMatchObject({ path: 'charts/client/Chart.yaml', startLine: 3 })
  })

  test('a chart in the root', () => {
    const touched = { ...silent, directory: '.', paths: ['docs/a'] }
    expect(seenOf(judge([touched], policyOf({ ignore: ['docs/*'] }))).rules).toEqual(['bump-missing: warn'])
  })
})

describe('dependents-unbumped', () => {
  const dependsOn = (path: string) => `dependencies:\n- name: x\n  repository: file://${path}\n`
  const tips: readonly ChartSpec[] = [
    { version: '1.9.93' },
    { name: 'umbrella', version: '3.0.0', more: dependsOn('../client') },
    { name: 'platform', version: '5.0.0', more: dependsOn('../../charts/umbrella/') },
    { name: 'alone', version: '1.0.0', more: dependsOn('/charts/client') },
  ]
  const bumped: TouchSpec = { version: '1.9.94' }
  const own = (name: string, more: Partial<TouchSpec> = {}): TouchSpec => ({ name, version: '9.0.0', ...more })

  test.each<[string, readonly TouchSpec[], string | null]>([
    ['none is bumped', [bumped], 'client is packed by umbrella and 1 more, whose version stays'],
    ['one is', [bumped, own('umbrella')], 'client is packed by platform, whose version stays'],
    ['all are', [bumped, own('umbrella'), own('platform')], null],
    [
      'a change without a bump',
      [{ version: '1.9.93', chartFileChanged: false, paths: ['values.yaml'] }, own('umbrella'), own('platform')],
      null,
    ],
    [
      'one is touched, not bumped',
      [
        bumped,
        { name: 'umbrella', version: '3.0.0', chartFileChanged: false, more: dependsOn('../client') },
        own('platform'),
      ],
      'client is packed by umbrella, whose version stays',
    ],
    [
      'the dependency is taken out',
      [bumped, { name: 'umbrella', version: '3.0.0', before: '3.0.0' }, own('platform')],
      null,
    ],
    ['one cannot be read', [bumped, own('umbrella', { head: soon }), own('platform')], null],
    ['nothing that it packs changes', [{ version: '1.9.93', chartFileChanged: false, paths: ['templates/.x'] }], null],
    ['what the base has already', [{ version: '1.9.93', before: '1.9.92', equalsTip: known(true) }], null],
  ])('%s', (_, charts, expected) => {
    const findings = judge(charts, policyOf(), tips)?.verdict.findings ?? []
    const found = findings.filter(({ rule, claim }) => rule === 'dependents-unbumped' && claim.includes('client'))
    expect(found.map(({ says }) => plain(says))).toEqual(expected === null ? [] : [expected])
  })

  test('names the files to change, as a policy sets it', () => {
    const evaluation = judge([bumped], withRules({ 'dependents-unbumped': 'block' }), tips)
    expect(evaluation?.verdict.findings[0]?.fixes.map(({ how }) => plain(how))).toEqual([
      'Give charts/umbrella/Chart.yaml a new version too.',
      'Give charts/platform/Chart.yaml a new version too.',
    ])
    expect(evaluation?.verdict.kind).toBe('block')
    expect(seenOf(judge([bumped], withRules({ 'dependents-unbumped': 'ignore' }), tips)).rules).toEqual([])
  })

  test('two charts behind it that pack each other end the search', () => {
    const ring: readonly ChartSpec[] = [
      { version: '1.9.93' },
      { name: 'b', version: '3.0.0', more: `${dependsOn('../client')}- repository: file://../c\n  name: c\n` },
      { name: 'c', version: '3.0.0', more: dependsOn('../b') },
    ]
    const findings = judge([bumped], policyOf(), ring)?.verdict.findings ?? []
    expect(findings.map(({ says }) => plain(says))).toEqual(['client is packed by b and 1 more, whose version stays'])
  })

  test('a path from the root of a machine is none of this repository', () => {
    const root: readonly ChartSpec[] = [
      { version: '1.9.93' },
      { name: 'root', directory: '.', version: '3.0.0', more: dependsOn('/charts/client') },
    ]
    expect(seenOf(judge([bumped], policyOf(), root)).rules).toEqual([])
  })

  test('charts that pack each other end the search', () => {
    const ring: readonly ChartSpec[] = [
      { version: '1.9.93', more: dependsOn('../umbrella') },
      { name: 'umbrella', version: '3.0.0', more: dependsOn('../client') },
    ]
    expect(seenOf(judge([bumped], policyOf(), ring)).rules).toEqual(['dependents-unbumped: warn'])
  })
})

describe('app-version', () => {
  const asks = (appVersion: ChartsPolicy['appVersion']): Policy =>
    policyOf({ appVersion, rules: { ...policyOf().charts.rules, 'app-version': 'block' } })

  test.each<[ChartsPolicy['appVersion'], string, string, string, string | null]>([
    ['none', '', '', '1.9.94', null],
    ['required', '', '', '1.9.94', 'client 1.9.94 has no appVersion'],
    ['required', 'appVersion: ""\n', '', '1.9.94', 'client 1.9.94 has no appVersion'],
    ['required', 'appVersion: 2.0\n', '', '1.9.94', null],
    ['equals-version', 'appVersion: 1.9.94\n', '', '1.9.94', null],
    ['equals-version', 'appVersion: v1.9.94\n', '', '1.9.94', 'client 1.9.94 has another appVersion than its version'],
    ['equals-version', '', '', '1.9.94', 'client 1.9.94 has another appVersion than its version'],
    ['bumped-with-version', 'appVersion: 2\n', 'appVersion: 1\n', '1.9.94', null],
    [
      'bumped-with-version',
      'appVersion: 1\n',
      'appVersion: 1\n',
      '1.9.94',
      'client 1.9.94 is a new version with the old appVersion',
    ],
    ['bumped-with-version', '', '', '1.9.94', 'client 1.9.94 is a new version with the old appVersion'],
  ])('%s: %j after %j', (mode, more, before, version, expected) => {
    const findings = judge([{ version, more }], asks(mode), [{ version: '1.9.93', more: before }])?.verdict.findings
    expect(findings?.map(({ says }) => plain(says))).toEqual(expected === null ? [] : [expected])
  })

  test('a Chart.yaml that is written without a bump counts, one that is left alone does not', () => {
    const written: TouchSpec = { version: '1.9.93', before: '1.9.93' }
    expect(seenOf(judge([written], asks('required'))).rules).toContain('app-version: block')
    const left = { ...written, chartFileChanged: false }
    expect(seenOf(judge([left], asks('required'))).rules).not.toContain('app-version: block')
    expect(seenOf(judge([{ ...written, head: never }], asks('required'))).rules).toEqual(['chart-unreadable: unknown'])
  })

  test('a new chart has no old appVersion', () => {
    expect(seenOf(judge([{ version: '0.1.0' }], asks('bumped-with-version'), [])).kind).toBe('pass')
  })

  test('points at its line', () => {
    const [finding] =
      judge([{ version: '1.9.94', more: 'appVersion: 7\n' }], asks('equals-version'))?.verdict.findings ?? []
    expect(finding?.place).toEqual({
      path: 'charts/client/Chart.yaml',
      startLine: 4,
      endLine: 4,
      startColumn: 13,
      endColumn: 13,
    })
    expect(finding?.fixes[0]?.paste).toBe('appVersion: 1.9.94')
  })
})

describe('increment-skips', () => {
  const asked = withRules({ 'increment-skips': 'block' })

  test.each<[string, string, boolean]>([
    ['1.9.93', '1.9.94', true],
    ['1.9.93', '1.10.0', true],
    ['1.9.93', '2.0.0', true],
    ['1.9.93', '1.9.95', false],
    ['1.9.93', '1.11.0', false],
    ['1.9.93', '3.0.0', false],
    ['1.9.93', '1.10.1', false],
    ['1.9.93', '2.1.0', false],
    ['1.9.93', '1.9.94-rc.1', true],
    ['1.9.93', '1.9.95-rc.1', false],
    ['1.9.93', '2.0.0-alpha', true],
    ['2.0.0-rc.1', '2.0.0-rc.7', true],
    ['2.0.0-rc.1', '2.0.0', true],
    ['2.0.0-rc.1', '2.0.1', false],
    ['1.2', '1.3', true],
  ])('from %s to %s: %s', (tip, version, follows) => {
    const evaluation = judge([{ version, written: `"${version}"` }], asked, [{ version: tip, written: `"${tip}"` }])
    const rules = evaluation?.verdict.findings.filter(({ rule }) => rule === 'increment-skips') ?? []
    expect(rules.map(({ severity }) => severity)).toEqual(follows ? [] : ['block'])
  })

  test('numbers of others are no gap', () => {
    const pulls = ['1.9.94', '1.9.95', '1.9.97'].map((version, index) => ({ number: index + 1, charts: [{ version }] }))
    const all = evaluateCharts(factsOf({ pulls }), asked)
    expect([1, 2, 3].map((number) => seenOf(all.get(number)).kind)).toEqual(['pass', 'pass', 'block'])
    expect(seenOf(all.get(3)).title).toBe('client 1.9.97 skips numbers after 1.9.93; next free is 1.9.96')
  })

  test.each<[string, string, string]>([
    ['1.10.0', '1.10.1', 'pass'],
    ['1.10.0', '1.10.2', 'block'],
    ['2.0.0', '2.1.0', 'pass'],
    ['2.0.0', '2.2.0', 'block'],
    ['2.0.0', '3.0.0', 'pass'],
    ['2.0.0', '4.0.0', 'block'],
  ])('beside an open claim on %s, %s: %s', (claimed, version, expected) => {
    const pulls = [claimed, version].map((one, index) => ({ number: index + 1, charts: [{ version: one }] }))
    expect(seenOf(evaluateCharts(factsOf({ pulls }), asked).get(2)).kind).toBe(expected)
  })

  test('is not asked for by default, nor of a new chart', () => {
    expect(seenOf(judge([{ version: '1.9.99' }])).rules).toEqual([])
    expect(seenOf(judge([{ version: '1.9.99' }], asked, [])).rules).toEqual([])
  })
})
