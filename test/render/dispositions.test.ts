import { describe, expect, test } from '@jest/globals'
import type { Finding } from '../../src/domain/finding.ts'
import { code, words } from '../../src/domain/words.ts'
import { type ClaimNow, dispose, type EvaluatedNow } from '../../src/render/dispositions.ts'
import { toPlainText } from '../../src/render/escape.ts'
import { sinceLast } from '../../src/render/since-last.ts'
import { type ToldFinding, toldFinding } from '../../src/render/told-findings.ts'
import { disclaimed, unavailable, unmet, unreadable } from './story.ts'

const before = 'a'.repeat(40)
const now = 'b'.repeat(40)
const target = '0123456789ab'
const claim: ClaimNow = { claim: 'tracebloc/backend#2961', target }

function told(finding: Finding, changes: Partial<ToldFinding> = {}): ToldFinding {
  return { ...toldFinding(finding, before, target), ...changes }
}

function evaluated(changes: Partial<EvaluatedNow> = {}): EvaluatedNow {
  return { head: now, findings: [], claims: [claim], judged: true, ...changes }
}

function said(earlier: readonly ToldFinding[] | null, changes: Partial<EvaluatedNow> = {}): unknown[] {
  return dispose(earlier, evaluated(changes)).dispositions.map(({ kind, head, detail }) => [
    kind,
    head[0],
    toPlainText(detail),
  ])
}

describe('an earlier finding that is gone', () => {
  test.each<[string, ToldFinding, Partial<EvaluatedNow>, unknown]>([
    ['was fixed', told(unmet), {}, ['fixed', 'a', 'fixed']],
    ['is no longer claimed', told(unmet), { claims: [] }, ['fixed', 'a', 'fixed: no longer claimed']],
    ['was about the whole pull request', told(disclaimed), {}, ['fixed', 'a', 'fixed']],
    [
      'was accepted by somebody',
      told(unmet),
      { claims: [{ ...claim, acceptedBy: words`accepted by ${code('carol')}` }] },
      ['accepted', 'a', 'accepted: accepted by carol'],
    ],
    [
      'lost its rule to the policy',
      told(unmet),
      { rules: { 'acceptance-unmet': 'ignore' } },
      ['withdrawn', 'a', 'withdrawn: the policy ignores this rule now'],
    ],
    [
      'lost its ground, as the issue changed',
      told(unmet),
      { claims: [{ ...claim, target: 'ffffffffffff' }] },
      ['withdrawn', 'a', 'withdrawn: the issue changed'],
    ],
    [
      'looks at the issue alone',
      told({ ...unmet, rule: 'target-protected' }),
      {},
      ['withdrawn', 'a', 'withdrawn: the issue changed'],
    ],
    ['could not be told and now can', told(unreadable), {}, ['fixed', 'a', 'can be told now']],
    [
      'cannot be looked at, as nothing can',
      told(unmet),
      { judged: false },
      ['unreadable', 'a', 'no longer readable; it is looked for again'],
    ],
    [
      'is spelled with other letters of the same name',
      told(unmet, { claim: 'Tracebloc/Backend#2961' }),
      { claims: [] },
      ['fixed', 'a', 'fixed: no longer claimed'],
    ],
  ])('that %s', (_, earlier, changes, wanted) => {
    expect(said([earlier], changes)).toEqual([wanted])
  })

  test('and cannot be read now is carried on, with the head it was found on, until it can be told', () => {
    const first = dispose([told(unmet)], evaluated({ findings: [unavailable], claims: [claim] }))
    expect(first.dispositions.map(({ kind }) => kind)).toEqual(['unreadable', 'new'])
    const carried = first.told.find(({ rule }) => rule === 'acceptance-unmet')
    expect(carried).toEqual(told(unmet, { unread: true }))
    expect(said(first.told)).toEqual([
      ['fixed', 'b', 'can be told now'],
      ['fixed', 'a', 'fixed'],
    ])
  })
})

describe('a finding that is still there', () => {
  test.each<[string, Finding, string]>([
    ['unchanged', unmet, 'still open'],
    ['with other facts', { ...unmet, seen: words`AC2` }, 'still open, with other facts'],
    ['as a warning', { ...unmet, severity: 'warn' }, 'still open, now a warning'],
  ])('%s', (_, finding, detail) => {
    expect(said([told(unmet)], { findings: [finding] })).toEqual([['still-open', 'a', detail]])
  })

  test('keeps the head that it was first found on', () => {
    expect(dispose([told(unmet)], evaluated({ findings: [unmet] })).told).toEqual([told(unmet)])
  })

  test('is paired by its facts before its rule, when one claim has several', () => {
    const other = { ...unmet, seen: words`AC2` }
    expect(said([told(unmet), told(other)], { findings: [other] })).toEqual([
      ['fixed', 'a', 'fixed'],
      ['still-open', 'a', 'still open'],
    ])
  })

  test('an unknown that became a block is told now, and the block is new', () => {
    const untold = { ...unmet, severity: 'unknown' as const, retry: 'may-cure' as const }
    expect(said([told(untold)], { findings: [unmet] })).toEqual([
      ['fixed', 'a', 'can be told now'],
      ['new', 'b', 'new'],
    ])
  })
})

test('nothing is new where nothing was evaluated before; after an evaluation without findings it is', () => {
  expect(said(null, { findings: [unmet] })).toEqual([])
  expect(said([], { findings: [unmet] })).toEqual([['new', 'b', 'new']])
})

test('no earlier finding is ever silently gone', () => {
  const earlier = [unmet, disclaimed, unreadable, { ...unmet, claim: 'x/y#1' }].map((finding) => told(finding))
  for (const changes of [{}, { judged: false }, { claims: [] }, { findings: [unmet] }, { findings: [unavailable] }]) {
    const heads = dispose(earlier, evaluated(changes)).dispositions.filter(({ kind }) => kind !== 'new')
    expect(heads).toHaveLength(earlier.length)
  }
})

test('the section is a table, and nothing where there is nothing to say', () => {
  expect(sinceLast([])).toEqual([])
  const [, table] = sinceLast(dispose([told(unmet)], evaluated()).dispositions)
  expect(table).toMatchObject({
    rows: [['`acceptance-unmet`', '`tracebloc/backend#2961`', '`aaaaaaaaaaaa`', 'fixed']],
  })
})
