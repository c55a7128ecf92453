import { createRequire } from 'node:module'
import { LRUCache } from 'lru-cache'
import { parseCommand } from './commands/grammar.ts'
import type { Settings } from './env.ts'
import { createChartsCache } from './facts/charts/cache.ts'
import { createPolicyCache } from './facts/policy.ts'
import { createConnection } from './github/connection.ts'
import { createLog, type Logger } from './observe/log.ts'
import { createMetrics, type Metrics } from './observe/metrics.ts'
import { createLateMemory } from './publish/late-facts.ts'
import { createMemoryQueue } from './queue/memory.ts'
import type { WorkQueue } from './queue/queue.ts'
import { keyOf, type Work } from './queue/work.ts'
import { reconcile } from './reconcile/reconcile.ts'
import type { Workshop } from './reconcile/workshop.ts'
import { type Schedule, scheduleSweeps } from './sweep/schedule.ts'
import { sweep } from './sweep/sweep.ts'
import { workForEvent } from './work-for-event.ts'

/** The whole app without its HTTP face: webhooks go in, check runs come out on GitHub. */
export interface Claimwarden {
  readonly log: Logger
  readonly metrics: Metrics
  readonly queue: WorkQueue
  /**
   * Enqueues what a webhook asks for.
   *
   * @throws when it cannot be enqueued, so that the delivery is answered as failed
   */
  handle(name: string, payload: unknown): Promise<void>
  /** Starts working on the queue. */
  work(): void
  /** Starts the sweeps, the first at once. */
  sweep(): void
  /** Whether GitHub has accepted the app's credential at least once. */
  credentialSeen(): boolean
  /** Waits for what runs, up to the deadline of the settings. */
  drain(): Promise<void>
}

/** How many works run at a time; each of them may have a few requests under way (GitHub's limit: 100). */
const concurrency = 8
const requestTimeoutMs = 15_000

export function createClaimwarden(settings: Settings): Claimwarden {
  const log = createLog({ level: settings.logLevel, format: settings.logFormat })
  const metrics = createMetrics()
  const now = () => Date.now()
  const connection = createConnection({
    appId: settings.appId,
    privateKey: settings.privateKey,
    baseUrl: settings.baseUrl,
    userAgent: `claimwarden/${version()}`,
    timeoutMs: requestTimeoutMs,
    now,
    onCall: ({ api, name, outcome }) => metrics.githubRequests.inc({ api, name, outcome }),
  })
  const queue = createMemoryQueue({
    concurrency,
    backoffMs: 1000,
    maxBackoffMs: 60_000,
    attempts: 8,
    isSpaced: (work) => work.kind === 'charts',
    now,
    onFailure: (work, error, givenUp) => reportFailure(log, metrics, work, error, givenUp),
  })
  const workshop: Workshop = {
    connection,
    queue,
    policies: createPolicyCache(),
    charts: createChartsCache(),
    chartRuns: new LRUCache({ max: 50_000 }),
    late: createLateMemory(now),
    log,
    metrics,
    now,
    // Texts that moved to an Enterprise Server keep their old addresses.
    hosts: [...new Set([settings.webHost, 'github.com'])],
    retryDeadlineMs: settings.retryDeadlineMs,
  }
  const context = { appId: settings.appId, isCommand: (line: string) => parseCommand(line) !== null }
  let schedule: Schedule | undefined
  let credentialSeen = false

  return {
    log,
    metrics,
    queue,
    async handle(name, payload) {
      const { add, cancel } = workForEvent(name, payload, context)
      for (const work of cancel) await queue.cancel(keyOf(work))
      for (const work of add) await queue.add(work)
    },
    work() {
      queue.start((work, signal) => reconcile(workshop, work, signal))
    },
    sweep() {
      schedule = scheduleSweeps({
        everyMs: settings.sweepMs,
        retryMs: 30_000,
        jitter: Math.random,
        async run() {
          const installations = await sweep(connection, queue)
          credentialSeen = true
          metrics.lastSweep.set(now() / 1000)
          log.info({ installations }, 'sweep')
        },
        onFailure: (error) => log.warn({ err: error }, 'the sweep could not list the installations; trying again'),
      })
    },
    credentialSeen: () => credentialSeen,
    async drain() {
      schedule?.stop()
      await queue.drain(settings.drainMs)
    },
  }
}

function reportFailure(log: Logger, metrics: Metrics, work: Work, error: unknown, givenUp: boolean): void {
  metrics.queueFailures.inc({ kind: work.kind, given_up: String(givenUp) })
  const { kind, installationId } = work
  const advice = givenUp ? 'given up until the next sweep' : 'trying again'
  log[givenUp ? 'error' : 'warn']({ err: error, kind, installationId }, `work failed; ${advice}`)
}

function version(): string {
  const manifest = createRequire(import.meta.url)('../package.json') as { version: string }
  return manifest.version
}
