import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { WorkQueue } from '../../src/queue/queue.ts'
import { createRedisQueue, type RedisQueueOptions } from '../../src/queue/redis.ts'
import { hintOf, keyOf } from '../../src/queue/work.ts'
import { runCommand } from '../flows/run-command.ts'
import { waitFor } from '../product/wait-for.ts'
import { hasRedis, type RedisServer, startRedisServer } from '../redis/redis-server.ts'
import { describeQueueContract, gate, issuesWork } from './queue-contract.ts'

const describeWithRedis = hasRedis ? describe : describe.skip

let server: RedisServer
let names = 0

beforeAll(async () => {
  if (hasRedis) server = await startRedisServer()
})
afterAll(() => server?.close())

function open(options: Partial<RedisQueueOptions> = {}): WorkQueue {
  names += 1
  return createRedisQueue({
    url: server.url,
    name: `test-${names}`,
    concurrency: 4,
    attempts: 3,
    backoffMs: 1,
    maxBackoffMs: 2,
    isSpaced: () => false,
    lockMs: 30_000,
    now: () => Date.now(),
    onFailure: () => {},
    onTrouble: () => {},
    ...options,
  })
}

/** A process that drains in the middle of a work, and then has nothing to do. */
function drainedAtOnce(): string {
  const built = new URL('../../dist/queue/redis.js', import.meta.url).href
  return `
    import { createRedisQueue } from '${built}'
    const queue = createRedisQueue({
      url: '${server.url}', name: 'drained', concurrency: 1, attempts: 1, backoffMs: 1, maxBackoffMs: 2, lockMs: 30000,
      isSpaced: () => false, now: () => Date.now(), onFailure() {}, onTrouble() {},
    })
    while (!(await queue.reachable())) await new Promise((resolve) => setTimeout(resolve, 5))
    const begun = new Promise((resolve) => queue.start(() => { resolve(); return new Promise(() => {}) }))
    await queue.add(${JSON.stringify(issuesWork(1))})
    await begun
    await queue.drain(0)`
}

async function ready(queue: WorkQueue): Promise<WorkQueue> {
  await waitFor('the queue to be reachable', () => queue.reachable())
  return queue
}

describeWithRedis('redis-server', () => {
  describeQueueContract('the shared queue', async ({ concurrency, attempts = 3, isSpaced = false, backoffMs = 1 }) => {
    const queue = await ready(
      open({ concurrency, attempts, backoffMs, maxBackoffMs: backoffMs * 2, isSpaced: () => isSpaced }),
    )
    return { queue, close: () => queue.drain(0), turn: () => queue.counts() }
  })

  describe('several processes on one queue', () => {
    const opened: WorkQueue[] = []
    async function several(count: number, options: Partial<RedisQueueOptions> = {}): Promise<WorkQueue[]> {
      const name = `shared-${names}`
      const queues = Array.from({ length: count }, () => open({ ...options, name }))
      opened.push(...queues)
      return Promise.all(queues.map(ready))
    }
    afterAll(() => Promise.all(opened.map((queue) => queue.drain(0))))

    test('a key that runs in one does not run in the other', async () => {
      const [one, other] = await several(2)
      const first = gate()
      const second = gate()
      one?.start(first.handler)
      await one?.add(issuesWork(1))
      await first.startedCount(1)
      other?.start(second.handler)
      await other?.add(issuesWork(1, hintOf('command', { fresh: [1] })))
      await other?.add(issuesWork(2))
      await waitFor('the other key to run', () => first.started.length + second.started.length === 2)
      first.release(0)
      await waitFor('the second run', () => first.started.length + second.started.length === 3)
      const runs = [...first.started, ...second.started].filter((work) => keyOf(work) === keyOf(issuesWork(1)))
      expect(runs.map(({ hint }) => hint)).toEqual([hintOf('event'), hintOf('command', { fresh: [1] })])
      for (const { release, started } of [first, second]) for (const index of started.keys()) release(index)
    })

    test('a pause holds the installation in every process', async () => {
      const [one, other] = await several(2)
      const { handler, started, release } = gate()
      await one?.pause(1, Date.now() + 60_000)
      other?.start(handler)
      await one?.add(issuesWork(1))
      await one?.add(issuesWork(2, hintOf('event'), 2))
      await waitFor('the other installation to run', () => started.length === 1)
      expect(started[0]?.installationId).toBe(2)
      await waitFor('the held one to be counted', async () => (await one?.counts())?.delayed === 1)
      expect((await one?.counts())?.oldestMs).toBe(0)
      release(0)
    })
  })

  test('what was added while Redis had nobody to work on it is there after a crash of Redis', async () => {
    const queue = await ready(open())
    await queue.add(issuesWork(1, hintOf('command', { fresh: [1], acknowledge: [3] })))
    await server.kill()
    await expect(queue.add(issuesWork(2))).rejects.toThrow('cannot be reached')
    await server.restart()
    await ready(queue)
    const { handler, started, startedCount, release } = gate()
    queue.start(handler)
    await startedCount(1)
    expect(started[0]?.hint.acknowledge).toEqual([3])
    release(0)
    await queue.drain(1000)
  })

  test('a worker goes on after Redis was away, and what it was doing is done once more or finished', async () => {
    const queue = await ready(open({ lockMs: 1000 }))
    const { handler, started, startedCount, release } = gate()
    queue.start(handler)
    await queue.add(issuesWork(1))
    await startedCount(1)
    await server.kill()
    release(0)
    await server.restart()
    await ready(queue)
    await queue.add(issuesWork(2))
    await waitFor('the next key', () => started.some((work) => keyOf(work) === keyOf(issuesWork(2))), {
      timeoutMs: 20_000,
    })
    for (const index of started.keys()) release(index)
    await queue.drain(1000)
  })

  test('a drain that cannot wait leaves nothing that keeps the process', async () => {
    const { ended } = runCommand(process.execPath, ['--input-type=module', '-e', drainedAtOnce()])
    expect(await ended).toEqual({ code: 0, output: '' })
  })

  test('the drain gives back what it could not finish, at once', async () => {
    const name = 'handed-over'
    const one = await ready(open({ name }))
    const first = gate()
    one.start(first.handler)
    await one.add(issuesWork(1, hintOf('event', { acknowledge: [8] })))
    await first.startedCount(1)
    await one.drain(20)
    const other = await ready(open({ name }))
    const second = gate()
    other.start(second.handler)
    await second.startedCount(1)
    expect(second.started[0]?.hint.acknowledge).toEqual([8])
    first.release(0)
    second.release(0)
    await other.drain(1000)
  })

  test('a queue without Redis refuses at once, and works when Redis comes', async () => {
    const queue = open({ url: 'redis://127.0.0.1:1', name: 'nowhere' })
    expect(await queue.reachable()).toBe(false)
    await expect(queue.add(issuesWork(1))).rejects.toThrow('cannot be reached')
    await queue.drain(10)
  })
})
