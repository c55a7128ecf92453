import type { IncomingMessage } from 'node:http'

/** Everything comes from the page's own address: no other host, no inline code, no frame around it. */
export const securityHeaders = {
  'content-security-policy':
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const

/** Whether the request names this server. A name that somebody made point to 127.0.0.1 is refused. */
export function namesThisHost({ headers }: IncomingMessage, port: number): boolean {
  return headers.host === `127.0.0.1:${port}` || headers.host === `localhost:${port}`
}

/** Whether a request that changes something was sent by a page of this server; browsers always say for a POST. */
export function isSameOrigin({ headers }: IncomingMessage): boolean {
  return headers.origin === `http://${headers.host}`
}
