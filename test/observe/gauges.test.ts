import { expect, test } from '@jest/globals'
import { scrape } from '../../src/observe/gauges.ts'
import { createMetrics } from '../../src/observe/metrics.ts'

const counts = { waiting: 3, running: 1, delayed: 2, failed: 0, oldestMs: 1500, nextMs: 0 }

test('the queue is published with the role that knows it', async () => {
  const metrics = createMetrics()
  const { text } = await scrape({ metrics, role: 'web', now: () => 0, counts: async () => counts })
  expect(text).toContain('claimwarden_queue_works{state="waiting",role="web"} 3')
  expect(text).toContain('claimwarden_queue_oldest_seconds{role="web"} 1.5')
})

test('what cannot be known is cleared, not zero', async () => {
  const metrics = createMetrics()
  const options = { metrics, role: 'all', now: () => 0 }
  await scrape({ ...options, counts: async () => counts })
  const { text } = await scrape({ ...options, counts: () => Promise.reject(new Error('away')) })
  expect(text).not.toMatch(/^claimwarden_queue_(works|oldest_seconds|next_seconds)\b/m)
})

test('each scrape looks at the queue anew', async () => {
  const options = { metrics: createMetrics(), role: 'all', now: () => 0 }
  expect((await scrape({ ...options, counts: async () => ({ ...counts, nextMs: 2500 }) })).text).toContain(
    'claimwarden_queue_next_seconds{role="all"} 2.5',
  )
  const { text } = await scrape({ ...options, counts: async () => ({ ...counts, waiting: 0, nextMs: null }) })
  expect(text).toContain('claimwarden_queue_works{state="waiting",role="all"} 0')
  expect(text).not.toMatch(/^claimwarden_queue_next_seconds/m)
})

test('no gauge is a false 0 before anything is known', async () => {
  const text = await createMetrics().registry.metrics()
  for (const name of [
    'queue_works',
    'queue_oldest_seconds',
    'queue_next_seconds',
    'last_sweep',
    'registration_missing',
    'installation_limited',
  ]) {
    expect(text).not.toMatch(new RegExp(`^claimwarden_${name}\\w* 0`, 'm'))
    expect(text).not.toMatch(new RegExp(`^claimwarden_${name}`, 'm'))
  }
})

test('a limit that has passed is forgotten', async () => {
  const metrics = createMetrics()
  metrics.limitedUntil.set({ installation: '7' }, 100)
  metrics.limitedUntil.set({ installation: '8' }, 300)
  const { text } = await scrape({ metrics, role: 'all', now: () => 200_000, counts: async () => counts })
  expect(text).not.toContain('installation="7"')
  expect(text).toContain('installation="8"')
})
