import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import pino from 'pino'
import { Probot } from 'probot'
import { listen } from './app.ts'
import { type Claimwarden, createClaimwarden } from './claimwarden.ts'
import { readSettings, type Settings, SettingsError } from './env.ts'
import { createFront, type Readiness } from './server/front.ts'
import { createWebhookReceiver, type WebhookDelivery } from './server/webhooks.ts'

/** Starts the server from the environment; drains on SIGTERM and SIGINT. */
async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const settings = settingsOrExit()
  const claimwarden = await createClaimwarden(settings)
  const probot = await createProbot(settings, claimwarden)
  let draining = false
  const receiveWebhook = createWebhookReceiver({
    secret: settings.webhookSecret,
    previousSecret: settings.webhookSecretPrevious,
    receive: (delivery) => receive(probot, delivery),
    draining: () => draining,
    metrics: claimwarden.metrics,
    onFailure: (error) => claimwarden.log.error({ err: error }, 'a webhook could not be queued'),
  })
  const front = createFront({
    webhookPath: settings.webhookPath,
    receiveWebhook: settings.role === 'worker' ? null : receiveWebhook,
    readiness: () => readiness(claimwarden, draining),
    scrape: () => claimwarden.scrape(),
  })
  const works = settings.role !== 'web'
  if (works) claimwarden.work()
  await start(front, settings)
  claimwarden.log.info({ host: settings.host, port: portOf(front), role: settings.role }, 'listening')
  if (works) claimwarden.sweep()
  const stopProxy = await startProxy(settings, portOf(front))

  const stop = async (signal: NodeJS.Signals) => {
    if (draining) return
    draining = true
    claimwarden.log.info({ signal }, 'draining')
    await stopProxy()
    await claimwarden.drain()
    front.close()
    front.closeAllConnections()
    claimwarden.log.info('stopped')
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

function settingsOrExit(): Settings {
  try {
    return readSettings(process.env)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    const advice = error.credentialsMissing
      ? ' — see it work without an account: npm run demo; create the GitHub App: npm run register'
      : ''
    console.error(`claimwarden: ${error.message}${advice}`)
    process.exit(1)
  }
}

/** Probot dispatches verified deliveries to the application function; its own clients and server are not used. */
async function createProbot(settings: Settings, claimwarden: Claimwarden): Promise<Probot> {
  const probot = new Probot({
    appId: settings.appId,
    privateKey: settings.privateKey,
    secret: settings.webhookSecret,
    baseUrl: settings.baseUrl,
    // Probot logs whole payloads at debug level; ours never leave the process.
    log: pino({ level: 'silent' }),
  })
  await probot.load((app) => listen(app, claimwarden))
  return probot
}

async function receive(probot: Probot, { id, name, payload }: WebhookDelivery): Promise<void> {
  await probot.receive({ id, name, payload } as unknown as Parameters<Probot['receive']>[0])
}

async function readiness(claimwarden: Claimwarden, draining: boolean): Promise<Readiness> {
  const waitingFor = [
    ...(draining ? ['drain'] : []),
    ...((await claimwarden.queue.reachable()) ? [] : ['queue']),
    ...(claimwarden.credentialSeen() ? [] : ['credential']),
  ]
  return { ready: waitingFor.length === 0, waitingFor }
}

async function start(front: Server, settings: Settings): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    front.once('error', reject)
    front.listen(settings.port, settings.host, resolve)
  }).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'EADDRINUSE' ? `port ${settings.port} is in use; set PORT to another` : error.message
    console.error(`claimwarden: cannot listen on ${settings.host}: ${why}`)
    process.exit(1)
  })
}

function portOf(front: Server): number {
  const address = front.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Takes webhooks from a smee.io channel, for trying the app on a machine that GitHub cannot reach. */
async function startProxy(settings: Settings, port: number): Promise<() => Promise<void>> {
  if (settings.webhookProxyUrl === undefined) return async () => {}
  const { default: SmeeClient } = await import('smee-client')
  const target = `http://${settings.host}:${port}${settings.webhookPath}`
  const proxy = new SmeeClient({ source: settings.webhookProxyUrl, target, logger: { info() {}, error() {} } })
  await proxy.start()
  return async () => {
    await proxy.stop()
  }
}

await main()
