import { describe, expect, test } from '@jest/globals'
import { known } from '../../../src/domain/reading.ts'
import { evaluateCharts, evaluateUnreadList } from '../../../src/evaluate/charts/evaluate.ts'
import {
  baseOf,
  factsOf,
  never,
  type PullSpec,
  plain,
  policyOf,
  seenOf,
  soon,
  type TouchSpec,
  withRules,
} from './facts.ts'

const claim: TouchSpec = { version: '1.9.94' }

function judge(pulls: readonly PullSpec[], policy = policyOf(), bases = [baseOf('develop', [{ version: '1.9.93' }])]) {
  return evaluateCharts(factsOf({ pulls, bases }), policy)
}

describe('what a pull request claims could not be read', () => {
  test.each<[string, PullSpec['charts'], string, string]>([
    ['its diff', soon, 'may-cure', 'The charts of this pull request could not be read: GitHub did not answer'],
    [
      'its diff, for good',
      never,
      'cannot-cure',
      'The charts of this pull request could not be read: it changes over 3,000 files',
    ],
    [
      'its Chart.yaml',
      [{ ...claim, head: never }],
      'cannot-cure',
      'charts/client/Chart.yaml could not be judged: it changes over 3,000 files',
    ],
    [
      'its merge base',
      [{ version: '1.9.93', mergeBase: soon }],
      'may-cure',
      'client 1.9.93 could not be judged: GitHub did not answer',
    ],
    [
      'whether it equals the tip',
      [{ version: '1.9.93', before: '1.9.92', equalsTip: soon }],
      'may-cure',
      'client 1.9.93 could not be judged: GitHub did not answer',
    ],
    [
      'a merge base that had to be',
      [{ version: '1.9.92' }],
      'may-cure',
      'client 1.9.92 could not be judged: the chart at the merge base was not read',
    ],
  ])('%s', (_, charts, retry, title) => {
    const evaluation = judge([{ number: 1, charts }]).get(1)
    expect(seenOf(evaluation)).toEqual({ kind: 'unknown', title, rules: ['chart-unreadable: unknown'] })
    expect(evaluation?.verdict.retry).toBe(retry)
  })

  test('the tip of its base', () => {
    const evaluation = judge([{ number: 1, charts: [claim] }], policyOf(), [baseOf('develop', soon)]).get(1)
    expect(seenOf(evaluation).title).toBe('client 1.9.94 could not be judged: GitHub did not answer')
  })

  test('a base that is not among the facts', () => {
    expect(seenOf(judge([{ number: 1, base: 'gone', charts: [claim] }]).get(1)).kind).toBe('unknown')
  })

  test('the unreadable tip of its base is nothing to a pull request that claims nothing', () => {
    const pull = { number: 1, charts: [{ version: '1.9.93', before: '1.9.93' }] }
    expect(seenOf(judge([pull], policyOf(), [baseOf('develop', soon)]).get(1)).kind).toBe('pass')
  })

  test('a diff that is too large to list is unknown itself, and what was read of it holds its number', () => {
    const all = judge([
      { number: 1, charts: never, readAnyway: [claim] },
      { number: 2, charts: [claim] },
    ])
    expect(seenOf(all.get(1)).rules).toEqual(['chart-unreadable: unknown'])
    expect(seenOf(all.get(2))).toMatchObject({ kind: 'block', rules: ['version-collision: block'] })
    expect(all.get(1)?.claims).toMatchObject([{ chart: 'client', version: '1.9.94' }])
  })

  test('no policy makes it green', () => {
    const policy = withRules({ 'chart-unreadable': 'ignore' })
    expect(seenOf(judge([{ number: 1, charts: soon }], policy).get(1)).kind).toBe('unknown')
  })

  test('a block outranks it, and one unknown that cannot be cured decides the retry', () => {
    const charts = [
      { version: '1.9.92', before: '1.9.91' },
      { ...claim, name: 'b', head: soon },
    ]
    expect(seenOf(judge([{ number: 1, charts }]).get(1))).toEqual({
      kind: 'block',
      title: '1 of 2 charts blocked: client 1.9.92 is behind develop, which has 1.9.93; next free is 1.9.94',
      rules: ['version-not-ahead: block', 'chart-unreadable: unknown'],
    })
    const both = [
      { ...claim, head: never },
      { ...claim, name: 'b', head: soon },
    ]
    expect(judge([{ number: 1, charts: both }]).get(1)?.verdict.retry).toBe('cannot-cure')
  })
})

