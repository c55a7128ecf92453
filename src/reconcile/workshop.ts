import type { LRUCache } from 'lru-cache'
import type { ChartsCache } from '../facts/charts/cache.ts'
import type { ReadIssuesOptions } from '../facts/issues/read-issues.ts'
import type { PolicyCache } from '../facts/policy.ts'
import type { OwnRun } from '../facts/queries/own-runs.ts'
import type { GitHubClient } from '../github/client.ts'
import type { GitHubConnection } from '../github/connection.ts'
import type { Logger } from '../observe/log.ts'
import type { WorkMeter } from '../observe/meter.ts'
import type { Metrics } from '../observe/metrics.ts'
import type { PublishOptions } from '../publish/check-runs.ts'
import { readExternalId } from '../publish/external-id.ts'
import type { LateMemory } from '../publish/late-facts.ts'
import type { WorkQueue } from '../queue/queue.ts'
import type { Claimants } from './claimants.ts'
import type { EvidenceWatch } from './evidence-watch.ts'
import type { CommandPhrases } from './phrases.ts'
import type { Turns } from './turns.ts'
import type { WriteMarks } from './write-marks.ts'

/** Everything a work needs, handed down from the start of the process. */
export interface Workshop {
  readonly connection: GitHubConnection
  readonly queue: WorkQueue
  readonly policies: PolicyCache
  readonly charts: ChartsCache
  /** Our newest `claims/chart-versions` run by `owner/name@head`, as last read or written. */
  readonly chartRuns: LRUCache<string, { readonly run: OwnRun | null; readonly mark: string | undefined }>
  /** Whether what is remembered there may be trusted. */
  readonly writeMarks: WriteMarks
  readonly late: LateMemory
  readonly log: Logger
  readonly metrics: Metrics
  readonly meter: WorkMeter
  readonly now: () => number
  /** Aborted when this worker is taken for dead, or the process has to end. */
  readonly signal: AbortSignal
  readonly hosts: readonly string[]
  readonly retryDeadlineMs: number
  /** Which open pull requests depend on an issue. */
  readonly claimants: Claimants
  /** Signs and verifies records of acceptances. */
  readonly signingKey: Uint8Array
  /** Which pull requests' verdicts depend on checks, reviews or comments. */
  readonly watch: EvidenceWatch
  /** One pull request's or issue's comments are written by one work at a time. */
  readonly turns: Turns
  /** Which phrases mean commands. */
  readonly phrases: CommandPhrases
}

export function clientOf(workshop: Workshop, installationId: number): GitHubClient {
  return workshop.connection.installation(installationId)
}

export function publishOptions({ connection, now, retryDeadlineMs, late, signal }: Workshop): PublishOptions {
  return { appId: connection.appId, now, retryDeadlineMs, late, signal }
}

export function readIssuesOptions(workshop: Workshop): ReadIssuesOptions {
  return {
    now: workshop.now(),
    appId: workshop.connection.appId,
    checkName: 'claims/issues',
    hosts: workshop.hosts,
    policies: workshop.policies,
    signingKey: workshop.signingKey,
    pullsOfRun: (externalId) => readExternalId(externalId)?.pulls ?? [],
  }
}
