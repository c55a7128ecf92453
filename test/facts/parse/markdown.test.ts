import process from 'node:process'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { type MarkdownDocument, parseMarkdown, renderedText, visibleBlocks } from '../../../src/facts/parse/markdown.ts'
import { longestMarkdown } from '../../../src/facts/parse/markdown-limits.ts'

function parse(source: string): MarkdownDocument {
  const document = parseMarkdown(source)
  if (!document.known) throw new Error(document.what)
  return document.value
}

function blocks(source: string) {
  return visibleBlocks(parse(source)).map(({ kind, text, quoted }) => ({ kind, text, quoted }))
}

describe('visible blocks', () => {
  test.each([
    ['emphasis renders as its words', 'Does **not** _fix_ ~~it~~', 'Does not fix it'],
    ['a comment inside a line renders as nothing', 'a <!-- Closes #1 --> b', 'a  b'],
    ['a tag renders as nothing', 'a <b>Closes</b> b', 'a Closes b'],
    ['a character reference renders as its character', 'a &amp; b &#35;12 &lt;', 'a & b #12 <'],
    ['an escape renders as its character', 'a \\* b \\#12', 'a * b #12'],
    ['a soft break is a line break', 'Closes:\n#19', 'Closes:\n#19'],
    ['a hard break is a line break', 'Closes:\\\n#19', 'Closes:\n#19'],
    ['a link renders as its words', 'see [the run](https://example.org)', 'see the run'],
    ['an image renders as its description', '![a plot](x.png)', 'a plot'],
  ])('%s', (_name, source, text) => {
    expect(blocks(source)).toEqual([{ kind: 'paragraph', text, quoted: false }])
  })

  test('tell headings, quotes, code and cells apart', () => {
    expect(blocks('# A\n\n> q\n\n```\nc\n```\n\n|h|\n|-|\n|d|\n')).toEqual([
      { kind: 'heading', text: 'A', quoted: false },
      { kind: 'paragraph', text: 'q', quoted: true },
      { kind: 'code', text: 'c', quoted: false },
      { kind: 'cell', text: 'h', quoted: false },
      { kind: 'cell', text: 'd', quoted: false },
    ])
  })

  test('show of a block of HTML what a reader sees', () => {
    expect(blocks('<p>Closes #1<!-- Closes #2 --></p>\n<p\nid="Closes #3">x</p>')).toEqual([
      { kind: 'html', text: 'Closes #1\nx', quoted: false },
    ])
  })

  test('mask code in prose at unchanged offsets', () => {
    const [block] = visibleBlocks(parse('Write `Fixes #21` here'))
    expect(block?.text).toBe('Write Fixes #21 here')
    expect(block?.prose).toBe(`Write ${'\uFFFC'.repeat(9)} here`)
    const [html] = visibleBlocks(parse('<p><code>Closes #1</code>\nb</p>'))
    expect(html?.prose).toBe(`${'\uFFFC'.repeat(9)}\nb`)
  })
})

describe('offsets into the source', () => {
  test.each([
    ['plain', 'one WORD', 'WORD'],
    ['after emphasis', '**one** _two_ WORD', 'WORD'],
    ['after an escape', 'a\\*b WORD', 'WORD'],
    ['after a character reference', 'a &amp; b &hearts; WORD', 'WORD'],
    ['after an astral character reference', '&#x1F600; WORD', 'WORD'],
    ['after an astral character', '😀 WORD', 'WORD'],
    ['in a quote that goes on', '> a\n> b\n> WORD', 'WORD'],
    ['in a list item that goes on', '- a\n  b\n  WORD', 'WORD'],
    ['after a code span', '`` a`b `` WORD', 'WORD'],
    ['inside a code span', 'a `b WORD`', 'WORD'],
    ['inside a fence', '```WORDS\nb\nWORD\n```', 'WORD\n'],
    ['after an automatic link', 'https://example.org/a and a@b.example WORD', 'WORD'],
    ['after a comment', 'a <!-- WORDS --> WORD', 'WORD'],
    ['in a cell', '|a|b|\n|-|-|\n|c|WORD|', 'WORD'],
    ['with CRLF', 'a\r\nb **c**\r\nWORD', 'WORD'],
    ['in a block of HTML', '> <p>WORDS</p >\n> <p>a</p>\n> WORD', 'WORD'],
  ])('are right %s', (_name, source, word) => {
    const document = parse(source)
    const found = visibleBlocks(document).flatMap((block) => {
      const at = block.text.lastIndexOf('WORD')
      return at === -1 ? [] : [block.sourceOffset(at)]
    })
    expect(found.at(-1)).toBe(source.lastIndexOf(word))
  })

  test.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('become lines with %s', (_name, ending) => {
    const source = ['a', '', 'b'].join(ending)
    const document = parse(source)
    expect([0, source.indexOf('b'), source.length].map((offset) => document.lineAt(offset))).toEqual([1, 3, 3])
  })
})

