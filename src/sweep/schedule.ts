export interface Schedule {
  stop(): void
}

export interface ScheduleOptions {
  readonly everyMs: number
  /** After a failure, so that a start while GitHub is down is made good soon. */
  readonly retryMs: number
  /** From 0 to 1; several replicas should not sweep in one second. */
  readonly jitter: () => number
  readonly run: () => Promise<void>
  readonly onFailure: (error: unknown) => void
}

/** Runs at once and then again and again, up to a tenth earlier or later than asked. Never two runs at a time. */
export function scheduleSweeps(options: ScheduleOptions): Schedule {
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  async function turn(): Promise<void> {
    let pause = options.everyMs * (0.9 + 0.2 * options.jitter())
    try {
      await options.run()
    } catch (error) {
      options.onFailure(error)
      pause = Math.min(pause, options.retryMs)
    }
    if (stopped) return
    timer = setTimeout(turn, pause)
    timer.unref()
  }

  void turn()
  return {
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
