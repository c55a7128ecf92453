import { describe, expect, test } from '@jest/globals'
import type { MergeGroupFacts } from '../../../src/domain/charts-facts.ts'
import { known } from '../../../src/domain/reading.ts'
import { evaluateMergeGroup } from '../../../src/evaluate/charts/evaluate.ts'
import { chartAt, policyOf, pullOf, readAt, seenOf, soon, type TouchSpec, withRules } from './facts.ts'

function groupOf(chart: TouchSpec, parent: string, rest: Partial<MergeGroupFacts> = {}): MergeGroupFacts {
  return {
    repository: { owner: 'tracebloc', name: 'client' },
    readAt,
    headSha: 'head of the group',
    baseSha: 'parent of the group',
    baseRefName: 'main',
    pulls: [{ number: 951, pull: known(pullOf({ number: 951, base: 'main', charts: [chart] })) }],
    parentCharts: known([chartAt({ version: parent })]),
    ...rest,
  }
}

/** `v1.9.94` is a warning by itself. */
function withoutStyle({ rules, ...seen }: ReturnType<typeof seenOf>) {
  return { ...seen, rules: rules.filter((rule) => rule !== 'version-invalid: warn') }
}

const judge = (facts: MergeGroupFacts, policy = policyOf()) => evaluateMergeGroup(facts, policy).get(951)

describe('a group of a merge queue', () => {
  test.each<[string, TouchSpec, string, string, string, readonly string[]]>([
    ['ahead of the groups before it', { version: '1.9.94' }, '1.9.93', 'pass', 'client 1.9.94 is ahead of main', []],
    [
      'a number that a group before it takes',
      { version: '1.9.94', before: '1.9.93' },
      '1.9.94',
      'block',
      'client 1.9.94 is taken on main already; next free is 1.9.95',
      ['bump-swallowed: block'],
    ],
    [
      'the same tree as a group before it',
      { version: '1.9.94', before: '1.9.93', content: 'client 1.9.94 at the tip' },
      '1.9.94',
      'pass',
      'client 1.9.94 is on main already, with the same content',
      [],
    ],
    [
      'overtaken by a group before it',
      { version: '1.9.94', before: '1.9.93' },
      '1.9.95',
      'block',
      'client 1.9.94 is behind main, which has 1.9.95; next free is 1.9.96',
      ['version-not-ahead: block'],
    ],
    [
      'no claim',
      { version: '1.9.93', before: '1.9.93', chartFileChanged: false, content: 'client 1.9.94 at the tip' },
      '1.9.94',
      'pass',
      'No chart version claimed',
      [],
    ],
  ])('%s', (_, chart, parent, kind, title, rules) => {
    expect(seenOf(judge(groupOf(chart, parent)))).toEqual({ kind, title, rules })
  })

  test.each<[string, Partial<MergeGroupFacts>]>([
    ['its pull request', { pulls: [{ number: 951, pull: soon }] }],
    ['the charts of the groups before it', { parentCharts: soon }],
  ])('unknown while %s could not be read', (_, rest) => {
    const evaluation = judge(groupOf({ version: '1.9.94' }, '1.9.93', rest))
    expect(evaluation?.verdict).toMatchObject({ kind: 'unknown', retry: 'may-cure' })
  })

  describe('of several pull requests', () => {
    const both = (first: TouchSpec, second: TouchSpec, parent = '1.9.93') =>
      groupOf(first, parent, {
        pulls: [951, 922].map((number, index) => {
          const charts = [index === 0 ? first : second]
          return { number, pull: known(pullOf({ number, base: 'main', charts })) }
        }),
      })
    const warned = (other: number) => ({
      kind: 'pass',
      title: `client 1.9.94 is also set by #${other} of this group: they ship once`,
      rules: ['version-collision: warn'],
    })
    const ahead = (version: string) => ({ kind: 'pass', title: `client ${version} is ahead of main`, rules: [] })

    test.each<[string, TouchSpec, TouchSpec, object, object]>([
      ['at one version, both are warned', { version: '1.9.94' }, { version: '1.9.94' }, warned(922), warned(951)],
      [
        'at one version in another spelling, both are warned',
        { version: '1.9.94' },
        { version: 'v1.9.94' },
        warned(922),
        { ...warned(951), title: 'client v1.9.94 is also set by #951 of this group: they ship once' },
      ],
      ['at two versions', { version: '1.9.94' }, { version: '1.9.95' }, ahead('1.9.94'), ahead('1.9.95')],
      [
        'with the same content',
        { version: '1.9.94', content: 'same' },
        { version: '1.9.94', content: 'same' },
        ahead('1.9.94'),
        ahead('1.9.94'),
      ],
      [
        'of two charts',
        { version: '1.9.94' },
        { name: 'server', version: '1.9.94' },
        ahead('1.9.94'),
        { ...ahead(''), title: 'server 1.9.94 is ahead of main' },
      ],
    ])('%s', (_, first, second, seenOfFirst, seenOfSecond) => {
      const judged = evaluateMergeGroup(both(first, second), policyOf())
      expect([seenOf(judged.get(951)), seenOf(judged.get(922))].map(withoutStyle)).toEqual([seenOfFirst, seenOfSecond])
    })

    test('each is blocked by the groups before, and a blocked one is nobody’s company', () => {
      const facts = both({ version: '1.9.94', before: '1.9.93' }, { version: '1.9.94', before: '1.9.93' }, '1.9.94')
      const judged = evaluateMergeGroup(facts, policyOf())
      for (const number of [951, 922]) expect(seenOf(judged.get(number)).rules).toEqual(['bump-swallowed: block'])
    })

    test('one stacked on the other shares its claim', () => {
      const charts = [{ version: '1.9.94' }]
      const pulls = [
        { number: 951, pull: known(pullOf({ number: 951, head: 'one', charts })) },
        { number: 922, pull: known(pullOf({ number: 922, head: 'one', charts })) },
      ]
      const judged = evaluateMergeGroup(groupOf({ version: '' }, '1.9.93', { pulls }), policyOf())
      expect(seenOf(judged.get(951)).rules).toEqual([])
    })

    test('nothing is said where the policy ignores collisions', () => {
      const judged = evaluateMergeGroup(
        both({ version: '1.9.94' }, { version: '1.9.94' }),
        withRules({ 'version-collision': 'ignore' }),
      )
      expect(seenOf(judged.get(951)).rules).toEqual([])
    })

    test('one that could not be read leaves the verdict of the other', () => {
      const facts = groupOf({ version: '1.9.94' }, '1.9.93')
      const judged = evaluateMergeGroup({ ...facts, pulls: [...facts.pulls, { number: 922, pull: soon }] }, policyOf())
      expect(seenOf(judged.get(951)).kind).toBe('pass')
      expect(seenOf(judged.get(922)).kind).toBe('unknown')
    })
  })

  test('a base outside the policy passes and says so', () => {
    const evaluation = judge(groupOf({ version: '1.9.92', before: '1.9.91' }, '1.9.93'), policyOf({}, { bases: ['x'] }))
    expect(seenOf(evaluation).title).toBe('Chart versions are not judged on main')
  })
})
