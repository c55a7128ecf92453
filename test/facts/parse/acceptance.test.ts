import process from 'node:process'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Acceptance, Criterion } from '../../../src/domain/acceptance.ts'
import { type AcceptanceOptions, readAcceptance } from '../../../src/facts/parse/acceptance.ts'
import { options } from './acceptance-options.ts'

function read(body: string, changes: Partial<AcceptanceOptions> = {}): Acceptance {
  const reading = readAcceptance(body, { ...options, ...changes })
  if (!reading.known) throw new Error(reading.what)
  return reading.value
}

function criteria(body: string, changes: Partial<AcceptanceOptions> = {}): readonly Criterion[] {
  const acceptance = read(body, changes)
  return acceptance.stated ? acceptance.criteria : []
}

/** Each criterion as `state: text`. */
function outline(body: string, changes: Partial<AcceptanceOptions> = {}): readonly string[] {
  return criteria(body, changes).map(({ state, text }) => `${state.kind}: ${text}`)
}

interface Case {
  readonly id: string
  readonly source?: string
  readonly body: string
  readonly reads: readonly string[]
}

describe('issues as people wrote them', () => {
  const cases: readonly Case[] = [
    {
      id: 'a paragraph under a heading',
      source: 'tracebloc/client#951',
      body: 'Exit 1 has no owner.\n\n## Acceptance\n\nRoot-cause the exit 1 path on the affected edge, using the collected logs.',
      reads: ['open: Root-cause the exit 1 path on the affected edge, using the collected logs.'],
    },
    {
      id: 'plain bullets, one with a mark',
      source: 'Vexa-ai/vexa#712',
      body: '## Acceptance\n\n- unit leg is green ✅\n- live run on one real session',
      reads: ['met: unit leg is green', 'open: live run on one real session'],
    },
    {
      id: 'a mark that is not at the marker',
      source: 'mfittko/dev-loops#1908',
      body: '## Acceptance criteria\n- [ ] verify [x] flags are kept',
      reads: ['open: verify [x] flags are kept'],
    },
    {
      id: 'a ticked parent with an open child',
      body: '## Acceptance criteria\n- [x] parent\n  - [ ] child',
      reads: ['open-child: parent', 'open: child'],
    },
    {
      id: 'a child that says N/A',
      source: 'stilliard/github-task-list-completed#34',
      body: '## Acceptance\n- [ ] parent\n  - [ ] child N/A',
      reads: ['open: parent', 'waived: child N/A'],
    },
    {
      id: 'N/A as a word in prose',
      body: '## Acceptance\n- [ ] handle N/A values in the importer',
      reads: ['open: handle N/A values in the importer'],
    },
    {
      id: 'all list markers',
      body: '## DoD\n* [ ] a\n+ [x] b\n\n1. [ ] c',
      reads: ['open: a', 'met: b', 'open: c'],
    },
    {
      id: 'boxes in a fence and in a comment',
      source: 'github/spec-kit#4272',
      body: '## Acceptance criteria\n```\n- [ ] sample\n```\n<!-- - [ ] template -->\n- [x] real',
      reads: ['met: real'],
    },
    {
      id: 'done means',
      source: 'macanderson/stella#5193',
      body: '### Done means\n- every caller moved',
      reads: ['open: every caller moved'],
    },
    {
      id: 'an issue form',
      body: '### What happened\n\nIt broke.\n\n### Acceptance criteria\n\n- [ ] AC-US3-01: it does not break\n\n### Version\n\n1.2',
      reads: ['open: it does not break'],
    },
    {
      id: 'boxes behind the end of the section',
      body: '## Acceptance\n- [x] one\n\n## Notes\n- [ ] not a criterion',
      reads: ['met: one'],
    },
    { id: 'no acceptance', body: 'Please fix the crash.', reads: [] },
    {
      id: 'a criterion for after the merge',
      source: 'kamp-us/phoenix#9568',
      body: '## Acceptance\n- [x] built\n- [ ] post-merge: seen on the dashboard',
      reads: ['met: built', 'post-merge: seen on the dashboard'],
    },
    {
      id: 'line breaks written out',
      source: 'macanderson/stella#6392',
      body: '## Acceptance criteria\\n- [ ] first\\n- [x] second',
      reads: ['open: first', 'met: second'],
    },
    {
      id: 'a sentence in prose',
      source: 'tracebloc/client#951',
      body: 'The exits have no owner. Acceptance is root-causing the exit 1 path on the affected edge.',
      reads: ['open: root-causing the exit 1 path on the affected edge'],
    },
    {
      id: 'a label line',
      body: 'No owner.\n\nAcceptance: root-cause the exit 1 path, using the new logs.',
      reads: ['open: root-cause the exit 1 path, using the new logs'],
    },
  ]
  test.each(cases)('$id', ({ body, reads }) => {
    expect(outline(body)).toEqual(reads)
  })
})

