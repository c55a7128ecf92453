import { z } from 'zod'
import type { GitHubConnection } from '../github/connection.ts'

/** What the app's manifest asks for, or what GitHub says the app has. */
export interface Registration {
  readonly permissions: Readonly<Record<string, string>>
  readonly events: readonly string[]
}

export interface MissingRegistration {
  /** `name: level` as app.yml writes it. */
  readonly permissions: readonly string[]
  readonly events: readonly string[]
}

const manifestShape = z.object({
  default_permissions: z.record(z.string(), z.string()),
  default_events: z.array(z.string()),
})

/** @param manifest app.yml as parsed YAML. @throws when it has another shape */
export function registrationOfManifest(manifest: unknown): Registration {
  const { default_permissions: permissions, default_events: events } = manifestShape.parse(manifest)
  return { permissions, events }
}

/** What the app has on GitHub now. @throws {GitHubFailure} */
export async function readRegistration(connection: GitHubConnection): Promise<Registration> {
  const answer = await connection.app.rest<Partial<Registration>>('GET /app')
  return { permissions: answer.data.permissions ?? {}, events: answer.data.events ?? [] }
}

const ranks: Readonly<Record<string, number>> = { read: 1, write: 2, admin: 3 }

/** What the manifest asks for and the app does not have: such a lack shows only as something that never happens. */
export function missingOf(wanted: Registration, live: Registration): MissingRegistration {
  const permissions = Object.entries(wanted.permissions)
    .filter(([name, level]) => (ranks[live.permissions[name] ?? ''] ?? 0) < (ranks[level] ?? 0))
    .map(([name, level]) => `${name}: ${level}`)
  return { permissions, events: wanted.events.filter((event) => !live.events.includes(event)) }
}
