import type { Redis } from 'ioredis'
import { type RepositoryName, repositoryKey } from '../domain/repository.ts'
import { type Aliases, type CommandPhrases, verbIn } from './phrases.ts'
import { keptSeconds } from './shared-memory.ts'

/** What all processes on one Redis have read together. Calls fail while Redis cannot be reached. */
export function createSharedPhrases(redis: Redis, prefix: string): CommandPhrases {
  const keyOf = (repository: RepositoryName) => `${prefix}:phrases-of:${repositoryKey(repository)}`

  return {
    async remember(repository, aliases) {
      const key = keyOf(repository)
      if (Object.keys(aliases).length === 0) await redis.del(key)
      else await redis.set(key, JSON.stringify(aliases), 'EX', keptSeconds)
    },
    async verbOf(repository, line) {
      const text = await redis.get(keyOf(repository))
      return text === null ? null : verbIn(JSON.parse(text) as Aliases, line)
    },
  }
}
