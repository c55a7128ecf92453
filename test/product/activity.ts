import type { Product } from './start-product.ts'

/** Spacing and the pause after a first failure are at most this long; what is due later only looks again. */
const soonSeconds = 1

export interface Activity {
  readonly running: number
  readonly waiting: number
  /** Seconds until the next work that does not run is due. */
  readonly next: number | undefined
  readonly swept: boolean
}

/** What the product has to do now or in a moment, as its own metrics tell; `none` also once it has ended. */
export async function activityOf(product: Pick<Product, 'url' | 'process'>): Promise<Activity | 'none'> {
  if (product.process.exitCode !== null || product.process.signalCode !== null) return 'none'
  const text = await (await fetch(`${product.url}/metrics`)).text()
  const activity: Activity = {
    // What cannot be known is absent, and no rest.
    running: metric(text, 'queue_works', 'state="running"') ?? Number.NaN,
    waiting: metric(text, 'queue_works', 'state="waiting"') ?? Number.NaN,
    next: metric(text, 'queue_next_seconds'),
    // A process that only takes webhooks sweeps never.
    swept: text.includes('role="web"') || metric(text, 'last_sweep_timestamp_seconds') !== undefined,
  }
  const { running, waiting, next, swept } = activity
  return swept && running === 0 && waiting === 0 && (next === undefined || next > soonSeconds) ? 'none' : activity
}

function metric(text: string, name: string, label = ''): number | undefined {
  const line = text.split('\n').find((line) => line.startsWith(`claimwarden_${name}{`) && line.includes(label))
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ') + 1))
}
