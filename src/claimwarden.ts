import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { LRUCache } from 'lru-cache'
import { parse } from 'yaml'
import { parseCommand } from './commands/grammar.ts'
import type { Settings } from './env.ts'
import { pullsConcerned } from './events/evidence.ts'
import { workForEvent } from './events/work-for-event.ts'
import { createChartsCache } from './facts/charts/cache.ts'
import { createPolicyCache } from './facts/policy.ts'
import { createConnection } from './github/connection.ts'
import { createKnowledge } from './knowledge.ts'
import { type Scrape, scrape } from './observe/gauges.ts'
import { createLog, type Logger } from './observe/log.ts'
import { WorkMeter } from './observe/meter.ts'
import { createMetrics, type Metrics } from './observe/metrics.ts'
import { readExternalId } from './publish/external-id.ts'
import { createLateMemory } from './publish/late-facts.ts'
import { createMemoryQueue } from './queue/memory.ts'
import type { WorkQueue } from './queue/queue.ts'
import { keyOf, type Work, type WorkKey } from './queue/work.ts'
import { reconcile } from './reconcile/reconcile.ts'
import type { Workshop } from './reconcile/workshop.ts'
import { checkRegistration } from './registration-check.ts'
import { signingKeyOf } from './signing-key.ts'
import { redeliverFailed } from './sweep/redeliver.ts'
import { type Registration, registrationOfManifest } from './sweep/registration.ts'
import { type Schedule, type SweepOccasion, scheduleSweeps } from './sweep/schedule.ts'
import { sweep } from './sweep/sweep.ts'

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
  /** Every metric, with the queue as it is now. */
  scrape(): Promise<Scrape>
  /** Waits for what runs, up to the deadline of the settings. */
  drain(): Promise<void>
}

/** How many works run at a time; each of them may have a few requests under way (GitHub's limit: 100). */
const concurrency = 8
const requestTimeoutMs = 15_000
/** A worker that has hung or died for so long loses its works to another; a reading rarely keeps the loop busy for one second. */
const lockMs = 10_000

export async function createClaimwarden(settings: Settings): Promise<Claimwarden> {
  const log = createLog({ level: settings.logLevel, format: settings.logFormat })
  const metrics = createMetrics()
  const now = () => Date.now()
  const meter = new WorkMeter(now)
  const connection = createConnection({
    appId: settings.appId,
    privateKey: settings.privateKey,
    baseUrl: settings.baseUrl,
    userAgent: `claimwarden/${version()}`,
    timeoutMs: requestTimeoutMs,
    now,
    onCall({ api, name, outcome, points }) {
      metrics.githubRequests.inc({ api, name, outcome })
      meter.count(api, points)
    },
  })
  const onTrouble = redisTrouble(log, now)
  const queue = await createQueue(settings, log, metrics, now, onTrouble)
  const knowledge = await createKnowledge(settings, onTrouble)
  const workshop: Workshop = {
    connection,
    queue,
    policies: createPolicyCache(),
    charts: createChartsCache(),
    ...knowledge.parts,
    chartRuns: new LRUCache({ max: 50_000 }),
    late: createLateMemory(now),
    log,
    metrics,
    meter,
    now,
    signal: new AbortController().signal,
    // Texts that moved to an Enterprise Server keep their old addresses.
    hosts: [...new Set([settings.webHost, 'github.com'])],
    retryDeadlineMs: settings.retryDeadlineMs,
    signingKey: signingKeyOf(settings),
  }
  const context = {
    appId: settings.appId,
    isCommand: (line: string) => parseCommand(line) !== null,
    pullsOfRun,
  }
  let schedule: Schedule | undefined
  let credentialSeen = false
  const { role } = settings
  const manifest = readManifest()
  const stopChecking = checkRegistration({
    connection,
    wanted: manifest,
    log,
    metrics,
    onSeen: () => {
      credentialSeen = true
    },
  })

  async function runSweep(occasion: SweepOccasion): Promise<void> {
    if (occasion === 'turn' && !(await queue.once('sweep', settings.sweepMs * 0.8))) return
    const installations = await sweep(connection, queue)
    const listedAt = now()
    log.info({ installations }, 'sweep')
    try {
      const redelivered = await redeliverFailed(connection, queue, { now, events: [...manifest.events, ...alwaysSent] })
      metrics.redeliveries.inc(redelivered)
      if (redelivered > 0) log.warn({ redelivered }, 'deliveries had failed; GitHub was asked to send them again')
    } finally {
      // Told last, so that who sees it knows that nothing of the sweep is still to be asked.
      metrics.lastSweep.set({ role }, listedAt / 1000)
    }
  }

  return {
    log,
    metrics,
    queue,
    async handle(name, payload) {
      const { add, cancel, evidence, phrase } = workForEvent(name, payload, context)
      for (const work of cancel) await queue.cancel(keyOf(work))
      for (const work of add) await queue.add(work)
      const verb = phrase && (await workshop.phrases.verbOf(phrase.repository, phrase.line))
      if (phrase !== undefined && typeof verb === 'string') await queue.add(phrase.command(verb))
      if (evidence === undefined) return
      const numbers = await pullsConcerned(evidence.change, evidence.repository, workshop.watch)
      for (const number of numbers) await queue.add(evidence.look(number))
    },
    work() {
      queue.start((work, signal) => reconcile(workshop, work, signal))
    },
    sweep() {
      schedule = scheduleSweeps({
        everyMs: settings.sweepMs,
        retryMs: 250,
        longestRetryMs: 30_000,
        jitter: Math.random,
        run: runSweep,
        onFailure: (error) => log.warn({ err: error }, 'the sweep was not finished; trying again'),
      })
    },
    credentialSeen: () => credentialSeen,
    scrape: () => scrape({ metrics, role, now, counts: () => queue.counts() }),
    async drain() {
      schedule?.stop()
      stopChecking()
      await queue.drain(settings.drainMs)
      knowledge.close()
    },
  }
}