describe('a section opens with', () => {
  test.each([
    ['each configured heading', options.headings.map((heading) => `## ${heading}\n\n- a\n\n`).join(''), 9],
    ['upper case', '## ACCEPTANCE CRITERIA\n- a', 1],
    ['numbering, emoji, parenthesis', '## 3. Acceptance criteria (must) ✅\n- a', 1],
    ['a decimal number', '### 3.1 Acceptance\n- a', 1],
    ['an emoji shortcode', '## :white_check_mark: Acceptance\n- a', 1],
    ['a colon', '## Acceptance:\n- a', 1],
    ['emphasis', '## **Acceptance** _criteria_\n- a', 1],
    ['an underlined heading', 'Acceptance\n----------\n- a', 1],
    ['a bold line', '**Acceptance criteria**\n\n- a', 1],
    ['a bold line directly above its list', '**Acceptance criteria:**\n- a', 1],
    ['a bold line with the colon outside', '**Acceptance**:\n- a', 1],
    ['a bold line after prose in its paragraph', 'Some prose.\n**Acceptance**\n- a', 1],
    ['a label line', 'Acceptance:\n\n- a', 1],
    ['a label line after prose in its paragraph', 'Some prose.\nDone when:\n- a', 1],
    ['a summary', '<details><summary>Acceptance</summary>\n\n- a\n\n</details>', 1],
    ['an HTML heading', '<h3>Acceptance</h3>\n\n- a', 1],
    ['a bold label in a list item', '- **Acceptance:**\n  - a\n  - b', 2],
    ['a bold label in a nested list item', '- Plan\n  - **Acceptance:**\n    - a\n    - b', 2],
    ['a sentence that introduces a list', 'Some prose. Acceptance criteria are:\n\n- a\n- b', 2],
  ])('%s', (_name, body, count) => {
    expect(criteria(body)).toHaveLength(count)
  })

  test.each([
    ['a longer title', '## Acceptance of the proposal\n- a'],
    ['a title with such a prefix', '## Acceptance testing setup\n- a'],
    ['a word in prose', 'We discussed the acceptance criteria.\n\n- a'],
    ['a sentence about acceptance without a verb of being', 'Acceptance of the proposal took a year.'],
    ['a quoted section', '> ## Acceptance\n> - [ ] a\n> - b'],
    ['a commented section', '<!--\n## Acceptance\n- [ ] a\n-->'],
    ['a fenced section', '```\n## Acceptance\n- [ ] a\n```'],
    ['a code span', '`Acceptance is` a code span.'],
  ])('not with %s', (_name, body) => {
    expect(read(body)).toEqual({ stated: false })
  })

  test('the configured titles only', () => {
    expect(outline('## Abnahme\n- a\n\n## Acceptance\n- b', { headings: ['Abnahme'] })).toEqual(['open: a'])
  })
})

