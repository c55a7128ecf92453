import type { GitHubConnection } from '../github/connection.ts'
import type { WorkQueue } from '../queue/queue.ts'

export interface RedeliveryOptions {
  /** Events that ask for work; others are not worth a request. */
  readonly events: readonly string[]
  readonly now: () => number
}

interface DeliveryEntry {
  readonly id: number
  readonly guid: string
  readonly delivered_at: string
  readonly event: string
  readonly installation_id: number | null
}

/** GitHub keeps deliveries for three days and redelivers none of them by itself. */
const oldestMs = 3 * 24 * 3600 * 1000
const mostPages = 10
const mostRedeliveries = 200

/**
 * Asks GitHub to send failed deliveries again, each attempt once. What they tell about states is found by the sweep
 * anyway; a command or a Re-run is told by its delivery only. Returns how many were asked for.
 *
 * @throws {GitHubFailure} when the deliveries cannot be listed
 */
export async function redeliverFailed(
  connection: GitHubConnection,
  queue: WorkQueue,
  { events, now }: RedeliveryOptions,
): Promise<number> {
  const failed = await listFailed(connection, now() - oldestMs)
  let count = 0
  // Oldest first, as they happened.
  for (const { id, event, installation_id: installationId } of failed.reverse()) {
    if (count >= mostRedeliveries) break
    if (installationId === null || !events.includes(event)) continue
    if (!(await queue.once(`redelivery:${id}`, oldestMs * 2))) continue
    await connection.app.rest('POST /app/hook/deliveries/{delivery_id}/attempts', { delivery_id: id })
    count += 1
  }
  return count
}

/** The last failed attempt of each delivery, newest first. */
async function listFailed(connection: GitHubConnection, since: number): Promise<DeliveryEntry[]> {
  const found = new Map<string, DeliveryEntry>()
  let cursor: string | undefined
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await connection.app.rest<readonly DeliveryEntry[]>('GET /app/hook/deliveries', {
      per_page: 100,
      status: 'failure',
      ...(cursor === undefined ? {} : { cursor }),
    })
    for (const delivery of answer.data) {
      if (Date.parse(delivery.delivered_at) < since) return [...found.values()]
      if (!found.has(delivery.guid)) found.set(delivery.guid, delivery)
    }
    cursor = nextCursor(String(answer.headers.link ?? ''))
    if (cursor === undefined) break
  }
  return [...found.values()]
}

function nextCursor(link: string): string | undefined {
  const next = /<([^<>]+)>;\s*rel="next"/.exec(link)?.[1]
  return next !== undefined && URL.canParse(next) ? (new URL(next).searchParams.get('cursor') ?? undefined) : undefined
}
