import type { Settings } from './env.ts'
import { createClaimants } from './reconcile/claimants.ts'
import { createEvidenceWatch } from './reconcile/evidence-watch.ts'
import { createCommandPhrases } from './reconcile/phrases.ts'
import { createSharedClaimants } from './reconcile/shared-claimants.ts'
import { createSharedEvidenceWatch } from './reconcile/shared-evidence-watch.ts'
import { createSharedPhrases } from './reconcile/shared-phrases.ts'
import { createSharedTurns } from './reconcile/shared-turns.ts'
import { createTurns } from './reconcile/turns.ts'
import type { Workshop } from './reconcile/workshop.ts'
import { createSharedWriteMarks, createWriteMarks } from './reconcile/write-marks.ts'

/** What judging teaches for later events, and who writes comments now: of this process, or of all on one Redis. */
export interface Knowledge {
  readonly parts: Pick<Workshop, 'claimants' | 'watch' | 'turns' | 'phrases' | 'writeMarks'>
  close(): void
}

const pullsRemembered = 20_000

export async function createKnowledge(
  { queueRedisUrl, appId }: Pick<Settings, 'queueRedisUrl' | 'appId'>,
  onTrouble: (error: unknown) => void,
): Promise<Knowledge> {
  if (queueRedisUrl === undefined) {
    const parts = {
      claimants: createClaimants(pullsRemembered),
      watch: createEvidenceWatch(),
      turns: createTurns(),
      phrases: createCommandPhrases(),
      writeMarks: createWriteMarks(),
    }
    return { parts, close: () => {} }
  }
  const { connectToAsk } = await import('./queue/redis-connection.ts')
  const redis = connectToAsk(queueRedisUrl)
  redis.on('error', onTrouble)
  const prefix = `{claimwarden:${appId}}`
  return {
    parts: {
      claimants: createSharedClaimants(redis, prefix),
      watch: createSharedEvidenceWatch(redis, prefix),
      turns: createSharedTurns(redis, prefix, { heldMs: 15_000, askEveryMs: 50 }),
      phrases: createSharedPhrases(redis, prefix),
      writeMarks: createSharedWriteMarks(redis, prefix),
    },
    close: () => redis.disconnect(),
  }
}