describe('a section ends', () => {
  test.each([
    ['at a heading of the same level', '## Acceptance\n- a\n\n## Other\n- x', ['a']],
    ['at a heading of a higher level', '### Acceptance\n- a\n\n# Other\n- x', ['a']],
    ['not at a lower heading', '## Acceptance\n- a\n\n### Backend\n- b', ['a', 'b']],
    ['not at a bold line, when a heading opened it', '## Acceptance\n- a\n\n**Backend**\n\n- b', ['a', 'b']],
    ['not at a rule, when a heading opened it', '## Acceptance\n- a\n\n---\n\n- b', ['a', 'b']],
    ['at any heading, when bold', '**Acceptance**\n\n- a\n\n###### Other\n- x', ['a']],
    ['at a bold line, when bold', '**Acceptance**\n\n- a\n\n**Other**\n\n- x', ['a']],
    ['at a label line, when bold', '**Acceptance**\n\n- a\n\nOther things:\n\n- x', ['a']],
    ['at a rule, when bold', '**Acceptance**\n\n- a\n\n---\n\n- x', ['a']],
    ['at a rule, when a label', 'Acceptance:\n\n- a\n\n---\n\n- x', ['a']],
    ['at a label with text, when a label', 'Acceptance: a\nOwner: somebody', ['a']],
    ['not at a step of a scenario', 'Acceptance:\n\nGiven: a\n\nThen: b', ['Given: a', 'Then: b']],
  ])('%s', (_name, body, texts) => {
    expect(criteria(body).map(({ text }) => text)).toEqual(texts)
  })

  test('and a second section adds to the first', () => {
    expect(outline('## Acceptance\n- [x] a\n\n## Notes\n- x\n\n## Definition of done\n- b')).toEqual([
      'met: a',
      'open: b',
    ])
  })

  test('and a section within a section counts once', () => {
    expect(outline('## Acceptance\n### Definition of done\n- [ ] a')).toEqual(['open: a'])
  })
})

describe('what counts as a criterion in a section', () => {
  test.each([
    ['boxes, nested ones too', '- [ ] a\n  - detail\n    - [x] b', ['open: a', 'met: b']],
    ['bullets beside boxes are detail', '- x\n- [ ] a\n- y', ['open: a']],
    ['boxes before bullets of another list', '- x\n\ntext\n\n* [ ] a', ['open: a']],
    ['boxes in a quote are not', '- a\n\n> - [ ] q', ['open: a']],
    ['top-level bullets', '- a\n  - detail\n- b', ['open: a', 'open: b']],
    ['numbered items', '1. a\n2) b', ['open: a', 'open: b']],
    ['bullets before paragraphs', 'All of these hold:\n\n- a', ['open: a']],
    ['the first paragraph of a bullet', '- a\n\n  more about a', ['open: a']],
    [
      'rows of a table',
      '| What | State |\n|-|-|\n| a | ✅ |\n| b | |\n| c | N/A |',
      ['met: a', 'open: b', 'waived: c'],
    ],
    ['rows with a box as state', '| What | State |\n|-|-|\n| a | [x] |\n| b | [ ] |', ['met: a', 'open: b']],
    ['rows with an id in front', '| # | What | |\n|-|-|-|\n| AC7 | a | ✔ |\n| 2 | b | ❌ |', ['met: a', 'open: b']],
    ['a mark beside a box is no state', '| What |\n|-|\n| [ ] a ✅ |', ['open: a']],
    ['a mark beside words is no state', '| What | State |\n|-|-|\n| a | ✅ in June |', ['open: a']],
    ['paragraphs', 'One\nline.\n\nAnother.', ['open: One line.', 'open: Another.']],
    ['text of a code span', '- [ ] run `npm test`', ['open: run npm test']],
    ['rendered text', '- [ ] **a** [b](https://x.example) &amp; ~~c~~', ['open: a b &']],
    ['an item over several lines', '- [ ] a\n  b\n  c', ['open: a b c']],
    ['no empty item', '- [ ] a\n- [ ]\n- [ ] …\n-', ['open: a']],
    ['no item that only says N/A', '- [ ] N/A\n- [ ] a', ['open: a']],
    ['no code block', '```\nnpm test\n```\n\na', ['open: a']],
  ])('%s', (_name, section, reads) => {
    expect(outline(`## Acceptance\n\n${section}`)).toEqual(reads)
  })

  test.each([
    ['No response', '### Acceptance criteria\n\n_No response_\n\n### Version\n\n1'],
    ['None', '## Acceptance\n\nNone.'],
    ['N/A', '## Acceptance\n\nN/A'],
    ['nothing', '## Acceptance\n\n## Notes'],
    ['only a comment', '## Acceptance\n<!-- describe it -->'],
    ['only an empty box', '## Acceptance\n- [ ] '],
  ])('"%s" states nothing', (_name, body) => {
    expect(read(body)).toEqual({ stated: false })
  })
})