test('rendered text is one line', () => {
  const document = parse('- a\n  **b**\n  - `c`\n\n    <!-- d -->')
  expect(renderedText(document.root, document.source)).toBe('a b c')
})

describe('a text that would take too long is refused with its reason', () => {
  test.each([
    ['too long', 'a'.repeat(longestMarkdown + 1)],
    ['a million characters of boxes', '- [ ] abc\n'.repeat(100_000)],
    ['deep quotes', '>'.repeat(60_000)],
    ['deep lists', '- '.repeat(30_000)],
    ['lazy lines in deep quotes', `${'> '.repeat(100)}${'a\n'.repeat(30_000)}`],
    ['emphasis that never closes', '*a_'.repeat(20_000)],
    ['nested emphasis', `${'*'.repeat(1)}${' *a'.repeat(20_000)}`],
    ['brackets that never close', '['.repeat(60_000)],
    ['footnotes', '[^a]'.repeat(15_000)],
    ['instructions that never close', 'a <?'.repeat(15_000)],
    ['declarations that never close', 'a <!A '.repeat(10_000)],
    ['backticks of every length', Array.from({ length: 500 }, (_, index) => '`'.repeat(index + 1)).join(' ')],
    ['many code spans in one paragraph', 'a`b '.repeat(16_000)],
    ['many definitions', '[a]: b\n'.repeat(9_000)],
  ])('%s', (_name, source) => {
    const started = process.cpuUsage()
    expect(parseMarkdown(source)).toMatchObject({ known: false, reason: 'too-large', retry: 'cannot-cure' })
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(10_000)
  })
})

describe('a long text of the ordinary kind is read', () => {
  test.each([
    ['a log in a fence', `\`\`\`\n${'[INFO] *a_b [c] `d`\n'.repeat(3_000)}\`\`\``],
    ['a log outside of a fence', '[INFO] some_snake_case (x) and then a good number of words\n'.repeat(1_000)],
    ['a list of many boxes', '- [ ] **a** [b](c) `d`\n'.repeat(2_000)],
    ['a table of many rows', `|a|b|\n|-|-|\n${'|**a**|[b](c)|\n'.repeat(2_000)}`],
    ['deep lists', Array.from({ length: 60 }, (_, index) => `${'  '.repeat(index)}- a`).join('\n')],
    ['deeply indented text in a fence', `\`\`\`\n${`${' '.repeat(80)}- a\n`.repeat(500)}\`\`\``],
  ])('%s', (_name, source) => {
    expect(parseMarkdown(source)).toMatchObject({ known: true })
  })
})

test('never throws, and every offset lies in the source', () => {
  const part = fc.constantFrom(
    '\n',
    '\r\n',
    '# ',
    '- ',
    '> ',
    '[ ] ',
    '**',
    '`',
    '~~',
    '&amp;',
    '\\',
    '<b>',
    '<!--',
    '-->',
    'a',
    ' ',
    '|',
    '#12',
    'http://a.b ',
    'a@b.c ',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.array(part).map((parts) => parts.join('')),
      ),
      (source) => {
        for (const block of visibleBlocks(parse(source))) {
          expect(block.prose).toHaveLength(block.text.length)
          for (let at = 0; at <= block.text.length; at += 1) {
            expect(block.sourceOffset(at)).toBeGreaterThanOrEqual(0)
            expect(block.sourceOffset(at)).toBeLessThanOrEqual(source.length)
          }
        }
      },
    ),
  )
})
