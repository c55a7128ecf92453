import type { QueueCounts } from '../queue/queue.ts'
import type { Metrics } from './metrics.ts'

export interface GaugesOptions {
  readonly metrics: Metrics
  readonly role: string
  readonly counts: () => Promise<QueueCounts>
  readonly now: () => number
}

/** What a scrape is answered with. */
export interface Scrape {
  readonly type: string
  readonly text: string
}

/**
 * Every metric in Prometheus's text, with the queue as it is now: a number of some seconds ago says neither that all is
 * done nor that something is stuck.
 */
export async function scrape(options: GaugesOptions): Promise<Scrape> {
  await setGauges(options)
  const { registry } = options.metrics
  return { type: registry.contentType, text: await registry.metrics() }
}

/** One look at the queue. What cannot be known is cleared: a zero would say that nothing waits. */
async function setGauges({ metrics, role, counts, now }: GaugesOptions): Promise<void> {
  await forgetPassedLimits(metrics, now())
  try {
    const { waiting, running, delayed, failed, oldestMs, nextMs } = await counts()
    for (const [state, count] of Object.entries({ waiting, running, delayed, failed })) {
      metrics.queueDepth.set({ state, role }, count)
    }
    metrics.queueOldest.set({ role }, oldestMs / 1000)
    metrics.queueNext.reset()
    if (nextMs !== null) metrics.queueNext.set({ role }, nextMs / 1000)
  } catch {
    // Whoever keeps the queue tells in the log why it cannot be asked.
    for (const gauge of [metrics.queueDepth, metrics.queueOldest, metrics.queueNext]) gauge.reset()
  }
}

async function forgetPassedLimits({ limitedUntil }: Metrics, now: number): Promise<void> {
  const { values } = await limitedUntil.get()
  for (const { labels, value } of values) {
    if (labels.installation !== undefined && value * 1000 <= now)
      limitedUntil.remove({ installation: labels.installation })
  }
}
