import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../product/start-product.ts'

/** A redis-server of a test's own on a free port, with its data in a folder of its own. */
export interface RedisServer {
  readonly url: string
  readonly process: ChildProcess
  /** Ends it without a word, as a crash does; what it wrote to disk stays. */
  kill(): Promise<void>
  /** Starts it again on the same port with what is on disk. */
  restart(): Promise<void>
  close(): Promise<void>
}

export const hasRedis = spawnSync('redis-server', ['--version']).status === 0

export async function startRedisServer(): Promise<RedisServer> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'claimwarden-redis-'))
  let child = await launch(port, folder)
  return {
    url: `redis://127.0.0.1:${port}`,
    get process() {
      return child
    },
    kill: () => end(child, 'SIGKILL'),
    async restart() {
      child = await launch(port, folder)
    },
    async close() {
      await end(child, 'SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function launch(port: number, folder: string): Promise<ChildProcess> {
  const settings = { port, bind: '127.0.0.1', dir: folder, save: '', appendonly: 'yes', appendfsync: 'always' }
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
  const child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'ignore'] })
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('redis-server ended at its start')))
    child.stdout.on('data', (text: Buffer) => {
      if (text.includes('Ready to accept connections')) resolve()
    })
  })
  return child
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await ended
}
