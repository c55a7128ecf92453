import { RestError } from '../rest/errors.ts'
import type { World } from '../world/world.ts'
import type { Caller } from './access.ts'
import { appOfJwt } from './app-jwt.ts'
import type { TokenStore } from './tokens.ts'

/**
 * Who a request's `Authorization` header speaks for.
 * @throws RestError 401 for none, an unknown or an expired one, 403 for a suspended installation
 */
export function authenticate(header: string | undefined, world: World, tokens: TokenStore, now: number): Caller {
  const token = /^(?:bearer|token) (\S+)$/i.exec(header ?? '')?.[1]
  if (token === undefined) throw new RestError(401, 'Requires authentication')
  if (token.split('.').length === 3) return { kind: 'app', app: appOfJwt(token, world.state.apps.values(), now) }
  const caller = tokens.callerOf(token, world.state, now)
  if (caller === undefined) throw new RestError(401, 'Bad credentials')
  if (caller.kind === 'installation' && caller.installation.suspendedAt !== null) {
    throw new RestError(403, 'This installation has been suspended')
  }
  return caller
}

/** The key by which limits are counted: each installation and each user has its own. */
export function callerKey(caller: Caller): string {
  if (caller.kind === 'installation') return `installation ID ${caller.installation.id}`
  return caller.kind === 'user' ? `user ID ${caller.user.id}` : `app ID ${caller.app.id}`
}
