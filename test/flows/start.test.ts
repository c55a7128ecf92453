import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { freePort } from '../product/start-product.ts'
import { waitFor } from '../product/wait-for.ts'
import { type Ended, runCommand } from './run-command.ts'
import { startTestbed, type Testbed } from './testbed.ts'

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url))

let bed: Testbed
let folder: string

beforeAll(async () => {
  bed = await startTestbed()
  folder = mkdtempSync(join(tmpdir(), 'claimwarden-'))
})

afterAll(async () => {
  await bed.close()
  rmSync(folder, { recursive: true })
})

function credentials(): Record<string, string> {
  return {
    APP_ID: String(bed.app.id),
    PRIVATE_KEY: bed.app.privateKeyPem,
    WEBHOOK_SECRET: bed.app.webhookSecret,
    GHE_HOST: bed.github.host,
    GHE_PROTOCOL: 'http',
    HOST: '127.0.0.1',
  }
}

function start(environment: Readonly<Record<string, string>>): Promise<Ended> {
  return runCommand(process.execPath, [main], { cwd: folder, environment }).ended
}

function linesOf({ output }: Ended): string[] {
  return output.split('\n').filter((line) => line !== '')
}

describe('an environment that cannot be used: exit code 1 and one line that names it', () => {
  test('without credentials it names them, the demo and the set-up', async () => {
    const ended = await start({})
    expect(ended.code).toBe(1)
    expect(linesOf(ended)).toEqual([
      expect.stringMatching(/APP_ID.*PRIVATE_KEY.*WEBHOOK_SECRET.*npm run demo.*npm run register/),
    ])
  })

  test.each<[string, Record<string, string>, RegExp]>([
    ['no secret', { WEBHOOK_SECRET: '' }, /WEBHOOK_SECRET/],
    ['an app id that is no number', { APP_ID: 'seven' }, /APP_ID/],
    ['a key that is none', { PRIVATE_KEY: 'nonsense' }, /PRIVATE_KEY/],
    [
      'a key file that is not there',
      { PRIVATE_KEY: '', PRIVATE_KEY_PATH: 'gone.pem' },
      /PRIVATE_KEY_PATH.*no such file/,
    ],
    ['a port that is none', { PORT: '70000' }, /PORT/],
    ['a sweep that is no number', { SWEEP_MINUTES: 'often' }, /SWEEP_MINUTES/],
  ])('%s', async (_name, environment, names) => {
    const ended = await start({ ...credentials(), ...environment })
    expect(ended.code).toBe(1)
    expect(linesOf(ended)).toEqual([expect.stringMatching(names)])
    expect(ended.output).not.toContain(bed.app.webhookSecret)
  })
})

test('a port in use is named, and what to set', async () => {
  const taken: Server = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as AddressInfo
  const ended = await start({ ...credentials(), PORT: String(port), LOG_LEVEL: 'silent' })
  taken.close()
  expect(ended.code).toBe(1)
  expect(linesOf(ended)).toEqual([expect.stringMatching(new RegExp(`port ${port} is in use; set PORT`))])
})

test('what a .env file in the working directory says counts, and the environment counts more', async () => {
  const port = await freePort()
  const { APP_ID = '', PRIVATE_KEY = '', WEBHOOK_SECRET = '', ...others } = credentials()
  // A folder of its own: a file that is left behind would be read by every other start.
  const cwd = mkdtempSync(join(folder, 'dotenv-'))
  writeFileSync(
    join(cwd, '.env'),
    [
      `APP_ID=${APP_ID}`,
      `PRIVATE_KEY="${PRIVATE_KEY.replaceAll('\n', '\\n')}"`,
      `WEBHOOK_SECRET="${WEBHOOK_SECRET}"`,
      'PORT=1',
      'REDIS_URL=',
    ].join('\n'),
  )
  const environment = { ...others, PORT: String(port) }
  const command = runCommand(process.execPath, [main], { cwd, environment })
  await waitFor('it to be ready', async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok, {
    timeoutMs: 30_000,
    seen: command.output,
  })
  command.process.kill('SIGTERM')
  expect((await command.ended).code).toBe(0)
})

test('a credential that GitHub refuses: alive, not ready, and told', async () => {
  const port = await freePort()
  const environment = { ...credentials(), APP_ID: '999999', PORT: String(port), LOG_FORMAT: 'json' }
  const command = runCommand(process.execPath, [main], { cwd: folder, environment })
  await waitFor('the warning', () => command.output().includes('the sweep was not finished'))
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
  const ready = await fetch(`http://127.0.0.1:${port}/readyz`)
  expect([ready.status, await ready.json()]).toEqual([503, { ready: false, waitingFor: ['credential'] }])
  command.process.kill('SIGTERM')
  expect((await command.ended).code).toBe(0)
})
