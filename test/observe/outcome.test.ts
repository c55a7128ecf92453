import { expect, test } from '@jest/globals'
import { createLog } from '../../src/observe/log.ts'
import { createMetrics } from '../../src/observe/metrics.ts'
import { type OutcomeEvent, outcomes, reportOutcome } from '../../src/observe/outcome.ts'

function report(event: Partial<OutcomeEvent> = {}) {
  const lines: string[] = []
  const metrics = createMetrics()
  const log = createLog({ level: 'info', format: 'json', destination: { write: (line) => lines.push(line) } })
  const spent = { milliseconds: { read: 30, judge: 2, publish: 8 }, graphql: 2, rest: 1, points: 5 }
  reportOutcome(
    { check: 'claims/issues', outcome: 'blocked', trigger: 'event', installationId: 7, spent, ...event },
    log,
    metrics,
  )
  return { line: JSON.parse(lines[0] ?? '{}') as Record<string, unknown>, lines, metrics }
}

test('one event with the phases that sum to the total, and the counters from it', async () => {
  const { line, lines, metrics } = report()
  expect(lines).toHaveLength(1)
  expect(line).toMatchObject({
    msg: 'evaluation.blocked',
    check: 'claims/issues',
    trigger: 'event',
    installationId: 7,
    milliseconds: 40,
    read: 30,
    judge: 2,
    publish: 8,
    graphql: 2,
    points: 5,
    rest: 1,
  })
  const text = await metrics.registry.metrics()
  expect(text).toContain('claimwarden_evaluations_total{check="claims/issues",outcome="blocked",trigger="event"} 1')
  expect(text).toContain('claimwarden_evaluation_requests_total{check="claims/issues",api="graphql"} 2')
})

test('a number that does not fit is left out and not mended', () => {
  const spent = { milliseconds: { read: 0.5, judge: -1, publish: 8 }, graphql: 2, rest: 1, points: 5 }
  const { line } = report({ spent })
  expect(line).not.toHaveProperty('read')
  expect(line).not.toHaveProperty('judge')
  expect(line).not.toHaveProperty('milliseconds')
  expect(line).toMatchObject({ publish: 8, graphql: 2 })
})

test('the outcomes, by name: deleting one everywhere at once is red', () => {
  expect([...outcomes]).toEqual(['passed', 'blocked', 'unknown', 'skipped', 'superseded', 'cancelled', 'failed'])
})
