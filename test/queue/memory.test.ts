import { expect, test } from '@jest/globals'
import { createMemoryQueue } from '../../src/queue/memory.ts'
import { hintOf, type Work } from '../../src/queue/work.ts'
import { describeQueueContract, issuesWork } from './queue-contract.ts'

describeQueueContract('the memory queue', async ({ concurrency, attempts = 3, spacingMs = 0 }) => {
  const queue = createMemoryQueue({
    concurrency,
    attempts,
    backoffMs: 1,
    maxBackoffMs: 2,
    spacingMs: () => spacingMs,
    now: () => Date.now(),
    onFailure: () => {},
  })
  return { queue, close: () => queue.drain(0) }
})

test('a burst on one key of a spaced kind starts at most once per spacing', async () => {
  let clock = 1000
  const started: number[] = []
  const queue = createMemoryQueue({
    concurrency: 2,
    attempts: 1,
    backoffMs: 1,
    maxBackoffMs: 1,
    spacingMs: () => 500,
    now: () => clock,
    onFailure: () => {},
  })
  const work: Work = { ...issuesWork(1), hint: hintOf('event') }
  queue.start(async () => {
    started.push(clock)
    return { kind: 'done' }
  })
  const settle = async () => {
    for (let index = 0; index < 10; index += 1) await new Promise((resolve) => setImmediate(resolve))
  }
  for (; clock < 2000; clock += 10) {
    await queue.add(work)
    await settle()
  }
  expect(started).toEqual([1000, 1500])
  await queue.drain(0)
})
