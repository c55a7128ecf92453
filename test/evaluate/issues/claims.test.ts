import { describe, expect, test } from '@jest/globals'
import { known, unknown } from '../../../src/domain/reading.ts'
import { evaluateIssues } from '../../../src/evaluate/issues/evaluate.ts'
import { defaultPolicy } from '../../../src/policy/schema.ts'
import { backend, facts, issue, plain, readAt, ref, type World } from './issues-facts.ts'

const judge = (world: World) => evaluateIssues(facts(world), defaultPolicy)
const seven = issue(ref(7), { body: '- [ ] built' })

describe('while GitHub’s list may lag', () => {
  const edited = (secondsAgo: number) => ({ lastEditedAt: readAt - secondsAgo * 1000 })

  test.each([
    [0, 'block', 5],
    [5, 'block', 15],
    [20, 'block', 45],
    [50, 'block', 61],
    [60, 'pass', undefined],
    [600, 'pass', undefined],
  ])(
    '%i s after an edit, words that the list does not show yet: %s, read again after %s s',
    (seconds, kind, reread) => {
      const { verdict, rereadAt } = judge({ body: 'Closes #7', issues: [seven], pull: edited(seconds) })
      expect(verdict.kind).toBe(kind)
      expect(rereadAt).toBe(reread === undefined ? undefined : readAt + (reread - seconds) * 1000)
    },
  )

  test('a listed issue that the words no longer name is judged and read again', () => {
    const { verdict, rereadAt } = judge({ body: 'Part of #8', linked: [ref(7)], issues: [seven], pull: edited(2) })
    expect(verdict.kind).toBe('block')
    expect(rereadAt).toBe(readAt + 3000)
  })

  test('a new pull request counts from its creation', () => {
    expect(judge({ body: 'Closes #7', issues: [seven], pull: { createdAt: readAt - 1000 } }).verdict.kind).toBe('block')
  })

  test('nothing is read again when list and words agree, nor for a link by hand', () => {
    expect(judge({ body: 'Closes #7', linked: [ref(7)], issues: [seven], pull: edited(1) }).rereadAt).toBeUndefined()
    expect(judge({ body: 'Work.', manual: [ref(7)], issues: [seven], pull: edited(1) }).rereadAt).toBeUndefined()
  })

  test('a closed issue does not unsettle anything', () => {
    const { claims, rereadAt } = judge({
      body: 'Closes #7',
      issues: [issue(ref(7), { state: 'CLOSED' })],
      pull: edited(1),
    })
    expect([claims, rereadAt]).toEqual([[], undefined])
  })
})

