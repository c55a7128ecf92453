import { describe, expect, test } from '@jest/globals'
import { evaluateCharts } from '../../../src/evaluate/charts/evaluate.ts'
import { tenureOf } from '../../../src/evaluate/charts/tenure.ts'
import { factsOf, hour, type PullSpec, plain, policyOf, readAt, seenOf, soon } from './facts.ts'

const day = 24 * hour
const ago = (days: number) => readAt - days * day
const head = 'the head'

function tenure(
  firstSeen: number,
  pushes: readonly number[],
  people: readonly number[],
  released: readonly number[] = [],
) {
  const pull = {
    headRefOid: head,
    activity: { pushes: pushes.map(ago), people: people.map(ago) },
    released: released.map((days) => ({ chart: null, headRefOid: head, at: ago(days) })),
  }
  const { since, lapse } = tenureOf(pull, 'client', ago(firstSeen), { now: readAt, staleAfter: 30 * day })
  const daysAgo = (time: number) => (readAt - time) / day
  return { since: daysAgo(since), lapsed: lapse === null ? null : daysAgo(lapse.at) }
}

describe('how long a claim lasts', () => {
  test.each<[string, number, readonly number[], readonly number[], number, number | null]>([
    ['young', 29, [29], [], 29, null],
    ['as old as the policy allows', 30, [30], [], 30, 0],
    ['old, with a young head', 90, [90, 70, 45, 20], [], 90, null],
    ['old, with a comment in time', 40, [40], [15], 40, null],
    ['two comments in time', 80, [80], [55, 28], 80, null],
    ['a comment that came too late does not bring it back', 80, [80], [5], 80, 50],
    ['a push after the lapse makes it new', 80, [80, 10], [], 10, null],
    ['lapsed twice', 150, [150, 100], [], 100, 70],
    ['what happened before it was first seen', 10, [100], [90], 10, null],
  ])('%s', (_, firstSeen, pushes, people, since, lapsed) => {
    expect(tenure(firstSeen, pushes, people)).toEqual({ since, lapsed })
  })

  test('given up by command', () => {
    expect(tenure(10, [10], [], [2])).toEqual({ since: 10, lapsed: 2 })
  })

  test.each<[string, string | null, string, number, boolean]>([
    ['of this chart', 'client', head, 10, true],
    ['of every chart', null, head, 10, true],
    ['of another chart', 'server', head, 10, false],
    ['on an earlier head: it says nothing here', null, 'earlier', 10, false],
  ])('given up %s', (_, chart, headRefOid, since, lapses) => {
    const pull = { headRefOid: head, released: [{ chart, headRefOid, at: ago(4) }] }
    const found = tenureOf(pull, 'client', ago(10), { now: readAt, staleAfter: 30 * day })
    expect({ since: (readAt - found.since) / day, lapses: found.lapse !== null }).toEqual({ since, lapses })
  })

  test('without a reading of its activity a claim stands, however old', () => {
    expect(tenureOf({ headRefOid: head }, 'client', ago(400), { now: readAt, staleAfter: 30 * day }).lapse).toBeNull()
  })
})

describe('a claim that lapsed', () => {
  const claim = [{ version: '1.9.94' }]
  const stale: PullSpec = { number: 1, charts: claim, age: 60 * 24, activity: { pushes: [], people: [] } }
  const fresh: PullSpec = { number: 2, charts: claim, age: 24 }

  test('gives its number to a rival, and says so', () => {
    const all = evaluateCharts(factsOf({ pulls: [stale, fresh] }), policyOf())
    expect(seenOf(all.get(1))).toMatchObject({
      kind: 'block',
      title: 'client 1.9.94 is held by #2; next free is 1.9.95',
    })
    const held = all.get(1)?.verdict.findings.find(({ severity }) => severity === 'block')
    expect(plain(held?.seen ?? [])).toContain('this claim lapsed on 2026-10-03 12:00 UTC')
    expect(seenOf(all.get(2))).toMatchObject({
      kind: 'pass',
      title: 'client 1.9.94 is held by this pull request; #1 waits',
    })
  })

  test('to a draft too', () => {
    const all = evaluateCharts(factsOf({ pulls: [stale, { ...fresh, draft: true }] }), policyOf())
    expect([1, 2].map((number) => seenOf(all.get(number)).kind)).toEqual(['block', 'pass'])
  })

  test('of two that lapsed one is blocked', () => {
    const other = { ...stale, number: 2, age: 50 * 24 }
    const all = evaluateCharts(factsOf({ pulls: [stale, other] }), policyOf())
    expect([1, 2].map((number) => seenOf(all.get(number)).kind)).toEqual(['pass', 'block'])
  })

  test('is green without a rival, and its number is free for the next', () => {
    const evaluation = evaluateCharts(factsOf({ pulls: [stale] }), policyOf()).get(1)
    expect(seenOf(evaluation)).toMatchObject({
      kind: 'pass',
      title: 'client 1.9.94 lapsed: it is free for others until the next push',
    })
    expect(evaluation?.boards[0]).toMatchObject({ rows: [{ standing: 'lapsed' }], next: { patch: '1.9.94' } })
  })

  test('a released claim is said to be given up', () => {
    const released = [{ chart: 'client', headRefOid: 'head-1', at: readAt - hour }]
    const all = evaluateCharts(factsOf({ pulls: [{ ...stale, age: 48, released }, fresh] }), policyOf())
    const held = all.get(1)?.verdict.findings.find(({ severity }) => severity === 'block')
    expect(plain(held?.seen ?? [])).toContain('this claim was given up on 2026-11-02 11:00 UTC')
    expect(seenOf(all.get(2)).kind).toBe('pass')
  })

  test('fails closed beside anybody who could not be read', () => {
    const all = evaluateCharts(factsOf({ pulls: [stale, { number: 3, charts: soon, age: 1 }] }), policyOf())
    expect(seenOf(all.get(1)).kind).toBe('unknown')
    const young = { ...stale, activity: { pushes: [readAt - hour], people: [] }, age: 24 }
    const others = evaluateCharts(factsOf({ pulls: [young, { number: 3, charts: soon, age: 1 }] }), policyOf())
    expect(seenOf(others.get(1)).kind).toBe('pass')
  })
})
