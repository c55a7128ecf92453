import { createHmac } from 'node:crypto'
import { Agent, request } from 'node:http'
import { startTestbed } from '../flows/testbed.ts'
import { freePort, type Launched, launch } from '../product/start-product.ts'
import { atLeast, type Figure } from './figure.ts'

const deliveries = 4000
const atATime = 32

/** Webhooks accepted per second, beside a bare Probot app with an empty handler in the same run. */
export async function throughputFigures(): Promise<Figure[]> {
  const bed = await startTestbed({ environment: { LOG_LEVEL: 'warn' } })
  const { webhookSecret } = bed.app
  const body = payload(bed.installation.id)
  const bare = await startBare(webhookSecret, bed.app.privateKeyPem)
  await post(bed.product.webhooks, body, webhookSecret, 500)
  await post(bare.url, body, webhookSecret, 500)
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < 3; round += 1) {
    ours.push(await post(bed.product.webhooks, body, webhookSecret, deliveries))
    theirs.push(await post(bare.url, body, webhookSecret, deliveries))
  }
  await bare.process.stop('SIGKILL')
  await bed.close()
  const best = (rates: number[]) => Math.max(...rates)
  return [
    atLeast('webhooks accepted per second', best(ours), '/s', 0),
    atLeast('  the same by a bare Probot app', best(theirs), '/s', 0),
    atLeast('  the first as a part of the second', best(ours) / best(theirs), '×', 0.9),
  ]
}

async function startBare(secret: string, privateKey: string): Promise<{ url: string; process: Launched }> {
  const port = await freePort()
  const entry = new URL('./bare-probot.mjs', import.meta.url).pathname
  const process = launch({ WEBHOOK_SECRET: secret, PRIVATE_KEY: privateKey, PORT: String(port) }, entry)
  const url = `http://127.0.0.1:${port}/api/github/webhooks`
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/ping`).catch(() => null)
    if (answer?.ok) return { url, process }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** An event that both accept and neither works on. */
function payload(installationId: number): string {
  return JSON.stringify({
    action: 'assigned',
    installation: { id: installationId },
    repository: { name: 'bench', owner: { login: 'tracebloc' }, default_branch: 'main' },
    issue: { number: 1, title: 'x'.repeat(2000) },
    sender: { login: 'ada' },
  })
}

async function post(url: string, body: string, secret: string, count: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: atATime })
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-github-event': 'issues',
    'x-github-delivery': 'bench',
    'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  }
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const sent = request(url, { method: 'POST', headers, agent }, (answer) => {
        answer.resume()
        answer.once('end', () => {
          const status = answer.statusCode ?? 0
          if (status < 300) resolve()
          else reject(new Error(`answered ${status}`))
        })
      })
      sent.once('error', reject)
      sent.end(body)
    })
  const started = performance.now()
  let left = count
  await Promise.all(
    Array.from({ length: atATime }, async () => {
      while (left > 0) {
        left -= 1
        await one()
      }
    }),
  )
  agent.destroy()
  return count / ((performance.now() - started) / 1000)
}
