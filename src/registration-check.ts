import type { GitHubConnection } from './github/connection.ts'
import type { Logger } from './observe/log.ts'
import type { Metrics } from './observe/metrics.ts'
import { missingOf, type Registration, readRegistration } from './sweep/registration.ts'

export interface RegistrationCheck {
  readonly connection: GitHubConnection
  readonly wanted: Registration
  readonly log: Logger
  readonly metrics: Metrics
  /** GitHub has accepted the app's credential. */
  readonly onSeen: () => void
}

const firstPauseMs = 1000
const longestPauseMs = 30_000

/** At the start, until GitHub answers once: says what the app lacks there. Returns the way to stop it. */
export function checkRegistration({ connection, wanted, log, metrics, onSeen }: RegistrationCheck): () => void {
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  async function look(pauseMs: number): Promise<void> {
    try {
      const { permissions, events } = missingOf(wanted, await readRegistration(connection))
      metrics.missingFromRegistration.set({ kind: 'permissions' }, permissions.length)
      metrics.missingFromRegistration.set({ kind: 'events' }, events.length)
      if (permissions.length + events.length > 0) {
        log.warn({ permissions, events }, 'the app on GitHub lacks what app.yml asks for; see docs/operations.md')
      }
      onSeen()
    } catch (error) {
      log.warn({ err: error }, 'the registration of the app could not be read; trying again')
      if (stopped) return
      timer = setTimeout(() => void look(Math.min(pauseMs * 2, longestPauseMs)), pauseMs)
      timer.unref()
    }
  }

  void look(firstPauseMs)
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
