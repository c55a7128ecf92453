import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { readClaimTimes, readReleases, writeClaimTimes, writeReleases } from '../../src/render/claim-times.ts'
import { codeBlock, codeSpan } from '../../src/render/escape.ts'

const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((text) => !/\s/.test(text))
const times = fc.dictionary(
  fc.tuple(name, name).map(([chart, version]) => `${chart}@${version}`),
  fc.integer({ min: 0, max: 8_640_000_000_000_000 }),
)

describe('claim times', () => {
  test('come back from the end of a text', () => {
    fc.assert(
      fc.property(times, fc.string(), (record, before) => {
        expect(readClaimTimes(`${before}\n\n${writeClaimTimes(record)}`)).toEqual(record)
      }),
    )
  })

  test('come with what was given up, on the line before', () => {
    fc.assert(
      fc.property(times, times, fc.string(), (record, released, before) => {
        const text = `${before}\n\n${writeReleases(released)}\n${writeClaimTimes(record)}`
        expect(readReleases(text)).toEqual(released)
        expect(readClaimTimes(text)).toEqual(record)
      }),
    )
  })

  test.each([
    ['no claim times behind it', writeReleases({ '7/client@1.9.94': 5 })],
    ['a line between', `${writeReleases({ '7/client@1.9.94': 5 })}\n\n${writeClaimTimes({})}`],
    ['claim times alone', writeClaimTimes({ 'client@1.9.94': 5 })],
  ])('tell nothing given up with %s', (_, text) => {
    expect(readReleases(text)).toBeNull()
  })

  test('are one HTML comment, whatever the names', () => {
    const comment = writeClaimTimes({ 'a-->@<b>--&': 5 })
    expect(comment).toBe(
      '<!-- claimwarden:claim-times:1 {"a\\u002d\\u002d\\u003e\\u0040\\u003cb\\u003e\\u002d\\u002d\\u0026":5} -->',
    )
    expect(readClaimTimes(comment)).toEqual({ 'a-->@<b>--&': 5 })
  })

  test('keep the earliest when not all fit', () => {
    const record = Object.fromEntries(
      Array.from({ length: 2000 }, (_, index) => [`chart-${index}@1.0.0`, 2000 - index]),
    )
    const comment = writeClaimTimes(record)
    expect(comment.length).toBeLessThanOrEqual(16_000)
    const kept = Object.values(readClaimTimes(comment) ?? {})
    expect(kept.length).toBeGreaterThan(300)
    expect(Math.max(...kept)).toBe(kept.length)
  })

  const good = writeClaimTimes({ 'client@1.9.94': 5 })

  test.each([
    ['no comment', 'text'],
    ['an empty text', ''],
    ['a comment that is not last', `${good}\n\ntext`],
    ['a comment within a line', `x ${good}`],
    ['a comment quoted in code', codeSpan(good)],
    ['a comment quoted in a block', codeBlock(good)],
    ['a cut comment', good.slice(0, -5)],
    ['another version', good.replace(':1 ', ':2 ')],
    ['no JSON', '<!-- claimwarden:claim-times:1 {a} -->'],
    ['a list', '<!-- claimwarden:claim-times:1 [1] -->'],
    ['a key that is no claim', '<!-- claimwarden:claim-times:1 {"client":1} -->'],
    ['a time that is no time', '<!-- claimwarden:claim-times:1 {"a@1":"x"} -->'],
    ['a time before 1970', '<!-- claimwarden:claim-times:1 {"a@1":-1} -->'],
    ['a fraction', '<!-- claimwarden:claim-times:1 {"a@1":1.5} -->'],
    [
      'more than it writes',
      `<!-- claimwarden:claim-times:1 {${Array.from({ length: 2000 }, (_, n) => `"chart${n}@1":1`).join()}} -->`,
    ],
  ])('are not read from %s', (_, text) => {
    expect(readClaimTimes(text)).toBeNull()
  })
})
