import type { CheckRunName } from '../domain/finding.ts'
import type { Trigger } from '../queue/work.ts'
import type { Logger } from './log.ts'
import type { Metrics } from './metrics.ts'

/** How one evaluation ended. Closed: it becomes an event name and a metric label. */
export const outcomes = ['passed', 'blocked', 'unknown', 'skipped', 'superseded', 'failed'] as const
export type Outcome = (typeof outcomes)[number]

export interface OutcomeEvent {
  readonly check: CheckRunName
  readonly outcome: Outcome
  readonly trigger: Trigger
  readonly milliseconds: number
  readonly installationId: number
}

/** Every evaluation ends here, exactly once: one event in the log, and the counters from the same event. */
export function reportOutcome(event: OutcomeEvent, log: Logger, metrics: Metrics): void {
  const { check, outcome, trigger, milliseconds, installationId } = event
  log.info({ check, trigger, milliseconds, installationId }, `evaluation.${outcome}`)
  metrics.evaluations.inc({ check, outcome, trigger })
  metrics.evaluationSeconds.observe({ check }, milliseconds / 1000)
}
