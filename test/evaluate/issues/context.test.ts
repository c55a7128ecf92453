import { describe, expect, test } from '@jest/globals'
import type { IssueRuleId } from '../../../src/domain/finding.ts'
import { known, unknown } from '../../../src/domain/reading.ts'
import { evaluateIssues } from '../../../src/evaluate/issues/evaluate.ts'
import { issueRules } from '../../../src/evaluate/issues/rules.ts'
import { facts, issue, policyWith, ref, type World } from './issues-facts.ts'

const failed = unknown('unavailable', 'GitHub did not answer', 'may-cure')

/** Every rule about claims speaks in it. */
const loud: World = {
  body: [
    'Closes #7, closes #8, closes #9, closes #684',
    '## Out of scope',
    'Docs.',
    'Part of #7. Does not close #8. `Closes #11`',
  ].join('\n\n'),
  linked: [ref(7), ref(8), ref(9)],
  commits: ['Closes #10'],
  issues: [
    issue(ref(7), {
      body: '- [ ] built',
      labels: ['epic'],
      subIssues: known({
        total: 1,
        completed: 0,
        listed: [{ reference: ref(1), visibility: 'PRIVATE', state: 'OPEN' }],
      }),
      relations: known({
        type: null,
        blockedBy: known({ open: 1, listed: [{ reference: ref(2), visibility: 'PRIVATE', state: 'OPEN' }] }),
      }),
      closers: known([{ reference: ref(3), visibility: 'PRIVATE', createdAt: 1 }]),
    }),
    issue(ref(8)),
    issue(ref(9), { state: 'CLOSED' }),
    issue(ref(10), { body: '- [x] built' }),
  ],
  targets: [{ reference: ref(684), target: known({ kind: 'pull', reference: ref(684), state: 'OPEN' }) }],
}

/** No rule about what surrounds an issue can tell. */
const untold: World = {
  body: 'Closes #7',
  linked: [ref(7)],
  issues: [issue(ref(7), { body: '- [x] built', closers: failed, subIssues: failed, relations: failed })],
}

const unnamed: World = { body: 'Work.' }

const loudest = Object.fromEntries(issueRules.map(({ id }) => [id, 'block'] as const))
const findings = (world: World, rules: Partial<Record<IssueRuleId, 'block' | 'ignore'>>) =>
  evaluateIssues(facts(world), policyWith(rules)).verdict.findings

test('there is a world for every rule that the policy can silence', () => {
  const heard = new Set([loud, unnamed].flatMap((world) => findings(world, loudest)).map(({ rule }) => rule))
  expect([...heard, 'target-unreadable'].toSorted()).toEqual(issueRules.map(({ id }) => id).toSorted())
})

describe('a rule that the policy ignores says nothing, and the others say what they said', () => {
  const silenced = issueRules.map(({ id }) => id).filter((id) => id !== 'target-unreadable')
  test.each(silenced)('%s', (rule) => {
    for (const world of [loud, untold, unnamed]) {
      const others = findings(world, loudest).filter((finding) => finding.rule !== rule)
      expect(findings(world, { ...loudest, [rule]: 'ignore' })).toEqual(others)
    }
  })
})

test('what the policy ignores is not unknown either', () => {
  const rules = { 'rival-closer': 'ignore', 'open-sub-issues': 'ignore', 'open-blockers': 'ignore' } as const
  expect(findings(untold, { ...rules, 'target-protected': 'ignore' })).toEqual([])
})
