const HOUR_MILLIS = 3_600_000

/** What is left of a limit. */
export interface Allowance {
  readonly limit: number
  readonly used: number
  readonly remaining: number
  /** Epoch milliseconds. */
  readonly resetAt: number
}

export type Resource = 'core' | 'graphql'

interface Window {
  used: number
  resetAt: number
}

/** The primary limits, for each caller and resource. */
export class RateLimits {
  readonly limits: Record<Resource, number>
  readonly #windows = new Map<string, Window>()

  constructor(limits: Partial<Record<Resource, number>> = {}) {
    this.limits = { core: limits.core ?? 5000, graphql: limits.graphql ?? 5000 }
  }

  allowance(caller: string, resource: Resource, now: number): Allowance {
    const { used, resetAt } = this.#window(caller, resource, now)
    const limit = this.limits[resource]
    return { limit, used, remaining: Math.max(0, limit - used), resetAt }
  }

  /** Spends points. @returns false, with nothing spent, when they are not there */
  spend(caller: string, resource: Resource, points: number, now: number): boolean {
    const window = this.#window(caller, resource, now)
    if (window.used + points > this.limits[resource]) return false
    window.used += points
    return true
  }

  #window(caller: string, resource: Resource, now: number): Window {
    const key = `${caller}:${resource}`
    let window = this.#windows.get(key)
    if (window === undefined || window.resetAt <= now) {
      window = { used: 0, resetAt: now + HOUR_MILLIS }
      this.#windows.set(key, window)
    }
    return window
  }
}

export function rateLimitHeaders(allowance: Allowance, resource: Resource): Record<string, string> {
  return {
    'x-ratelimit-limit': String(allowance.limit),
    'x-ratelimit-remaining': String(allowance.remaining),
    'x-ratelimit-used': String(allowance.used),
    'x-ratelimit-reset': String(Math.ceil(allowance.resetAt / 1000)),
    'x-ratelimit-resource': resource,
  }
}
