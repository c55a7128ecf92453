import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Nodes, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { toString as textOf } from 'mdast-util-to-string'
import { gfm } from 'micromark-extension-gfm'
import { visit } from 'unist-util-visit'
import { code, quote, reference, type Words, words } from '../../src/domain/words.ts'
import { codeBlock, codeSpan, longestQuote, toJson, toMarkdown, toPlainText } from '../../src/render/escape.ts'
import { visibleLine } from '../../src/render/visible.ts'

function parse(markdown: string): Root {
  return fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
}

function typesIn(tree: Nodes): string[] {
  const types = new Set<string>()
  visit(tree, (node) => {
    types.add(node.type)
  })
  return [...types].sort()
}

/** The text that GitHub searches for mentions, references, links and emoji: everything outside code. */
function searchedText(tree: Nodes): string {
  const texts: string[] = []
  visit(tree, (node) => {
    if (node.type === 'text') texts.push(node.value)
    // Code is not searched, and what ends one cell and begins the next is no word together.
    if (node.type === 'inlineCode' || node.type === 'tableCell') texts.push(' ')
  })
  return texts.join('')
}

const alive = /@\w|#\d|\bGH-\d|https?:|www\.|\b[0-9a-f]{7,40}\b|:[\w+-]+:|\$/i

/** Every character that hides and has no business in a rendered text. */
const hidden = /(?![\n\u200D])[\p{Cc}\p{Cf}\u2028\u2029]/u

describe('a quote in prose', () => {
  test.each([
    ['a mention', 'ask @alice', 'ask `@alice`'],
    ['a team', '(@org/team)', '`(@org/team)`'],
    ['an address', 'a@example.org', '`a@example.org`'],
    ['a reference', 'see #12.', 'see `#12.`'],
    ['a reference elsewhere', 'owner/repo#1', '`owner/repo#1`'],
    ['an old reference', 'gh-7', '`gh-7`'],
    ['a link', 'https://example.org/?a=b', '`https://example.org/?a=b`'],
    ['a bare host', 'www.example.org', '`www.example.org`'],
    ['a commit', 'since deadbeef', 'since `deadbeef`'],
    ['an emoji name', 'nice :tada:', 'nice `:tada:`'],
    ['a formula', '$x$', '`$x$`'],
    ['a mention in backticks', '`@alice`', '`` `@alice` ``'],
    ['HTML', '<img src=x>', '&lt;img src=x>'],
    ['a comment', '<!-- x -->', '&lt;!-- x -->'],
    ['an entity', '&lt;', '&amp;lt;'],
    ['a link with text', '[x](y)', '\\[x\\](y)'],
    ['emphasis', '*a* _b_ ~c~', '\\*a\\* \\_b\\_ \\~c\\~'],
    ['a name with underscores', 'exit_code', 'exit_code'],
    ['a heading', '# a', '\\# a'],
    ['a list', '- a', '\\- a'],
    ['a numbered list', '12. a', '12\\. a'],
    ['a block quote', '> a', '\\> a'],
    ['a rule', '---', '\\---'],
    ['an underline', '===', '\\==='],
    ['a row', '| a |', '&#124; a &#124;'],
    ['a fence', '```', '\\`\\`\\`'],
    ['lines', 'a\r\n\n\tb', 'a b'],
    ['a direction mark', 'a\u202Eb', 'a⟨U+202E⟩b'],
    ['a zero-width space', 'a\u200Bb', 'a⟨U+200B⟩b'],
    ['a byte order mark', '\uFEFFa', '⟨U+FEFF⟩a'],
    ['an annotation mark', 'a\uFFF9b', 'a⟨U+FFF9⟩b'],
    ['half a pair', 'a\uD800', 'a⟨U+D800⟩'],
    ['a hidden tag', 'a\u{E0041}', 'a⟨U+E0041⟩'],
    ['pictographs', '👩‍💻 ⚠️', '👩‍💻 ⚠️'],
    ['a lone joiner', 'a\u200Db', 'a⟨U+200D⟩b'],
    ['nothing', '', ''],
  ])('takes %s out of force', (_, text, markdown) => {
    expect(toMarkdown([quote(text)])).toBe(markdown)
  })

  test('cannot join our own words to a reference or a mention', () => {
    expect(toMarkdown(words`${'owner/repo'}#${12} by @${'alice'}`)).toBe('`owner/repo#12` by `@alice`')
  })

  test('keeps our own marks around a live word outside of its code span', () => {
    expect(toMarkdown(words`AC1 ("${'ask @bob #12'}"): open`)).toBe('AC1 ("ask `@bob` `#12`"): open')
    expect(toMarkdown(words`${'@bob:'}: "${':tada'}:"`)).toBe('`@bob:`: "`:tada`:"')
  })

  test('leaves references of ours to GitHub', () => {
    expect(toMarkdown(words`Held by ${reference('#922')}, says ${'x'}`)).toBe('Held by #922, says x')
  })

  test('is cut when it is long', () => {
    const markdown = toMarkdown([quote('é'.repeat(100_000))])
    expect([...markdown]).toHaveLength(longestQuote)
    expect(markdown.endsWith('…')).toBe(true)
  })

  test('keeps two code spans apart', () => {
    expect(textOf(parse(toMarkdown([code('a'), code('b')])))).toBe('a b')
  })
})

