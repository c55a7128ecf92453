import type { GitHubConnection } from '../github/connection.ts'
import type { WorkQueue } from '../queue/queue.ts'
import { hintOf } from '../queue/work.ts'

interface InstallationEntry {
  readonly id: number
  readonly suspended_at: string | null
}

/**
 * Enqueues every installation at low priority: webhooks are hints and may be lost, so the truth is read again from time
 * to time. Returns how many there are.
 *
 * @throws {GitHubFailure} when the installations cannot be listed
 */
export async function sweep(connection: GitHubConnection, queue: WorkQueue): Promise<number> {
  let count = 0
  for (let page = 1; ; page += 1) {
    const answer = await connection.app.rest<readonly InstallationEntry[]>('GET /app/installations', {
      per_page: 100,
      page,
    })
    for (const installation of answer.data) {
      if (installation.suspended_at !== null && installation.suspended_at !== undefined) continue
      await queue.add({ kind: 'installation', installationId: installation.id, hint: hintOf('sweep', { full: true }) })
      count += 1
    }
    if (answer.data.length < 100) return count
  }
}
