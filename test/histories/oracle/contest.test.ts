import { describe, expect, test } from '@jest/globals'
import { type Contestant, waysToSettle } from './contest.ts'

const claim = (pull: number, from: number, to = from, isDraft = false): Contestant => ({
  pull,
  isDraft,
  firstSeen: { from, to },
})
const all = () => true

describe('who waits', () => {
  test.each<[string, readonly Contestant[], readonly (readonly number[])[]]>([
    ['nobody where nobody else claims', [claim(1, 0)], [[]]],
    ['the one seen later', [claim(1, 3), claim(2, 1)], [[1]]],
    ['all but the first', [claim(1, 3), claim(2, 1), claim(3, 2)], [[1, 3]]],
    ['a draft, however early', [claim(1, 0, 0, true), claim(2, 5)], [[1]]],
    ['either, where the order is open', [claim(1, 2), claim(2, 1, 4)], [[2], [1]]],
    ['either of two that were seen at one moment', [claim(1, 2), claim(2, 2)], [[2], [1]]],
  ])('%s', (_what, contestants, wanted) => {
    const ways = waysToSettle(contestants, all).map((way) => [...way].sort((a, b) => a - b))
    expect(new Set(ways.map(String))).toEqual(new Set(wanted.map(String)))
    expect(ways).toHaveLength(wanted.length)
  })

  test('one who waits holds nothing against a third', () => {
    const rivals = (a: number, b: number) => Math.abs(a - b) === 1
    expect(waysToSettle([claim(1, 1), claim(2, 2), claim(3, 3)], rivals)).toEqual([new Set([2])])
  })
})
