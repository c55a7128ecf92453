import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { InertReason } from '../../../src/domain/closing-claim.ts'
import { fullName, type NumberedReference, sameRepository } from '../../../src/domain/repository.ts'
import { CLOSING_KEYWORDS } from '../../../src/facts/parse/closing-grammar.ts'
import { type DescriptionScan, scanDescription, scanRawText } from '../../../src/facts/parse/closing-keywords.ts'

const home = { owner: 'o', name: 'r' }

function scan(body: string, hosts?: readonly string[]): DescriptionScan {
  const reading = scanDescription(body, home, hosts === undefined ? {} : { hosts })
  if (!reading.known) throw new Error(reading.what)
  return reading.value
}

function spelled({ repository, number }: NumberedReference): string {
  return sameRepository(repository, home) ? `${number}` : `${fullName(repository)}#${number}`
}

const closes = (body: string) => scan(body).mentions.map((mention) => spelled(mention.target))
const inert = (body: string) => scan(body).inert.map((mention) => [mention.why, spelled(mention.target)])

describe('what a description closes', () => {
  test.each<[string, string, string[]]>([
    ['a plain keyword', 'Closes #12', ['12']],
    ['colon and capitals (github/docs#36607)', 'CLOSES: #14', ['14']],
    ['only the first of a list (os-santiago/homedir#1430)', 'Closes #1, #2 and #3', ['1']],
    ['each with its own keyword', 'Closes #1, fixes #2 and resolves #3', ['1', '2', '3']],
    ['through emphasis (ShaftHQ/SHAFT_ENGINE#4142)', "**Does not fix** #30's crash on one platform.", ['30']],
    [
      'a keyword in bold with its reference (GD4AI/obsidian-llm-wiki#695)',
      'its **fix #684** sits on the patch line',
      ['684'],
    ],
    ['whatever negates it (bdfinst/agentic-dev-team#977)', 'This PR does not close #67.', ['67']],
    ['"not fixed:" (objectstack-ai/objectstack#10392)', 'Filed, not fixed: #102', ['102']],
    ['a hyphen before the keyword (paiml/aprender#3497)', 'no-close: #6', ['6']],
    ['in quotation marks (Jamie-BitFlight/claude_skills#3219)', 'It said "closes #60", which was wrong.', ['60']],
    ['in a list item', '- Fixes #12', ['12']],
    ['in a heading', '## Fixes #12', ['12']],
    ['in a table cell', '| a | b |\n|---|---|\n| x | fixes #12 |', ['12']],
    ['an owner with a hyphen', 'Fixes octo-org/octo-repo#100', ['octo-org/octo-repo#100']],
    ['a name with dots', 'Fixes octo/site.github.io#7', ['octo/site.github.io#7']],
    ['a URL', 'Closes https://github.com/a/b/issues/9', ['a/b#9']],
    ['a permalink of a comment (isaacs/github#1731)', 'Fix https://github.com/o/r/issues/15#issuecomment-1', ['15']],
    ['a pull request by URL', 'Fixes https://github.com/o/r/pull/15', ['15']],
    ['GH-N', 'Resolved GH-31', ['31']],
    ['a possessive', "This fixes #1267's second half", ['1267']],
    ['a full stop behind', 'Fixes #12.', ['12']],
    ['a wrapped sentence', 'This long line finally\nfixes #12 for everybody.', ['12']],
    ['two spaces', 'Fixes  #12', ['12']],
    ['CRLF', 'Text\r\n\r\nFixes #12\r\n', ['12']],
    ['a link around the reference', 'Closes [#12](https://github.com/o/r/issues/12)', ['12']],
  ])('%s', (_name, body, expected) => {
    expect(closes(body)).toEqual(expected)
  })

  test.each<[string, string]>([
    ['a code span (objectstack-ai/objectstack#8523)', 'Write `Fixes #21` in the body.'],
    ['a fence (objectstack-ai/objectstack#8523)', '```\nFixes #20\n```'],
    ['indented code', 'Look:\n\n    Fixes #20\n'],
    ['an HTML comment', '<!-- Closes #12 -->'],
    ['a word between (isaacs/github#413)', 'Fixes issue #11'],
    ['a bracket between', 'close (#9)'],
    ['a gerund (hamidfzm/glyph#268)', 'closing #110'],
    ['a line break between (github/docs#35979)', 'Closes:\n#19'],
    ['a hard line break between', 'Closes  \n#19'],
    ['no white space', 'Closes:#12 and close#12'],
    ['a word that ends like a keyword', 'prefix #12, discloses #4, disclosed #5'],
    ['a word that begins like one', 'fixer #12, closest #4'],
    ['no number sign', 'Closes 12'],
    ['number zero', 'Closes #0'],
    ['a number that runs on into a word', 'Fixes #12abc'],
    ['another host', 'Fixes https://gitlab.com/a/b/issues/9'],
    ['a page below a pull request', 'Fixes https://github.com/a/b/pull/9/files'],
    ['a commit', 'Fixes https://github.com/a/b/commit/9'],
    ['another keyword', 'Implements #12, refs #13, addresses #14'],
    ['nothing', ''],
  ])('not %s', (_name, body) => {
    expect(closes(body)).toEqual([])
  })

  test('an Enterprise host counts when it is configured, and github.com then does not', () => {
    const body = 'Fixes https://git.example.com/a/b/issues/1 and fixes https://github.com/a/b/issues/2'
    expect(scan(body, ['git.example.com']).mentions.map((mention) => spelled(mention.target))).toEqual(['a/b#1'])
  })

  test('a mention says keyword, words, sentence, line and offsets of the source', () => {
    const body = 'Intro.\r\n\r\nSome work. This **closes**  #12 at last. More.'
    const [mention] = scan(body).mentions
    expect(mention).toEqual({
      keyword: 'closes',
      target: { repository: home, number: 12 },
      text: 'closes**  #12',
      sentence: 'This closes #12 at last.',
      line: 3,
      start: body.indexOf('closes'),
      end: body.indexOf('#12') + 3,
    })
  })

  test('a description that is too large is unknown, never empty', () => {
    const reading = scanDescription(`Closes #1\n${'x'.repeat(2_000_000)}`, home)
    expect(reading).toMatchObject({ known: false, reason: 'too-large', retry: 'cannot-cure' })
  })
})

