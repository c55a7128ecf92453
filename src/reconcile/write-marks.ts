import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import { type RepositoryName, repositoryKey } from '../domain/repository.ts'
import { keptSeconds } from './shared-memory.ts'

/**
 * Says whether somebody has written on a head since this process looked, so that what is remembered of the newest run
 * there may be trusted. A mark is set before and after each write: who dies in between leaves one too.
 */
export interface WriteMarks {
  /** The last mark of each head of a repository; a head without one was not written on for long. */
  of(repository: RepositoryName): Promise<ReadonlyMap<string, string>>
  /** Answers the new mark. */
  set(repository: RepositoryName, headSha: string): Promise<string | undefined>
}

/** One process alone remembers its own writes. */
export function createWriteMarks(): WriteMarks {
  const none = new Map<string, string>()
  return { of: async () => none, set: async () => undefined }
}

/** Heads of closed pull requests stay until there are so many; without marks everybody looks again. */
const mostHeads = 5000

/** All processes on one Redis. Calls fail while Redis cannot be reached. */
export function createSharedWriteMarks(redis: Redis, prefix: string): WriteMarks {
  const keyOf = (repository: RepositoryName) => `${prefix}:write-marks:${repositoryKey(repository)}`
  return {
    async of(repository) {
      const marks = Object.entries(await redis.hgetall(keyOf(repository)))
      if (marks.length <= mostHeads) return new Map(marks)
      await redis.del(keyOf(repository))
      return new Map()
    },
    async set(repository, headSha) {
      const mark = randomUUID()
      await redis.multi().hset(keyOf(repository), headSha, mark).expire(keyOf(repository), keptSeconds).exec()
      return mark
    },
  }
}