describe('another open pull request could not be read', () => {
  const waiting = 'client 1.9.94 may be held by #1: not readable yet'

  test.each<[string, PullSpec, string]>([
    ['it may come first', { number: 1, age: 9, charts: soon }, waiting],
    ['it is unreadable for good', { number: 1, age: 9, charts: never }, 'client 1.9.94 is free'],
    ['it was opened after the claim was seen', { number: 1, age: 1, charts: soon }, 'client 1.9.94 is free'],
    ['it is a draft', { number: 1, age: 9, draft: true, charts: soon }, 'client 1.9.94 is free'],
    ['its Chart.yaml of that chart', { number: 1, age: 9, charts: [{ ...claim, head: soon }] }, waiting],
    [
      'its Chart.yaml of that chart, for good',
      { number: 1, age: 9, charts: [{ ...claim, head: never }] },
      'client 1.9.94 is free',
    ],
    [
      'its Chart.yaml of another chart',
      { number: 1, age: 9, charts: [{ ...claim, name: 'b', head: soon }] },
      'client 1.9.94 is free',
    ],
    [
      'its Chart.yaml of a chart unknown at the tip',
      { number: 1, age: 9, charts: [{ ...claim, name: 'new', head: soon }] },
      waiting,
    ],
    ['whether it claims this version', { number: 1, age: 9, base: 'next', charts: [claim] }, waiting],
    [
      'whether it claims this version, later',
      { number: 1, age: 1, base: 'next', charts: [claim] },
      'client 1.9.94 is free',
    ],
    [
      'whether it claims another version',
      { number: 1, age: 9, base: 'next', charts: [{ version: '1.9.95' }] },
      'client 1.9.94 is free',
    ],
  ])('%s', (_, other, title) => {
    const bases = [
      baseOf('develop', [{ version: '1.9.93' }, { name: 'b', version: '1.0.0' }]),
      baseOf('next', { ...soon }),
    ]
    const cured = other.base === 'next' ? [baseOf('feature', []), ...bases] : bases
    const evaluations = judge(
      [other, { number: 2, age: 5, charts: [claim] }, { number: 3, age: 20, branch: 'next', charts: [] }],
      policyOf(),
      cured,
    )
    const seen = seenOf(evaluations.get(2))
    expect(seen.title).toBe(title)
    expect(seen.kind).toBe(title === waiting ? 'unknown' : 'pass')
    if (seen.kind === 'unknown') expect(evaluations.get(2)?.verdict.retry).toBe('may-cure')
  })

  test('a draft claim comes after every ready one', () => {
    const evaluations = judge([
      { number: 1, age: 1, charts: soon },
      { number: 2, age: 5, draft: true, charts: [claim] },
    ])
    expect(seenOf(evaluations.get(2)).title).toBe(waiting)
  })

  test('with no holder its age does not matter', () => {
    const policy = policyOf({ collision: { holder: 'none', staleAfter: 1 } })
    const evaluations = judge(
      [
        { number: 1, age: 1, draft: true, charts: soon },
        { number: 2, age: 5, charts: [claim] },
      ],
      policy,
    )
    expect(seenOf(evaluations.get(2)).title).toBe(waiting)
  })

  test('several are counted', () => {
    const others = [3, 4, 5].map((number) => ({ number, age: 9, charts: soon }))
    const evaluations = judge([...others, { number: 2, age: 5, charts: [claim] }])
    expect(seenOf(evaluations.get(2)).title).toBe('client 1.9.94 may be held by #3 or 2 more: not readable yet')
  })

  test('a pull request without claims passes all the same', () => {
    const pull = { number: 2, charts: [{ version: '1.9.93', before: '1.9.93' }] }
    expect(seenOf(judge([{ number: 1, age: 9, charts: soon }, pull]).get(2)).kind).toBe('pass')
  })

  test('its own unread chart is reported once, not as a rival', () => {
    const charts = [claim, { ...claim, name: 'new', head: soon }]
    expect(seenOf(judge([{ number: 2, charts }]).get(2)).rules).toEqual(['chart-unreadable: unknown'])
  })

  test('a certain rival blocks whatever else is unread', () => {
    const evaluations = judge([
      { number: 1, age: 9, charts: soon },
      { number: 2, age: 8, charts: [claim] },
      { number: 3, age: 7, charts: [claim] },
    ])
    expect(seenOf(evaluations.get(2)).kind).toBe('unknown')
    expect(seenOf(evaluations.get(3))).toMatchObject({ kind: 'block', rules: ['version-collision: block'] })
  })

  test('a rule that would not block does not turn the check unknown', () => {
    const pulls = [
      { number: 1, age: 9, charts: soon },
      { number: 2, age: 5, charts: [claim] },
    ]
    expect(seenOf(judge(pulls, withRules({ 'version-collision': 'warn' })).get(2)).kind).toBe('pass')
  })
})

describe('the tip of another base could not be read', () => {
  const pulls = [{ number: 1, charts: [claim] }]
  const develop = baseOf('develop', [{ version: '1.9.93' }])

  test('not yet: unknown, naming the base', () => {
    expect(seenOf(judge(pulls, policyOf(), [develop, baseOf('main', soon)]).get(1))).toEqual({
      kind: 'unknown',
      title: 'client 1.9.94 may be taken on main, which could not be read',
      rules: ['version-collision: unknown'],
    })
  })

  test('for good: it stops nobody', () => {
    expect(seenOf(judge(pulls, policyOf(), [develop, baseOf('main', never)]).get(1)).kind).toBe('pass')
  })
})

describe('the list of open pull requests could not be read', () => {
  test('is never an empty answer', () => {
    expect(() => evaluateCharts({ ...factsOf({ pulls: [] }), pulls: soon }, policyOf())).toThrow(TypeError)
    expect(evaluateCharts({ ...factsOf({ pulls: [] }), pulls: known([]) }, policyOf()).size).toBe(0)
  })

  test('is unknown for everybody', () => {
    const { verdict } = evaluateUnreadList(soon)
    expect(verdict).toMatchObject({ kind: 'unknown', retry: 'may-cure' })
    expect(plain(verdict.title)).toBe('The open pull requests could not be read: GitHub did not answer')
  })
})
