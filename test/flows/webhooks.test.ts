import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { chart, closeHealthy, freshRepository, openPull, runsOn, startTestbed, type Testbed } from './testbed.ts'

const previous = 'the secret before this one'

let bed: Testbed

beforeAll(async () => {
  bed = await startTestbed({ environment: { WEBHOOK_SECRET_PREVIOUS: previous } })
  await bed.quiet()
})

afterAll(async () => {
  await closeHealthy(bed)
})

function headersFor(body: string, secret = bed.app.webhookSecret): Record<string, string> {
  return {
    'content-type': 'application/json',
    'x-github-event': 'ping',
    'x-github-delivery': '72d3162e-cc78-11e3-81ab-4c9367dc0958',
    'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  }
}

async function post(body: string, headers: Record<string, string | undefined>): Promise<number> {
  const given = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const response = await fetch(bed.product.webhooks, { method: 'POST', headers: Object.fromEntries(given), body })
  await response.arrayBuffer()
  return response.status
}

describe('a delivery is answered', () => {
  test.each<[string, number, string, (body: string) => Record<string, string | undefined>]>([
    ['signed', 202, '{}', (body) => headersFor(body)],
    ['signed with the secret before', 202, '{}', (body) => headersFor(body, previous)],
    ['signed with another secret', 401, '{}', (body) => headersFor(body, 'development')],
    ['signed for another body', 401, '{"a":1}', () => headersFor('{}')],
    ['without a signature', 401, '{}', (body) => ({ ...headersFor(body), 'x-hub-signature-256': undefined })],
    ['with half a signature', 401, '{}', (body) => ({ ...headersFor(body), 'x-hub-signature-256': 'sha256=12' })],
    ['that is no JSON', 400, 'hello', (body) => headersFor(body)],
    ['that is a list', 400, '[]', (body) => headersFor(body)],
    ['without an event', 400, '{}', (body) => ({ ...headersFor(body), 'x-github-event': undefined })],
    ['as a form', 415, '{}', (body) => ({ ...headersFor(body), 'content-type': 'application/x-www-form-urlencoded' })],
    ['without a body', 401, '', (body) => headersFor(body)],
    ['of an unknown event', 202, '{}', (body) => ({ ...headersFor(body), 'x-github-event': 'a_new_event' })],
  ])('%s: %i', async (_name, status, body, headers) => {
    await bed.quiet()
    const mark = bed.github.calls.mark()
    expect(await post(body, headers(body))).toBe(status)
    await bed.quiet()
    expect(bed.github.calls.since(mark)).toEqual([])
  })

  test('over 25 MB by its declared length: 413 before the body is sent', async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { ...headersFor('{}'), 'content-length': String(26 * 1024 * 1024) }
      const sent = request(bed.product.webhooks, { method: 'POST', headers }, (response) => {
        resolve(response.statusCode)
        sent.destroy()
      })
      sent.once('error', reject)
      sent.flushHeaders()
    })
    expect(status).toBe(413)
  })
})

describe('writing on difference', () => {
  test('doubled and redelivered webhooks cause no second run', async () => {
    bed.world.webhooks.duplicates = 2
    const repository = freshRepository(bed, { files: { 'charts/shop/Chart.yaml': chart('1.0.0') } })
    const pull = openPull(bed.world, bed.ada, repository, {
      branch: 'work',
      files: { 'charts/shop/Chart.yaml': chart('1.0.1') },
    })
    await bed.concluded(pull, 'issues', 'success')
    await bed.concluded(pull, 'charts', 'success')
    bed.world.webhooks.duplicates = 0
    for (const { id, repositoryId } of [...bed.world.state.deliveries.values()]) {
      if (repositoryId === repository.id) bed.world.webhooks.redeliver(id)
    }
    await bed.quiet()
    expect([runsOn(bed, pull, 'issues').length, runsOn(bed, pull, 'charts').length]).toEqual([1, 1])
  })

  test('a push to the base that changes no verdict writes nothing', async () => {
    const repository = freshRepository(bed, { files: { 'charts/shop/Chart.yaml': chart('1.0.0') } })
    const pull = openPull(bed.world, bed.ada, repository, {
      branch: 'work',
      files: { 'charts/shop/Chart.yaml': chart('1.0.1') },
    })
    await bed.concluded(pull, 'issues', 'success')
    await bed.concluded(pull, 'charts', 'success')
    await bed.quiet()
    const mark = bed.github.calls.mark()
    bed.world.branches.commit(bed.ada, repository, 'main', { 'docs.md': 'more\n' })
    await bed.quiet()
    expect(bed.github.calls.writes(mark)).toEqual([])
    expect(bed.github.calls.since(mark).length).toBeGreaterThan(0)
  })

  test('webhooks out of order end in the same verdicts', async () => {
    const repository = freshRepository(bed)
    const issue = bed.world.issues.open(bed.ada, repository, { body: '## Acceptance\n\n- [ ] it works\n' })
    bed.world.webhooks.hold()
    const pull = openPull(bed.world, bed.ada, repository, { branch: 'work', files: { 'a.txt': 'a\n' } })
    bed.world.pulls.edit(bed.ada, pull, { body: `Closes #${issue.number}` })
    bed.world.issues.edit(bed.ada, issue, { body: '## Acceptance\n\n- [x] it works\n' })
    bed.world.issues.edit(bed.ada, issue, { body: '## Acceptance\n\n- [ ] it works again\n' })
    bed.world.webhooks.release((held) => held.reverse())
    await bed.concluded(pull, 'issues', 'failure')
    await bed.quiet()
    expect(bed.check(pull, 'issues')?.conclusion).toBe('failure')
  })
})

interface Example {
  readonly name: string
  readonly examples: readonly Record<string, unknown>[]
}

test('every published example of a payload is accepted, writes nothing and harms nothing', async () => {
  const path = createRequire(import.meta.url).resolve('@octokit/webhooks-examples/api.github.com/index.json')
  const events = JSON.parse(readFileSync(path, 'utf8')) as readonly Example[]
  const mark = bed.github.calls.mark()
  const answers = new Map<string, number>()
  for (const { name, examples } of events) {
    for (const example of examples) {
      const body = JSON.stringify({ ...example, installation: { id: bed.installation.id, node_id: 'MDIz' } })
      const status = await post(body, { ...headersFor(body), 'x-github-event': name })
      if (status !== 202) answers.set(`${name} ${String(example.action ?? '')}`, status)
    }
  }
  expect([...answers]).toEqual([])
  expect(events.length).toBeGreaterThan(40)
  await bed.quiet()
  expect(bed.github.calls.writes(mark)).toEqual([])
  expect((await fetch(`${bed.product.url}/readyz`)).status).toBe(200)
  const repository = freshRepository(bed)
  const pull = openPull(bed.world, bed.ada, repository, { branch: 'work', files: { 'a.txt': 'a\n' } })
  await bed.concluded(pull, 'issues', 'success')
  await bed.concluded(pull, 'charts', 'success')
})
