import { existsSync } from 'node:fs'
import { getPrivateKey } from '@probot/get-private-key'

/** Everything that the environment decides, parsed once. Names of the variables: README, "Run it". */
export interface Settings {
  readonly appId: number
  readonly privateKey: string
  readonly webhookSecret: string
  /** Accepted beside the first while a secret is being replaced. */
  readonly webhookSecretPrevious: string | undefined
  readonly host: string
  readonly port: number
  readonly webhookPath: string
  readonly webhookProxyUrl: string | undefined
  /** REST root of GitHub, without a trailing slash. */
  readonly baseUrl: string
  /** Host of web links: `github.com` or the Enterprise Server's. */
  readonly webHost: string
  readonly logLevel: string
  readonly logFormat: 'json' | 'pretty'
  /** One queue for several processes; without it each process has its own. */
  readonly queueRedisUrl: string | undefined
  readonly role: 'all' | 'web' | 'worker'
  readonly sweepMs: number
  readonly retryDeadlineMs: number
  readonly drainMs: number
  readonly signingSecret: string | undefined
}

/** The environment cannot be used; the message names each variable at fault and what it should hold. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  /** True when the credentials of the app are missing altogether, as on a first start. */
  readonly credentialsMissing: boolean

  constructor(message: string, credentialsMissing = false) {
    super(message)
    this.credentialsMissing = credentialsMissing
  }
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

type Environment = Readonly<Record<string, string | undefined>>

export interface SettingsOptions {
  /** `optional` where another program verifies the webhooks (`probot run`, `probot receive`). */
  readonly webhookSecret?: 'needed' | 'optional'
}

/** @throws {SettingsError} */
export function readSettings(
  environment: Environment,
  { webhookSecret: need = 'needed' }: SettingsOptions = {},
): Settings {
  const env = withoutEmpty(environment)
  const { appId, privateKey, webhookSecret } = readCredentials(
    need === 'optional' ? { WEBHOOK_SECRET: 'unused', ...env } : env,
  )
  const gheHost = env.GHE_HOST
  const queueRedisUrl = readRedisUrl(env)
  const role = readChoice(env, 'ROLE', ['all', 'web', 'worker'], 'all')
  if (role !== 'all' && queueRedisUrl === undefined) {
    throw new SettingsError(`ROLE=${role} needs QUEUE_REDIS_URL: web and worker processes share one queue`)
  }
  return {
    appId,
    privateKey,
    webhookSecret,
    webhookSecretPrevious: env.WEBHOOK_SECRET_PREVIOUS,
    host: env.HOST ?? 'localhost',
    port: readNumber(env, 'PORT', 3000, { integer: true, min: 0, max: 65_535 }),
    webhookPath: readPath(env),
    webhookProxyUrl: env.WEBHOOK_PROXY_URL,
    baseUrl: gheHost === undefined ? 'https://api.github.com' : `${env.GHE_PROTOCOL ?? 'https'}://${gheHost}/api/v3`,
    webHost: gheHost ?? 'github.com',
    logLevel: readChoice(env, 'LOG_LEVEL', logLevels, 'info'),
    logFormat: readChoice(env, 'LOG_FORMAT', ['json', 'pretty'], env.NODE_ENV === 'production' ? 'json' : 'pretty'),
    queueRedisUrl,
    role,
    sweepMs: readNumber(env, 'SWEEP_MINUTES', 30, { min: 0.001, max: 24 * 60 }) * 60_000,
    retryDeadlineMs: readNumber(env, 'RETRY_DEADLINE_SECONDS', 600, { min: 0, max: 86_400 }) * 1000,
    drainMs: readNumber(env, 'DRAIN_SECONDS', 15, { min: 0, max: 3600 }) * 1000,
    signingSecret: env.SIGNING_SECRET,
  }
}

function readCredentials(env: Environment): Pick<Settings, 'appId' | 'privateKey' | 'webhookSecret'> {
  const privateKey = readPrivateKey(env)
  const missing = [
    ...(env.APP_ID === undefined ? ['APP_ID'] : []),
    ...(privateKey === null ? ['PRIVATE_KEY (or PRIVATE_KEY_PATH)'] : []),
    ...(env.WEBHOOK_SECRET === undefined ? ['WEBHOOK_SECRET'] : []),
  ]
  if (env.APP_ID === undefined || privateKey === null || env.WEBHOOK_SECRET === undefined) {
    const credentialsMissing = env.APP_ID === undefined || privateKey === null
    throw new SettingsError(`missing in the environment: ${missing.join(', ')}`, credentialsMissing)
  }
  if (!/^[1-9]\d*$/.test(env.APP_ID)) throw new SettingsError('APP_ID must be the number of the GitHub App')
  return { appId: Number(env.APP_ID), privateKey, webhookSecret: env.WEBHOOK_SECRET }
}

/** Probot's own reader, so that escaped line breaks, Base64 and paths work as its documentation says. */
function readPrivateKey(env: Environment): string | null {
  if (env.PRIVATE_KEY === undefined && env.PRIVATE_KEY_PATH === undefined) return null
  try {
    return getPrivateKey({ env: { ...env } })
  } catch {
    const path = env.PRIVATE_KEY === undefined ? env.PRIVATE_KEY_PATH : undefined
    const name = path === undefined ? 'PRIVATE_KEY' : 'PRIVATE_KEY_PATH'
    const why = path !== undefined && !existsSync(path) ? 'there is no such file' : 'it holds no PEM key'
    throw new SettingsError(`${name} cannot be used: ${why}`)
  }
}

/** Never quoted in a message: it may hold a password. */
function readRedisUrl(env: Environment): string | undefined {
  const text = env.QUEUE_REDIS_URL
  if (text === undefined) return undefined
  if (!URL.canParse(text) || !['redis:', 'rediss:'].includes(new URL(text).protocol)) {
    throw new SettingsError('QUEUE_REDIS_URL must be a URL that begins with redis:// or rediss://')
  }
  return text
}

function readPath(env: Environment): string {
  const path = env.WEBHOOK_PATH ?? '/api/github/webhooks'
  if (!path.startsWith('/')) throw new SettingsError('WEBHOOK_PATH must begin with a slash')
  return path
}

function readNumber(
  env: Environment,
  name: string,
  fallback: number,
  limits: { integer?: boolean; min: number; max: number },
): number {
  const text = env[name]
  if (text === undefined) return fallback
  const value = Number(text)
  const whole = limits.integer !== true || Number.isInteger(value)
  if (!Number.isFinite(value) || !whole || value < limits.min || value > limits.max) {
    const kind = limits.integer === true ? 'a whole number' : 'a number'
    throw new SettingsError(`${name} must be ${kind} from ${limits.min} to ${limits.max}`)
  }
  return value
}

function readChoice<T extends string>(env: Environment, name: string, choices: readonly T[], fallback: T): T {
  const text = env[name]
  if (text === undefined) return fallback
  const choice = choices.find((one) => one === text)
  if (choice === undefined) throw new SettingsError(`${name} must be one of ${choices.join(', ')}`)
  return choice
}

/** A variable set to nothing (`PORT=` in a .env file) counts as not set. */
function withoutEmpty(environment: Environment): Environment {
  return Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
}
