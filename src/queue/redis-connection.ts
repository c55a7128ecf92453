import { Redis } from 'ioredis'

/** A command is answered within this time even when Redis hangs: GitHub waits ten seconds for a webhook's answer. */
const commandTimeoutMs = 4000

const reconnecting = { retryStrategy: (times: number) => Math.min(times * 100, 2000) }

/** For who has to be told at once that Redis is away. */
export function connectToAsk(url: string): Redis {
  return new Redis(url, { enableOfflineQueue: false, commandTimeout: commandTimeoutMs, ...reconnecting })
}

/** For who works, and waits until Redis is back. */
export function connectToWork(url: string): Redis {
  return new Redis(url, { maxRetriesPerRequest: null, ...reconnecting })
}
