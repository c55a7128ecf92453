import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { closingReferencesInCommit, closingReferencesInDescription } from './closing.ts'

function read(references: ReturnType<typeof closingReferencesInCommit>): string[] {
  return references.map(({ owner, name, number }) => (owner === null ? `#${number}` : `${owner}/${name}#${number}`))
}

describe('a description', () => {
  test.each<[string, string, string[]]>([
    ['plain', 'Closes #12', ['#12']],
    ['colon and capitals (github/docs#36607)', 'CLOSES: #14', ['#14']],
    ['each reference needs its keyword (os-santiago/homedir#1430)', 'Closes #1, #2 and #3', ['#1']],
    ['bold negation (ShaftHQ/SHAFT_ENGINE#4142)', "**Does not fix** #30's out-of-memory crash.", ['#30']],
    ['plain negation (bdfinst/agentic-dev-team#977)', 'This PR does not close #67.', ['#67']],
    ['emphasised negation (kamp-us/phoenix#4471)', 'Does **not** close #44; half is open.', ['#44']],
    ['filed, not fixed (objectstack-ai/objectstack#10392)', 'Filed, not fixed: #102', ['#102']],
    ['a hyphen is a word boundary (paiml/aprender#3497)', 'no-close: #6', ['#6']],
    [
      'condition (objectstack-ai/objectstack#8476)',
      'Part of #81. Whoever owns it should close #81 once #86 lands.',
      ['#81'],
    ],
    [
      'quotation marks (Jamie-BitFlight/claude_skills#3219)',
      'The message said "closes #60", which was wrong.',
      ['#60'],
    ],
    ['code span (objectstack-ai/objectstack#8523)', 'Write `Fixes #21` in the body.', []],
    ['keyword as code', '`Fixes` #21', []],
    ['fence (objectstack-ai/objectstack#8523)', '```\nFixes #20\n```', []],
    ['indented code', 'Example:\n\n    Fixes #20', []],
    ['a word between (isaacs/github#413)', 'Fixes issue #11', []],
    ['a bracket between', 'close (#9)', []],
    ['gerund (hamidfzm/glyph#268)', 'closing #110', []],
    ['keyword on its own line (github/docs#35979)', 'Closes:\n#19', []],
    ['a hard line break between', 'Closes:  \n#19', []],
    ['permalink of a comment (isaacs/github#1731)', 'Fix https://github.com/o/r/issues/15#issuecomment-1', ['o/r#15']],
    ['URL of a pull request', 'Fixes https://github.com/o/r/pull/16', ['o/r#16']],
    ['URL of another host', 'Fixes https://example.org/o/r/issues/15', []],
    ['bold keyword and number (GD4AI/obsidian-llm-wiki#695)', 'its **fix #684** sits on the patch line', ['#684']],
    ['hyphenated owner', 'Fixes octo-org/octo-repo#100', ['octo-org/octo-repo#100']],
    [
      'NOT Closes (tracebloc/client#951)',
      "Part of o/backend#29 — NOT Closes: #29's acceptance is other work.",
      ['#29'],
    ],
    ['part of a longer word', 'discloses #4, prefix #12, fixed_ #3', []],
    ['no number sign', 'Closes 12', []],
    ['no space', 'close#12', []],
    ['list item', '- Fixes #12', ['#12']],
    ['table cell', '| a |\n|---|\n| Fixes #12 |', ['#12']],
    ['heading', '## Resolves #12', ['#12']],
    ['struck through', '~~Closes #12~~', ['#12']],
    ['HTML comment', '<!-- Closes #12 -->', []],
    ['comment inside a paragraph', 'x <!-- Closes #12 --> y', []],
    ['HTML block', '<details>\nCloses #12\n</details>', ['#12']],
    ['HTML code', 'x <code>Closes #12</code>', []],
    ['link with other words', 'Closes [#12](https://github.com/o/r/issues/12)', []],
    ['GH-12', 'Closes GH-12', ['#12']],
    ['a number with letters behind', 'Closes #12a', []],
    ['two claims', 'Fixes #1. Resolved #2', ['#1', '#2']],
  ])('%s', (_, text, expected) => {
    expect(read(closingReferencesInDescription(text))).toEqual(expected)
  })

  test.each([
    [false, []],
    [true, ['#12']],
  ])('block quotes are read when told so: %s', (quotes, expected) => {
    expect(read(closingReferencesInDescription('> Closes #12', { quotes }))).toEqual(expected)
  })
})

describe('a commit message', () => {
  test.each<[string, string, string[]]>([
    ['squash headline (ShaftHQ/SHAFT_ENGINE#4154)', 'Fix #45 (partial): handle empty input', ['#45']],
    ['negated (StefanMaron/BusinessCentral.AL.Runner#2491)', 'Refactor reader\n\nIt does not close #79.', ['#79']],
    ['backticks protect nothing (askalf/dario#1258)', 'Add gate\n\nThe text `Closes #44` is it.', ['#44']],
    [
      'a blank line between (cooneycw/claude-power-pack#1191)',
      "Work\n\n## What this does NOT close\n\n#31's half",
      ['#31'],
    ],
    ['a revert (samchon/ttsc#924)', 'Revert "Close #35: new cache"', ['#35']],
    ['a scope is no keyword', 'fix(#5): x', []],
    ['a word between', 'Fixes issue #11', []],
  ])('%s', (_, text, expected) => {
    expect(read(closingReferencesInCommit(text))).toEqual(expected)
  })

  test.each(['close', 'closes', 'closed', 'fix', 'fixes', 'fixed', 'resolve', 'resolves', 'resolved'])(
    '%s is a keyword',
    (keyword) => {
      expect(closingReferencesInCommit(`${keyword} #7`)).toEqual([{ keyword, owner: null, name: null, number: 7 }])
    },
  )
})

test('no text makes the parsers throw', () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom('fixes ', '#1', '`', '\n', '<code>', '<!--', '> ', '- [ ] ', '**'),
  )
  fc.assert(
    fc.property(
      fc.array(piece).map((pieces) => pieces.join('')),
      (text) => {
        closingReferencesInDescription(text)
        closingReferencesInCommit(text)
      },
    ),
  )
})