describe('a code span', () => {
  test.each([
    ['plain', 'a', '`a`'],
    ['a backtick inside', 'a`b', '``a`b``'],
    ['backticks at the ends', '`a``', '``` `a`` ```'],
    ['spaces only', '   ', ''],
    ['a line end', 'a\nb', '`a b`'],
    ['a direction mark', '\u202Ea', '`⟨U+202E⟩a`'],
  ])('holds %s', (_, text, markdown) => {
    expect(codeSpan(text)).toBe(markdown)
  })

  test('stands beside a | in a table cell', () => {
    expect(codeSpan('a\\|@b', 'cell')).toBe('`a\\`&#124;`@b`')
  })
})

describe('a block to copy', () => {
  test('has a fence that nothing inside closes', () => {
    expect(codeBlock('a\n````\n~~~\nb\n')).toBe('`````\na\n````\n~~~\nb\n`````')
  })

  test('keeps indentation and shows what is hidden', () => {
    expect(codeBlock('version: "1"\r\n\tx\u202E')).toBe('```\nversion: "1"\n\tx⟨U+202E⟩\n```')
  })
})

test('plain text is one line without markup', () => {
  expect(toPlainText(words`Held by ${reference('#922')}: ${code(' 1.9\n.94 ')} \u202E ${'*b*'}`)).toBe(
    'Held by #922: 1.9 .94 ⟨U+202E⟩ *b*',
  )
})

test('JSON shows what is hidden and stays JSON', () => {
  const json = toJson({ seen: 'a\u202E\u200B"\n' })
  expect(json).not.toMatch(hidden)
  expect(JSON.parse(json)).toEqual({ seen: 'a⟨U+202E⟩⟨U+200B⟩"\n' })
})

const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 5 }),
      fc.string({ unit: 'binary', maxLength: 3 }),
      fc.constantFrom(
        ...'@alice|#12|GH-1|o/r#1|https://x.yz|www.x.yz|a@b.cd|deadbeef|<b>|<!--|-->|[a](b)|![a](b)|[^1]|\\|``|`|~~|**|__|$|:tada:|&lt;|&#64;|---|===|# |- |1. |> |[ ] '.split(
          '|',
        ),
        '|',
        '\n',
        '\n\n',
        '    ',
        '\r',
        '\t',
        ' ',
        '\u202E',
        '\u200B',
        '\u2028',
        '\u00A0',
      ),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(''))

const segments: fc.Arbitrary<Words> = fc.array(
  fc.oneof(
    hostile.map(quote),
    hostile.map(code),
    fc.constantFrom<Words[number]>(
      { kind: 'ours', text: ' says ' },
      { kind: 'ours', text: '#' },
      { kind: 'ours', text: '"' },
    ),
  ),
  { minLength: 1, maxLength: 5 },
)

describe('whatever the text from outside', () => {
  test.each([
    ['a paragraph', (inline: string) => `Before\n\n${inline}\n\nafter`, ['inlineCode', 'paragraph', 'root', 'text']],
    [
      'a list item',
      (inline: string) => `- ${inline}\n- last`,
      ['inlineCode', 'list', 'listItem', 'paragraph', 'root', 'text'],
    ],
    ['the middle of a line', (inline: string) => `Title: ${inline} end`, ['inlineCode', 'paragraph', 'root', 'text']],
  ])('only text and code come out in %s', (_, around, allowed) => {
    fc.assert(
      fc.property(segments, (sentence) => {
        const tree = parse(around(toMarkdown(sentence)))
        expect(allowed).toEqual(expect.arrayContaining(typesIn(tree)))
        expect(searchedText(tree)).not.toMatch(alive)
        expect(textOf(tree)).not.toMatch(hidden)
      }),
      { numRuns: 200 },
    )
  })

  test('a code span that ends in a backslash does not run into the next one', () => {
    const text = toMarkdown([quote('@alice\\'), code('`@alice'), code('')])
    expect(searchedText(parse(`Title: ${text} end`))).not.toMatch(alive)
  })

  test('a table keeps its cells', () => {
    fc.assert(
      fc.property(segments, segments, (first, second) => {
        const cells = [toMarkdown(first, 'cell'), toMarkdown(second, 'cell')]
        const tree = parse(`| a | b |\n|---|---|\n| ${cells.join(' | ')} |\n| last | row |`)
        expect(['inlineCode', 'root', 'table', 'tableCell', 'tableRow', 'text']).toEqual(
          expect.arrayContaining(typesIn(tree)),
        )
        const [table] = tree.children
        expect(table?.type === 'table' ? table.children.map((row) => row.children.length) : []).toEqual([2, 2, 2])
        expect(searchedText(tree)).not.toMatch(alive)
      }),
      { numRuns: 200, examples: [[[{ kind: 'ours', text: '#' }], [quote('1. '), code('')]]] },
    )
  })

  test('a reader sees the text as it is', () => {
    fc.assert(
      fc.property(hostile, fc.constantFrom<'prose' | 'cell'>('prose', 'cell'), (text, surroundings) => {
        const seen = `x ${visibleLine(text)} y`
        expect(textOf(parse(`x ${toMarkdown([quote(text)], surroundings)} y`))).toBe(seen)
        expect(textOf(parse(`x ${codeSpan(text, surroundings)} y`))).toBe(seen)
      }),
      { numRuns: 200 },
    )
  })

  test('a block to copy is one block', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const tree = parse(`a\n\n${codeBlock(text)}\n\nb`)
        expect(tree.children.map((child) => child.type)).toEqual(['paragraph', 'code', 'paragraph'])
      }),
    )
  })
})
