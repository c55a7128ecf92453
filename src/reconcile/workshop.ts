import type { LRUCache } from 'lru-cache'
import type { ChartsCache } from '../facts/charts/cache.ts'
import type { PolicyCache } from '../facts/policy.ts'
import type { OwnRun } from '../facts/queries/own-runs.ts'
import type { GitHubClient } from '../github/client.ts'
import type { GitHubConnection } from '../github/connection.ts'
import type { Logger } from '../observe/log.ts'
import type { Metrics } from '../observe/metrics.ts'
import type { PublishOptions } from '../publish/check-runs.ts'
import type { LateMemory } from '../publish/late-facts.ts'
import type { WorkQueue } from '../queue/queue.ts'

/** Everything a work needs, handed down from the start of the process. */
export interface Workshop {
  readonly connection: GitHubConnection
  readonly queue: WorkQueue
  readonly policies: PolicyCache
  readonly charts: ChartsCache
  /** Our newest `claims/chart-versions` run by `owner/name@head`, as last read or written. */
  readonly chartRuns: LRUCache<string, { readonly run: OwnRun | null }>
  readonly late: LateMemory
  readonly log: Logger
  readonly metrics: Metrics
  readonly now: () => number
  readonly hosts: readonly string[]
  readonly retryDeadlineMs: number
}

export function clientOf(workshop: Workshop, installationId: number): GitHubClient {
  return workshop.connection.installation(installationId)
}

export function publishOptions({ connection, now, retryDeadlineMs, late }: Workshop): PublishOptions {
  return { appId: connection.appId, now, retryDeadlineMs, late }
}
