export interface Schedule {
  stop(): void
}

/** `start` and `retry` sweep whatever others do; a `turn` is left to the first of several processes. */
export type SweepOccasion = 'start' | 'turn' | 'retry'

export interface ScheduleOptions {
  readonly everyMs: number
  /** After a first failure, then twice as long each time up to `longestRetryMs`: what is down may be back soon. */
  readonly retryMs: number
  readonly longestRetryMs: number
  /** From 0 to 1; several replicas should not sweep in one second. */
  readonly jitter: () => number
  readonly run: (occasion: SweepOccasion) => Promise<void>
  readonly onFailure: (error: unknown) => void
}

/** Runs at once and then again and again, up to a tenth earlier or later than asked. Never two runs at a time. */
export function scheduleSweeps(options: ScheduleOptions): Schedule {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let failures = 0

  async function sweepFor(occasion: SweepOccasion): Promise<void> {
    let next: SweepOccasion = 'turn'
    let pause = options.everyMs * (0.9 + 0.2 * options.jitter())
    try {
      await options.run(occasion)
      failures = 0
    } catch (error) {
      options.onFailure(error)
      pause = Math.min(pause, options.retryMs * 2 ** failures, options.longestRetryMs)
      failures += 1
      next = 'retry'
    }
    if (stopped) return
    timer = setTimeout(() => void sweepFor(next), pause)
    timer.unref()
  }

  void sweepFor('start')
  return {
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