describe('which issues are claimed', () => {
  test('an issue that is listed and linked by hand is claimed once, by both routes', () => {
    const { claims } = judge({ body: 'Closes #7', manual: [ref(7)], issues: [seven] })
    expect(claims.map((claim) => claim.routes.map(({ route, mention }) => [route, mention?.text]))).toEqual([
      [
        ['sidebar', undefined],
        ['description', 'Closes #7'],
      ],
    ])
  })

  test('two mentions of one issue are one claim, whatever the case of its repository', () => {
    const { claims } = judge({
      body: 'Closes tracebloc/backend#7\n\nFixes Tracebloc/Backend#7',
      linked: [ref(7, backend)],
      issues: [issue(ref(7, backend), { body: '- [ ] built' })],
    })
    expect(claims).toHaveLength(1)
    expect(claims[0]?.routes).toHaveLength(2)
  })

  test('a transferred issue is followed to where it is now', () => {
    const now = ref(70, backend)
    const { claims, verdict } = judge({
      body: 'Closes #7. Part of #7.',
      linked: [now],
      issues: [issue(now, { body: '- [x] built' })],
      targets: [{ reference: ref(7), target: known(issue(now, { body: '- [x] built' })) }],
    })
    expect(claims.map((claim) => claim.target)).toEqual([now])
    expect(verdict.findings.map((finding) => finding.rule)).toEqual(['claim-contradicted'])
  })

  test('a number that does not exist here is no claim', () => {
    const { claims, verdict } = judge({
      body: 'Fixes #719',
      targets: [{ reference: ref(719), target: known({ kind: 'absent' }) }],
    })
    expect([claims, verdict.kind]).toEqual([[], 'pass'])
  })

  test('a named issue elsewhere that has not been read yet is unknown, never nothing', () => {
    expect(judge({ body: 'Closes a/b#7' }).verdict).toMatchObject({ kind: 'unknown', retry: 'may-cure' })
  })

  test('where GitHub’s list is unknown, the words are judged as well', () => {
    const { verdict } = judge({
      body: 'Closes #7',
      issues: [seven],
      facts: { linked: unknown('unavailable', 'GitHub did not answer', 'may-cure') },
    })
    expect(verdict.findings.map((finding) => [finding.rule, finding.severity])).toEqual([
      ['acceptance-unmet', 'block'],
      ['target-unreadable', 'unknown'],
    ])
  })

  test('on another base only what GitHub lists is claimed', () => {
    const world = { body: 'Closes #7', issues: [seven], pull: { baseRefName: 'release', lastEditedAt: readAt } }
    expect(judge(world)).toMatchObject({ claims: [], verdict: { kind: 'pass' } })
    expect(judge({ ...world, manual: [ref(7)] }).verdict.kind).toBe('block')
  })

  test('an Enterprise host is GitHub when it is given', () => {
    const world = facts({ body: 'Closes https://git.example.com/a/b/issues/7' })
    expect(evaluateIssues(world, defaultPolicy).claims).toEqual([])
    expect(evaluateIssues(world, defaultPolicy, { hosts: ['git.example.com'] }).claims).toHaveLength(1)
  })
})

describe('titles', () => {
  const met = (number: number, boxes: number) => issue(ref(number), { body: '- [x] done\n'.repeat(boxes) })

  test.each<[string, World, string]>([
    ['no claim', { body: 'Work.' }, 'Merging closes no issue'],
    ['one', { body: 'Closes #7', linked: [ref(7)], issues: [met(7, 3)] }, 'Merging closes #7; all 3 criteria met'],
    [
      'one criterion',
      { body: 'Closes #7', linked: [ref(7)], issues: [met(7, 1)] },
      'Merging closes #7; its one criterion is met',
    ],
    [
      'three',
      {
        body: 'Closes #7, closes #8, closes #9',
        linked: [ref(7), ref(8), ref(9)],
        issues: [met(7, 1), met(8, 2), met(9, 1)],
      },
      'Merging closes #7, #8 and #9; all 4 criteria met',
    ],
    [
      'four',
      {
        body: 'Closes #6, closes #7, closes #8, closes #9',
        linked: [ref(6), ref(7), ref(8), ref(9)],
        issues: [met(6, 1), met(7, 1), met(8, 2), issue(ref(9))],
      },
      'Merging closes 4 issues; all 4 criteria met, 1 without stated acceptance',
    ],
    [
      'two blocked',
      {
        body: 'Closes #7, closes #8',
        linked: [ref(7), ref(8)],
        issues: [seven, issue(ref(8), { body: '- [ ] a\n- [ ] b' })],
      },
      'Merging would close #7: 1 of 1 criteria unmet (and 1 more)',
    ],
  ])('%s', (_name, world, title) => {
    expect(plain(judge(world).verdict.title)).toBe(title)
  })

  test('names that would fill a title give way to the number', () => {
    const far = ref(2961, { owner: 'o'.repeat(39), name: 'n'.repeat(100) })
    const world = { body: `Closes ${far.repository.owner}/${far.repository.name}#2961`, linked: [far] }
    const title = plain(judge({ ...world, issues: [issue(far, { body: '- [ ] a' })] }).verdict.title)
    expect(title).toBe('Merging would close #2961: 1 of 1 criteria unmet')
    expect(plain(judge({ ...world, issues: [issue(far, { body: '- [x] a' })] }).verdict.title)).toBe(
      'Merging closes 1 issue; its one criterion is met',
    )
  })
})