/** Sent to every app, subscribed or not. */
const alwaysSent = ['installation', 'installation_repositories']

/** Shared where an address is given, else this process's own, which does not load what Redis needs. */
async function createQueue(
  settings: Settings,
  log: Logger,
  metrics: Metrics,
  now: () => number,
  onTrouble: (error: unknown) => void,
): Promise<WorkQueue> {
  const options = {
    concurrency,
    backoffMs: 1000,
    maxBackoffMs: 60_000,
    attempts: 8,
    isSpaced: (work: WorkKey) => work.kind === 'charts',
    now,
    onFailure: (work: Work, error: unknown, givenUp: boolean) => reportFailure(log, metrics, work, error, givenUp),
  }
  const { queueRedisUrl, appId } = settings
  if (queueRedisUrl === undefined) return createMemoryQueue(options)
  const { createRedisQueue } = await import('./queue/redis.ts')
  return createRedisQueue({ ...options, url: queueRedisUrl, name: String(appId), lockMs, onTrouble })
}

/** A lost connection is told of again and again by every part that misses it. */
function redisTrouble(log: Logger, now: () => number): (error: unknown) => void {
  let quietUntil = 0
  return (error) => {
    if (now() < quietUntil) return
    quietUntil = now() + 10_000
    log.warn({ err: error }, 'trouble with the shared queue')
  }
}

function pullsOfRun(externalId: string): readonly number[] {
  return readExternalId(externalId)?.pulls ?? []
}

function reportFailure(log: Logger, metrics: Metrics, work: Work, error: unknown, givenUp: boolean): void {
  metrics.queueFailures.inc({ kind: work.kind, given_up: String(givenUp) })
  const { kind, installationId } = work
  const advice = givenUp ? 'given up until the next sweep' : 'trying again'
  log[givenUp ? 'error' : 'warn']({ err: error, kind, installationId }, `work failed; ${advice}`)
}

/** The manifest beside the package, which the app was registered from. */
function readManifest(): Registration {
  return registrationOfManifest(parse(readFileSync(new URL('../app.yml', import.meta.url), 'utf8')))
}

function version(): string {
  const manifest = createRequire(import.meta.url)('../package.json') as { version: string }
  return manifest.version
}