describe('boxes outside of a section', () => {
  test('count when there is no section', () => {
    expect(outline('Do this:\n\n- [x] a\n- b\n\n## Later\n- [ ] c')).toEqual(['met: a', 'open: c'])
  })
  test('count when the section is empty', () => {
    expect(outline('## Acceptance\n\n_No response_\n\n## Tasks\n- [ ] a')).toEqual(['open: a'])
  })
  test('do not count when the section says something', () => {
    expect(outline('## Acceptance\n\nIt works.\n\n## Tasks\n- [ ] a')).toEqual(['open: It works.'])
  })
  test('do not count with sections-only', () => {
    expect(read('- [ ] a', { sectionsOnly: true })).toEqual({ stated: false })
  })
  test('do not count in quotes, code and comments', () => {
    expect(read('> - [ ] a\n\n`- [ ] b`\n\n    - [ ] c\n\n<!--\n- [ ] d\n-->')).toEqual({ stated: false })
  })
})

describe('a sentence in prose', () => {
  test.each([
    ['Acceptance is a.', ['a']],
    ['Prose first. The acceptance criteria are: a. More prose.', ['a']],
    ['Done when every caller moved. Then more.', ['every caller moved']],
    ['Done means a, e.g. Bob moved, and b.', ['a, e.g. Bob moved, and b']],
    ['See v1.2.3. Acceptance is that 1.2.4 starts.', ['that 1.2.4 starts']],
    ['A. Acceptance is\na on a line of its own.', ['a on a line of its own']],
    ['Acceptance = `npm test` passes.', ['npm test passes']],
    ['**Acceptance:** a in the same line.', ['a in the same line']],
    ['**Acceptance: all in bold**', ['all in bold']],
    ['Acceptance: a\nthat goes on.', ['a that goes on']],
    ['Note: x. Acceptance is a.', ['a']],
  ])('%j', (body, texts) => {
    expect(criteria(body).map(({ text }) => text)).toEqual(texts)
  })

  test('in bold introduces the boxes below it', () => {
    expect(outline('**Acceptance: all of these**\n- [x] a\n- [ ] b')).toEqual(['met: a', 'open: b'])
  })

  test('at the start of a box is none', () => {
    expect(outline('- [x] Acceptance: a\n- [ ] b')).toEqual(['met: Acceptance: a', 'open: b'])
  })

  test('in a list is none', () => {
    expect(outline('- [ ] first part. Done when tests pass.\n- [ ] second')).toEqual([
      'open: first part. Done when tests pass.',
      'open: second',
    ])
  })
})

describe('the state of an item', () => {
  test.each([
    ['- [x] a', 'met: a'],
    ['- [X] a', 'met: a'],
    ['- [-] a', 'open: a'],
    ['- [~] a', 'open: a'],
    ['- [x]a', 'open: [x]a'],
    ['- ✅ a', 'met: a'],
    ['- a ☑️', 'met: a'],
    ['- ✔ a', 'met: a'],
    ['- :white_check_mark: a', 'met: a'],
    ['- a ✅ b', 'open: a ✅ b'],
    ['- a `✅`', 'open: a ✅'],
    ['- [ ] a ✅', 'open: a'],
    ['- ❌ a', 'open: ❌ a'],
    ['- [ ] ~~a~~', 'waived: a'],
    ['- ~~a~~', 'waived: a'],
    ['- [ ] ~~use Redis~~ use memory', 'open: use memory'],
    ['- [ ] a (N/A)', 'waived: a (N/A)'],
    ['- [ ] N/A: a', 'waived: N/A: a'],
    ['- [ ] n/a — a', 'waived: n/a — a'],
    ['- [ ] N/A values are kept', 'open: N/A values are kept'],
    ['- [ ] prints `N/A`', 'open: prints N/A'],
    ['- [ ] print N/A in the cell', 'open: print N/A in the cell'],
    ['- [x] post-merge: a', 'met: a'],
    ['- [ ] Post merge: a', 'post-merge: a'],
    ['- [ ] After merge, a', 'post-merge: a'],
    ['- [ ] (post-merge) a', 'post-merge: a'],
    ['- [ ] [post-merge] a', 'post-merge: a'],
    ['- [ ] a (after merge)', 'post-merge: a'],
    ['- [ ] **post-merge:** a', 'post-merge: a'],
    ['- [ ] AC4: post-merge: a', 'post-merge: a'],
    ['- [ ] post-merge hook is installed', 'open: post-merge hook is installed'],
    ['- [ ] tell before and after merge apart', 'open: tell before and after merge apart'],
  ])('%j', (item, reads) => {
    expect(outline(`## Acceptance\n${item}`)).toEqual([reads])
  })

  test.each([
    ['- [ ] ~~a~~ — dropped with #7', 'dropped with #7'],
    ['- [ ] ~~a~~ (no UI left)', 'no UI left'],
    ['- [ ] a — N/A: no UI left', 'no UI left'],
    ['- [ ] a N/A (no UI left)', 'no UI left'],
    ['- [ ] a (N/A - no UI left)', 'no UI left'],
    ['- [ ] ~~a~~', undefined],
    ['- [ ] a N/A', undefined],
  ])('%j gives its reason', (item, reason) => {
    const [criterion] = criteria(`## Acceptance\n${item}`)
    expect(criterion?.state).toEqual(reason === undefined ? { kind: 'waived' } : { kind: 'waived', reason })
  })

  test('words for after the merge are configured', () => {
    expect(
      outline('## Acceptance\n- [ ] nach dem Merge: a\n- [ ] post-merge: b', { postMergeWords: ['nach dem Merge'] }),
    ).toEqual(['post-merge: a', 'open: post-merge: b'])
    expect(outline('## Acceptance\n- [ ] post-merge: b', { postMergeWords: [] })).toEqual(['open: post-merge: b'])
  })

  test('a mark in a paragraph is a word', () => {
    expect(outline('## Acceptance\n\nIt works ✅')).toEqual(['open: It works'])
  })
})

