import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { Redis } from 'ioredis'
import type { Call } from '../github/http/calls.ts'
import type { IssueComment, PullRequest, Repository } from '../github/world/model.ts'
import { freePort, launch, type Product, startProduct } from '../product/start-product.ts'
import { waitFor } from '../product/wait-for.ts'
import { hasRedis, type RedisServer, startRedisServer } from '../redis/redis-server.ts'
import { chart, freshRepository, logged, openPull, runsOn, startTestbed, type Testbed } from './testbed.ts'

const describeWithRedis = hasRedis ? describe : describe.skip

const undone = '## Acceptance\n\n- [ ] it works\n'
const postRun = '/repos/{owner}/{repo}/check-runs'
/** A dead worker's works run elsewhere after its lock, at the next look for such works. */
const takeOver = { timeoutMs: 40_000 }

let redis: RedisServer
let bed: Testbed
let repository: Repository
let workers: Product[] = []

describeWithRedis('redis-server', () => {
  beforeAll(async () => {
    redis = await startRedisServer()
  })
  afterAll(() => redis.close())

  afterEach(async () => {
    bed.github.faults.clear()
    for (const worker of workers) worker.process.kill('SIGKILL')
    workers = []
    expect(bed.github.calls.unsupported).toEqual([])
    await bed.close()
  })

  async function begin(environment: Readonly<Record<string, string>>): Promise<void> {
    // What a killed worker of another test left due belongs to a world that is gone.
    const client = new Redis(redis.url)
    await client.flushall()
    client.disconnect()
    bed = await startTestbed({ environment: { QUEUE_REDIS_URL: redis.url, ...environment } })
    repository = freshRepository(bed)
  }

  async function startWorker(): Promise<Product> {
    const worker = await startProduct({
      githubHost: bed.github.host,
      app: bed.app,
      environment: { QUEUE_REDIS_URL: redis.url, ROLE: 'worker' },
    })
    workers.push(worker)
    return worker
  }

  function closingPull(): PullRequest {
    const issue = bed.world.issues.open(bed.ada, repository, { body: undone })
    return openPull(bed.world, bed.ada, repository, {
      branch: 'work',
      files: { 'a.txt': 'a\n' },
      body: `Closes #${issue.number}`,
    })
  }

  function hold(when: (call: Call) => boolean) {
    let release = () => {}
    const until = new Promise<void>((resolve) => {
      release = resolve
    })
    const fault = bed.github.faults.inject({ when, effect: { kind: 'hold', until }, times: 1 })
    return { release: () => release(), held: () => waitFor('a request to be held', () => fault.hits() > 0) }
  }

  describe('web and workers apart', () => {
    beforeEach(() => begin({ ROLE: 'web' }))

    test('the web process takes webhooks and a worker judges them', async () => {
      const worker = await startWorker()
      expect((await fetch(worker.webhooks, { method: 'POST', body: '{}' })).status).toBe(404)
      for (const { url } of [bed.product, worker]) {
        expect((await fetch(`${url}/healthz`)).status).toBe(200)
        expect((await fetch(`${url}/readyz`)).status).toBe(200)
      }
      const pull = closingPull()
      await bed.concluded(pull, 'issues', 'failure')
      await bed.concluded(pull, 'charts', 'success')
      expect(logged(bed.product, 30).filter(({ msg }) => String(msg).startsWith('evaluation.'))).toEqual([])
    })

    test('a status that a verdict depends on is told to the web process, which has judged nothing', async () => {
      await startWorker()
      const issue = bed.world.issues.open(bed.ada, repository, {
        body: '## Acceptance\n\n- [ ] it works <!-- proof: check "deploy" -->\n',
      })
      const pull = openPull(bed.world, bed.ada, repository, {
        branch: 'work',
        files: { 'a.txt': 'a\n' },
        body: `Closes #${issue.number}`,
      })
      await bed.concluded(pull, 'issues', 'failure')
      bed.world.checks.status(bed.ada, repository, pull.headRefOid, { context: 'deploy', state: 'success' })
      await bed.concluded(pull, 'issues', 'success')
    })

    test('what comes while no worker runs waits for one', async () => {
      const pull = closingPull()
      await bed.world.webhooks.settled()
      expect(runsOn(bed, pull, 'issues')).toEqual([])
      await startWorker()
      await bed.concluded(pull, 'issues', 'failure')
    })

    test('a worker killed in the middle of a work loses nothing: another ends it, command and all', async () => {
      const pull = closingPull()
      const first = await startWorker()
      await bed.concluded(pull, 'issues', 'failure')
      const before = runsOn(bed, pull, 'issues').length
      const { release, held } = hold(({ route }) => route === 'PullClaims')
      const comment = bed.world.comments.create(bed.ada, pull, '/claims recheck')
      await held()
      const dead = first.stop('SIGKILL')
      await startWorker()
      await dead
      release()
      await waitFor('the rocket', () => hasRocket(comment), takeOver)
      // A work that is cut off is done again, so there may be one run more than was asked for; all say the same.
      const runs = runsOn(bed, pull, 'issues')
      expect(runs.length).toBeGreaterThan(before)
      expect(new Set(runs.map(({ conclusion }) => conclusion))).toEqual(new Set(['failure']))
    })

    test('a worker that was away does not trust what it remembers of a head', async () => {
      repository = freshRepository(bed, { files: { 'charts/shop/Chart.yaml': chart('1.0.0') } })
      const away = await startWorker()
      const files = { 'charts/shop/Chart.yaml': chart('1.0.1') }
      const pull = openPull(bed.world, bed.ada, repository, { branch: 'work', files })
      await bed.concluded(pull, 'charts', 'success')
      await bed.concluded(pull, 'issues', 'success')
      const other = await startWorker()
      await bed.quiet()
      away.process.kill('SIGSTOP')
      const blind = bed.github.faults.inject({
        when: ({ route }) => /^chart(Publications|Tags|TagsWith|Releases)$/.test(route),
        effect: { kind: 'status', status: 502 },
      })
      bed.world.branches.tag(bed.ada, repository, 'shop-0.9.0')
      await bed.concluded(pull, 'charts', 'in_progress')
      await other.stop('SIGKILL')
      blind.clear()
      away.process.kill('SIGCONT')
      await bed.concluded(pull, 'charts', 'success')
    })

    test('a worker stopped past its lock, whose write comes last, is repaired at once', async () => {
      const first = await startWorker()
      await bed.quiet()
      const { release, held } = hold((call) => call.method === 'POST' && call.route === postRun && isIssues(call))
      const pull = closingPull()
      await held()
      first.process.kill('SIGSTOP')
      await startWorker()
      bed.world.pulls.edit(bed.ada, pull, { body: 'Nothing is closed.' })
      const newer = await waitFor('the other worker', () => bed.check(pull, 'issues'), takeOver)
      expect(newer.conclusion).toBe('success')
      release()
      await waitFor('the stale write', () => bed.check(pull, 'issues')?.conclusion === 'failure')
      first.process.kill('SIGCONT')
      await bed.concluded(pull, 'issues', 'success')
      await bed.quiet()
      expect(bed.check(pull, 'issues')?.conclusion).toBe('success')
    })
  })

  describe('Redis away', () => {
    test('at the start: alive and not ready, and ready when it comes', async () => {
      await begin({})
      const port = await freePort()
      await redis.kill()
      const product = launch({
        APP_ID: String(bed.app.id),
        PRIVATE_KEY: bed.app.privateKeyPem,
        WEBHOOK_SECRET: bed.app.webhookSecret,
        GHE_HOST: bed.github.host,
        GHE_PROTOCOL: 'http',
        HOST: '127.0.0.1',
        PORT: String(port),
        LOG_FORMAT: 'json',
        QUEUE_REDIS_URL: redis.url,
      })
      const answer = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => null)
      await waitFor('it to be alive', async () => (await answer('/healthz'))?.ok)
      const readiness = await answer('/readyz')
      expect(readiness?.status).toBe(503)
      expect(await readiness?.json()).toMatchObject({ waitingFor: expect.arrayContaining(['queue']) })
      await redis.restart()
      await waitFor('it to be ready', async () => (await answer('/readyz'))?.ok)
      await product.stop()
    })

    test('webhooks are refused, and a command is heard when GitHub sends it again', async () => {
      await begin({ SWEEP_MINUTES: '0.02' })
      const pull = closingPull()
      await bed.concluded(pull, 'issues', 'failure')
      await redis.kill()
      const comment = bed.world.comments.create(bed.ada, pull, '/claims recheck')
      await bed.world.webhooks.settled()
      const [refused] = [...bed.world.state.deliveries.values()].slice(-1)
      expect(refused).toMatchObject({ event: 'issue_comment', statusCode: 503 })
      await redis.restart()
      await waitFor('the rocket', () => hasRocket(comment), takeOver)
      await bed.quiet()
      const sent = [...bed.world.state.deliveries.values()].filter(({ guid }) => guid === refused?.guid)
      expect(sent.map(({ redelivery, statusCode }) => ({ redelivery, statusCode }))).toEqual([
        { redelivery: false, statusCode: 503 },
        { redelivery: true, statusCode: 202 },
      ])
    })
  })

  test('a drained worker hands its work over at once', async () => {
    await begin({ ROLE: 'web', DRAIN_SECONDS: '0.1' })
    const first = await startProduct({
      githubHost: bed.github.host,
      app: bed.app,
      environment: { QUEUE_REDIS_URL: redis.url, ROLE: 'worker', DRAIN_SECONDS: '0.1' },
    })
    const { release, held } = hold(({ route }) => route === 'PullClaims')
    const pull = closingPull()
    await held()
    const stopped = first.stop('SIGTERM')
    await startWorker()
    expect(await stopped).toBe(0)
    release()
    await bed.concluded(pull, 'issues', 'failure')
  })
})

function hasRocket({ reactions }: IssueComment): boolean {
  return reactions.some(({ content }) => content === 'rocket')
}

function isIssues(call: Call): boolean {
  return call.variables.name === 'claims/issues'
}
