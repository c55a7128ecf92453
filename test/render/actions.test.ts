import { expect, test } from '@jest/globals'
import type { Denial } from '../../src/domain/closing-claim.ts'
import type { Finding } from '../../src/domain/finding.ts'
import { partOfAction, recheckAction } from '../../src/render/actions.ts'
import { renderCheckRun } from '../../src/render/check-run.ts'
import {
  base,
  closing,
  closingNothing,
  colliding,
  disclaimed,
  home,
  issuesInput,
  provenance,
  unmet,
  unreadable,
} from './story.ts'

function labels(findings: readonly Finding[], denials: readonly Denial[] = []): string[] {
  const evaluation = closing(findings)
  const claims = evaluation.claims.map((claim) => ({ ...claim, denials }))
  return renderCheckRun(issuesInput({ ...evaluation, claims })).actions.map(({ label }) => label)
}

const denial: Denial = {
  target: { repository: { owner: 'tracebloc', name: 'backend' }, number: 2961 },
  kind: 'negated',
  sentence: 'It does not close tracebloc/backend#2961',
  line: 12,
}

test.each<[string, readonly Finding[], readonly Denial[], readonly string[]]>([
  ['a blocked description claim', [unmet], [], ['Use "Part of"', 'Re-check']],
  ['what could not be told', [unreadable], [], ['Re-check']],
  ['a note', [disclaimed], [], []],
  ['a keyword in a sentence that denies it', [unmet], [denial], ['Re-check']],
  ['a keyword elsewhere than the denial', [unmet], [{ ...denial, line: 3 }], ['Use "Part of"', 'Re-check']],
  ['a keyword beside "stays open"', [unmet], [{ ...denial, kind: 'stays-open' }], ['Use "Part of"', 'Re-check']],
])('%s', (_, findings, denials, wanted) => {
  expect(labels(findings, denials)).toEqual(wanted)
})

test('nothing to do, no button; a blocked chart has Re-check', () => {
  expect(renderCheckRun(issuesInput(closingNothing)).actions).toEqual([])
  const pulls = [{ ...base, evaluation: colliding }]
  const run = renderCheckRun({ check: 'claims/chart-versions', home, mode: 'enforce', provenance, pulls })
  expect(run.actions).toEqual([recheckAction])
})

test.each([partOfAction, recheckAction])('$label keeps to the limits of GitHub', (action) => {
  expect(action.label.length).toBeLessThanOrEqual(20)
  expect(action.description.length).toBeLessThanOrEqual(40)
  expect(action.identifier.length).toBeLessThanOrEqual(20)
})
