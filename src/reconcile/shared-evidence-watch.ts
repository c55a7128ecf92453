import type { Redis } from 'ioredis'
import { referenceKey } from '../domain/repository.ts'
import type { EvidenceNeeds } from '../facts/issues/evidence.ts'
import { type EvidenceWatch, headKey, isWatched } from './evidence-watch.ts'
import { keptSeconds } from './shared-memory.ts'

interface Stored {
  readonly headSha: string
  readonly needs: EvidenceNeeds
}

/**
 * What all processes on one Redis have judged together, so that the one which takes a webhook knows what another has
 * judged. Calls fail while Redis cannot be reached.
 */
export function createSharedEvidenceWatch(redis: Redis, prefix: string): EvidenceWatch {
  const ofPull = (key: string) => `${prefix}:evidence-of:${key}`
  const atHead = (key: string) => `${prefix}:evidence-at:${key}`

  async function stored(key: string): Promise<Stored | null> {
    const text = await redis.get(ofPull(key))
    return text === null ? null : (JSON.parse(text) as Stored)
  }

  return {
    async remember(pull, needs) {
      const { repository, number, headRefOid } = pull
      const key = referenceKey({ repository, number })
      const before = await stored(key)
      const watched = isWatched(pull, needs)
      if (before === null && !watched) return
      const writing = redis.multi()
      if (before !== null) writing.srem(atHead(headKey(repository, before.headSha)), number)
      if (!watched) writing.del(ofPull(key))
      else {
        const now: Stored = { headSha: headRefOid, needs }
        writing.set(ofPull(key), JSON.stringify(now), 'EX', keptSeconds)
        const at = atHead(headKey(repository, headRefOid))
        if (needs.checks) writing.sadd(at, number).expire(at, keptSeconds)
      }
      await writing.exec()
    },
    async needingChecks(repository, headSha) {
      const numbers = await redis.smembers(atHead(headKey(repository, headSha)))
      return numbers.map(Number).sort((a, b) => a - b)
    },
    needs: async (repository, number, what) =>
      (await stored(referenceKey({ repository, number })))?.needs[what] ?? false,
  }
}
