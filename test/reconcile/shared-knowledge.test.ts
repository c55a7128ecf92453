import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { Redis } from 'ioredis'
import { createSharedClaimants } from '../../src/reconcile/shared-claimants.ts'
import { createSharedEvidenceWatch } from '../../src/reconcile/shared-evidence-watch.ts'
import { createSharedPhrases } from '../../src/reconcile/shared-phrases.ts'
import { createSharedTurns } from '../../src/reconcile/shared-turns.ts'
import { ref } from '../evaluate/issues/issues-facts.ts'
import { hasRedis, type RedisServer, startRedisServer } from '../redis/redis-server.ts'
import { testClaimants } from './claimants-contract.ts'
import { testEvidenceWatch } from './evidence-watch-contract.ts'
import { testPhrases } from './phrases-contract.ts'
import { testTurns } from './turns-contract.ts'

const describeWithRedis = hasRedis ? describe : describe.skip
const prefix = '{claimwarden:17}'

describeWithRedis('redis-server', () => {
  let server: RedisServer
  let clients: Redis[] = []

  beforeAll(async () => {
    server = await startRedisServer()
  })
  afterEach(async () => {
    await clients[0]?.flushall()
    for (const client of clients) client.disconnect()
    clients = []
  })
  afterAll(() => server.close())

  function connect(): Redis {
    const client = new Redis(server.url)
    clients.push(client)
    return client
  }

  testClaimants('on a shared Redis', async () => createSharedClaimants(connect(), prefix))
  testEvidenceWatch('on a shared Redis', async () => createSharedEvidenceWatch(connect(), prefix))
  testPhrases('on a shared Redis', async () => createSharedPhrases(connect(), prefix))
  testTurns(
    'in several processes',
    async () => () => createSharedTurns(connect(), prefix, { heldMs: 5000, askEveryMs: 1 }),
  )

  test('one process knows what another has judged', async () => {
    const [one, other] = [createSharedClaimants(connect(), prefix), createSharedClaimants(connect(), prefix)]
    await one.remember({ installationId: 1, ...ref(1) }, { targets: [ref(7)], around: [] })
    expect(await other.claiming(ref(7))).toEqual([{ installationId: 1, ...ref(1) }])
  })

  test('every key ends by itself', async () => {
    const client = connect()
    await createSharedClaimants(client, prefix).remember(
      { installationId: 1, ...ref(1) },
      { targets: [ref(7)], around: [] },
    )
    const pull = { repository: ref(1).repository, number: 1, headRefOid: 'a', state: 'OPEN' as const }
    const needs = { checks: true, reviews: true, comments: true }
    await createSharedEvidenceWatch(client, prefix).remember(pull, needs)
    const keys = await client.keys('*')
    expect(keys).toHaveLength(4)
    for (const key of keys) expect(await client.ttl(key)).toBeGreaterThan(24 * 3600)
  })

  test('who dies within a turn holds the others up for a while only', async () => {
    const dead = connect()
    const turns = createSharedTurns(connect(), prefix, { heldMs: 5000, askEveryMs: 1 })
    await dead.set(`${prefix}:turn:one`, 'of a dead process', 'PX', 50)
    expect(await turns.take('one', async () => 'mine')).toBe('mine')
  })

  test('a turn that takes longer than it is held for is lengthened, and ends with its work', async () => {
    const client = connect()
    const turns = createSharedTurns(connect(), prefix, { heldMs: 300, askEveryMs: 1 })
    await turns.take('one', async () => {
      const started = await client.pttl(`${prefix}:turn:one`)
      // The time left grows again only when the turn is lengthened.
      let least = started
      for (let left = started; left <= least; left = await client.pttl(`${prefix}:turn:one`))
        least = Math.min(least, left)
      expect(await client.exists(`${prefix}:turn:one`)).toBe(1)
    })
    expect(await client.exists(`${prefix}:turn:one`)).toBe(0)
  })

  test('a turn that was lost to another is not ended for the other', async () => {
    const client = connect()
    const turns = createSharedTurns(connect(), prefix, { heldMs: 5000, askEveryMs: 1 })
    await turns.take('one', () => client.set(`${prefix}:turn:one`, 'of another'))
    expect(await client.get(`${prefix}:turn:one`)).toBe('of another')
  })
})
