import { describe, expect, test } from '@jest/globals'
import { hintOf, lagPause, mergeHints } from '../../src/queue/work.ts'

describe('answers that are behind a webhook', () => {
  const told = (rereads: number, sha = 'new') => hintOf('event', { heads: { 7: { sha, at: 0 } }, rereads })
  test.each([
    ['an older head', told(0), 'old', 1000],
    ['an older head, the second time', told(1), 'old', 2000],
    ['an older head, the fourth time', told(3), 'old', 8000],
    ['another head after four times: the webhook itself was late', told(4), 'old', undefined],
    ['the head that was told', told(0), 'new', undefined],
    ['a pull request that is not listed yet', told(0), undefined, 1000],
    ['a closed one that is still listed', told(0, 'closed'), 'old', 1000],
    ['a closed one that is gone', told(0, 'closed'), undefined, undefined],
  ])('%s', (_name, hint, seen, pause) => {
    expect(lagPause(hint, () => seen)).toBe(pause)
  })
  test('nothing was told', () => {
    expect(lagPause(hintOf('sweep'), () => 'any')).toBeUndefined()
  })
})

test('a new webhook brings the count of looks back to none', () => {
  expect(mergeHints(hintOf('retry', { rereads: 3 }), hintOf('event')).rereads).toBe(0)
})

describe('the newest of two heads that webhooks told', () => {
  const hint = (sha: string, at: number, before?: string) =>
    hintOf('event', { heads: { 7: { sha, at, ...(before === undefined ? {} : { before }) } } })
  test.each([
    ['is the later one', hint('a', 1), hint('b', 2), 'b'],
    ['is the later one when they come in the wrong order', hint('b', 2), hint('a', 1), 'b'],
    ['is the one that replaced the other within a second', hint('a', 1), hint('b', 1, 'a'), 'b'],
    ['is that one too when it came first', hint('b', 1, 'a'), hint('a', 1), 'b'],
    ['is what came last when nothing tells them apart', hint('b', 1), hint('a', 1), 'a'],
  ])('%s', (_name, first, second, newest) => {
    expect(mergeHints(first, second).heads[7]?.sha).toBe(newest)
  })
  test('is kept for each pull request', () => {
    const other = hintOf('event', { heads: { 8: { sha: 'c', at: 0 } } })
    expect(Object.keys(mergeHints(hint('a', 1), other).heads)).toEqual(['7', '8'])
  })
})
