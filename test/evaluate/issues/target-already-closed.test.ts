import { expect, test } from '@jest/globals'
import type { IssueTarget } from '../../../src/domain/issues-facts.ts'
import { evaluateIssues } from '../../../src/evaluate/issues/evaluate.ts'
import { defaultPolicy } from '../../../src/policy/schema.ts'
import { facts, issue, plain, ref, whole } from './issues-facts.ts'

const judged = (stateReason: IssueTarget['stateReason']) => {
  const closed = issue(ref(7), { state: 'CLOSED', stateReason, body: '- [ ] built' })
  return evaluateIssues(facts({ body: 'Closes #7', linked: [ref(7)], issues: [closed] }), defaultPolicy).verdict
    .findings
}

test('says how it was closed, and what to do in either case', () => {
  expect(judged('COMPLETED').map(whole)).toEqual([
    {
      severity: 'warn',
      claim: 'tracebloc/client#7',
      says: '#7 is closed already; merging would not close it again',
      seen: '#7 is closed as completed',
      wanted: 'an open issue behind a closing keyword',
      fixes: [
        [
          'If it was closed for good, name it without closing it. Leave it open: replace Closes #7 on line 1 of the description by',
          'Part of #7',
        ],
        ['If its work is not done, reopen #7'],
      ],
      line: 1,
    },
  ])
})

test.each<[IssueTarget['stateReason'], string]>([
  ['COMPLETED', '#7 is closed as completed'],
  ['NOT_PLANNED', '#7 is closed as not planned'],
  ['DUPLICATE', '#7 is closed as a duplicate'],
  ['REOPENED', '#7 is closed'],
  [null, '#7 is closed'],
])('a reason %s is told as %j', (stateReason, seen) => {
  expect(judged(stateReason).map((finding) => plain(finding.seen))).toEqual([seen])
})
