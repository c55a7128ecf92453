import { expect, test } from '@jest/globals'
import { publishOnce } from '../../src/observe/gauges.ts'
import { createMetrics } from '../../src/observe/metrics.ts'

const counts = { waiting: 3, running: 1, delayed: 2, failed: 0, oldestMs: 1500 }

test('the queue is published with the role that knows it', async () => {
  const metrics = createMetrics()
  await publishOnce({ metrics, role: 'web', now: () => 0, everyMs: 1, counts: async () => counts })
  const text = await metrics.registry.metrics()
  expect(text).toContain('claimwarden_queue_works{state="waiting",role="web"} 3')
  expect(text).toContain('claimwarden_queue_oldest_seconds{role="web"} 1.5')
})

test('what cannot be known is cleared, not zero', async () => {
  const metrics = createMetrics()
  const options = { metrics, role: 'all', now: () => 0, everyMs: 1 }
  await publishOnce({ ...options, counts: async () => counts })
  await publishOnce({ ...options, counts: () => Promise.reject(new Error('away')) })
  const text = await metrics.registry.metrics()
  expect(text).not.toMatch(/^claimwarden_queue_(works|oldest_seconds)\b/m)
})

test('no gauge is a false 0 before anything is known', async () => {
  const text = await createMetrics().registry.metrics()
  for (const name of [
    'queue_works',
    'queue_oldest_seconds',
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
  await publishOnce({ metrics, role: 'all', now: () => 200_000, everyMs: 1, counts: async () => counts })
  const text = await metrics.registry.metrics()
  expect(text).not.toContain('installation="7"')
  expect(text).toContain('installation="8"')
})
