import { beforeEach, expect, test } from '@jest/globals'
import type { GitHubConnection } from '../../src/github/connection.ts'
import { createMemoryQueue } from '../../src/queue/memory.ts'
import { redeliverFailed } from '../../src/sweep/redeliver.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const day = 24 * 3600 * 1000

interface Delivery {
  readonly id: number
  readonly guid: string
  readonly event: string
  readonly delivered_at: string
  readonly installation_id: number | null
}

let deliveries: Delivery[] = []
let asked: number[] = []
let pages = 0

beforeEach(() => {
  deliveries = []
  asked = []
  pages = 0
})

function delivery(id: number, changes: Partial<Delivery> = {}): Delivery {
  const at = new Date(now - 60_000).toISOString()
  return { id, guid: `g-${id}`, event: 'push', delivered_at: at, installation_id: 1, ...changes }
}

const connection = {
  app: {
    async rest(route: string, parameters: Record<string, unknown>) {
      if (route.startsWith('POST')) {
        asked.push(Number(parameters.delivery_id))
        return { status: 202, data: {}, headers: {} }
      }
      pages += 1
      const start = Number(parameters.cursor ?? 0)
      const next = start + 100
      const link = `<https://github.test/app/hook/deliveries?status=failure&cursor=${next}>; rel="next"`
      return { status: 200, data: deliveries.slice(start, next), headers: next < deliveries.length ? { link } : {} }
    },
  },
} as unknown as GitHubConnection

function queue() {
  return createMemoryQueue({
    concurrency: 1,
    backoffMs: 1,
    maxBackoffMs: 1,
    attempts: 1,
    isSpaced: () => false,
    now: () => now,
    onFailure: () => {},
  })
}

const options = { events: ['push', 'issue_comment'], now: () => now }

test('each failed attempt is redelivered once, the oldest first', async () => {
  deliveries = [delivery(3), delivery(2, { event: 'issue_comment' })]
  const shared = queue()
  expect(await redeliverFailed(connection, shared, options)).toBe(2)
  expect(await redeliverFailed(connection, shared, options)).toBe(0)
  expect(asked).toEqual([2, 3])
})

test('a redelivery that failed too is a new attempt, and only the last of a delivery counts', async () => {
  deliveries = [delivery(9, { guid: 'same' }), delivery(4, { guid: 'same' })]
  await redeliverFailed(connection, queue(), options)
  expect(asked).toEqual([9])
})

test.each([
  ['an event that asks for nothing', delivery(1, { event: 'star' })],
  ['an event of no installation', delivery(1, { installation_id: null })],
  ['one that is older than three days', delivery(1, { delivered_at: new Date(now - 3 * day - 1).toISOString() })],
])('%s is left', async (_name, one) => {
  deliveries = [one]
  expect(await redeliverFailed(connection, queue(), options)).toBe(0)
  expect(asked).toEqual([])
})

test('all pages are read, and a flood is spread over several sweeps', async () => {
  deliveries = Array.from({ length: 250 }, (_, index) => delivery(1000 - index))
  const shared = queue()
  expect(await redeliverFailed(connection, shared, options)).toBe(200)
  expect(pages).toBe(3)
  expect(await redeliverFailed(connection, shared, options)).toBe(50)
})
