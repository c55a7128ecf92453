import { expect, test } from '@jest/globals'
import { type SweepOccasion, scheduleSweeps } from '../../src/sweep/schedule.ts'
import { waitFor } from '../product/wait-for.ts'

test('sweeps at the start, soon again after failures, and then in turns', async () => {
  const occasions: SweepOccasion[] = []
  const failures: unknown[] = []
  const schedule = scheduleSweeps({
    everyMs: 20,
    retryMs: 1,
    longestRetryMs: 2,
    jitter: () => 0.5,
    async run(occasion) {
      occasions.push(occasion)
      if (occasions.length <= 2) throw new Error('down')
    },
    onFailure: (error) => failures.push(error),
  })
  await waitFor('four sweeps', () => occasions.length >= 4)
  schedule.stop()
  expect(occasions.slice(0, 4)).toEqual(['start', 'retry', 'retry', 'turn'])
  expect(failures).toHaveLength(2)
})

test('a stopped schedule sweeps no more, and never two at a time', async () => {
  let running = 0
  let most = 0
  let count = 0
  const schedule = scheduleSweeps({
    everyMs: 1,
    retryMs: 1,
    longestRetryMs: 1,
    jitter: Math.random,
    async run() {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve, 3))
      running -= 1
      count += 1
    },
    onFailure: () => {},
  })
  await waitFor('three sweeps', () => count >= 3)
  schedule.stop()
  await waitFor('the last to end', () => running === 0)
  const ended = count
  for (let index = 0; index < 20; index += 1) await new Promise((resolve) => setImmediate(resolve))
  expect([most, count]).toEqual([1, ended])
})
