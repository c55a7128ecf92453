import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { Redis } from 'ioredis'
import { createSharedWriteMarks, createWriteMarks } from '../../src/reconcile/write-marks.ts'
import { hasRedis, type RedisServer, startRedisServer } from '../redis/redis-server.ts'

const here = { owner: 'acme', name: 'client' }
const describeWithRedis = hasRedis ? describe : describe.skip

test('one process alone has no marks to compare', async () => {
  const marks = createWriteMarks()
  expect(await marks.set(here, 'a')).toBeUndefined()
  expect(await marks.of(here)).toEqual(new Map())
})

describeWithRedis('redis-server', () => {
  let server: RedisServer
  let client: Redis

  beforeAll(async () => {
    server = await startRedisServer()
    client = new Redis(server.url)
  })
  afterAll(async () => {
    client.disconnect()
    await server.close()
  })

  test('each write leaves another mark, and all processes see it', async () => {
    const [one, other] = [createSharedWriteMarks(client, '{x}'), createSharedWriteMarks(client, '{x}')]
    const first = await one.set(here, 'a')
    expect(await other.of({ owner: 'ACME', name: 'Client' })).toEqual(new Map([['a', first]]))
    const second = await other.set(here, 'a')
    expect(second).not.toBe(first)
    expect(await one.of(here)).toEqual(new Map([['a', second]]))
    expect(await one.of({ owner: 'acme', name: 'other' })).toEqual(new Map())
    expect(await client.ttl((await client.keys('{x}*'))[0] ?? '')).toBeGreaterThan(24 * 3600)
  })

  test('too many of them are all forgotten, so that everybody looks again', async () => {
    const marks = createSharedWriteMarks(client, '{y}')
    await marks.set(here, 'a')
    const [key = ''] = await client.keys('{y}*')
    await client.hset(key, Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`head-${index}`, 'm'])))
    expect((await marks.of(here)).size).toBe(0)
    expect(await client.exists(key)).toBe(0)
  })
})
