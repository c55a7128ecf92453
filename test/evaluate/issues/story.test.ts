import { describe, expect, test } from '@jest/globals'
import { evaluateIssues } from '../../../src/evaluate/issues/evaluate.ts'
import { defaultPolicy } from '../../../src/policy/schema.ts'
import { backend, facts, issue, plain, ref, spoken } from './issues-facts.ts'

// tracebloc/client#951 and its three descriptions.

const limits = '## What this does not do\n\nIt does not fix the auto-upgrade.'
const target = ref(2961, backend)
const acceptances: [string, string][] = [
  ['under a heading', '## Acceptance\n\nRoot-cause the exit 1 path on the affected edge, using the logs.'],
  [
    'in one sentence of prose',
    'The exits have no owner. Acceptance is root-causing the exit 1 path on the affected edge.',
  ],
]

describe('client#951 with "Closes tracebloc/backend#2961"', () => {
  const body = `Collects logs.\n\n${limits}\n\nCloses tracebloc/backend#2961`

  test.each(acceptances)('is blocked where the issue states its acceptance %s', (_where, issueBody) => {
    const { verdict, claims } = evaluateIssues(
      facts({ body, linked: [target], issues: [issue(target, { body: issueBody })] }),
      defaultPolicy,
    )
    expect(verdict.kind).toBe('block')
    expect(plain(verdict.title)).toBe('Merging would close backend#2961: 1 of 1 criteria unmet')
    expect(verdict.findings.map((finding) => [finding.rule, finding.severity])).toEqual([
      ['acceptance-unmet', 'block'],
      ['work-disclaimed', 'note'],
    ])
    expect(verdict.findings[0]?.fixes.map((fix) => [plain(fix.how), fix.paste])).toEqual([
      [
        'Leave it open: replace Closes tracebloc/backend#2961 on line 7 of the description by',
        'Part of tracebloc/backend#2961',
      ],
      ['Finish what is open, and tick it in tracebloc/backend#2961', undefined],
      [
        'Or attest what is met in the description: write behind the colon a changed file, a commit, a check, or an issue, pull request or run by URL, and tick the box',
        '## Acceptance evidence\n\n- [ ] tracebloc/backend#2961 AC1: ',
      ],
      [
        'Or somebody with write permission who is not the author accepts what holds, in a comment with the reason behind the dashes',
        '/claims accept tracebloc/backend#2961 AC1 -- ',
      ],
    ])
    expect(claims).toMatchObject([{ target, state: 'open', criteria: [{ met: false, why: 'open' }] }])
  })

  test('is blocked where the issue states none, because the description denies solving', () => {
    const { verdict } = evaluateIssues(
      facts({ body, linked: [target], issues: [issue(target, { body: 'Exit 1 has no owner.' })] }),
      defaultPolicy,
    )
    expect(verdict.kind).toBe('block')
    expect(spoken(verdict.findings[0])).toEqual([
      'acceptance-unstated',
      'block',
      'Merging would close backend#2961, which states no acceptance, and the description denies solving it',
    ])
    expect(plain(verdict.title).length).toBeLessThan(100)
  })

  test('passes once the issue’s box is ticked', () => {
    const { verdict } = evaluateIssues(
      facts({ body, linked: [target], issues: [issue(target, { body: '## Acceptance\n\n- [x] root-caused' })] }),
      defaultPolicy,
    )
    expect(verdict.kind).toBe('pass')
    expect(plain(verdict.title)).toBe('Merging closes backend#2961; its one criterion is met')
  })
})

test('with "Closes tracebloc/backend#2935", closed ten minutes before, it warns of a second closer', () => {
  const closed = ref(2935, backend)
  const { verdict, claims } = evaluateIssues(
    facts({
      body: `${limits}\n\nCloses tracebloc/backend#2935`,
      linked: [closed],
      issues: [issue(closed, { state: 'CLOSED', stateReason: 'COMPLETED', body: '## Acceptance\n\n- [ ] explained' })],
    }),
    defaultPolicy,
  )
  expect(verdict.kind).toBe('pass')
  expect(verdict.findings.map(spoken)).toEqual([
    ['target-already-closed', 'warn', 'backend#2935 is closed already; merging would not close it again'],
  ])
  expect(plain(verdict.title)).toBe('Merging closes no issue: backend#2935 is closed already')
  expect(claims).toMatchObject([{ state: 'closed', criteria: null }])
})

describe('with its real last line, "Part of … — NOT Closes: #2961…"', () => {
  const body = `${limits}\n\nPart of tracebloc/backend#2961 — NOT Closes: #2961's acceptance is other work.`

  test('it closes nothing where client has no #2961', () => {
    const here = ref(2961)
    const { verdict, claims } = evaluateIssues(
      facts({ body, targets: [{ reference: here, target: { known: true, value: { kind: 'absent' } } }] }),
      defaultPolicy,
    )
    expect([verdict.kind, plain(verdict.title), verdict.findings, claims]).toEqual([
      'pass',
      'Merging closes no issue',
      [],
      [],
    ])
  })

  test('it is blocked where client has one', () => {
    const here = ref(2961)
    const { verdict } = evaluateIssues(
      facts({ body, linked: [here], issues: [issue(here, { body: '- [x] done' })] }),
      defaultPolicy,
    )
    expect(spoken(verdict.findings[0])).toEqual([
      'claim-contradicted',
      'block',
      'Merging would close #2961, but the description says that it does not',
    ])
  })
})

test('client#948, which closed backend#2935 with 431 of 477 failures unexplained, is blocked', () => {
  const open = ref(2935, backend)
  const { verdict } = evaluateIssues(
    facts({
      body: 'Closes tracebloc/backend#2935',
      linked: [open],
      issues: [
        issue(open, { body: '## Done when\n\n- [x] 46 failures explained\n- [ ] the other 431 failures explained' }),
      ],
    }),
    defaultPolicy,
  )
  expect(plain(verdict.title)).toBe('Merging would close backend#2935: 1 of 2 criteria unmet')
})
