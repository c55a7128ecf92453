import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  readonly event: string
  readonly action: string | null
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly payload: Record<string, unknown>
}

/** A server that takes webhooks and keeps them, answering what it is told to. */
export class Receiver {
  readonly received: Received[] = []
  /** Status for the next answers. */
  answer = 200
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
  }

  static async start(): Promise<Receiver> {
    const server = createServer()
    const receiver = new Receiver(server)
    server.on('request', (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString('utf8')
        const payload = JSON.parse(body) as Record<string, unknown>
        const action = typeof payload.action === 'string' ? payload.action : null
        receiver.received.push({
          event: String(request.headers['x-github-event']),
          action,
          headers: request.headers,
          body,
          payload,
        })
        response.writeHead(receiver.answer).end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return receiver
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`
  }

  /** `event` or `event.action` of all received, in order. */
  get names(): string[] {
    return this.received.map(({ event, action }) => (action === null ? event : `${event}.${action}`))
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
