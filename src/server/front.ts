import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Scrape } from '../observe/gauges.ts'
import type { Answer } from './webhooks.ts'

export interface FrontOptions {
  readonly webhookPath: string
  /** Null for a process that only works on the queue. */
  readonly receiveWebhook: ((request: IncomingMessage) => Promise<Answer>) | null
  readonly readiness: () => Promise<Readiness>
  readonly scrape: () => Promise<Scrape>
}

/** Ready, or the reasons why not, each a fixed word. */
export interface Readiness {
  readonly ready: boolean
  readonly waitingFor: readonly string[]
}

/** The HTTP face: webhooks, health and metrics, and nothing else. */
export function createFront(options: FrontOptions): Server {
  const server = createServer((request, response) => {
    route(options, request, response).catch(() => {
      if (!response.headersSent) send(response, 500, 'text/plain', 'error')
    })
  })
  server.requestTimeout = 60_000
  return server
}

async function route(options: FrontOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
  if (path === options.webhookPath && options.receiveWebhook !== null) {
    if (request.method !== 'POST') return send(response, 405, 'text/plain', 'POST only', { allow: 'POST' })
    const answer = await options.receiveWebhook(request)
    // What was not read is thrown away as it comes: closing at once would reset the connection before the answer.
    request.resume()
    return send(response, answer.status, 'text/plain', answer.text)
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') return send(response, 404, 'text/plain', 'not found')
  if (path === '/healthz') return send(response, 200, 'text/plain', 'alive')
  if (path === '/readyz') {
    const readiness = await options.readiness()
    return send(response, readiness.ready ? 200 : 503, 'application/json', JSON.stringify(readiness))
  }
  if (path === '/metrics') {
    const { type, text } = await options.scrape()
    return send(response, 200, type, text)
  }
  return send(response, 404, 'text/plain', 'not found')
}

function send(
  response: ServerResponse,
  status: number,
  type: string,
  text: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text), ...headers })
  response.end(response.req.method === 'HEAD' ? undefined : text)
}
