import type { Work } from './work.ts'

/**
 * The keyed queue. Its invariants, which one contract test holds for every implementation:
 *
 * - for each key at most one work runs and at most one waits;
 * - a key that is added while it runs, runs once more afterwards, with the hints of all that were added merged;
 * - a key that is added while it waits, is merged into the waiting one and keeps the earlier of both times;
 * - nothing that was added is dropped: it runs, or `add` throws;
 * - works of a paused installation wait until the pause is over, and hold nobody else;
 * - among works that are due the most urgent runs first, then the oldest.
 */
export interface WorkQueue {
  /**
   * @throws {QueueClosedError} when it takes no more work, so that the webhook can be answered with 503
   * @throws when what keeps the queue cannot be reached
   */
  add(work: Work, options?: { readonly delayMs?: number }): Promise<void>
  /** Takes the waiting work of a key back; what runs already goes on. */
  cancel(key: string): Promise<void>
  /** No work of this installation starts before that time (milliseconds since 1970). */
  pause(installationId: number, until: number): Promise<void>
  /** True for the first of all processes that asks by this name within the time (milliseconds). */
  once(name: string, forMs: number): Promise<boolean>
  /** Starts working. */
  start(handler: WorkHandler): void
  /** Whether `add` can be expected to succeed. */
  reachable(): Promise<boolean>
  counts(): Promise<QueueCounts>
  /** Takes no more work, waits for what runs up to the deadline; what has not started is left to the next start. */
  drain(deadlineMs: number): Promise<void>
}

export interface QueueCounts {
  /** Due, and waiting for a worker. */
  readonly waiting: number
  readonly running: number
  readonly delayed: number
  /** Given up, and kept to be seen. */
  readonly failed: number
  /** Milliseconds that the oldest work which is due has waited. */
  readonly oldestMs: number
  /** Milliseconds until the first work that does not run is due, 0 when one is; null when none is left. */
  readonly nextMs: number | null
}

/** Works on one key. A throw counts as a failure and is tried again with growing pauses. */
export type WorkHandler = (work: Work, signal: AbortSignal) => Promise<WorkOutcome>

export type WorkOutcome =
  | { readonly kind: 'done' }
  /** Look again later: what could not be told may be told then. */
  | { readonly kind: 'again'; readonly delayMs: number }
  /** The installation may not ask before that time; the work waits until then. */
  | { readonly kind: 'limited'; readonly until: number }

export class QueueClosedError extends Error {
  override readonly name = 'QueueClosedError'
}

/** What keeps the queue cannot be reached now. */
export class QueueUnavailableError extends Error {
  override readonly name = 'QueueUnavailableError'
}