describe('an item that is only a reference follows it', () => {
  const other = { owner: 'acme', name: 'web' }
  test.each([
    ['- [ ] #12', options.home, 12],
    ['- [x] #12', options.home, 12],
    ['- #12', options.home, 12],
    ['- [ ] **#12**.', options.home, 12],
    ['- [ ] GH-12', options.home, 12],
    ['- [ ] acme/web#12', other, 12],
    ['- [ ] https://github.com/acme/web/issues/12', other, 12],
    ['- [ ] https://github.com/acme/web/pull/12', other, 12],
    ['- [ ] [#12](https://github.com/acme/web/issues/12)', other, 12],
    ['- [ ] AC3: #12', options.home, 12],
  ])('%j', (item, repository, number) => {
    const [criterion] = criteria(`## Acceptance\n${item}`)
    expect(criterion?.state).toEqual({ kind: 'follows', reference: { repository, number } })
  })

  test.each([
    ['more words', '- [x] #12 is merged', 'met'],
    ['a linked title', '- [ ] [the logs](https://github.com/acme/web/issues/12)', 'open'],
    ['another host', '- [ ] https://gitlab.com/acme/web/issues/12', 'open'],
    ['two references', '- [x] #12, #13', 'met'],
    ['a code span', '- [ ] `#12`', 'open'],
    ['a struck reference', '- [ ] ~~#12~~', 'waived'],
  ])('not with %s', (_name, item, kind) => {
    expect(criteria(`## Acceptance\n${item}`)[0]?.state.kind).toBe(kind)
  })

  test('on an Enterprise host too', () => {
    const [criterion] = criteria('- [ ] https://git.acme.example/acme/web/issues/12', { hosts: ['git.acme.example'] })
    expect(criterion?.state).toEqual({ kind: 'follows', reference: { repository: other, number: 12 } })
  })
})

describe('nesting', () => {
  test.each([
    ['a ticked parent with ticked children is met', '- [x] p\n  - [x] c', ['met: p', 'met: c']],
    [
      'an open child is open at any depth',
      '- [x] p\n  - [x] q\n    - [ ] c',
      ['open-child: p', 'open-child: q', 'open: c'],
    ],
    ['an open child below a plain bullet too', '- [x] p\n  - x\n    - [ ] c', ['open-child: p', 'open: c']],
    ['a waived child holds nothing up', '- [x] p\n  - [ ] ~~c~~', ['met: p', 'waived: c']],
    ['a child that follows may be open', '- [x] p\n  - [ ] #12', ['open-child: p', 'follows: #12']],
    ['an open parent with met children is open', '- [ ] p\n  - [x] c', ['open: p', 'met: c']],
    ['an empty parent does not count', '- [ ] …\n  - [ ] c', ['open: c']],
  ])('%s', (_name, items, reads) => {
    expect(outline(`## Acceptance\n${items}`)).toEqual(reads)
  })

  test('a parent names its open children by place', () => {
    const [parent] = criteria('- [x] p\n  - [x] a\n  - [ ] b\n  - [ ] c')
    expect(parent?.state).toEqual({ kind: 'open-child', children: [2, 3] })
  })
})

