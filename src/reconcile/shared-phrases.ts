import type { Redis } from 'ioredis'
import { type Aliases, type CommandPhrases, repositoryKey, verbIn } from './phrases.ts'

/** A repository that no sweep has come by for so long is gone. */
const keptSeconds = 7 * 24 * 3600

/** What all processes on one Redis have read together. Calls fail while Redis cannot be reached. */
export function createSharedPhrases(redis: Redis, prefix: string): CommandPhrases {
  const keyOf = (repository: string) => `${prefix}:phrases-of:${repository}`

  return {
    async remember(repository, aliases) {
      const key = keyOf(repositoryKey(repository))
      if (Object.keys(aliases).length === 0) await redis.del(key)
      else await redis.set(key, JSON.stringify(aliases), 'EX', keptSeconds)
    },
    async verbOf(repository, line) {
      const text = await redis.get(keyOf(repositoryKey(repository)))
      return text === null ? null : verbIn(JSON.parse(text) as Aliases, line)
    },
  }
}
