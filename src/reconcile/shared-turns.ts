import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { createTurns, type Turns } from './turns.ts'

export interface SharedTurnsOptions {
  /** Who has died within a turn holds the others up for so long, in milliseconds. */
  readonly heldMs: number
  /** How often the others ask, in milliseconds. */
  readonly askEveryMs: number
}

/** Only who holds the turn may lengthen or end it: it may have lost it meanwhile. */
const lengthenLua = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end return 0`
const endLua = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`

/**
 * Among the works of all processes on one Redis: those of one process in the order in which they ask, those of several
 * one after the other. Calls fail while Redis cannot be reached.
 */
export function createSharedTurns(redis: Redis, prefix: string, options: SharedTurnsOptions): Turns {
  const own = createTurns()

  async function hold<T>(key: string, work: () => Promise<T>): Promise<T> {
    const token = randomUUID()
    while ((await redis.set(key, token, 'PX', options.heldMs, 'NX')) === null) await pause(options.askEveryMs)
    // A lost turn is no reason to stop amid writing: what is written is read again by the next.
    const lengthening = setInterval(() => {
      redis.eval(lengthenLua, 1, key, token, options.heldMs).catch(() => undefined)
    }, options.heldMs / 3)
    try {
      return await work()
    } finally {
      clearInterval(lengthening)
      // Unended, the turn ends by itself after `heldMs`.
      await redis.eval(endLua, 1, key, token).catch(() => undefined)
    }
  }

  return { take: (key, work) => own.take(key, () => hold(`${prefix}:turn:${key}`, work)) }
}
