import { describe, expect, test } from '@jest/globals'
import { evaluateIssues } from '../../../src/evaluate/issues/evaluate.ts'
import { defaultPolicy } from '../../../src/policy/schema.ts'
import { facts, issue, plain, ref, type World, whole } from './issues-facts.ts'

const seven = issue(ref(7), { body: '- [x] built' })
const judged = (world: World) =>
  evaluateIssues(facts({ issues: [seven], ...world }), defaultPolicy).verdict.findings.filter(
    ({ rule }) => rule === 'claim-contradicted',
  )
const waysOut = (world: World) => judged(world)[0]?.fixes.map(({ how }) => plain(how))

const rewrite = (where: string) =>
  `Leave it open: rewrite ${where} without a closing keyword before the number, for GitHub reads no negation; for example`
const takeBack = (where: string) => `Or, if the work is done, take back the sentence ${where}`

test('each sentence that denies is quoted, and each keyword among them is to be rewritten', () => {
  const body = 'This does not close #7.\n\nIt does not fix #7 yet.\n\nCloses #7, and resolves #7.'
  expect(whole(judged({ body, linked: [ref(7)] })[0])).toMatchObject({
    says: 'Merging would close #7, but the description says that it does not',
    seen: 'line 1: "This does not close #7."; line 3: "It does not fix #7 yet."',
    fixes: [
      [rewrite('line 1 of the description'), 'Part of #7'],
      [rewrite('line 3 of the description'), 'Part of #7'],
      ['Leave it open: replace Closes #7 on line 5 of the description by', 'Part of #7'],
      ['Leave it open: replace resolves #7 on line 5 of the description by', 'Part of #7'],
      [takeBack('on line 1 of the description')],
    ],
    line: 1,
  })
})

describe('where another sentence says that the issue stays open', () => {
  test('the keyword can be replaced where it stands, even on the same line', () => {
    expect(waysOut({ body: 'Closes #7. Part of #7.', linked: [ref(7)] })).toEqual([
      'Leave it open: replace Closes #7 on line 1 of the description by',
      takeBack('on line 1 of the description'),
    ])
  })

  test('the check leads to that sentence', () => {
    expect(judged({ body: 'Closes #7.\n\nPart of #7.', linked: [ref(7)] })[0]?.place?.startLine).toBe(3)
  })
})

test('a link by hand is no line to rewrite', () => {
  expect(waysOut({ body: 'Does not close #7.', manual: [ref(7)] })).toEqual([
    rewrite('line 1 of the description'),
    'Leave it open: take #7 out of "Development" in the sidebar',
    takeBack('on line 1 of the description'),
  ])
})

test('a description that becomes commit text as well is to be rewritten once', () => {
  const merging = { squashMergeCommitMessage: 'PR_BODY' as const }
  expect(waysOut({ body: 'Does not close #7.', linked: [ref(7)], commits: ['a', 'b'], merging })).toEqual([
    rewrite('line 1 of the description'),
    takeBack('on line 1 of the description'),
  ])
})

describe('a text that the description is not', () => {
  const closer = { body: 'Why.\n\nCloses #7', linked: [ref(7)] }

  test('the title: the sentence in it, and the line of the keyword', () => {
    expect(whole(judged({ ...closer, pull: { title: 'This does not fix #7' } })[0])).toMatchObject({
      says: 'Merging would close #7, but the title says that it does not',
      seen: 'the title: "This does not fix #7"',
      wanted: 'words that agree with what the merge does to #7',
      line: 3,
    })
    const fixes = waysOut({ ...closer, pull: { title: 'This does not fix #7' } })
    expect(fixes).toEqual([
      rewrite('the title'),
      'Leave it open: replace Closes #7 on line 3 of the description by',
      takeBack('in the title'),
    ])
  })

  test('a commit, with a line of its own number in the description left alone', () => {
    const fixes = waysOut({ body: 'Closes #7', manual: [ref(7)], commits: ['Does not close #7'] })
    expect(fixes).toBeUndefined()
    expect(waysOut({ body: '', commits: ['Closes #7\n\nMore.', 'Does not close #7'] })).toEqual([
      rewrite('line 1 of the message of commit 222222222222'),
      'Leave it open: in line 1 of the message of commit 111111111111, replace Closes #7 (amend or rebase, then push) by',
      takeBack('on line 1 of the message of commit 222222222222'),
    ])
  })

  test.each([
    ['its headline', { commitHeadline: 'Does not close #7', commitBody: null }],
    ['its body', { commitHeadline: null, commitBody: 'Does not close #7' }],
    ['both, in two paragraphs', { commitHeadline: 'It does not', commitBody: 'close #8. Does not close #7' }],
  ])('what was typed for auto-merge: %s', (_name, typed) => {
    const merging = { autoMerge: { mergeMethod: 'SQUASH' as const, ...typed } }
    expect(whole(judged({ ...closer, merging })[0])).toMatchObject({
      says: 'Merging would close #7, but the text typed for auto-merge says that it does not',
      seen: 'the text typed for auto-merge: "Does not close #7"',
      line: 3,
    })
    expect(waysOut({ ...closer, merging })?.at(-1)).toBe(takeBack('in the text typed for auto-merge'))
  })
})

describe('a denial is about one issue', () => {
  const eight = issue(ref(8), { body: '- [x] built' })
  const both = (body: string, more: Partial<World> = {}) =>
    judged({ body, linked: [ref(7), ref(8)], issues: [seven, eight], ...more }).map(({ claim }) => claim)

  test.each<[string, string, Partial<World>]>([
    ['in the description', 'Closes #7. Does not close #8.', {}],
    ['in the title', 'Closes #7. Closes #8.', { pull: { title: 'Does not fix #8' } }],
    ['in a commit that names both', '', { linked: [], commits: ['Closes #7. It does not close #8.'] }],
    ['in the last commit that names it', '', { linked: [], commits: ['Does not close #8', 'Closes #7'] }],
  ])('%s', (_name, body, more) => {
    expect(both(body, more)).toEqual(['tracebloc/client#8'])
  })
})

test('an issue that the list alone names is contradicted by commits', () => {
  expect(judged({ body: 'Work.', linked: [ref(7)], commits: ['Does not close #7'] })).toHaveLength(1)
})

test('where no commit names the issue, none speaks against it', () => {
  expect(judged({ body: '', manual: [ref(7)], commits: ['Work', 'Does not close #8'] })).toEqual([])
  expect(judged({ body: '', commits: ['Closes #7'], pull: { title: 'Closes #7' } })).toEqual([])
})
