import { expect, test } from '@jest/globals'
import { createMemoryQueue } from '../../src/queue/memory.ts'
import { hintOf, keyOf, type Work } from '../../src/queue/work.ts'
import { describeQueueContract, issuesWork } from './queue-contract.ts'

describeQueueContract('the memory queue', async ({ concurrency, attempts = 3, isSpaced = false, backoffMs = 1 }) => {
  const queue = createMemoryQueue({
    concurrency,
    attempts,
    backoffMs,
    maxBackoffMs: backoffMs * 2,
    isSpaced: () => isSpaced,
    now: () => Date.now(),
    onFailure: () => {},
  })
  return { queue, close: () => queue.drain(0) }
})

/** Plays additions at these times against a queue whose works take no time, and tells when they started. */
async function startsOf(additions: readonly number[]): Promise<number[]> {
  let clock = 0
  const started: number[] = []
  const queue = createMemoryQueue({
    concurrency: 2,
    attempts: 1,
    backoffMs: 1,
    maxBackoffMs: 1,
    isSpaced: () => true,
    now: () => clock,
    onFailure: () => {},
  })
  queue.start(async (work) => {
    if (keyOf(work) !== keyOf(other)) started.push(clock)
    return { kind: 'done' }
  })
  const other: Work = { ...issuesWork(2), hint: hintOf('event') }
  for (clock = 0; clock <= 3000; clock += 10) {
    for (const at of additions) if (at >= clock && at < clock + 10) await queue.add(issuesWork(1))
    // Anything that is added makes the queue look at its clock.
    await queue.add(other)
    for (let index = 0; index < 5; index += 1) await new Promise((resolve) => setImmediate(resolve))
  }
  await queue.drain(0)
  return started
}

const each = (count: number, at: (index: number) => number) => Array.from({ length: count }, (_, index) => at(index))

test.each([
  ['evenly', each(100, (index) => index * 10)],
  ['at once', each(100, () => 0)],
  ['most of them late', [0, 50, 100, ...each(97, (index) => 200 + index * 8)]],
])('a hundred events in one second, %s, start three times at most', async (_how, additions) => {
  const started = await startsOf(additions)
  expect(started.length).toBeLessThanOrEqual(3)
  expect(started.at(-1)).toBeGreaterThanOrEqual(Math.max(...additions) - (Math.max(...additions) % 10))
})

test('one deed after another is worked on soon', async () => {
  const started = await startsOf(each(10, (index) => index * 200))
  expect(started).toEqual(each(10, (index) => index * 200))
})
