import { createHmac } from 'node:crypto'
import { request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createMetrics } from '../../src/observe/metrics.ts'
import { QueueClosedError } from '../../src/queue/queue.ts'
import { maxBodyBytes } from '../../src/server/body.ts'
import { createFront, type Readiness } from '../../src/server/front.ts'
import { createWebhookReceiver, type WebhookDelivery } from '../../src/server/webhooks.ts'

const secret = 'the current secret'
const previousSecret = 'the secret before'
const path = '/api/github/webhooks'

let front: Server
let received: WebhookDelivery[] = []
let failures: unknown[] = []
let refuse: Error | undefined
let draining = false
let readiness: Readiness = { ready: true, waitingFor: [] }

beforeAll(async () => {
  const metrics = createMetrics()
  front = createFront({
    webhookPath: path,
    receiveWebhook: createWebhookReceiver({
      secret,
      previousSecret,
      metrics,
      draining: () => draining,
      onFailure: (error) => failures.push(error),
      async receive(delivery) {
        if (refuse !== undefined) throw refuse
        received.push(delivery)
      },
    }),
    readiness: async () => readiness,
    scrape: async () => ({ type: metrics.registry.contentType, text: await metrics.registry.metrics() }),
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
})

afterAll(async () => {
  front.closeAllConnections()
  await new Promise((resolve) => front.close(resolve))
})

beforeEach(() => {
  received = []
  failures = []
  refuse = undefined
  draining = false
  readiness = { ready: true, waitingFor: [] }
})

function url(where: string): string {
  return `http://127.0.0.1:${(front.address() as AddressInfo).port}${where}`
}

function sign(body: string, key = secret): string {
  return `sha256=${createHmac('sha256', key).update(body).digest('hex')}`
}

async function deliver(body: string, headers: Record<string, string | undefined> = {}) {
  const all: Record<string, string | undefined> = {
    'content-type': 'application/json',
    'x-github-event': 'push',
    'x-github-delivery': 'd-1',
    'x-hub-signature-256': sign(body),
    ...headers,
  }
  const sent = Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  const answer = await fetch(url(path), { method: 'POST', headers: sent, body })
  return { status: answer.status, text: await answer.text() }
}

describe('a webhook', () => {
  test('is answered with 2xx after it is queued', async () => {
    expect((await deliver('{"ref":"é"}')).status).toBe(202)
    expect(received).toEqual([{ id: 'd-1', name: 'push', payload: { ref: 'é' } }])
  })
  test('signed with the secret before is taken while a secret is replaced', async () => {
    expect((await deliver('{}', { 'x-hub-signature-256': sign('{}', previousSecret) })).status).toBe(202)
  })
  test.each([
    ['a wrong signature', '{}', { 'x-hub-signature-256': sign('{}', 'development') }, 401],
    ['a signature of another body', '{}', { 'x-hub-signature-256': sign('{ }') }, 401],
    ['a malformed signature', '{}', { 'x-hub-signature-256': 'sha256=zz' }, 401],
    ['no signature', '{}', { 'x-hub-signature-256': undefined }, 401],
    ['an empty body', '', {}, 401],
    ['no event header', '{}', { 'x-github-event': undefined }, 400],
    ['no delivery header', '{}', { 'x-github-delivery': undefined }, 400],
    ['a body that is no JSON', 'ref=1', {}, 400],
    ['a JSON list', '[]', {}, 400],
    ['JSON null', 'null', {}, 400],
    ['a form', '{}', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
  ])('with %s is refused and does no work', async (_name, body, headers, status) => {
    expect((await deliver(body, headers)).status).toBe(status)
    expect(received).toEqual([])
  })
  test('with a charset in its content type is taken', async () => {
    expect((await deliver('{}', { 'content-type': 'application/json; charset=utf-8' })).status).toBe(202)
  })
  test('that cannot be queued is answered with 503 and without the text of the error', async () => {
    refuse = new QueueClosedError('a private detail')
    expect(await deliver('{}')).toEqual({ status: 503, text: 'not queued' })
    expect(failures).toEqual([refuse])
  })
  test('that comes while draining is answered with 503', async () => {
    draining = true
    expect((await deliver('{}')).status).toBe(503)
    expect(received).toEqual([])
  })
  test('over 25 MB by its declared length is refused before a byte of it is read', async () => {
    const status = await new Promise<number>((resolve, reject) => {
      const sent = request(url(path), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': maxBodyBytes + 1,
          'x-github-event': 'push',
          'x-github-delivery': 'd-1',
          'x-hub-signature-256': sign('{}'),
        },
      })
      sent.on('error', reject)
      sent.on('response', (answer) => {
        resolve(answer.statusCode ?? 0)
        sent.destroy()
      })
      // Only the headers are sent: an answer now means that nothing was waited for.
      sent.flushHeaders()
    })
    expect(status).toBe(413)
  })
  test('over 25 MB without a declared length is refused as well', async () => {
    const chunk = new Uint8Array(1024 * 1024)
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let index = 0; index < 26; index += 1) controller.enqueue(chunk)
        controller.close()
      },
    })
    const headers = {
      'content-type': 'application/json',
      'x-github-event': 'push',
      'x-github-delivery': 'd-1',
      'x-hub-signature-256': sign('{}'),
    }
    const answer = await fetch(url(path), { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
    expect(answer.status).toBe(413)
  })
})

describe('the other paths', () => {
  test('/healthz answers while the process lives', async () => {
    expect((await fetch(url('/healthz'))).status).toBe(200)
  })
  test('/readyz says what it waits for', async () => {
    expect((await fetch(url('/readyz'))).status).toBe(200)
    readiness = { ready: false, waitingFor: ['credential'] }
    const answer = await fetch(url('/readyz'))
    expect(answer.status).toBe(503)
    expect(await answer.json()).toEqual({ ready: false, waitingFor: ['credential'] })
  })
  test('/metrics counts webhooks by event and answer, strangers as other', async () => {
    await deliver('{}')
    await deliver('{}', { 'x-github-event': 'made_up' })
    const text = await (await fetch(url('/metrics'))).text()
    expect(text).toMatch(/claimwarden_webhooks_total\{event="push",result="202"\} \d+/)
    expect(text).toContain('claimwarden_webhooks_total{event="other",result="202"} 1')
    expect(text).not.toContain('made_up')
  })
  test.each([
    ['GET', path, 405],
    ['GET', '/', 404],
    ['POST', '/healthz', 404],
    ['GET', '/probot/import', 404],
  ])('%s %s is %i', async (method, where, status) => {
    expect((await fetch(url(where), { method })).status).toBe(status)
  })
})
