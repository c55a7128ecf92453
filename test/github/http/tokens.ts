import { createHash } from 'node:crypto'
import type { Id, Installation, WorldState } from '../world/model.ts'
import type { Caller, TokenScope } from './access.ts'

const LIFE_MILLIS = 3_600_000

interface Minted {
  readonly installationId: Id
  readonly scope: TokenScope
  readonly expiresAt: number
}

/** The installation tokens handed out, and who a token speaks for. */
export class TokenStore {
  readonly #minted = new Map<string, Minted>()

  /** A token of one hour. GitHub's own grew past 40 characters in 2026, so these are longer too. */
  mint(installation: Installation, scope: TokenScope, now: number): { token: string; expiresAt: number } {
    const seed = `${installation.id}:${this.#minted.size}:${now}`
    const token = `ghs_${installation.appId}_${createHash('sha256').update(seed).digest('base64url')}${'x'.repeat(20)}`
    const expiresAt = now + LIFE_MILLIS
    this.#minted.set(token, { installationId: installation.id, scope, expiresAt })
    return { token, expiresAt }
  }

  /** Every token becomes worthless, as when an app's keys are revoked. */
  revokeAll(): void {
    this.#minted.clear()
  }

  /** Who a token speaks for; undefined for an unknown or expired one. */
  callerOf(token: string, state: WorldState, now: number): Caller | undefined {
    for (const account of state.accounts.values()) {
      if (account.kind === 'User' && account.token === token && !account.deleted) return { kind: 'user', user: account }
    }
    const minted = this.#minted.get(token)
    if (minted === undefined || minted.expiresAt <= now) return undefined
    const installation = state.installations.get(minted.installationId)
    const app = installation === undefined ? undefined : state.apps.get(installation.appId)
    if (installation === undefined || app === undefined || installation.deleted) return undefined
    return { kind: 'installation', app, installation, scope: minted.scope }
  }
}
