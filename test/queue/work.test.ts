import { describe, expect, test } from '@jest/globals'
import { hintOf, lagPause, mergeHints } from '../../src/queue/work.ts'

describe('answers that are behind a webhook', () => {
  const told = (rereads: number, head = 'new') => hintOf('event', { heads: { 7: head }, rereads })
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

test('a new webhook brings the count of looks back to none and replaces the head', () => {
  const merged = mergeHints(
    hintOf('retry', { heads: { 7: 'a', 8: 'b' }, rereads: 3 }),
    hintOf('event', { heads: { 7: 'c' } }),
  )
  expect(merged).toEqual(hintOf('retry', { heads: { 7: 'c', 8: 'b' } }))
})
