import type { ApplicationFunctionOptions, Probot } from 'probot'
import { type Claimwarden, createClaimwarden } from './claimwarden.ts'
import { readSettings } from './env.ts'

/** Every event the app listens to, as app.yml subscribes to them; a test holds the two together. */
export const listenedEvents = [
  'check_run',
  'check_suite',
  'create',
  'delete',
  'installation',
  'installation_repositories',
  'issue_comment',
  'issue_dependencies',
  'issues',
  'merge_group',
  'pull_request',
  'pull_request_review',
  'push',
  'release',
  'repository',
  'status',
  'sub_issues',
] as const

/** Webhooks to keys, nothing else. */
export function listen(app: Probot, claimwarden: Claimwarden): void {
  app.on([...listenedEvents], async ({ name, payload }) => claimwarden.handle(name, payload))
}

/**
 * Claimwarden as an ordinary Probot application function, for `npx probot run ./dist/app.js` and `npx probot receive`.
 * Settings come from the environment as for `npm start`.
 *
 * @throws {SettingsError} when the environment cannot be used
 */
export default async function app(probot: Probot, options?: ApplicationFunctionOptions): Promise<void> {
  const claimwarden = await createClaimwarden(readSettings(process.env, { webhookSecret: 'optional' }))
  listen(probot, claimwarden)
  claimwarden.work()
  if (hasServer(options)) claimwarden.sweep()
}

/** `probot receive` plays one payload and ends: no server, so no sweep either. Asking for a handler tells them apart. */
function hasServer(options: ApplicationFunctionOptions | undefined): boolean {
  try {
    options?.addHandler(() => false)
    return options !== undefined
  } catch {
    return false
  }
}
