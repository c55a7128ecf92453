import { describe, expect, test } from '@jest/globals'
import { evaluateCharts } from '../../../src/evaluate/charts/evaluate.ts'
import type { Policy } from '../../../src/policy/policy.ts'
import { baseOf, factsOf, type PullSpec, policyOf, seenOf, soon, withRules } from './facts.ts'

const behind: PullSpec = { number: 1, charts: [{ version: '1.9.92', before: '1.9.91' }] }

function judge(pulls: readonly PullSpec[], policy: Policy, tip = '1.9.93') {
  return evaluateCharts(factsOf({ bases: [baseOf('develop', [{ version: tip }])], pulls }), policy)
}

describe('what is judged', () => {
  test.each<[string, Policy, PullSpec, string]>([
    [
      'a base outside the policy',
      policyOf({}, { bases: ['release/**'] }),
      behind,
      'Chart versions are not judged on develop',
    ],
    [
      'an exempt author',
      policyOf({}, { exemptAuthors: ['Author-1'] }),
      behind,
      'Chart versions of author-1 are not judged: an exempt author',
    ],
    [
      'an exempt bot',
      policyOf({}, { exemptAuthors: ['renovate[bot]'] }),
      { ...behind, author: 'renovate[bot]' },
      'Chart versions of renovate[bot] are not judged: an exempt author',
    ],
    [
      'an exempt author that cannot be read',
      policyOf({}, { exemptAuthors: ['author-1'] }),
      { number: 1, charts: soon },
      'Chart versions of author-1 are not judged: an exempt author',
    ],
    ['an excluded directory', policyOf({ exclude: ['charts/cl*'] }), behind, 'No chart touched'],
    [
      'an excluded tree with dots',
      policyOf({ exclude: ['**/fixtures/**'] }),
      { number: 1, charts: [{ version: '1.9.92', before: '1.9.91', directory: '.github/fixtures/client' }] },
      'No chart touched',
    ],
  ])('%s passes and says so', (_, policy, pull, title) => {
    expect(seenOf(judge([pull], policy).get(1))).toEqual({ kind: 'pass', title, rules: [] })
  })

  test.each<[string, Policy, PullSpec]>([
    ['a base inside the policy', policyOf({}, { bases: ['release/**', 'dev*'] }), behind],
    ['a base with slashes', policyOf({}, { bases: ['**'] }), behind],
    [
      'a login that the brackets would match as a glob',
      policyOf({}, { exemptAuthors: ['renovate[bot]'] }),
      { ...behind, author: 'renovateb' },
    ],
    ['a deleted account', policyOf({}, { exemptAuthors: ['ghost'] }), { ...behind, author: null }],
    ['another directory', policyOf({ exclude: ['charts/other'] }), behind],
  ])('%s is judged', (_, policy, pull) => {
    expect(seenOf(judge([pull], policy).get(1)).kind).toBe('block')
  })

  test('claims of an exempt author count for others', () => {
    const pulls: readonly PullSpec[] = [
      { number: 1, charts: [{ version: '1.9.94' }] },
      { number: 2, charts: [{ version: '1.9.94' }] },
    ]
    expect(seenOf(judge(pulls, policyOf({}, { exemptAuthors: ['author-1'] })).get(2)).kind).toBe('block')
  })
})

describe('severities', () => {
  const collision: readonly PullSpec[] = [
    { number: 1, charts: [{ version: '1.9.94' }] },
    { number: 2, charts: [{ version: '1.9.94' }] },
  ]

  test.each<[string, Policy, readonly PullSpec[], number, string, string, readonly string[]]>([
    [
      'behind',
      withRules({ 'version-not-ahead': 'warn' }),
      [behind],
      1,
      'pass',
      'client 1.9.92 is behind develop, which has 1.9.93; next free is 1.9.94',
      ['version-not-ahead: warn'],
    ],
    [
      'behind',
      withRules({ 'version-not-ahead': 'ignore' }),
      [behind],
      1,
      'pass',
      'client 1.9.92 is claimed, not ahead of develop',
      [],
    ],
    [
      'swallowed',
      withRules({ 'bump-swallowed': 'note' }),
      [{ number: 1, charts: [{ version: '1.9.93', before: '1.9.92' }] }],
      1,
      'pass',
      'client 1.9.93 is taken on develop already; next free is 1.9.94',
      ['bump-swallowed: note'],
    ],
    [
      'collision',
      withRules({ 'version-collision': 'warn' }),
      collision,
      2,
      'pass',
      'client 1.9.94 is held by #1; next free is 1.9.95',
      ['version-collision: warn'],
    ],
    ['collision', withRules({ 'version-collision': 'ignore' }), collision, 2, 'pass', 'client 1.9.94 is free', []],
    [
      'invalid',
      withRules({ 'version-invalid': 'ignore' }),
      [{ number: 1, charts: [{ version: '1.2.3.4' }] }],
      1,
      'pass',
      'No chart version claimed',
      [],
    ],
    [
      'loose',
      withRules({ 'version-invalid': 'note' }),
      [{ number: 1, charts: [{ version: 'v1.9.94' }] }],
      1,
      'pass',
      'client v1.9.94 is free',
      ['version-invalid: note'],
    ],
  ])('%s as the policy says', (_, policy, pulls, number, kind, title, rules) => {
    expect(seenOf(judge(pulls, policy).get(number))).toEqual({ kind, title, rules })
  })
})

describe('identity: exact', () => {
  const exact = policyOf({ identity: 'exact' })
  const up = (number: number, version: string): PullSpec => ({ number, charts: [{ version, before: '109.0.0' }] })

  test('other metadata is another version, with a warning about the order', () => {
    const evaluations = judge([up(1, '109.0.1+up1.0.2'), up(2, '109.0.1+up1.0.3')], exact, '109.0.0')
    expect(seenOf(evaluations.get(2))).toEqual({
      kind: 'pass',
      title: 'client 109.0.1+up1.0.3 is in order equal to 109.0.1+up1.0.2 of #1',
      rules: ['version-collision: warn'],
    })
    expect(seenOf(evaluations.get(1)).kind).toBe('pass')
  })

  test('the same text collides', () => {
    const evaluations = judge([up(1, '109.0.1+up1.0.2'), up(2, '109.0.1+up1.0.2')], exact, '109.0.0')
    expect(seenOf(evaluations.get(2)).kind).toBe('block')
  })

  test('equal in order to the tip is a warning, the same text is swallowed', () => {
    expect(seenOf(judge([up(1, '109.0.1+up1.0.3')], exact, '109.0.1+up1.0.2').get(1))).toMatchObject({
      kind: 'pass',
      rules: ['version-not-ahead: warn'],
    })
    expect(seenOf(judge([up(1, '109.0.1+up1.0.2')], exact, '109.0.1+up1.0.2').get(1)).rules).toEqual([
      'bump-swallowed: block',
    ])
  })

  test('by precedence both are one version', () => {
    const evaluations = judge([up(1, '109.0.1+up1.0.2'), up(2, '109.0.1+up1.0.3')], policyOf(), '109.0.0')
    expect(seenOf(evaluations.get(2)).kind).toBe('block')
  })
})
