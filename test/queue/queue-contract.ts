import { afterEach, describe, expect, test } from '@jest/globals'
import type { WorkHandler, WorkOutcome, WorkQueue } from '../../src/queue/queue.ts'
import { hintOf, keyOf, type Work } from '../../src/queue/work.ts'
import { waitFor } from '../product/wait-for.ts'

export interface QueueUnderTest {
  readonly queue: WorkQueue
  readonly close: () => Promise<void>
  /** Lets everything else go on for a moment; several of them are enough for what must not happen to have happened. */
  readonly turn?: () => Promise<unknown>
}

export interface QueueTestOptions {
  readonly concurrency: number
  readonly attempts?: number
  readonly isSpaced?: boolean
  readonly backoffMs?: number
}

const repository = { owner: 'octo', name: 'charts' }

export function issuesWork(number: number, hint = hintOf('event'), installationId = 1): Work {
  return { kind: 'issues', repository, number, installationId, hint }
}

/** A handler whose works end only when the test says so. */
export function gate() {
  const started: Work[] = []
  const releases: ((outcome: WorkOutcome | Error) => void)[] = []
  const waiters: (() => void)[] = []
  const handler: WorkHandler = (work) =>
    new Promise((resolve, reject) => {
      started.push(work)
      releases.push((outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome)))
      for (const wake of waiters.splice(0)) wake()
    })
  return {
    started,
    handler,
    release: (index: number, outcome: WorkOutcome | Error = { kind: 'done' }) => releases[index]?.(outcome),
    async startedCount(count: number): Promise<void> {
      while (started.length < count) await new Promise<void>((resolve) => waiters.push(resolve))
    },
  }
}

