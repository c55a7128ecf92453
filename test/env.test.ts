import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { readSettings, SettingsError } from '../src/env.ts'

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
})
const credentials = { APP_ID: '17', PRIVATE_KEY: privateKey, WEBHOOK_SECRET: 'a secret' }

function fault(environment: Record<string, string>): SettingsError {
  try {
    readSettings(environment)
  } catch (error) {
    if (error instanceof SettingsError) return error
  }
  throw new Error('it was accepted')
}

test('the documented defaults', () => {
  expect(readSettings(credentials)).toMatchObject({
    appId: 17,
    host: 'localhost',
    port: 3000,
    webhookPath: '/api/github/webhooks',
    baseUrl: 'https://api.github.com',
    webHost: 'github.com',
    logLevel: 'info',
    logFormat: 'pretty',
    role: 'all',
    sweepMs: 30 * 60_000,
    retryDeadlineMs: 600_000,
    drainMs: 15_000,
  })
})

test('an Enterprise Server by its host and protocol', () => {
  const settings = readSettings({ ...credentials, GHE_HOST: '127.0.0.1:4010', GHE_PROTOCOL: 'http' })
  expect(settings.baseUrl).toBe('http://127.0.0.1:4010/api/v3')
  expect(settings.webHost).toBe('127.0.0.1:4010')
})

test('production logs JSON', () => {
  expect(readSettings({ ...credentials, NODE_ENV: 'production' }).logFormat).toBe('json')
})

test('a key with escaped line breaks, as a .env file holds it', () => {
  const settings = readSettings({ ...credentials, PRIVATE_KEY: privateKey.replaceAll('\n', '\\n') })
  expect(settings.privateKey).toContain('-----BEGIN RSA PRIVATE KEY-----\n')
})

test('fractions of a sweep minute', () => {
  expect(readSettings({ ...credentials, SWEEP_MINUTES: '0.05' }).sweepMs).toBe(3000)
})

test("the shared queue's address; Probot's own REDIS_URL says nothing to us", () => {
  const environment = { ...credentials, REDIS_URL: 'redis://elsewhere', ROLE: 'worker' }
  expect(readSettings({ ...environment, QUEUE_REDIS_URL: 'redis://:word@queue:6379/2' })).toMatchObject({
    queueRedisUrl: 'redis://:word@queue:6379/2',
    role: 'worker',
  })
  expect(readSettings({ ...credentials, REDIS_URL: 'redis://elsewhere' }).queueRedisUrl).toBeUndefined()
})

describe('what is missing is named', () => {
  test('everything, on a first start', () => {
    const error = fault({})
    expect(error.message).toBe('missing in the environment: APP_ID, PRIVATE_KEY (or PRIVATE_KEY_PATH), WEBHOOK_SECRET')
    expect(error.credentialsMissing).toBe(true)
  })
  test('the secret beside credentials: a default secret would be a known word', () => {
    const error = fault({ APP_ID: '17', PRIVATE_KEY: privateKey })
    expect(error.message).toBe('missing in the environment: WEBHOOK_SECRET')
    expect(error.credentialsMissing).toBe(false)
  })
  test('a variable set to nothing counts as missing', () => {
    expect(fault({ ...credentials, WEBHOOK_SECRET: ' ' }).message).toContain('WEBHOOK_SECRET')
  })
})

test.each([
  [{ APP_ID: 'my-app' }, 'APP_ID must be the number of the GitHub App'],
  [{ PRIVATE_KEY: 'nonsense' }, 'PRIVATE_KEY cannot be used: it holds no PEM key'],
  [{ PRIVATE_KEY: '', PRIVATE_KEY_PATH: '/no/such/key.pem' }, 'PRIVATE_KEY_PATH cannot be used: there is no such file'],
  [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535'],
  [{ PORT: '80.5' }, 'PORT must be a whole number from 0 to 65535'],
  [{ SWEEP_MINUTES: 'often' }, 'SWEEP_MINUTES must be a number from 0.001 to 1440'],
  [{ ROLE: 'boss' }, 'ROLE must be one of all, web, worker'],
  [{ ROLE: 'web' }, 'ROLE=web needs QUEUE_REDIS_URL: web and worker processes share one queue'],
  [
    { ROLE: 'worker', QUEUE_REDIS_URL: ' ' },
    'ROLE=worker needs QUEUE_REDIS_URL: web and worker processes share one queue',
  ],
  [{ QUEUE_REDIS_URL: 'localhost:6379' }, 'QUEUE_REDIS_URL must be a URL that begins with redis:// or rediss://'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent'],
  [{ WEBHOOK_PATH: 'hooks' }, 'WEBHOOK_PATH must begin with a slash'],
])('%p is refused: %s', (change, message) => {
  expect(fault({ ...credentials, ...change } as Record<string, string>).message).toBe(message)
})
