import type { CheckRunName } from '../domain/finding.ts'
import { type Outcome, reportOutcome } from '../observe/outcome.ts'
import type { PublishOutcome } from '../publish/check-runs.ts'
import type { WorkOutcome } from '../queue/queue.ts'
import type { Work } from '../queue/work.ts'
import type { RenderedCheckRun } from '../render/check-run.ts'
import type { Workshop } from './workshop.ts'

/** What one publishing means for the outcome event. */
export function outcomeOf(rendered: RenderedCheckRun, published: PublishOutcome): Outcome {
  if (published.kind === 'superseded') return 'superseded'
  return { pass: 'passed', block: 'blocked', unknown: 'unknown' }[rendered.kind] as Outcome
}

/** Reports one evaluation, and counts what was written. */
export function report(
  workshop: Workshop,
  work: Work,
  check: CheckRunName,
  outcome: Outcome,
  written: PublishOutcome['kind'] | null,
): void {
  if (written !== null) workshop.metrics.checkWrites.inc({ check, result: written })
  const { installationId, hint } = work
  const event = { check, outcome, trigger: hint.trigger, installationId, spent: workshop.meter.take() }
  reportOutcome(event, workshop.log, workshop.metrics)
}

const checksOf: Readonly<Partial<Record<Work['kind'], readonly CheckRunName[]>>> = {
  issues: ['claims/issues'],
  policy: ['claims/policy'],
  charts: ['claims/chart-versions'],
  'merge-group': ['claims/issues', 'claims/chart-versions'],
}

/** Reports a work that ended without a verdict. */
export function reportFailure(workshop: Workshop, work: Work): void {
  const outcome = workshop.signal.aborted ? 'cancelled' : 'failed'
  for (const check of checksOf[work.kind] ?? []) report(workshop, work, check, outcome, null)
}

/** When to look again after several publishings: at the earliest time that one of them asks for. */
export function earliest(delays: readonly (number | undefined)[]): WorkOutcome {
  const wanted = delays.filter((delay): delay is number => delay !== undefined)
  return wanted.length === 0 ? { kind: 'done' } : { kind: 'again', delayMs: Math.min(...wanted) }
}
