import { type ChildProcess, spawn } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { App } from '../github/world/model.ts'

/** The started product: `node dist/main.js` in a process of its own, as `npm start` runs it. */
export interface Product {
  readonly url: string
  readonly webhooks: string
  readonly process: ChildProcess
  /** Everything it printed so far. */
  output(): string
  /** Its exit code, once it has ended. */
  readonly exited: Promise<number | null>
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

export interface ProductOptions {
  /** `127.0.0.1:PORT` of the simulated GitHub. */
  readonly githubHost: string
  readonly app: Pick<App, 'id' | 'privateKeyPem' | 'webhookSecret'>
  readonly environment?: Readonly<Record<string, string>>
  /** Where webhooks go before it is ready, when the simulation must know it early. Default: a free port. */
  readonly port?: number
}

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url))

export async function startProduct(options: ProductOptions): Promise<Product> {
  const port = options.port ?? (await freePort())
  const product = launch({
    APP_ID: String(options.app.id),
    PRIVATE_KEY: options.app.privateKeyPem,
    WEBHOOK_SECRET: options.app.webhookSecret,
    GHE_HOST: options.githubHost,
    GHE_PROTOCOL: 'http',
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_FORMAT: 'json',
    ...options.environment,
  })
  const url = `http://127.0.0.1:${port}`
  await untilReady(url, product)
  return { ...product, url, webhooks: `${url}${options.environment?.WEBHOOK_PATH ?? '/api/github/webhooks'}` }
}

export type Launched = Omit<Product, 'url' | 'webhooks'>

/** Starts the product with this environment and no other; what it does then is up to the caller. */
export function launch(environment: Readonly<Record<string, string>>, entry = main): Launched {
  const child = spawn(process.execPath, [entry], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', (text: string) => {
      printed += text
    })
  }
  const exited = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  return {
    process: child,
    output: () => printed,
    exited,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      return exited
    },
  }
}

async function untilReady(url: string, product: Launched): Promise<void> {
  let ended = false
  product.exited.then(() => {
    ended = true
  })
  for (;;) {
    if (ended) throw new Error(`the product ended before it was ready:\n${product.output()}`)
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