/** The invariants of `WorkQueue`, for each implementation. */
export function describeQueueContract(
  name: string,
  create: (options: QueueTestOptions) => Promise<QueueUnderTest>,
): void {
  describe(`${name} keeps the queue's contract`, () => {
    let subject: QueueUnderTest | undefined
    const immediate = () => new Promise((resolve) => setImmediate(resolve))
    async function turns(count = 20): Promise<void> {
      for (let index = 0; index < count; index += 1) await (subject?.turn ?? immediate)()
    }
    async function open(options: QueueTestOptions): Promise<WorkQueue> {
      subject = await create(options)
      return subject.queue
    }
    afterEach(async () => {
      await subject?.close()
      subject = undefined
    })

    test('a key never runs twice at a time, and runs once more when it was added while running', async () => {
      const queue = await open({ concurrency: 4 })
      const { handler, started, release, startedCount } = gate()
      queue.start(handler)
      await queue.add(issuesWork(1))
      await startedCount(1)
      await queue.add(issuesWork(1, hintOf('command', { fresh: [1] })))
      await queue.add(issuesWork(1, hintOf('event', { full: true, acknowledge: [7] })))
      await turns()
      expect(started).toHaveLength(1)
      release(0)
      await startedCount(2)
      expect(started[1]?.hint).toEqual(hintOf('command', { fresh: [1], full: true, acknowledge: [7] }))
      release(1)
      await turns()
      expect(started).toHaveLength(2)
    })

    test('a key that waits already is not added a second time', async () => {
      const queue = await open({ concurrency: 1 })
      const { handler, started, release, startedCount } = gate()
      await queue.add(issuesWork(1))
      await queue.add(issuesWork(1))
      queue.start(handler)
      await startedCount(1)
      release(0)
      await turns()
      expect(started).toHaveLength(1)
    })

    test('people run before events, events before sweeps', async () => {
      const queue = await open({ concurrency: 1 })
      const { handler, started, release, startedCount } = gate()
      await queue.add(issuesWork(1, hintOf('sweep')))
      await queue.add(issuesWork(2, hintOf('event')))
      await queue.add(issuesWork(3, hintOf('command')))
      queue.start(handler)
      for (let index = 0; index < 3; index += 1) {
        await startedCount(index + 1)
        release(index)
      }
      expect(started.map((work) => keyOf(work))).toEqual([3, 2, 1].map((number) => keyOf(issuesWork(number))))
    })

    test('a work that throws is tried again', async () => {
      const queue = await open({ concurrency: 1, attempts: 3 })
      const { handler, started, release, startedCount } = gate()
      queue.start(handler)
      await queue.add(issuesWork(1))
      await startedCount(1)
      release(0, new Error('once'))
      await startedCount(2)
      release(1)
      await turns()
      expect(started).toHaveLength(2)
      expect((await queue.counts()).failed).toBe(0)
    })

    test('a work that throws every time is given up and counted', async () => {
      const queue = await open({ concurrency: 1, attempts: 2 })
      const { handler, release, startedCount } = gate()
      queue.start(handler)
      await queue.add(issuesWork(1))
      await startedCount(1)
      release(0, new Error('one'))
      await startedCount(2)
      release(1, new Error('two'))
      await waitFor('the end', async () => (await queue.counts()).running === 0)
      expect(await queue.counts()).toMatchObject({ failed: 1, waiting: 0, running: 0 })
    })

    test('a limited installation waits and holds nobody else', async () => {
      const queue = await open({ concurrency: 2 })
      const { handler, started, release, startedCount } = gate()
      queue.start(handler)
      await queue.add(issuesWork(1))
      await startedCount(1)
      release(0, { kind: 'limited', until: Date.now() + 60_000 })
      await turns()
      await queue.add(issuesWork(2))
      await queue.add(issuesWork(3, hintOf('event'), 2))
      await startedCount(2)
      await turns()
      expect(started.map((work) => keyOf(work))).toEqual([
        keyOf(issuesWork(1)),
        keyOf(issuesWork(3, hintOf('event'), 2)),
      ])
      expect(await queue.counts()).toMatchObject({ delayed: 2 })
    })

    test('a work that asks to look again runs again, without what people asked for the first time', async () => {
      const queue = await open({ concurrency: 1 })
      const { handler, started, release, startedCount } = gate()
      queue.start(handler)
      await queue.add(issuesWork(1, hintOf('command', { fresh: [1], acknowledge: [9] })))
      await startedCount(1)
      release(0, { kind: 'again', delayMs: 1 })
      await startedCount(2)
      expect(started[1]?.hint).toEqual(hintOf('retry', { rereads: 1 }))
      release(1)
    })

    test('a work that is to look again later runs at once when somebody adds it, and keeps its earlier wishes', async () => {
      const queue = await open({ concurrency: 1 })
      const { handler, started, release, startedCount } = gate()
      queue.start(handler)
      await queue.add(issuesWork(1, hintOf('event', { heads: { 1: { sha: 'a', at: 1 } } })))
      await startedCount(1)
      release(0, { kind: 'again', delayMs: 60_000 })
      await waitFor('it to wait', async () => (await queue.counts()).delayed === 1)
      await queue.add(issuesWork(1, hintOf('event', { full: true })))
      await startedCount(2)
      expect(started[1]?.hint).toMatchObject({ full: true, heads: { 1: { sha: 'a', at: 1 } }, rereads: 0 })
      release(1)
    })

    test('a work that was added while it ran does not wait until it would look again', async () => {
      const queue = await open({ concurrency: 1 })
      const { handler, started, release, startedCount } = gate()
      queue.start(handler)
      await queue.add(issuesWork(1))
      await startedCount(1)
      await queue.add(issuesWork(1, hintOf('command', { acknowledge: [4] })))
      release(0, { kind: 'again', delayMs: 60_000 })
      await startedCount(2)
      expect(started[1]?.hint).toMatchObject({ trigger: 'command', acknowledge: [4] })
      release(1)
      await turns()
      expect(started).toHaveLength(2)
    })

    test('a work that failed runs at once when somebody adds it', async () => {
      const queue = await open({ concurrency: 1, attempts: 5, backoffMs: 60_000 })
      const { handler, started, release, startedCount } = gate()
      queue.start(handler)
      await queue.add(issuesWork(1, hintOf('event', { acknowledge: [1] })))
      await startedCount(1)
      release(0, new Error('once'))
      await waitFor('it to wait', async () => (await queue.counts()).delayed === 1)
      await queue.add(issuesWork(1, hintOf('event', { acknowledge: [2] })))
      await startedCount(2)
      expect(started[1]?.hint.acknowledge).toEqual([1, 2])
      release(1)
    })

    test('a work that is added for later keeps the earlier of both times', async () => {
      const queue = await open({ concurrency: 1 })
      const { handler, release, startedCount } = gate()
      queue.start(handler)
      await queue.add(issuesWork(1), { delayMs: 30 })
      await queue.add(issuesWork(1), { delayMs: 60_000 })
      await startedCount(1)
      release(0)
    })

    test('a sweep that waits becomes urgent when a person asks for it', async () => {
      const queue = await open({ concurrency: 1 })
      const { handler, started, release, startedCount } = gate()
      await queue.add(issuesWork(1, hintOf('sweep')))
      await queue.add(issuesWork(2, hintOf('event')))
      await queue.add(issuesWork(1, hintOf('command')))
      queue.start(handler)
      for (let index = 0; index < 2; index += 1) {
        await startedCount(index + 1)
        release(index)
      }
      expect(started.map((work) => keyOf(work))).toEqual([1, 2].map((number) => keyOf(issuesWork(number))))
    })

    test('a pause that was told from elsewhere holds what waits, and what is held is not overdue', async () => {
      const queue = await open({ concurrency: 1 })
      const { handler, started, release, startedCount } = gate()
      await queue.add(issuesWork(1))
      await queue.pause(1, Date.now() + 60_000)
      queue.start(handler)
      await queue.add(issuesWork(1))
      await queue.add(issuesWork(2, hintOf('event'), 2))
      await startedCount(1)
      release(0)
      await turns()
      expect(started.map(({ installationId }) => installationId)).toEqual([2])
      expect(await queue.counts()).toMatchObject({ waiting: 0, delayed: 1, oldestMs: 0 })
    })

    test('the next work is told: none, due, running alone, delayed', async () => {
      const queue = await open({ concurrency: 1 })
      const { handler, release, startedCount } = gate()
      expect(await queue.counts()).toMatchObject({ nextMs: null })
      await queue.add(issuesWork(1))
      expect(await queue.counts()).toMatchObject({ waiting: 1, nextMs: 0 })
      queue.start(handler)
      await startedCount(1)
      expect(await queue.counts()).toMatchObject({ running: 1, nextMs: null })
      await queue.add(issuesWork(2), { delayMs: 60_000 })
      await queue.add(issuesWork(3), { delayMs: 90_000 })
      const { nextMs } = await queue.counts()
      expect(nextMs).toBeGreaterThan(0)
      expect(nextMs).toBeLessThanOrEqual(60_000)
      release(0)
    })

    test('a hundred additions of a spaced key are a few starts', async () => {
      const queue = await open({ concurrency: 2, isSpaced: true })
      let starts = 0
      const seen = new Set<number>()
      queue.start(async (work) => {
        starts += 1
        for (const wish of work.hint.acknowledge) seen.add(wish)
        return { kind: 'done' }
      })
      const additions = Array.from({ length: 100 }, (_, index) => hintOf('event', { acknowledge: [index + 1] }))
      await Promise.all(additions.map((hint) => queue.add(issuesWork(1, hint))))
      await waitFor('all to be seen to', () => seen.size === 100)
      expect(starts).toBeLessThanOrEqual(3)
    })

    test('what is done once for all processes is granted once in its time', async () => {
      const queue = await open({ concurrency: 1 })
      expect([await queue.once('sweep', 40), await queue.once('sweep', 40), await queue.once('other', 40)]).toEqual([
        true,
        false,
        true,
      ])
      await waitFor('its time to be over', () => queue.once('sweep', 40))
    })

    test('what waits can be taken back', async () => {
      const queue = await open({ concurrency: 1 })
      const { handler, started } = gate()
      await queue.add(issuesWork(1))
      await queue.cancel(keyOf(issuesWork(1)))
      queue.start(handler)
      await turns()
      expect(started).toHaveLength(0)
    })

    test('a draining queue takes no more and waits for what runs', async () => {
      const queue = await open({ concurrency: 1 })
      const { handler, release, startedCount } = gate()
      queue.start(handler)
      await queue.add(issuesWork(1))
      await startedCount(1)
      let drained = false
      const drain = queue.drain(10_000).then(() => {
        drained = true
      })
      await turns()
      expect(drained).toBe(false)
      await expect(queue.add(issuesWork(2))).rejects.toThrow('draining')
      release(0)
      await drain
      expect(drained).toBe(true)
    })
  })
}
