import { describe, expect, test } from '@jest/globals'
import { eachAtMost, inBatches } from '../../../src/facts/charts/batches.ts'
import { GitHubFailure } from '../../../src/github/client.ts'

const unavailable = new GitHubFailure('unavailable', 'test')
const items = Array.from({ length: 10 }, (_, index) => index)

async function run(largest: number, fails: (batch: readonly number[]) => Error | null) {
  const sizes: number[] = []
  const outcomes = await inBatches(items, largest, async (batch) => {
    sizes.push(batch.length)
    const error = fails(batch)
    if (error !== null) throw error
    return batch.map((item) => ({ item }))
  })
  return { sizes, items: outcomes.map((outcome) => (outcome.ok ? outcome.result.item : outcome.failure.kind)) }
}

describe('inBatches', () => {
  test('reads in the largest batches while GitHub answers', async () => {
    expect(await run(4, () => null)).toEqual({ sizes: [4, 4, 2], items })
  })

  test('halves on failure and grows again', async () => {
    const { sizes, items: read } = await run(4, (batch) => (batch.length > 2 && batch[0] === 0 ? unavailable : null))
    expect([sizes, read]).toEqual([[4, 2, 4, 4], items])
  })

  test('halves for half an answer too', async () => {
    const partial = new GitHubFailure('partial', 'test')
    expect((await run(8, (batch) => (batch.length > 4 && batch[0] === 0 ? partial : null))).sizes).toEqual([8, 4, 6])
  })

  test('one item that cannot be read costs only itself', async () => {
    const { items: read } = await run(4, (batch) => (batch.includes(5) ? unavailable : null))
    expect(read).toEqual([0, 1, 2, 3, 4, 'unavailable', 6, 7, 8, 9])
  })

  test('gives up after three single failures in a row', async () => {
    const { sizes, items: read } = await run(4, () => unavailable)
    expect([sizes, read]).toEqual([[4, 2, 1, 1, 1], items.map(() => 'unavailable')])
  })

  test('one item that GitHub refuses costs only itself', async () => {
    const rejected = new GitHubFailure('rejected', 'test')
    const { items: read } = await run(4, (batch) => (batch.includes(5) ? rejected : null))
    expect(read).toEqual([0, 1, 2, 3, 4, 'rejected', 6, 7, 8, 9])
  })

  test('a rate limit is thrown at once', async () => {
    const failure = new GitHubFailure('rate-limited', 'test')
    await expect(run(4, () => failure)).rejects.toBe(failure)
  })

  test('a fault of ours is thrown', async () => {
    await expect(run(4, () => new TypeError('ours'))).rejects.toThrow('ours')
  })
})

test('eachAtMost keeps the order and the limit', async () => {
  let running = 0
  let most = 0
  const results = await eachAtMost(items, 3, async (item) => {
    running += 1
    most = Math.max(most, running)
    await Promise.resolve()
    running -= 1
    return item * 2
  })
  expect([results, most]).toEqual([items.map((item) => item * 2), 3])
})