describe('identity', () => {
  test.each([
    ['- [ ] AC1: a', 'AC1', true, 'a'],
    ['- [ ] AC-US1-02 a', 'AC-US1-02', true, 'a'],
    ['- [ ] **AC2** — a', 'AC2', true, 'a'],
    ['- [ ] [AC2] a', 'AC1', false, '[AC2] a'],
    ['- [ ] AC 3. a', 'AC3', true, 'a'],
    ['- [ ] FR-012: a', 'FR-012', true, 'a'],
    ['- [ ] ACME works', 'AC1', false, 'ACME works'],
    ['- [ ] UTF-8 works', 'AC1', false, 'UTF-8 works'],
    ['1. [ ] a', 'AC1', false, 'a'],
  ])('%j', (item, id, idIsExplicit, text) => {
    expect(criteria(`## Acceptance\n${item}`)).toMatchObject([{ id, idIsExplicit, text }])
  })

  test('without an id is by order, from 1, over all sections', () => {
    const ids = criteria('## Acceptance\n- a\n- AC7: b\n- c\n\n## DoD\n- d').map(({ id }) => id)
    expect(ids).toEqual(['AC1', 'AC7', 'AC3', 'AC4'])
  })

  test('of the text is its hash, for which spelling and state do not count', () => {
    const [first] = criteria('## Acceptance\n- [ ] AC1: Every caller  moved.')
    const [second] = criteria('## DoD\n\n1. [x] **every** caller moved')
    const [third] = criteria('## Acceptance\n- [ ] AC1: Every caller moved twice.')
    expect(first?.hash).toMatch(/^[0-9a-f]{16}$/)
    expect(second?.hash).toBe(first?.hash)
    expect(third?.hash).not.toBe(first?.hash)
  })

  test('has a line', () => {
    expect(criteria('a\r\n\r\n## Acceptance\r\n- [ ] b\r\n  - [ ] c').map(({ line }) => line)).toEqual([4, 5])
    expect(criteria('a\nb. Done when\nc holds.').map(({ line }) => line)).toEqual([3])
  })
})

describe('proofs', () => {
  test.each([
    ['in the item', '- [ ] a <!-- proof: check "e2e" -->\n- [ ] b', [['check "e2e"'], []]],
    ['on a line of the item', '- [ ] a\n  <!-- proof: path "x/**" -->\n- [ ] b', [['path "x/**"'], []]],
    ['behind the item', '- [ ] a\n\n<!-- proof: label "ok" -->\n\n- [ ] b', [['label "ok"'], []]],
    ['behind nested detail', '- a\n  - detail\n    <!-- proof: label "ok" -->\n- b', [['label "ok"'], []]],
    ['over several lines', '- [ ] a\n  <!-- proof:\n  check "x"\n  -->', [['check "x"']]],
    ['several at one', '- [ ] a <!-- proof: check "x" --> <!-- proof: check "y" -->', [['check "x"', 'check "y"']]],
    ['without a colon', '- [ ] a <!-- proof check "x" -->', [['check "x"']]],
    ['of a kind nobody knows', '- [ ] a <!-- Proof: luck -->', [['luck']]],
    ['in front of all', '<!-- proof: check "x" -->\n\n- [ ] a', [['check "x"']]],
    ['in a table', '| a |\n|-|\n| b <!-- proof: check "x" --> |', [['check "x"']]],
    ['behind a paragraph', 'It works.\n<!-- proof: check "x" -->', [['check "x"']]],
    ['not in another comment', '- [ ] a <!-- needs proof: none -->', [[]]],
    ['not in a code span', '- [ ] a `<!-- proof: check "x" -->`', [[]]],
  ])('%s', (_name, items, proofs) => {
    expect(criteria(`## Acceptance\n\n${items}`).map((criterion) => criterion.proofs)).toEqual(proofs)
  })
})

