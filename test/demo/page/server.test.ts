import { request } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { PullRequest } from '../../github/world/model.ts'
import { branch, buildScenery, chartFiles, openPull, type Scenery } from '../stage.ts'
import { type DemoPage, startDemoPage } from './server.ts'

let scenery: Scenery
let demo: DemoPage
let pull: PullRequest
let mayAct: boolean

beforeEach(async () => {
  scenery = buildScenery()
  mayAct = true
  const { ben } = scenery.cast
  const files = chartFiles('1.9.94', 951)
  pull = openPull(
    scenery,
    ben,
    { number: 951, title: 'Logs', body: 'Why.' },
    branch(scenery, ben, { number: 951, title: 'Logs', files }),
  )
  demo = await startDemoPage({ ...scenery, mayAct: () => mayAct })
})

afterEach(() => demo.close())

interface Answer {
  readonly status: number
  readonly text: string
}

/** By node:http, since fetch sets the Host header itself. */
function send(method: string, path: string, headers: Record<string, string>, body = ''): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      demo.url + path,
      { method, headers: { 'content-length': String(Buffer.byteLength(body)), ...headers } },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part
        })
        response.once('end', () => resolve({ status: response.statusCode ?? 0, text }))
      },
    )
    sent.once('error', reject)
    sent.end(body)
  })
}

function deed(name: string, fields: Record<string, string>, as = 'ben'): Promise<Answer> {
  return send('POST', `/deeds/${name}?as=${as}`, { origin: demo.url }, new URLSearchParams(fields).toString())
}

describe('who may ask', () => {
  test.each(['a.example', '127.0.0.1', '127.0.0.1:1', 'localhost.a.example'])('host %s is refused', async (host) => {
    expect(await send('GET', '/', { host })).toMatchObject({ status: 421 })
  })

  test('localhost is this host too', async () => {
    const host = new URL(demo.url).host.replace('127.0.0.1', 'localhost')
    expect(await send('GET', '/', { host })).toMatchObject({ status: 200 })
  })

  test.each([
    ['of another origin', { origin: 'http://a.example' }],
    ['of another port', { origin: 'http://127.0.0.1:1' }],
    ['of a sandboxed page', { origin: 'null' }],
    ['without an origin', {}],
  ])('a deed %s is refused', async (_what, headers: Record<string, string>) => {
    const answer = await send('POST', '/deeds/edit-description?as=ben', headers, 'pull=951&body=x')
    expect(answer.status).toBe(403)
    expect(pull.body).toBe('Why.')
  })

  test('the page lets nothing in but its own files, and into no frame', async () => {
    const { headers } = await fetch(demo.url)
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'self';.*frame-ancestors 'none'/)
  })
})

describe('a deed that cannot be done says why', () => {
  test.each([
    ['an unknown deed', 'dance', {}, 'ben', 'There is no deed dance.'],
    ['a pull request that is not there', 'comment', { pull: '7', body: 'x' }, 'ben', 'There is no pull request #7.'],
    ['a field left out', 'comment', { pull: '951' }, 'ben', 'body'],
    ['a reader who pushes', 'version', { pull: '951', version: '2.0.0' }, 'dora', 'dora may only read client'],
    ['the version it has', 'version', { pull: '951', version: '1.9.94' }, 'ben', 'The version is 1.9.94 already.'],
    ['a writer who overrides', 'merge', { pull: '951', anyway: 'yes' }, 'ben', 'ben is no administrator'],
    ['a run that is not there', 'rerun', { run: '1' }, 'ben', 'There is no such check run.'],
  ])('%s', async (_what, name, fields, as, reason) => {
    const answer = await deed(name, fields, as)
    expect(answer.status).toBe(409)
    expect(answer.text).toContain(reason)
  })

  test('a line without a box', async () => {
    const { failures } = scenery.story
    const answer = await deed('tick', { issue: String(failures.id), line: '1', checked: 'yes' })
    expect(answer).toEqual({ status: 409, text: 'Line 1 has no box.' })
  })

  test('while the story plays', async () => {
    mayAct = false
    const answer = await deed('edit-description', { pull: '951', body: 'x' })
    expect(answer).toEqual({ status: 409, text: 'The story is not over yet.' })
  })

  test('a red pull request', async () => {
    scenery.world.repositories.requireChecks(scenery.story.client, ['claims/issues'])
    const answer = await deed('merge', { pull: '951' })
    expect(answer).toEqual({ status: 409, text: '#951 cannot be merged: check claims/issues: missing.' })
    expect(await deed('merge', { pull: '951', anyway: 'yes' }, 'ada')).toMatchObject({ status: 200 })
    expect(pull.mergedAt).not.toBeNull()
  })
})

describe('a deed', () => {
  test('ticks the box of its line alone, and clears it', async () => {
    const { failures } = scenery.story
    const before = failures.body
    const line = String(before.split('\n').findIndex((one) => one.startsWith('- [ ]')) + 1)
    await deed('tick', { issue: String(failures.id), line, checked: 'yes' })
    expect(failures.body).toBe(before.replace('- [ ]', '- [x]'))
    await deed('tick', { issue: String(failures.id), line, checked: 'no' })
    expect(failures.body).toBe(before)
  })

  test('that is lost on the way loses the webhooks of no other', async () => {
    const sent: string[] = []
    const { webhooks } = scenery.world
    const drop = webhooks.drop.bind(webhooks)
    webhooks.drop = (...args) => {
      sent.push('drop')
      drop(...args)
    }
    await deed('lose-next', { on: 'yes' })
    expect((await deed('comment', { pull: '951', body: 'a' })).text).toContain('lost its webhooks')
    expect((await deed('comment', { pull: '951', body: 'b' })).text).toBe('ben commented on #951.')
    expect(sent).toEqual(['drop'])
  })
})

test.each(['/pull/7', '/pull/951/files', '/nothing', '/../package.json', '/page.ts'])(
  'there is nothing at %s',
  async (path) => {
    expect(await send('GET', path, {})).toMatchObject({ status: 404 })
  },
)
