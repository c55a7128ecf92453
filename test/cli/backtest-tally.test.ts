import { describe, expect, test } from '@jest/globals'
import {
  type BacktestedCheck,
  type BacktestedPull,
  countChecks,
  countRules,
  takerOf,
} from '../../src/cli/backtest-tally.ts'
import type { ChartRuleId, Finding, Severity } from '../../src/domain/finding.ts'
import { words } from '../../src/domain/words.ts'

function finding(rule: ChartRuleId, severity: Severity): Finding {
  return { rule, severity, claim: '*', says: words`x`, seen: words`x`, wanted: words`x`, fixes: [] }
}

function charts(kind: BacktestedCheck['kind'], findings: readonly Finding[] = [], claims: readonly string[] = []) {
  return { check: 'claims/chart-versions' as const, kind, findings, claims }
}

function pull(number: number, check: BacktestedCheck, mergedAt = number, baseRefName = 'main'): BacktestedPull {
  const read = { author: 'ada', baseRefName, headRefOid: 'f'.repeat(40) }
  return { number, mergedAt, read, checks: [check], editedSince: false }
}

describe('the counts of a backtest', () => {
  test('what could not be told is counted by itself', () => {
    const pulls = [
      pull(1, charts('pass')),
      pull(2, charts('unknown')),
      pull(3, charts('block')),
      pull(4, charts('pass')),
    ]
    expect(countChecks(pulls)).toEqual([{ check: 'claims/chart-versions', pass: 2, block: 1, unknown: 1 }])
  })

  test('a rule counts once for a pull request, as hard as it spoke there', () => {
    const twice = [finding('bump-missing', 'warn'), finding('bump-missing', 'block'), finding('bump-missing', 'note')]
    const counts = countRules([
      pull(1, charts('block', twice)),
      pull(2, charts('pass', [finding('bump-missing', 'warn')])),
    ])
    expect(counts).toEqual([
      { check: 'claims/chart-versions', rule: 'bump-missing', block: 1, unknown: 0, warn: 1, note: 0 },
    ])
  })

  test('the rule that blocks most comes first, whatever only warns', () => {
    const pulls = [
      pull(1, charts('block', [finding('version-invalid', 'block'), finding('bump-missing', 'warn')])),
      pull(2, charts('pass', [finding('bump-missing', 'warn'), finding('app-version', 'note')])),
      pull(3, charts('unknown', [finding('chart-unreadable', 'unknown')])),
    ]
    expect(countRules(pulls).map(({ rule }) => rule)).toEqual([
      'version-invalid',
      'chart-unreadable',
      'bump-missing',
      'app-version',
    ])
  })
})

describe('who had brought a version to the base', () => {
  const claim = ['a@1.0.1']
  const late = pull(9, charts('block', [], claim))

  test.each<[string, readonly BacktestedPull[], number | null]>([
    ['the last that claimed it before', [pull(1, charts('pass', [], claim)), pull(2, charts('block', [], claim))], 2],
    ['not a later one', [pull(10, charts('pass', [], claim))], null],
    ['not one of another base', [pull(1, charts('pass', [], claim), 1, 'release')], null],
    ['not one of another version', [pull(1, charts('pass', [], ['a@1.0.2']))], null],
    ['not itself', [], null],
  ])('%s', (_, others, number) => {
    expect(takerOf('a@1.0.1', late, [late, ...others])?.number ?? null).toBe(number)
  })
})
