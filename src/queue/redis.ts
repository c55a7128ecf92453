import { DelayedError, type Job, Queue, UnrecoverableError, Worker } from 'bullmq'
import { backoffPause } from './backoff.ts'
import { createLedger, type LedgerKey, type Taken } from './ledger.ts'
import { QueueClosedError, QueueUnavailableError, type WorkHandler, type WorkOutcome, type WorkQueue } from './queue.ts'
import { connectToAsk, connectToWork } from './redis-connection.ts'
import { hintOf, keyOf, type Work, type WorkHint, type WorkKey } from './work.ts'

export interface RedisQueueOptions {
  /** `redis://` or `rediss://`. */
  readonly url: string
  /** Tells the queues of several apps on one Redis apart. */
  readonly name: string
  readonly concurrency: number
  readonly backoffMs: number
  readonly maxBackoffMs: number
  /** How often a work that throws is tried before it is given up and kept as failed; the sweep brings it back. */
  readonly attempts: number
  /** Whether a burst of events on this key is to be a few starts only, on all machines together. */
  readonly isSpaced: (work: WorkKey) => boolean
  /** A worker that has not been heard of for so long is taken for dead, and its works run elsewhere. */
  readonly lockMs: number
  readonly now: () => number
  readonly onFailure: (work: Work, error: unknown, givenUp: boolean) => void
  /** Redis cannot be reached, or a worker could not do its bookkeeping. */
  readonly onTrouble: (error: unknown) => void
}

type KeyOfWork = WorkKey & { readonly installationId: number }

interface TurnData {
  readonly work: KeyOfWork
  /** Failures in a row. */
  readonly failures: number
}

type TurnJob = Job<TurnData, void, string>

/** A worker that is killed by what it works on is not given the work for ever. */
const mostStalls = 5
const keptFailures = { count: 1000, age: 7 * 24 * 3600 }
/** BullMQ keeps what has priority 0 in another list. */
const bullPriority = (priority: number) => priority + 1

/**
 * The queue that several processes share, by BullMQ: one job per key (`deduplication` with `keepLastIfActive`), which
 * only says that the key has a turn; what is wanted of the key is in the ledger. A turn for which nothing is wanted any
 * more ends at once, so that it does no harm when BullMQ gives a key one turn more than it needs.
 */
