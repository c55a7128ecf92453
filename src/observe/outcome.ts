import type { CheckRunName } from '../domain/finding.ts'
import type { Trigger } from '../queue/work.ts'
import type { Logger } from './log.ts'
import { phases, type Spent } from './meter.ts'
import type { Metrics } from './metrics.ts'

/**
 * How one evaluation ended. Closed: it becomes an event name and a metric label. `skipped`: there was nothing to judge,
 * so that such looks do not sweeten the rate; `superseded`: the head moved on or another worker was quicker;
 * `cancelled`: the process had to end, or this worker was taken for dead.
 */
export const outcomes = ['passed', 'blocked', 'unknown', 'skipped', 'superseded', 'cancelled', 'failed'] as const
export type Outcome = (typeof outcomes)[number]

export interface OutcomeEvent {
  readonly check: CheckRunName
  readonly outcome: Outcome
  readonly trigger: Trigger
  readonly installationId: number
  readonly spent: Spent
}

/**
 * Every evaluation ends here, exactly once: one event in the log, and the counters from the same event. It holds words
 * of closed sets and whole numbers; a number that is none is left out, never mended.
 */
export function reportOutcome(event: OutcomeEvent, log: Logger, metrics: Metrics): void {
  const { check, outcome, trigger, installationId, spent } = event
  const { milliseconds, graphql, rest, points } = spent
  const total = phases.reduce((sum, phase) => sum + milliseconds[phase], 0)
  const numbers = wholeNumbers({ milliseconds: total, ...milliseconds, graphql, rest, points, installationId })
  log.info({ check, trigger, ...numbers }, `evaluation.${outcome}`)
  metrics.evaluations.inc({ check, outcome, trigger })
  if (numbers.milliseconds !== undefined) metrics.evaluationSeconds.observe({ check }, numbers.milliseconds / 1000)
  for (const phase of phases) metrics.phaseSeconds.inc({ check, phase }, (numbers[phase] ?? 0) / 1000)
  for (const api of ['graphql', 'rest'] as const) metrics.evaluationRequests.inc({ check, api }, numbers[api] ?? 0)
  metrics.evaluationPoints.inc({ check }, numbers.points ?? 0)
}

function wholeNumbers(numbers: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(numbers).filter(([, value]) => Number.isSafeInteger(value) && value >= 0))
}
