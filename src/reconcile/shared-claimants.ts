import type { Redis } from 'ioredis'
import { type NumberedReference, referenceKey, sameReference } from '../domain/repository.ts'
import { type Claimant, type Claimants, cameAndWent } from './claimants.ts'
import { keptSeconds } from './shared-memory.ts'

interface Stored {
  readonly pull: Claimant
  readonly targets: readonly NumberedReference[]
  readonly around: readonly NumberedReference[]
}

/** What all processes on one Redis have judged together. Calls fail while Redis cannot be reached. */
export function createSharedClaimants(redis: Redis, prefix: string): Claimants {
  const pullKey = (pull: string) => `${prefix}:claimant:${pull}`
  const issueKey = (issue: string) => `${prefix}:claimants-of:${issue}`

  async function stored(pull: string): Promise<Stored | null> {
    return read(await redis.get(pullKey(pull)))
  }

  async function remembered(reference: NumberedReference): Promise<readonly Stored[]> {
    const pulls = await redis.smembers(issueKey(referenceKey(reference)))
    if (pulls.length === 0) return []
    const texts = await redis.mget(pulls.toSorted().map(pullKey))
    return texts.flatMap((text) => read(text) ?? []).filter((one) => namesIn(one).has(referenceKey(reference)))
  }

  return {
    async remember(pull, { targets, around }) {
      const key = referenceKey(pull)
      const now: Stored = { pull, targets, around }
      const before = await stored(key)
      const names = namesIn(now)
      const writing = redis.multi().set(pullKey(key), JSON.stringify(now), 'EX', keptSeconds)
      for (const issue of names) writing.sadd(issueKey(issue), key).expire(issueKey(issue), keptSeconds)
      for (const issue of before === null ? [] : namesIn(before))
        if (!names.has(issue)) writing.srem(issueKey(issue), key)
      await writing.exec()
      return cameAndWent(before?.targets ?? [], targets)
    },
    async forget(pull) {
      const key = referenceKey(pull)
      const before = await stored(key)
      const writing = redis.multi().del(pullKey(key))
      for (const issue of before === null ? [] : namesIn(before)) writing.srem(issueKey(issue), key)
      await writing.exec()
    },
    dependingOn: async (reference) => (await remembered(reference)).map(({ pull }) => pull),
    claiming: async (reference) =>
      (await remembered(reference))
        .filter(({ targets }) => targets.some((target) => sameReference(target, reference)))
        .map(({ pull }) => pull),
  }
}

function read(text: string | null): Stored | null {
  return text === null ? null : (JSON.parse(text) as Stored)
}

function namesIn({ targets, around }: Stored): ReadonlySet<string> {
  return new Set([...targets, ...around].map(referenceKey))
}