export function createRedisQueue(options: RedisQueueOptions): WorkQueue {
  const { now } = options
  const prefix = `{claimwarden:${options.name}}`
  const producer = connectToAsk(options.url)
  const consumer = connectToWork(options.url)
  const queue = new Queue<TurnData, void, string>('turns', { connection: producer, prefix })
  const asked = createLedger(producer, prefix)
  const ledger = createLedger(consumer, prefix)
  for (const source of [producer, consumer, queue]) source.on('error', (error: unknown) => options.onTrouble(error))
  const running = new Map<string, { readonly job: TurnJob; readonly token: string; readonly handOver: () => void }>()
  let worker: Worker<TurnData, void, string> | undefined
  let closed = false

  function entryOf(work: KeyOfWork): LedgerKey {
    return { key: keyOf(work), installationId: work.installationId, isSpaced: options.isSpaced(work) }
  }

  async function add(work: Work, delayMs: number): Promise<void> {
    const { hint, ...keyed } = work
    const at = now()
    const wanted = await asked.remember(entryOf(keyed), hint, at, at + delayMs)
    const priority = bullPriority(wanted.priority)
    // `replace` concerns a job that is delayed: its turn comes now, or at the earlier of both times.
    const job = await queue.add(
      work.kind,
      { work: keyed, failures: 0 },
      {
        deduplication: { id: keyOf(work), keepLastIfActive: true, replace: true },
        delay: Math.max(0, wanted.dueAt - at),
        priority,
        removeOnComplete: true,
        removeOnFail: keptFailures,
      },
    )
    if (wanted.raised) await job.changePriority({ priority })
  }

  /** @throws {QueueUnavailableError} at once, without waiting for the connection */
  async function reaching<T>(ask: () => Promise<T>): Promise<T> {
    if (producer.status !== 'ready') throw new QueueUnavailableError('Redis cannot be reached')
    try {
      return await ask()
    } catch (error) {
      throw new QueueUnavailableError('Redis cannot be reached', { cause: error })
    }
  }

  async function turn(job: TurnJob, token: string, signal: AbortSignal, handler: WorkHandler): Promise<void> {
    const { work: keyed } = job.data
    const turn = await ledger.begin(entryOf(keyed), now())
    if (turn.kind === 'nothing') return
    if (turn.kind === 'wait') return delay(job, token, turn.until)
    const work: Work = { ...keyed, hint: turn.taken.hint }
    let outcome: WorkOutcome
    try {
      outcome = await handler(work, signal)
    } catch (error) {
      return fail(job, token, work, turn.taken, error)
    }
    await settle(job, token, work, turn.taken, outcome)
  }

  async function settle(job: TurnJob, token: string, work: Work, taken: Taken, outcome: WorkOutcome): Promise<void> {
    if (outcome.kind === 'done') return ledger.strike(keyOf(work), taken)
    if (outcome.kind === 'limited') {
      await ledger.pause(work.installationId, outcome.until, now())
      const dueAt = await ledger.postpone(entryOf(work), outcome.until)
      return delay(job, token, dueAt, work.hint)
    }
    const { heads, full, rereads, releases } = work.hint
    const again = hintOf('retry', { heads, full, releases, rereads: rereads + 1 })
    if (job.data.failures > 0) await job.updateData({ ...job.data, failures: 0 })
    const dueAt = await ledger.postpone(entryOf(work), now() + outcome.delayMs, taken, again)
    return delay(job, token, dueAt, again)
  }

  async function fail(job: TurnJob, token: string, work: Work, taken: Taken, error: unknown): Promise<void> {
    const failures = job.data.failures + 1
    const givenUp = failures >= options.attempts
    options.onFailure(work, error, givenUp)
    if (givenUp) {
      await ledger.strike(keyOf(work), taken)
      // Without the error's own text, which may quote.
      throw new UnrecoverableError('given up')
    }
    await job.updateData({ ...job.data, failures })
    const dueAt = await ledger.postpone(entryOf(work), now() + backoffPause(failures, options))
    return delay(job, token, dueAt, work.hint)
  }

  /**
   * Gives the turn back until then. Without the lock (this worker was taken for dead) there is nothing to give back:
   * another turn is asked for instead.
   *
   * @throws {DelayedError} always, which is how BullMQ is told
   */
  async function delay(job: TurnJob, token: string, until: number, hint?: WorkHint): Promise<never> {
    const { work } = job.data
    try {
      await job.moveToDelayed(until, token)
    } catch (error) {
      if (!isLost(error)) throw error
      if (hint !== undefined) await add({ ...work, hint }, Math.max(0, until - now()))
      throw new DelayedError()
    }
    // Who added the key since it was looked up saw a job that runs; the one that waits now must not hold it up.
    const dueAt = await ledger.dueAt(keyOf(work))
    if (dueAt !== null && dueAt < until) await promote(job)
    throw new DelayedError()
  }

  async function promote(job: TurnJob): Promise<void> {
    try {
      await job.promote()
    } catch (error) {
      // It has been replaced by the one who added.
      if (!isLost(error)) throw error
    }
  }

  /** Not BullMQ's `moveToWait`: it wakes no idle worker for a job with a priority. */
  async function release(): Promise<void> {
    for (const { job, token } of running.values()) {
      await job.moveToDelayed(now(), token).catch((error: unknown) => options.onTrouble(error))
    }
  }

  return {
    async add(work, { delayMs = 0 } = {}) {
      if (closed) throw new QueueClosedError('the queue is draining')
      await reaching(() => add(work, delayMs))
    },
    cancel: (key) => reaching(() => asked.forget(key)),
    pause: (installationId, until) => reaching(() => asked.pause(installationId, until, now())),
    once: (name, forMs) => reaching(() => asked.once(name, forMs)),
    start(handler) {
      const started = new Worker<TurnData, void, string>(
        'turns',
        async (job, token = '', signal = new AbortController().signal) => {
          const id = job.id ?? ''
          // A promise for each work: one for all would remember every work that ever ran.
          const handedOver = new Promise<never>((_resolve, reject) => {
            running.set(id, { job, token, handOver: () => reject(new DelayedError()) })
          })
          const ends = turn(job, token, signal, handler)
          await Promise.race([ends, handedOver]).finally(() => running.delete(id))
        },
        {
          connection: consumer,
          prefix,
          concurrency: options.concurrency,
          lockDuration: options.lockMs,
          stalledInterval: options.lockMs / 2,
          maxStalledCount: mostStalls,
        },
      )
      started.on('error', (error) => options.onTrouble(error))
      started.on('lockRenewalFailed', (ids) => {
        for (const id of ids) started.cancelJob(id, 'the lock is lost')
      })
      started.on('failed', (job, error) => {
        if (job === undefined || error instanceof UnrecoverableError) return
        options.onFailure({ ...job.data.work, hint: hintOf('retry') }, error, true)
      })
      worker = started
    },
    async reachable() {
      if (closed || producer.status !== 'ready') return false
      try {
        return (await producer.ping()) === 'PONG'
      } catch {
        return false
      }
    },
    async counts() {
      const counts = await queue.getJobCounts('wait', 'prioritized', 'active', 'delayed', 'failed')
      const oldest = await asked.oldestDue()
      const at = now()
      return {
        waiting: (counts.wait ?? 0) + (counts.prioritized ?? 0),
        running: counts.active ?? 0,
        delayed: counts.delayed ?? 0,
        failed: counts.failed ?? 0,
        oldestMs: oldest === null ? 0 : Math.max(0, at - oldest),
        nextMs: oldest === null ? null : Math.max(0, oldest - at),
      }
    },
    async drain(deadlineMs) {
      closed = true
      if (worker !== undefined) {
        const closing = worker.close()
        if (!(await endsWithin(closing, deadlineMs))) {
          worker.cancelAllJobs('draining')
          await endsWithin(release(), 1000)
          // BullMQ keeps its connections and timers for as long as a job runs.
          for (const { handOver } of running.values()) handOver()
          await endsWithin(closing, 1000)
        }
      }
      producer.disconnect()
      consumer.disconnect()
    },
  }
}

/** BullMQ's word for a job that this worker no longer holds, or that is not where it was thought to be. */
function isLost(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return typeof code === 'number' && code < 0
}

async function endsWithin(work: Promise<void>, deadlineMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), deadlineMs)
  })
  try {
    return await Promise.race([work.then(() => true as const), late])
  } finally {
    clearTimeout(timer)
  }
}
