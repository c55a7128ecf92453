import type { OwnRun } from '../facts/queries/own-runs.ts'
import type { RenderedCheckRun } from '../render/check-run.ts'
import { readExternalId } from './external-id.ts'

/** What to do about one check on one head. */
export type Plan =
  | { readonly kind: 'leave'; readonly retryInMs?: number }
  | { readonly kind: 'complete'; readonly runId: number | null }
  | { readonly kind: 'progress'; readonly runId: number | null; readonly retryInMs: number }

export interface PlanInput {
  readonly rendered: RenderedCheckRun
  readonly newest: OwnRun | null
  readonly fresh: boolean
  readonly now: number
  readonly retryDeadlineMs: number
}

/**
 * Decides without writing. An unchanged verdict costs no write; a changed one is a new run of the same name, since a
 * PATCH would append its annotations to the old ones; only a run in progress is completed by PATCH. A verdict that a
 * retry may cure stays in progress until the deadline, counted from the start of that run on GitHub, so that a restart
 * does not begin it anew.
 */
export function planWrite(input: PlanInput): Plan {
  const { rendered, newest, fresh, now, retryDeadlineMs } = input
  const same = newest !== null && readExternalId(newest.externalId)?.digest === rendered.digest
  const open = newest !== null && !newest.completed ? newest : null
  if (!rendered.mayCure) {
    const unchanged = same && open === null && newest.conclusion === rendered.conclusion
    return unchanged && !fresh ? { kind: 'leave' } : { kind: 'complete', runId: open?.id ?? null }
  }
  if (same && open === null && !fresh) return { kind: 'leave' }
  const elapsed = open === null ? 0 : Math.max(0, now - (open.startedAt ?? now))
  const left = retryDeadlineMs - elapsed
  if (left <= 0) return { kind: 'complete', runId: open?.id ?? null }
  const retryInMs = Math.min(retryPause(elapsed), left)
  return same && open !== null ? { kind: 'leave', retryInMs } : { kind: 'progress', runId: open?.id ?? null, retryInMs }
}

/** One second at first, then half of the time that has passed, at most a minute. */
function retryPause(elapsed: number): number {
  return Math.min(Math.max(elapsed / 2, 1000), 60_000)
}
