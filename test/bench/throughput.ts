import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { startTestbed } from '../flows/testbed.ts'
import { freePort, type Launched, launch } from '../product/start-product.ts'
import { atLeast, type Figure } from './figure.ts'

const deliveries = 4000
const atATime = 32

/**
 * Webhooks accepted per second of one core's time, beside a bare Probot app with an empty handler in the same run. Time
 * of the processor and not of the clock, so that whatever else the machine does makes little difference.
 */
export async function throughputFigures(): Promise<Figure[]> {
  const bed = await startTestbed({ environment: { LOG_LEVEL: 'warn' } })
  const { webhookSecret } = bed.app
  const body = payload(bed.installation.id)
  const bare = await startBare(webhookSecret, bed.app.privateKeyPem)
  const measure = async (url: string, pid: number | undefined) => {
    const before = coreSeconds(pid)
    await post(url, body, webhookSecret, deliveries)
    return deliveries / (coreSeconds(pid) - before)
  }
  await post(bed.product.webhooks, body, webhookSecret, 2000)
  await post(bare.url, body, webhookSecret, 2000)
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < 3; round += 1) {
    ours.push(await measure(bed.product.webhooks, bed.product.process.pid))
    theirs.push(await measure(bare.url, bare.process.process.pid))
  }
  await bare.process.stop('SIGKILL')
  await bed.close()
  const best = (rates: number[]) => Math.max(...rates)
  return [
    atLeast('webhooks accepted per second of one core', best(ours), '/s', 0),
    atLeast('  the same by a bare Probot app', best(theirs), '/s', 0),
    atLeast('  the first as a part of the second', best(ours) / best(theirs), '×', 0.9),
  ]
}

/** Time of the processor that a process has used, in seconds; Linux counts in hundredths. */
function coreSeconds(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
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

async function post(url: string, body: string, secret: string, count: number): Promise<void> {
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
}
