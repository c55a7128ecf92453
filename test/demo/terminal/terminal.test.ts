import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { renderMarkdown, renderSection } from './markdown.ts'
import { createStyle } from './style.ts'
import { layOutTable } from './table.ts'
import { widthOf, wrap } from './wrap.ts'

const plain = createStyle(false)

describe('renderMarkdown', () => {
  test.each([
    ['code spans without their marks', 'use `Part of` here', ['use Part of here']],
    ['entities as the characters they stand for', 'a&#64;b &amp; c', ['a@b & c']],
    ['no comments', 'seen\n\n<!-- claim-times -->', ['seen']],
    ['soft line breaks as spaces', 'one\ntwo', ['one two']],
    [
      'steps with the code to copy below',
      '1. Write\n\n   ```\n   version: 1\n   ```\n\n2. Or wait',
      ['1. Write', '     version: 1', '2. Or wait'],
    ],
    ['a heading close to what it heads', 'a\n\n### B\n\nc', ['a', '', 'B', 'c']],
    ['tables as columns', '| A | B |\n| --- | --- |\n| `one` | 2 |\n| x | y |', ['A    B', 'one  2', 'x    y']],
  ])('shows %s', (_what, markdown, lines) => {
    expect(renderMarkdown(markdown, 60, plain)).toEqual(lines)
  })
})

describe('renderSection', () => {
  const summary = 'first\n\n### How to unblock\n\n1. So\n\n### Board of `client`\n\nrows\n\nHead `abc` · base'

  test.each([
    ['How to unblock', ['How to unblock', '1. So']],
    ['Board', ['Board of client', 'rows']],
    ['Since', []],
  ])('of %s', (heading, lines) => {
    expect(renderSection(summary, heading, 60, plain)).toEqual(lines)
  })
})

describe('layOutTable', () => {
  const row = (...cells: string[]) => cells.map((text) => [{ text, paint: plain.plain }])

  test('squeezes the widest column and keeps the others aligned', () => {
    const lines = layOutTable([row('#1', 'a long title of many words', 'ok'), row('#22', 'short', 'ok')], 24)
    expect(lines).toEqual(['#1   a long title of  ok', '     many words', '#22  short            ok'])
  })
})

describe('wrap', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '→') })

  test('keeps to the width and loses nothing but spaces', () => {
    fc.assert(
      fc.property(fc.array(text), fc.integer({ min: 1, max: 30 }), fc.boolean(), (texts, width, colours) => {
        const { code, plain: bare } = createStyle(colours)
        const pieces = texts.map((one, index) => ({ text: one, paint: index % 2 === 0 ? code : bare }))
        const lines = wrap(pieces, width)
        for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width)
        const bareText = (of: string) => stripVTControlCharacters(of).replace(/\s/g, '')
        expect(bareText(lines.join(''))).toBe(bareText(texts.join('')))
      }),
    )
  })

  test('breaks where the text does', () => {
    expect(wrap([{ text: 'a\nb c', paint: plain.plain }], 10)).toEqual(['a', 'b c'])
  })

  test('keeps words of two looks together', () => {
    const { code, plain: bare } = createStyle(true)
    expect(
      wrap(
        [
          { text: 'see ', paint: bare },
          { text: 'a b', paint: code },
          { text: ', c', paint: bare },
        ],
        5,
      ),
    ).toEqual(['see \u001b[36ma\u001b[0m', '\u001b[36mb\u001b[0m, c'])
  })
})