describe('what looks like a closer and is none', () => {
  test.each<[string, string, [InertReason, string][]]>([
    [
      'the rest of a list',
      'Closes #1, #2 and #3',
      [
        ['no-keyword-in-list', '2'],
        ['no-keyword-in-list', '3'],
      ],
    ],
    ['a list with "and"', 'Fixes #1 and #2.', [['no-keyword-in-list', '2']]],
    [
      'a list of spellings',
      'Fixes #1, a/b#2 & https://github.com/a/b/issues/3',
      [
        ['no-keyword-in-list', 'a/b#2'],
        ['no-keyword-in-list', 'a/b#3'],
      ],
    ],
    ['not a reference after other words', 'Fixes #1, see #2', []],
    ['not a reference with its own keyword', 'Fixes #1, fixes #2', []],
    ['a code span', 'Write `Fixes #21` in the body.', [['code', '21']]],
    ['a reference in a code span', 'Fixes `#21`', [['code', '21']]],
    ['a fence', '```\nFixes #20\n```', [['code', '20']]],
    ['a word between', 'Fixes issue #11', [['word-between', '11']]],
    ['a bracket between', 'close (#9)', [['word-between', '9']]],
    ['not ordinary prose', 'A fix for #11, closed via #12, fixed in #13', []],
    ['a gerund', 'closing #110', [['gerund', '110']]],
    ['a line break', 'Closes:\n#19', [['line-break', '19']]],
    ['a paragraph below', 'Closes:\n\n#19', [['line-break', '19']]],
    [
      'a heading above a list',
      '## Closes\n\n- #19\n- #20\n\nAnd so on.',
      [
        ['line-break', '19'],
        ['line-break', '20'],
      ],
    ],
    ['not a list that only mentions', 'Fixes:\n\n- the parser, see #19', []],
  ])('%s', (_name, body, expected) => {
    expect(inert(body)).toEqual(expected)
  })
})

