import { expect, test } from '@jest/globals'
import { type Mode, recoversQueue } from './disturbance.ts'
import { historyOf } from './intents.ts'
import { playHistories } from './play.ts'

// Replay one: SEED=… LANES=4 DEEDS=40 CHARTS=3 MODES=… QUEUE=… npm run soak
const deeds = 40
const lanes = 4

test.each<[string, Mode, boolean, number]>([
  ['every webhook in order', 'ordered', false, 1001],
  ['a merge queue', 'ordered', true, 2002],
  ['a quarter of the deliveries lost, others late, shuffled or twice, then a sweep', 'swept', false, 3003],
  ['the same, then a restart', 'restarted', false, 4004],
  ['the product killed at random points', 'killed', false, 5005],
  ['errors, limits, lost answers and partial answers of GitHub', 'faulty', true, 6006],
])('both checks of all open pull requests equal the oracle after %s', async (_what, mode, withQueue, seed) => {
  const histories = Array.from({ length: lanes }, (_, lane) => historyOf(seed + lane, deeds, 4))
  const played = await playHistories(histories, { mode, seed, lane: { charts: 3, withQueue } })
  // A history in which nothing happens proves nothing.
  expect(played.deeds).toBeGreaterThan(lanes * 15)
  expect(Object.keys(played.verdicts)).toEqual(expect.arrayContaining(['nothing', 'waits', 'unmet']))
  if (withQueue && recoversQueue(mode)) expect(played.groups).toBeGreaterThan(0)
})
