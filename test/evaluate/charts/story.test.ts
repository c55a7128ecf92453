import { describe, expect, test } from '@jest/globals'
import { evaluateCharts } from '../../../src/evaluate/charts/evaluate.ts'
import { baseOf, factsOf, hour, type PullSpec, plain, policyOf, readAt, seenOf } from './facts.ts'

// base develop at 1.9.93 and five open pull requests
const five: readonly PullSpec[] = [
  { number: 922, age: 90, charts: [{ version: '1.9.94' }] },
  { number: 940, age: 70, charts: [{ version: '1.9.91', before: '1.9.90' }] },
  { number: 951, age: 40, charts: [{ version: '1.9.94' }] },
  { number: 952, age: 30, charts: [{ version: '1.9.93', before: '1.9.92' }] },
  { number: 953, age: 20, charts: [{ version: '1.9.92', before: '1.9.91' }] },
]

function judge(pulls: readonly PullSpec[], tip = '1.9.93') {
  return evaluateCharts(factsOf({ bases: [baseOf('develop', [{ version: tip }])], pulls }), policyOf())
}

describe('the story: client at 1.9.93 and five open pull requests', () => {
  test.each([
    [922, 'pass', 'client 1.9.94 is held by this pull request; #951 waits', ['version-collision: note']],
    [951, 'block', 'client 1.9.94 is held by #922; next free is 1.9.95', ['version-collision: block']],
    [952, 'block', 'client 1.9.93 is taken on develop already; next free is 1.9.95', ['bump-swallowed: block']],
    [
      953,
      'block',
      'client 1.9.92 is behind develop, which has 1.9.93; next free is 1.9.95',
      ['version-not-ahead: block'],
    ],
    [
      940,
      'block',
      'client 1.9.91 is behind develop, which has 1.9.93; next free is 1.9.95',
      ['version-not-ahead: block'],
    ],
  ])('#%d: %s, "%s"', (number, kind, title, rules) => {
    expect(seenOf(judge(five).get(number))).toEqual({ kind, title, rules })
  })

  test('the board shows all claims by version, the tip and the next free versions', () => {
    const evaluations = judge(five)
    const [board] = evaluations.get(951)?.boards ?? []
    expect(board?.rows.map(({ claim, standing, heldBy }) => [claim.version, claim.pull, standing, heldBy])).toEqual([
      ['1.9.91', 940, 'stale', undefined],
      ['1.9.92', 953, 'stale', undefined],
      ['1.9.93', 952, 'stale', undefined],
      ['1.9.94', 922, 'holder', undefined],
      ['1.9.94', 951, 'waiting', 922],
    ])
    expect(board).toMatchObject({
      chart: 'client',
      tips: [{ baseRefName: 'develop', version: '1.9.93' }],
      next: { patch: '1.9.95', minor: '1.10.0', major: '2.0.0' },
      readAt,
    })
    expect(evaluations.get(922)?.boards[0]).toBe(board)
  })

  test('the blocked finding names the holder, the place and the line to paste', () => {
    const [finding] = judge(five).get(951)?.verdict.findings ?? []
    expect(finding).toMatchObject({
      claim: 'client@1.9.94',
      place: { path: 'charts/client/Chart.yaml', startLine: 3, endLine: 3, startColumn: 10, endColumn: 15 },
    })
    expect(plain(finding?.seen ?? [])).toBe(
      '#922 by author-922 claims client 1.9.94 into develop, first seen 2026-10-29 18:00 UTC; this claim was first seen 2026-10-31 20:00 UTC',
    )
    expect(finding?.fixes.map(({ how, paste }) => [plain(how), paste])).toEqual([
      ['Set the version on line 3 of charts/client/Chart.yaml to 1.9.95, the next free one.', 'version: 1.9.95'],
      [
        'Or wait: when #922 closes, takes another number, or sees no push, comment or review for 30 days, this check turns green by itself.',
        undefined,
      ],
    ])
  })

  test('bumped to the next free version, both pass', () => {
    const bumped = five.map((pull) => (pull.number === 951 ? { ...pull, charts: [{ version: '1.9.95' }] } : pull))
    const evaluations = judge(bumped)
    expect(seenOf(evaluations.get(951))).toEqual({ kind: 'pass', title: 'client 1.9.95 is free', rules: [] })
    expect(seenOf(evaluations.get(922))).toEqual({ kind: 'pass', title: 'client 1.9.94 is free', rules: [] })
  })

  test('after #922 has merged, #951 at 1.9.95 still passes, and one at 1.9.94 is swallowed', () => {
    const rest: readonly PullSpec[] = [
      { number: 951, charts: [{ version: '1.9.95' }] },
      { number: 960, charts: [{ version: '1.9.94', before: '1.9.93' }] },
    ]
    const evaluations = judge(rest, '1.9.94')
    expect(seenOf(evaluations.get(951)).kind).toBe('pass')
    expect(seenOf(evaluations.get(960))).toEqual({
      kind: 'block',
      title: 'client 1.9.94 is taken on develop already; next free is 1.9.96',
      rules: ['bump-swallowed: block'],
    })
  })

  test('when the holder closes, the one that waited turns green by itself', () => {
    expect(seenOf(judge(five.filter(({ number }) => number !== 922)).get(951)).title).toBe('client 1.9.94 is free')
  })
})

describe('first-seen', () => {
  test('a claim without a time counts as seen in this reading', () => {
    const evaluations = judge([
      { number: 1, seen: {}, charts: [{ version: '1.9.94' }] },
      { number: 2, seen: { 'client@1.9.94': readAt - hour }, charts: [{ version: '1.9.94' }] },
    ])
    expect(seenOf(evaluations.get(1)).title).toBe('client 1.9.94 is held by #2; next free is 1.9.95')
  })
})
