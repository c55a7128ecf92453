import { describe, expect, test } from '@jest/globals'
import type { MergeGroupFacts } from '../../../src/domain/charts-facts.ts'
import { known } from '../../../src/domain/reading.ts'
import { evaluateMergeGroup } from '../../../src/evaluate/charts/evaluate.ts'
import { chartAt, policyOf, pullOf, readAt, seenOf, soon, type TouchSpec } from './facts.ts'

function groupOf(chart: TouchSpec, parent: string, rest: Partial<MergeGroupFacts> = {}): MergeGroupFacts {
  return {
    repository: { owner: 'tracebloc', name: 'client' },
    readAt,
    headSha: 'head of the group',
    baseSha: 'parent of the group',
    baseRefName: 'main',
    pull: known(pullOf({ number: 951, base: 'main', charts: [chart] })),
    parentCharts: known([chartAt({ version: parent })]),
    ...rest,
  }
}

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
    expect(seenOf(evaluateMergeGroup(groupOf(chart, parent), policyOf()))).toEqual({ kind, title, rules })
  })

  test.each<[string, Partial<MergeGroupFacts>]>([
    ['its pull request', { pull: soon }],
    ['the charts of the groups before it', { parentCharts: soon }],
  ])('unknown while %s could not be read', (_, rest) => {
    const evaluation = evaluateMergeGroup(groupOf({ version: '1.9.94' }, '1.9.93', rest), policyOf())
    expect(evaluation.verdict).toMatchObject({ kind: 'unknown', retry: 'may-cure' })
  })

  test('a base outside the policy passes and says so', () => {
    const evaluation = evaluateMergeGroup(
      groupOf({ version: '1.9.92', before: '1.9.91' }, '1.9.93'),
      policyOf({}, { bases: ['x'] }),
    )
    expect(seenOf(evaluation).title).toBe('Chart versions are not judged on main')
  })
})
