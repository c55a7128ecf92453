import type { ServerResponse } from 'node:http'

/** How often the world is looked at while somebody looks at the page, milliseconds. */
const LOOK_EVERY_MS = 150

/** Sends a view by server-sent events: at once, and whenever it differs from what was sent last. */
export class LiveViews {
  readonly #open = new Map<ServerResponse, { readonly view: () => string | null; last: string | null }>()
  #timer: NodeJS.Timeout | undefined

  add(response: ServerResponse, view: () => string | null): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    this.#open.set(response, { view, last: null })
    response.once('close', () => this.#remove(response))
    this.#timer ??= setInterval(() => this.send(), LOOK_EVERY_MS)
    this.send()
  }

  /** Looks now. */
  send(): void {
    for (const [response, shown] of this.#open) {
      const now = shown.view()
      if (now === null || now === shown.last) continue
      shown.last = now
      response.write(`data: ${JSON.stringify(now)}\n\n`)
    }
  }

  close(): void {
    for (const response of this.#open.keys()) response.end()
  }

  #remove(response: ServerResponse): void {
    this.#open.delete(response)
    if (this.#open.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
