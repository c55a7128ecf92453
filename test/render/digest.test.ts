import { describe, expect, test } from '@jest/globals'
import { words } from '../../src/domain/words.ts'
import { type CheckRunInput, renderCheckRun } from '../../src/render/check-run.ts'
import {
  base,
  closing,
  closingNothing,
  colliding,
  disclaimed,
  home,
  issuesInput,
  provenance,
  unavailable,
  unmet,
  unreadable,
} from './story.ts'

const issues = issuesInput(closing([unmet, disclaimed]))
const charts: CheckRunInput = {
  check: 'claims/chart-versions',
  home,
  mode: 'enforce',
  provenance,
  pulls: [{ ...base, evaluation: colliding }],
}

function digest(input: CheckRunInput): string {
  return renderCheckRun(input).digest
}

describe('the digest stays the same', () => {
  test.each<[string, CheckRunInput, CheckRunInput]>([
    ['when findings come in another order', issues, issuesInput(closing([disclaimed, unmet], unmet.says))],
    [
      'when facts were read later, from another policy file and base',
      issues,
      {
        ...issues,
        provenance: { ...provenance, readAt: 0, policy: { from: 'defaults' } },
        pulls: issues.pulls.map((pull) => ({ ...pull, baseSha: null })),
      },
    ],
    ['when the board changes', charts, { ...charts, pulls: [{ ...base, evaluation: { ...colliding, boards: [] } }] }],
    ['when only the ways out change', issues, issuesInput(closing([{ ...unmet, fixes: [] }, disclaimed]))],
    [
      'when pull requests on one head come in another order',
      { ...issues, pulls: [...issues.pulls, { ...base, number: 1, evaluation: closingNothing }] },
      { ...issues, pulls: [{ ...base, number: 1, evaluation: closingNothing }, ...issues.pulls] },
    ],
  ])('%s', (_, before, after) => {
    expect(digest(after)).toBe(digest(before))
  })
})

describe('the digest changes', () => {
  test.each<[string, CheckRunInput]>([
    ['with the severity', issuesInput(closing([{ ...unmet, severity: 'warn' }, disclaimed], unmet.says))],
    ['with what was seen', issuesInput(closing([{ ...unmet, seen: words`AC2` }, disclaimed]))],
    ['with what is wanted', issuesInput(closing([{ ...unmet, wanted: words`less` }, disclaimed]))],
    ['with the claim', issuesInput(closing([{ ...unmet, claim: 'a/b#1' }, disclaimed]))],
    ['with the rule', issuesInput(closing([{ ...unmet, rule: 'claim-contradicted' }, disclaimed]))],
    [
      'with the place',
      issuesInput(closing([{ ...unmet, place: { path: '.github', startLine: 13, endLine: 13 } }, disclaimed])),
    ],
    ['with one finding less', issuesInput(closing([unmet]))],
    ['with the title', issuesInput(closing([unmet, disclaimed], words`Another`))],
    ['with the mode', { ...issues, mode: 'observe' }],
    ['with the pull request', { ...issues, pulls: issues.pulls.map((pull) => ({ ...pull, number: 1 })) }],
    [
      'with one pull request more',
      { ...issues, pulls: [...issues.pulls, { ...base, number: 1, evaluation: closingNothing }] },
    ],
  ])('%s', (_, after) => {
    expect(digest(after)).not.toBe(digest(issues))
  })

  test('with whether reading again may help', () => {
    const cannot = { ...unreadable, says: unavailable.says, seen: unavailable.seen, wanted: unavailable.wanted }
    expect(digest(issuesInput(closing([cannot])))).not.toBe(digest(issuesInput(closing([unavailable]))))
  })
})
