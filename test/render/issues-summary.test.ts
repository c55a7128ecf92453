import { describe, expect, test } from '@jest/globals'
import type { Criterion } from '../../src/domain/acceptance.ts'
import type { Finding } from '../../src/domain/finding.ts'
import { words } from '../../src/domain/words.ts'
import type { JudgedClaim } from '../../src/evaluate/issues/evaluate.ts'
import type { JudgedCriterion } from '../../src/evaluate/issues/judged-criterion.ts'
import { criteriaTables, issuesSummary } from '../../src/render/issues-summary.ts'
import { home, unmet, unreadable, verdictOf } from './story.ts'

const criterion: Criterion = {
  id: 'AC1',
  idIsExplicit: true,
  text: 'a | *b* @c',
  hash: '',
  state: { kind: 'open' },
  line: 1,
  proofs: [],
}
const met: JudgedCriterion = { criterion, met: true, by: 'ticked', detail: words`ticked in the issue` }
const open: JudgedCriterion = { criterion, met: false, why: 'open', detail: words`its box is open` }
const untold: JudgedCriterion = { criterion, met: 'unknown', detail: words`#5 was not read`, retry: 'may-cure' }

type State = JudgedClaim['state']

function claim(
  state: State,
  criteria: readonly JudgedCriterion[] | null,
  routes: JudgedClaim['routes'] = [{ route: 'sidebar' }],
): JudgedClaim {
  return { target: { repository: home, number: 7 }, routes, denials: [], state, criteria }
}

function row(shown: JudgedClaim, findings: readonly Finding[] = []): unknown {
  const [table] = issuesSummary({ verdict: verdictOf('claims/issues', words`x`, findings), claims: [shown] }, home)
  return typeof table === 'object' ? table.rows[0] : table
}

describe('the row of a claim', () => {
  test.each<[string, State, readonly JudgedCriterion[] | null, string]>([
    ['one met criterion', 'open', [met], 'its criterion is met'],
    ['several met criteria', 'open', [met, met], 'all 2 criteria met'],
    ['unmet criteria', 'open', [met, open, untold], '1 of 3 criteria unmet'],
    ['criteria that could not be told', 'open', [met, untold], '1 of 2 criteria could not be told'],
    ['no acceptance', 'open', null, 'states no acceptance'],
    ['a closed issue', 'closed', null, 'closed already'],
    ['a pull request', 'pull', null, 'a pull request'],
    ['what is not there', 'absent', null, 'no such issue'],
    ['what was not read', 'unknown', null, 'could not be read'],
  ])('shows %s', (_, state, criteria, text) => {
    expect(row(claim(state, criteria))).toEqual(['#7', 'sidebar link', text, 'passes'])
  })

  test.each<[Finding, string]>([
    [unmet, 'blocked'],
    [unreadable, 'could not be told'],
    [{ ...unmet, severity: 'warn' }, 'passes, with a warning'],
    [{ ...unmet, severity: 'note' }, 'passes'],
  ])('ends with what the findings about it come to', (finding, verdict) => {
    expect(row(claim('open', null), [{ ...finding, claim: 'Tracebloc/Client#7' }])).toEqual(
      expect.arrayContaining([verdict]),
    )
    expect(row(claim('open', null), [finding])).toEqual(expect.arrayContaining(['passes']))
  })

  test('names every route, with the words that make the claim', () => {
    const target = { repository: home, number: 7 }
    const mention = {
      keyword: 'Fixes',
      target,
      text: 'Fixes | #7',
      sentence: '',
      line: 3,
      start: 0,
      end: 8,
      oid: 'd'.repeat(40),
    }
    expect(row(claim('open', null, [{ route: 'sidebar' }, { route: 'commit', mention }]))).toEqual([
      '#7',
      'sidebar link, commit message `dddddddddddd`, line 3: `Fixes `&#124;` #7`',
      'states no acceptance',
      'passes',
    ])
  })
})

test('the title and the first five of many routes are shown', () => {
  const target = { repository: home, number: 7 }
  const mention = { keyword: 'Fix', target, text: 'Fix #7', sentence: '', line: 1, start: 0, end: 6 }
  const title = { route: 'squash-text' as const, mention: { ...mention, place: 'title' as const } }
  const commits = Array.from({ length: 7 }, () => ({ route: 'commit' as const, mention }))
  expect(row(claim('open', null, [title, ...commits]))).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^squash text, title: `Fix #7`, (?:[^,]*, [^,]*,? ?){4} and 3 more$/),
    ]),
  )
})

test('every criterion is listed with its evidence', () => {
  expect(criteriaTables([claim('open', [met, open, untold]), claim('open', null)], home)).toEqual([
    '**Acceptance of #7**',
    {
      head: ['Criterion', 'Text', 'State', 'Why'],
      rows: [
        ['`AC1`', 'a &#124; \\*b\\* `@c`', 'met', 'ticked in the issue'],
        ['`AC1`', 'a &#124; \\*b\\* `@c`', 'unmet', 'its box is open'],
        ['`AC1`', 'a &#124; \\*b\\* `@c`', 'could not be told', '#5 was not read'],
      ],
    },
  ])
})

test.each<[string, readonly JudgedCriterion[], readonly string[], string | undefined]>([
  ['fifty are read in their own order', [...Array(49).fill(met), open], [...Array(49).fill('met'), 'unmet'], undefined],
  [
    'of more, what stands in the way comes first',
    [...Array(60).fill(met), open, untold],
    ['unmet', 'could not be told', ...Array(48).fill('met')],
    'and 12 more criteria, met',
  ],
  [
    'what stands in the way is never left out',
    [...Array(60).fill(open), met],
    Array(60).fill('unmet'),
    'and 1 more criterion, met',
  ],
])('%s', (_, criteria, states, rest) => {
  const [, table, last] = criteriaTables([claim('open', criteria)], home)
  expect(typeof table === 'object' ? table.rows.map(([, , state]) => state) : table).toEqual(states)
  expect(last).toBe(rest)
})
