import { describe, expect, test } from '@jest/globals'
import { hasRedis } from '../redis/redis-server.ts'
import { historyOf } from './intents.ts'
import { playHistories } from './play.ts'

const describeWithRedis = hasRedis ? describe : describe.skip

const seed = 7007
const lanes = 3

describeWithRedis('redis-server', () => {
  test(`both checks equal the oracle with two workers of which one is killed and one stopped past its lock (seed ${seed})`, async () => {
    const histories = Array.from({ length: lanes }, (_, lane) => historyOf(seed + lane, 24, 3))
    const options = { mode: 'shared', seed, lane: { charts: 3, withQueue: false } } as const
    const { deeds, verdicts, mishaps } = await playHistories(histories, options)
    // A history in which nothing happens proves nothing.
    expect(mishaps?.killed).toBeGreaterThan(0)
    expect(mishaps?.stopped).toBeGreaterThan(0)
    expect(deeds).toBeGreaterThan(lanes * 6)
    expect(Object.keys(verdicts).filter((kind) => kind !== 'nothing')).not.toEqual([])
  }, 240_000)
})
