import { describe, expect, test } from '@jest/globals'
import { evaluateCharts } from '../../../src/evaluate/charts/evaluate.ts'
import { baseOf, factsOf, type PullSpec, policyOf, seenOf, type TouchSpec } from './facts.ts'

function titles(pulls: readonly PullSpec[]): Record<number, string> {
  const names = ['client', 'b', 'c', 'd']
  const bases = [
    baseOf(
      'develop',
      names.map((name) => ({ name, version: '1.9.93' })),
    ),
  ]
  return Object.fromEntries(
    [...evaluateCharts(factsOf({ bases, pulls }), policyOf())].map(([number, one]) => [number, seenOf(one).title]),
  )
}

const free = (name: string): TouchSpec => ({ name, version: '1.9.94' })
const behind = (name: string): TouchSpec => ({ name, version: '1.9.92', before: '1.9.91' })

describe('several charts in one pull request', () => {
  test.each<[string, readonly TouchSpec[], string]>([
    ['two free', [free('b'), free('c')], '2 chart versions claimed, all free: b 1.9.94, c 1.9.94'],
    [
      'four free',
      [free('b'), free('c'), free('d'), free('client')],
      '4 chart versions claimed, all free: b 1.9.94, c 1.9.94 and 2 more',
    ],
    ['one claimed, one silent', [free('b'), { ...free('c'), chartFileChanged: false }], 'b 1.9.94 is free'],
    [
      'one of two blocked',
      [free('b'), behind('c')],
      '1 of 2 charts blocked: c 1.9.92 is behind develop, which has 1.9.93; next free is 1.9.94',
    ],
    [
      'all blocked',
      [behind('b'), behind('c')],
      '2 of 2 charts blocked: b 1.9.92 is behind develop, which has 1.9.93; next free is 1.9.94',
    ],
  ])('%s', (_, charts, title) => {
    expect(titles([{ number: 1, charts }])[1]).toBe(title)
  })

  test('one of several is held by this pull request', () => {
    const pulls = [
      { number: 1, charts: [free('b'), free('c')] },
      { number: 2, charts: [free('b')] },
    ]
    expect(titles(pulls)[1]).toBe('2 chart versions claimed: b 1.9.94 is held by this pull request; #2 waits')
  })
})

test('long names are cut: no title reaches 100 characters', () => {
  const name = `chart-${'x'.repeat(200)}`
  const charts = (version: string) => [
    { name, directory: 'charts/long', version: `${version}-rc.${'1'.repeat(80)}` },
    behind('b'),
  ]
  const all = titles([
    { number: 123456, charts: charts('2.0.0') },
    { number: 123457, charts: charts('2.0.0') },
    { number: 123458, base: 'b'.repeat(200), charts: charts('2.0.0') },
    { number: 123459, charts: [{ name, directory: 'charts/long', version: '1.2.3.4' }] },
    {
      number: 123460,
      author: 'a'.repeat(39),
      charts: [{ name, directory: `charts/${'y'.repeat(200)}`, version: '0.0.0' }],
    },
  ])
  expect(Math.max(...Object.values(all).map((title) => title.length))).toBeLessThan(100)
})
