import { createVerify } from 'node:crypto'
import { RestError } from '../rest/errors.ts'
import type { App } from '../world/model.ts'

/** The longest life of an app's JWT that GitHub accepts, in seconds, and the clock difference it forgives. */
const LONGEST_LIFE_SECONDS = 600
const FORGIVEN_SECONDS = 60

const EXPIRES = "'Expiration time' claim ('exp')"
const ISSUED = "'Issued at' claim ('iat')"

interface Claims {
  iat: number
  exp: number
  iss: string
}

/**
 * The app that signed a JWT.
 * @throws RestError 401 in GitHub's words when it is malformed, wrongly signed, expired, too long-lived or of the future.
 */
export function appOfJwt(token: string, apps: Iterable<App>, nowMillis: number): App {
  const claims = decode(token)
  const app = [...apps].find(({ id, clientId }) => claims.iss === String(id) || claims.iss === clientId)
  if (app === undefined) throw new RestError(404, 'Integration not found')
  if (!signedBy(app, token)) throw new RestError(401, 'A JSON web token could not be decoded')
  const now = Math.floor(nowMillis / 1000)
  if (claims.iat > now + FORGIVEN_SECONDS) {
    throw new RestError(401, `${ISSUED} must be an Integer representing the time that the assertion was issued`)
  }
  if (claims.exp <= now) {
    throw new RestError(
      401,
      `${EXPIRES} must be a numeric value representing the future time at which the assertion expires`,
    )
  }
  if (
    claims.exp > now + LONGEST_LIFE_SECONDS + FORGIVEN_SECONDS ||
    claims.exp - claims.iat > LONGEST_LIFE_SECONDS + FORGIVEN_SECONDS
  ) {
    throw new RestError(401, `${EXPIRES} is too far in the future`)
  }
  return app
}

function decode(token: string): Claims {
  const undecodable = new RestError(401, 'A JSON web token could not be decoded')
  const [head, body, signature, ...rest] = token.split('.')
  if (head === undefined || body === undefined || signature === undefined || rest.length > 0) throw undecodable
  const header = json(head)
  const claims = json(body)
  if (header?.alg !== 'RS256' || claims === undefined) throw undecodable
  const { iat, exp, iss } = claims
  if (!Number.isInteger(iat)) {
    throw new RestError(401, `${ISSUED} must be an Integer representing the time that the assertion was issued`)
  }
  if (!Number.isInteger(exp)) {
    throw new RestError(
      401,
      `${EXPIRES} must be a numeric value representing the future time at which the assertion expires`,
    )
  }
  return { iat: Number(iat), exp: Number(exp), iss: String(iss) }
}

function json(part: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>
  } catch {
    return undefined
  }
}

function signedBy(app: App, token: string): boolean {
  const end = token.lastIndexOf('.')
  const verify = createVerify('RSA-SHA256').update(token.slice(0, end))
  return verify.verify(app.publicKeyPem, Buffer.from(token.slice(end + 1), 'base64url'))
}
