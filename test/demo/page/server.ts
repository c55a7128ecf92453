import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { deeds, Refusal } from './deeds.ts'
import { isSameOrigin, namesThisHost, securityHeaders } from './guard.ts'
import { LiveViews } from './live-view.ts'
import { actors, type Scene, type Viewer } from './scene.ts'
import { documentAt, mainAt } from './views/document.ts'

export interface DemoPage {
  readonly url: string
  close(): Promise<void>
}

/** What the browser loads beside the page. */
const assets: Readonly<Record<string, { readonly file: string; readonly type: string }>> = {
  '/page.css': { file: fileURLToPath(new URL('./static/page.css', import.meta.url)), type: 'text/css' },
  '/page.js': { file: fileURLToPath(new URL('./static/page.js', import.meta.url)), type: 'text/javascript' },
  '/idiomorph.js': {
    file: fileURLToPath(new URL('../../../node_modules/idiomorph/dist/idiomorph.esm.js', import.meta.url)),
    type: 'text/javascript',
  },
}

/** More than a description may hold, in the widest encoding. */
const MAX_REQUEST_BYTES = 1_000_000

/** Serves the scene on 127.0.0.1, on a free port unless one is named. */
export async function startDemoPage(scene: Scene, port = 0): Promise<DemoPage> {
  const live = new LiveViews()
  let losesNext = false
  const viewerOf = (url: URL): Viewer => {
    const as = url.searchParams.get('as')
    const known = actors(scene)
    const user = known.find((one) => one.user.login === as)?.user ?? scene.cast.ben
    return { scene, user, losesNext }
  }

  const act = (viewer: Viewer, name: string, fields: Record<string, unknown>): string => {
    if (name === 'lose-next') {
      losesNext = fields.on === 'yes'
      return losesNext ? 'The webhooks of the next deed will be lost.' : 'No webhook will be lost.'
    }
    const deed = deeds.get(name)
    if (deed === undefined) throw new Refusal(`There is no deed ${name}.`)
    if (!scene.mayAct()) throw new Refusal('The story is not over yet.')
    if (!losesNext) return deed.do(scene, viewer.user, fields)
    const { webhooks } = scene.world
    webhooks.drop(Number.POSITIVE_INFINITY)
    try {
      const done = deed.do(scene, viewer.user, fields)
      losesNext = false
      return `${done} GitHub lost its webhooks.`
    } finally {
      webhooks.stopLosing()
    }
  }

  const post = async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    if (!isSameOrigin(request)) return plain(response, 403, 'Deeds are done from this page only.')
    const name = /^\/deeds\/([a-z-]+)$/.exec(url.pathname)?.[1]
    if (name === undefined) return plain(response, 404, 'There is nothing here.')
    if (Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY) > MAX_REQUEST_BYTES)
      return plain(response, 413, 'That is too long.')
    const fields = Object.fromEntries(new URLSearchParams(await text(request)))
    try {
      const done = act(viewerOf(url), name, fields)
      live.send()
      plain(response, 200, done)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      plain(response, 409, error.message)
    }
  }

  const get = async (response: ServerResponse, url: URL): Promise<void> => {
    const asset = assets[url.pathname]
    if (asset !== undefined) {
      response.setHeader('content-type', `${asset.type}; charset=utf-8`)
      response.end(await readFile(asset.file))
      return
    }
    if (url.pathname === '/favicon.ico') return void response.writeHead(204).end()
    if (url.pathname === '/live') {
      const at = url.searchParams.get('at') ?? '/'
      return live.add(response, () => mainAt(viewerOf(url), at))
    }
    const main = mainAt(viewerOf(url), url.pathname)
    if (main === null) return plain(response, 404, 'There is nothing here.')
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(documentAt(viewerOf(url), main))
  }

  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value)
    const answer = async () => {
      if (!namesThisHost(request, portOf(server.address()))) return plain(response, 421, 'This is another host.')
      const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
      if (request.method === 'POST') return post(request, response, url)
      if (request.method === 'GET') return get(response, url)
      plain(response, 405, 'Only GET and POST.')
    }
    answer().catch((error: unknown) => {
      const told = error instanceof Error ? error.message : String(error)
      if (response.headersSent) response.end()
      else plain(response, 500, `The page broke: ${told}`)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    async close() {
      live.close()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0
}

function plain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text)
}
