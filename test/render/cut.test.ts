import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { type Block, byteLength, joinBlocks } from '../../src/render/cut.ts'

const table = (rows: number): Block => ({
  head: ['a', 'b'],
  rows: Array.from({ length: rows }, (_, row) => [`${row}`, 'x']),
})

describe('joining blocks', () => {
  test('leaves what fits alone', () => {
    expect(joinBlocks(['one', table(1), ''], ['end'])).toBe('one\n\n| a | b |\n| --- | --- |\n| 0 | x |\n\nend')
  })

  test('of nothing is nothing', () => {
    expect(joinBlocks([], [])).toBe('')
  })

  test.each([
    ['a last paragraph', ['x'.repeat(200), 'y'.repeat(300)], '1 paragraph._'],
    ['every paragraph after the first that does not fit', ['x', 'y'.repeat(400), 'z'.repeat(400)], '2 paragraphs._'],
    ['the last rows of a table', [table(100)], '77 rows._'],
  ])('leaves out %s and counts it', (_, blocks, counted) => {
    const text = joinBlocks(blocks as Block[], ['the end'], 400)
    expect(byteLength(text)).toBeLessThanOrEqual(400)
    expect(text).toContain(`limit: ${counted}`)
    expect(text.endsWith('\n\nthe end')).toBe(true)
  })

  test('counts bytes, not characters', () => {
    expect(joinBlocks(['é'.repeat(150), 'z'.repeat(300)], [], 400)).toMatch(/^_Left out here/)
  })

  test('never passes the limit, by bytes, and never loses the end', () => {
    const block = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.nat(40).map(table))
    fc.assert(
      fc.property(fc.array(block, { maxLength: 20 }), fc.integer({ min: 400, max: 3000 }), (blocks, limit) => {
        const text = joinBlocks(blocks, ['the end'], limit)
        expect(byteLength(text)).toBeLessThanOrEqual(limit)
        expect(text.endsWith('the end')).toBe(true)
      }),
    )
  })
})