describe('line breaks written out', () => {
  test('are line breaks only in a body that has none', () => {
    expect(outline('## Acceptance\n- [ ] split at \\n- and keep')).toEqual(['open: split at \\n- and keep'])
  })
  test('are not read into a path', () => {
    expect(outline('Acceptance: works below C:\\new')).toEqual(['open: works below C:\\new'])
  })
})

describe('any body', () => {
  const line = fc.constantFrom(
    '## Acceptance',
    '**Done when**',
    'Acceptance:',
    'Acceptance is a. And b.',
    '- [ ] a',
    '- [x] ~~b~~',
    '  - [ ] #12',
    '    1. [x] N/A: c',
    '> - [ ] q',
    '```',
    '<!-- proof: x -->',
    '<!--',
    '-->',
    '| a | ✅ |',
    '|-|-|',
    '',
    '---',
    'text `code` **bold**',
  )
  const body = fc.array(line, { maxLength: 30 }).map((lines) => lines.join('\n'))

  test('is read without an error', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), body), (source) => {
        expect(readAcceptance(source, options).known).toBe(true)
      }),
    )
  })

  test('reads the same with CRLF', () => {
    fc.assert(
      fc.property(body, (source) => {
        expect(read(source.replaceAll('\n', '\r\n'))).toEqual(read(source))
      }),
    )
  })

  test('reads the same with anything added behind the end of its section', () => {
    const closed = fc.array(fc.constantFrom('- [ ] a', '- [x] b', '', 'text', '1. c', '**bold**'), { maxLength: 10 })
    fc.assert(
      fc.property(
        closed,
        fc.array(fc.constantFrom('text', '- x', '- [ ] y', '> z', ''), { maxLength: 10 }),
        (items, added) => {
          const section = `## Acceptance\n- [ ] first\n${items.join('\n')}\n\n## Notes\n`
          expect(read(`${section}\n${added.join('\n')}`)).toEqual(read(section))
        },
      ),
    )
  })

  test('has places for children that exist and stand behind their parent', () => {
    fc.assert(
      fc.property(body, (source) => {
        const all = criteria(source)
        for (const [index, { state }] of all.entries()) {
          for (const child of state.kind === 'open-child' ? state.children : []) {
            expect(child).toBeGreaterThan(index)
            expect(child).toBeLessThan(all.length)
          }
        }
      }),
    )
  })
})

describe('a long body', () => {
  function milliseconds(source: string): number {
    const started = process.cpuUsage()
    readAcceptance(source, options)
    return process.cpuUsage(started).user / 1000
  }

  test('of 2,000 boxes is read whole', () => {
    const body = `## Acceptance\n${`- [ ] ${'a word '.repeat(7)}\n`.repeat(2_000)}`
    expect(criteria(body)).toHaveLength(2_000)
  })

  test('takes time in proportion to its length', () => {
    const boxes = (count: number) => `## Acceptance\n${'- [x] a\n  - [ ] b\n'.repeat(count)}`
    milliseconds(boxes(250))
    const short = Math.min(milliseconds(boxes(250)), milliseconds(boxes(250)))
    const long = Math.min(milliseconds(boxes(1_000)), milliseconds(boxes(1_000)))
    // Four times as long; sixteen times the time would be quadratic.
    expect(long / short).toBeLessThan(12)
  })

  test.each([
    ['dots in an item', `- [ ] a${'.'.repeat(100_000)}b`],
    ['marks in an item', `- ${'✅'.repeat(100_000)}b`],
    ['sentences in a paragraph', 'Done. '.repeat(20_000)],
    ['N/A in an item', `- [ ] ${'— N/A: (n/a '.repeat(10_000)}`],
    ['parentheses in a title', `## Acceptance${' ('.repeat(50_000)}`],
    ['label lines', `Acceptance: a\n${'Label: b\n'.repeat(10_000)}`],
    ['proofs', `- [ ] a\n${'<!-- proof: b -->\n'.repeat(5_000)}`],
    ['open comments', `- [ ] a\n\n${'<!-- proof: b '.repeat(9_000)}`],
  ])('of %s is read in bounded time', (_name, source) => {
    expect(milliseconds(source)).toBeLessThan(10_000)
  })

  test('of a megabyte is refused with its reason', () => {
    expect(readAcceptance('- [ ] a\n'.repeat(131_072), options)).toMatchObject({ known: false, reason: 'too-large' })
  })
})