describe('what a commit message closes', () => {
  test.each<[string, string, string[]]>([
    [
      'a negated keyword (StefanMaron/BusinessCentral.AL.Runner#2491)',
      'Refactor reader\n\nIt does not close #79.',
      ['79'],
    ],
    ['a code span (askalf/dario#1258)', 'Add gate\n\nThe text `Closes #44` is what it looks for.', ['44']],
    [
      'over a blank line (cooneycw/claude-power-pack#1191)',
      "Work\n\n## What this does NOT close\n\n#31's remaining half",
      ['31'],
    ],
    ['a revert (samchon/ttsc#924)', 'Revert "Close #35: new cache"', ['35']],
    ['a title (ShaftHQ/SHAFT_ENGINE#4154)', 'Fix #45 (partial): handle empty input', ['45']],
    ['not a scope', 'fix(#5): x', []],
  ])('%s', (_name, text, expected) => {
    expect(scanRawText(text, home).map((mention) => spelled(mention.target))).toEqual(expected)
  })

  test('the sentence spans the break between keyword and reference, and the line is the keyword’s', () => {
    const [mention] = scanRawText("Work\n\n## What this does NOT close\n\n#31's remaining half", home)
    expect(mention).toMatchObject({ line: 3, sentence: "## What this does NOT close #31's remaining half" })
  })
})

describe('properties', () => {
  const word = fc.constantFrom(
    'Fixes',
    'closes',
    '#1',
    'a/b#2',
    'not',
    ',',
    '\n',
    '\n\n',
    '`',
    '**',
    '- ',
    '> ',
    '"',
    '(',
    ')',
    '.',
    ' ',
  )

  test('never throws, and every mention lies in the text it was found in', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(word, fc.string()), { maxLength: 60 }), (parts) => {
        const body = parts.join(' ')
        const reading = scanDescription(body, home)
        const mentions = [...(reading.known ? reading.value.mentions : []), ...scanRawText(body, home)]
        for (const mention of mentions) {
          expect(body.slice(mention.start, mention.end)).toBe(mention.text)
          expect(mention.text.toLowerCase().startsWith(mention.keyword.toLowerCase())).toBe(true)
        }
      }),
    )
  })

  test('every keyword closes, in any case, with and without a colon', () => {
    const cased = fc.mixedCase(fc.constantFrom(...CLOSING_KEYWORDS))
    fc.assert(
      fc.property(cased, fc.boolean(), fc.integer({ min: 1, max: 999_999 }), (keyword, colon, number) => {
        const text = `${keyword}${colon ? ':' : ''} #${number}`
        expect(closes(text)).toEqual([`${number}`])
        expect(scanRawText(text, home).map((mention) => mention.target.number)).toEqual([number])
      }),
    )
  })

  test('there are exactly nine keywords', () => {
    expect([...CLOSING_KEYWORDS].sort()).toEqual([
      'close',
      'closed',
      'closes',
      'fix',
      'fixed',
      'fixes',
      'resolve',
      'resolved',
      'resolves',
    ])
  })

  test.each([
    ['closers', 'Fix #1 '],
    ['dots', '.'],
    ['spaces', ' '],
    ['references', '#1,'],
    ['letters of a name', 'a-'],
    ['urls', 'http://'],
    ['quotes', '"'],
  ])('a long run of %s takes no longer than a moment', (_name, part) => {
    const text = part.repeat(65_000 / part.length)
    const before = process.cpuUsage()
    scanRawText(text, home)
    scanDescription(text, home)
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(8_000)
  })
})
