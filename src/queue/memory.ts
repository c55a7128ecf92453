import { backoffPause } from './backoff.ts'
import { QueueClosedError, type QueueCounts, type WorkHandler, type WorkOutcome, type WorkQueue } from './queue.ts'
import { earliestStart, rememberedStarts } from './spacing.ts'
import { hintOf, keyOf, mergeHints, priorityOf, type Work } from './work.ts'

export interface MemoryQueueOptions {
  readonly concurrency: number
  /** After a failure: 1, 2, 4 … times this, up to `maxBackoffMs`, less some by chance. */
  readonly backoffMs: number
  readonly maxBackoffMs: number
  /** How often a work that throws is tried before it is given up and counted; the sweep brings it back. */
  readonly attempts: number
  /** Whether a burst of events on this key is to be a few starts only. */
  readonly isSpaced: (work: Work) => boolean
  readonly now: () => number
  readonly onFailure: (work: Work, error: unknown, givenUp: boolean) => void
}

interface Entry {
  work: Work
  addedAt: number
  notBefore: number
  attempt: number
  adds: number
}

/** The queue of one process: what waits is gone when the process ends, and the boot sweep finds it again. */
export function createMemoryQueue(options: MemoryQueueOptions): WorkQueue {
  const waiting = new Map<string, Entry>()
  const running = new Map<string, { promise: Promise<void>; abort: AbortController; installationId: number }>()
  const pausedUntil = new Map<number, number>()
  const starts = new Map<string, readonly number[]>()
  const taken = new Map<string, number>()
  let handler: WorkHandler | undefined
  let closed = false
  let failed = 0
  let timer: NodeJS.Timeout | undefined

  function put(entry: Entry): void {
    const key = keyOf(entry.work)
    const present = waiting.get(key)
    if (present === undefined) {
      waiting.set(key, entry)
      return
    }
    present.work = { ...present.work, hint: mergeHints(present.work.hint, entry.work.hint) }
    present.notBefore = Math.min(present.notBefore, entry.notBefore)
    present.attempt = Math.min(present.attempt, entry.attempt)
    present.adds += entry.adds
  }

  function dueAt(key: string, entry: Entry): number {
    const paused = pausedUntil.get(entry.work.installationId) ?? 0
    const earlier = starts.get(key) ?? []
    const spaced = options.isSpaced(entry.work) ? earliestStart({ starts: earlier, adds: entry.adds }) : 0
    return Math.max(entry.notBefore, paused, spaced)
  }

  function dispatch(): void {
    clearTimeout(timer)
    timer = undefined
    if (handler === undefined || closed) return
    const now = options.now()
    forgetOldStarts(now)
    while (running.size < options.concurrency) {
      const next = mostUrgent(now)
      if (next === undefined) break
      run(next.key, next.entry, handler)
    }
    wakeUpLater(now)
  }

  function mostUrgent(now: number): { key: string; entry: Entry } | undefined {
    let best: { key: string; entry: Entry } | undefined
    for (const [key, entry] of waiting) {
      if (running.has(key) || dueAt(key, entry) > now) continue
      if (best === undefined || isMoreUrgent(entry, best.entry)) best = { key, entry }
    }
    return best
  }

  function wakeUpLater(now: number): void {
    let earliest = Number.POSITIVE_INFINITY
    for (const [key, entry] of waiting) {
      if (!running.has(key)) earliest = Math.min(earliest, dueAt(key, entry))
    }
    // What is due and does not run waits for a place, and the end of a running work wakes it.
    if (earliest <= now || earliest === Number.POSITIVE_INFINITY) return
    timer = setTimeout(dispatch, Math.min(earliest - now, 2 ** 30))
  }

  function run(key: string, entry: Entry, work: WorkHandler): void {
    waiting.delete(key)
    const abort = new AbortController()
    if (options.isSpaced(entry.work)) {
      starts.set(key, [...(starts.get(key) ?? []), options.now()].slice(-rememberedStarts))
    }
    const promise = Promise.resolve()
      .then(() => work(entry.work, abort.signal))
      .then(
        (outcome) => settle(entry, outcome),
        (error: unknown) => fail(entry, error),
      )
      .finally(() => {
        running.delete(key)
        dispatch()
      })
    running.set(key, { promise, abort, installationId: entry.work.installationId })
  }

  function settle(entry: Entry, outcome: WorkOutcome): void {
    const now = options.now()
    if (outcome.kind === 'again') {
      const { hint: asked } = entry.work
      const { heads, full, releases, rereads } = asked
      const hint = hintOf('retry', { heads, full, releases, rereads: rereads + 1 })
      put({ work: { ...entry.work, hint }, addedAt: now, notBefore: now + outcome.delayMs, attempt: 0, adds: 0 })
    } else if (outcome.kind === 'limited') {
      pauseInstallation(entry.work.installationId, outcome.until)
      put({ ...entry, notBefore: outcome.until })
    }
  }

  function fail(entry: Entry, error: unknown): void {
    const attempt = entry.attempt + 1
    const givenUp = attempt >= options.attempts
    options.onFailure(entry.work, error, givenUp)
    if (givenUp) {
      failed += 1
      return
    }
    put({ ...entry, notBefore: options.now() + backoffPause(attempt, options), attempt })
  }

  function pauseInstallation(installationId: number, until: number): void {
    pausedUntil.set(installationId, Math.max(until, pausedUntil.get(installationId) ?? 0))
  }

  function forgetOldStarts(now: number): void {
    if (starts.size < 10_000) return
    for (const [key, earlier] of starts) {
      const last = earlier.at(-1) ?? 0
      if (last < now - 60_000 && !waiting.has(key) && !running.has(key)) starts.delete(key)
    }
  }

  return {
    async add(work, { delayMs = 0 } = {}) {
      if (closed) throw new QueueClosedError('the queue is draining')
      const now = options.now()
      put({ work, addedAt: now, notBefore: now + delayMs, attempt: 0, adds: 1 })
      dispatch()
    },
    async cancel(key) {
      waiting.delete(key)
    },
    async pause(installationId, until) {
      pauseInstallation(installationId, until)
      dispatch()
    },
    async once(name, forMs) {
      const now = options.now()
      for (const [known, until] of taken) if (until <= now) taken.delete(known)
      if (taken.has(name)) return false
      taken.set(name, now + forMs)
      return true
    },
    start(theHandler) {
      handler = theHandler
      dispatch()
    },
    async reachable() {
      return !closed
    },
    async counts() {
      const now = options.now()
      const counts = { waiting: 0, running: running.size, delayed: 0, failed, oldestMs: 0 }
      let next = Number.POSITIVE_INFINITY
      for (const [key, entry] of waiting) {
        const due = dueAt(key, entry)
        next = Math.min(next, due)
        if (due > now) counts.delayed += 1
        else counts.waiting += 1
        counts.oldestMs = Math.max(counts.oldestMs, now - Math.max(due, entry.addedAt))
      }
      const nextMs = waiting.size === 0 ? null : Math.max(0, next - now)
      return { ...counts, nextMs } satisfies QueueCounts
    },
    async drain(deadlineMs) {
      closed = true
      clearTimeout(timer)
      let deadline: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        deadline = setTimeout(resolve, deadlineMs)
      })
      await Promise.race([Promise.all([...running.values()].map((work) => work.promise)), late])
      clearTimeout(deadline)
      for (const work of running.values()) work.abort.abort()
    },
  }
}

function isMoreUrgent(a: Entry, b: Entry): boolean {
  const byPriority = priorityOf(a.work.hint.trigger) - priorityOf(b.work.hint.trigger)
  return byPriority !== 0 ? byPriority < 0 : a.addedAt < b.addedAt
}
