import type { QueueCounts } from '../queue/queue.ts'
import type { Metrics } from './metrics.ts'

export interface GaugesOptions {
  readonly metrics: Metrics
  readonly role: string
  readonly counts: () => Promise<QueueCounts>
  readonly now: () => number
  readonly everyMs: number
}

/**
 * Publishes the gauges on a timer of their own, whatever the works do or wait for. What cannot be known is cleared: a
 * zero would say that nothing waits. Returns the way to stop it.
 */
export function publishGauges(options: GaugesOptions): () => void {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  async function turn(): Promise<void> {
    await publishOnce(options)
    if (stopped) return
    timer = setTimeout(() => void turn(), options.everyMs)
    timer.unref()
  }
  void turn()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}

/** One look at the queue. */
export async function publishOnce({ metrics, role, counts, now }: GaugesOptions): Promise<void> {
  await forgetPassedLimits(metrics, now())
  try {
    const { waiting, running, delayed, failed, oldestMs } = await counts()
    for (const [state, count] of Object.entries({ waiting, running, delayed, failed })) {
      metrics.queueDepth.set({ state, role }, count)
    }
    metrics.queueOldest.set({ role }, oldestMs / 1000)
  } catch {
    // Whoever keeps the queue tells in the log why it cannot be asked.
    metrics.queueDepth.reset()
    metrics.queueOldest.reset()
  }
}

async function forgetPassedLimits({ limitedUntil }: Metrics, now: number): Promise<void> {
  const { values } = await limitedUntil.get()
  for (const { labels, value } of values) {
    if (labels.installation !== undefined && value * 1000 <= now)
      limitedUntil.remove({ installation: labels.installation })
  }
}
