import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { ChartPull } from '../../../src/domain/charts-facts.ts'
import { evaluateCharts, evaluateMergeGroup } from '../../../src/evaluate/charts/evaluate.ts'
import { createChartsCache } from '../../../src/facts/charts/cache.ts'
import { readCharts } from '../../../src/facts/charts/read-charts.ts'
import { readMergeGroup } from '../../../src/facts/charts/read-merge-group.ts'
import type { GitHubClient } from '../../../src/github/client.ts'
import { createConnection } from '../../../src/github/connection.ts'
import { defaultPolicy } from '../../../src/policy/schema.ts'
import { readClaimTimes, writeClaimTimes } from '../../../src/render/claim-times.ts'
import type { FileChanges } from '../../github/git/trees.ts'
import { type SimulatedGitHub, startSimulatedGitHub } from '../../github/http/server.ts'
import type { App, PullRequest, Repository, User } from '../../github/world/model.ts'
import { World } from '../../github/world/world.ts'

const repositoryName = { owner: 'acme', name: 'charts' }
const chart = (version: string) => `apiVersion: v2\nname: client\nversion: ${version}\n`

let world: World
let github: SimulatedGitHub
let client: GitHubClient
let ada: User
let app: App
let repository: Repository
let cache = createChartsCache()

beforeEach(async () => {
  world = new World()
  ada = world.accounts.user('ada')
  const acme = world.accounts.organization('acme', { admins: [ada] })
  repository = world.repositories.create(acme, 'charts', {
    defaultBranch: 'develop',
    files: { 'client/Chart.yaml': chart('1.9.93'), 'client/values.yaml': 'a: 1\n', 'README.md': 'charts\n' },
  })
  app = world.installs.app(acme)
  const installation = world.installs.install(ada, app, acme)
  github = await startSimulatedGitHub(world)
  cache = createChartsCache()
  client = createConnection({
    appId: app.id,
    privateKey: app.privateKeyPem,
    baseUrl: `${github.url}/api/v3`,
    userAgent: 'test',
    timeoutMs: 10_000,
    now: Date.now,
  }).installation(installation.id)
})

afterEach(async () => {
  expect(github.calls.unsupported).toEqual([])
  await github.close()
})

function branch(name: string, files: FileChanges, from = 'develop'): void {
  world.branches.create(ada, repository, name, from)
  world.branches.commit(ada, repository, name, files)
}

function open(name: string, files: FileChanges, from = 'develop'): PullRequest {
  branch(name, files, from)
  return world.pulls.open(ada, repository, { head: name, base: 'develop' })
}

async function read(now = Date.now()) {
  return await readCharts(client, repositoryName, cache, { now, appId: app.id, readClaimTimes })
}

async function verdicts(): Promise<Record<string, string>> {
  const { facts } = await read()
  const evaluations = [...evaluateCharts(facts, defaultPolicy)]
  return Object.fromEntries(
    evaluations.map(([number, { verdict }]) => [
      pullName(number),
      [verdict.kind, ...verdict.findings.filter(({ severity }) => severity !== 'note').map(({ rule }) => rule)].join(
        ' ',
      ),
    ]),
  )
}

function pullName(number: number): string {
  return world.pulls.all(repository).find((pull) => pull.number === number)?.headRefName ?? '?'
}

async function pullsNow(): Promise<readonly ChartPull[]> {
  const { pulls } = (await read()).facts
  if (!pulls.known) throw new Error(pulls.what)
  return pulls.value
}

describe('against the simulated GitHub', () => {
  test('two claims on one number, the merge, the swallowed bump and the cure', async () => {
    const first = open('first', { 'client/Chart.yaml': chart('1.9.94'), 'client/values.yaml': 'a: 2\n' })
    await read()
    open('second', { 'client/Chart.yaml': chart('1.9.94'), 'client/values.yaml': 'a: 1\nb: 2\n' })
    expect(await verdicts()).toEqual({ first: 'pass', second: 'block version-collision' })
    world.merging.merge(ada, first)
    expect(await verdicts()).toEqual({ second: 'block bump-swallowed' })
    world.branches.commit(ada, repository, 'second', { 'client/Chart.yaml': chart('1.9.95') })
    expect(await verdicts()).toEqual({ second: 'pass' })
  })

  test('claims behind the tip, and a branch that merely carries an old number', async () => {
    branch('stale', { 'client/values.yaml': 'a: 7\n' })
    world.branches.commit(ada, repository, 'develop', { 'client/Chart.yaml': chart('1.9.95') })
    world.pulls.open(ada, repository, { head: 'stale', base: 'develop' })
    open('behind', { 'client/Chart.yaml': chart('1.9.94') })
    expect(await verdicts()).toEqual({ stale: 'pass bump-missing', behind: 'block version-not-ahead' })
  })

  test('a stacked pull request is no rival', async () => {
    open('below', { 'client/Chart.yaml': chart('1.9.94') })
    open('above', { 'client/values.yaml': 'a: 9\n' }, 'below')
    expect(await verdicts()).toEqual({ below: 'pass', above: 'pass' })
  })

  test('a fork’s head is read through the base repository', async () => {
    const bob = world.accounts.user('bob')
    const fork = world.repositories.fork(bob, repository)
    world.branches.create(bob, fork, 'topic')
    world.branches.commit(bob, fork, 'topic', { 'client/Chart.yaml': chart('1.9.94') })
    world.pulls.open(bob, repository, { head: { repository: fork, branch: 'topic' }, base: 'develop' })
    const [pull] = await pullsNow()
    expect(pull).toMatchObject({
      author: 'bob',
      headRepository: 'bob/charts',
      charts: { known: true, value: [{ head: { known: true } }] },
    })
  })

  test.each<[string, FileChanges[string], string]>([
    ['a symbolic link', { symlink: '../README.md' }, 'no-plain-file'],
    ['binary', new Uint8Array([0, 1, 2, 0, 255]), 'binary'],
    ['over 512 KB', `name: client\nversion: 1.9.94\n# ${'x'.repeat(600_000)}`, 'too-large'],
  ])('a Chart.yaml that is %s is unknown', async (_, content, reason) => {
    open('odd', { 'client/Chart.yaml': content })
    const [pull] = await pullsNow()
    expect(pull?.charts).toMatchObject({ value: [{ head: { known: false, reason, retry: 'cannot-cure' } }] })
  })

  test('a head that the API does not know yet', async () => {
    const pull = open('new', { 'client/Chart.yaml': chart('1.9.94') })
    const fault = github.faults.inject({
      effect: { kind: 'unknown-commits', oids: [pull.headRefOid] },
      when: ({ route }) => route === 'chartsAtCommits',
    })
    const [early] = await pullsNow()
    expect(early?.charts).toMatchObject({ value: [{ head: { known: false, reason: 'not-yet', retry: 'may-cure' } }] })
    fault.clear()
    const [later] = await pullsNow()
    expect(later?.charts).toMatchObject({ value: [{ head: { known: true } }] })
  })

  test('502, half an answer and a cut page are asked again, smaller or anew', async () => {
    for (let index = 0; index < 30; index += 1) open(`topic-${index}`, { 'client/Chart.yaml': chart(`1.10.${index}`) })
    const isPage = ({ route }: { route: string }) => route === 'chartPullsPageWithFiles'
    github.faults.inject({ effect: { kind: 'status', status: 502 }, when: isPage, times: 2 })
    expect(await pullsNow()).toHaveLength(30)
    cache = createChartsCache()
    const path = ['repository', 'page0', 'edges', 3, 'node', 'files']
    github.faults.inject({ effect: { kind: 'partial', path }, when: isPage, times: 1 })
    expect((await pullsNow()).every(({ charts }) => charts.known)).toBe(true)
    cache = createChartsCache()
    github.faults.inject({ effect: { kind: 'truncate', list: 'pullRequests', keep: 4 }, when: isPage, times: 1 })
    expect(await pullsNow()).toHaveLength(30)
  })

  test('a limit is thrown with its time', async () => {
    open('topic', { 'client/Chart.yaml': chart('1.9.94') })
    github.faults.inject({ effect: { kind: 'secondary-limit', retryAfterSeconds: 60 }, times: 1 })
    await expect(read()).rejects.toMatchObject({ kind: 'rate-limited' })
  })

  test('first-seen travels in our own runs over a force push and a restart', async () => {
    const pull = open('first', { 'client/Chart.yaml': chart('1.9.94'), 'client/values.yaml': 'a: 2\n' })
    open('second', { 'client/Chart.yaml': chart('1.9.94') })
    const before = pull.headRefOid
    const output = { title: 't', summary: 's', text: `Board\n\n${writeClaimTimes({ 'client@1.9.94': 1234 })}` }
    const run = { name: 'claims/chart-versions', headSha: before, conclusion: 'success' as const, output }
    world.checks.create(app, repository, run)
    const kept = await read()
    expect(kept.ownRuns.get(before)).toMatchObject({ conclusion: 'SUCCESS', status: 'COMPLETED' })
    expect(kept.facts.pulls).toMatchObject({ value: [{ firstSeen: { 'client@1.9.94': 1234 } }, {}] })
    world.branches.amend(ada, repository, 'first', { 'client/values.yaml': 'a: 3\n' })
    cache = createChartsCache()
    const second = world.branches.tip(repository, 'second')
    world.checks.create(app, repository, { ...run, headSha: second, output: { ...output, text: 'none' } })
    expect((await read()).facts.pulls).toMatchObject({ value: [{ firstSeen: { 'client@1.9.94': 1234 } }, {}] })
  })

  test('a merge queue group is compared with the group before it', async () => {
    const first = open('first', { 'client/Chart.yaml': chart('1.9.94'), 'client/values.yaml': 'a: 2\n' })
    const second = open('second', { 'client/Chart.yaml': chart('1.9.94'), 'client/values.yaml': 'a: 3\n' })
    const parent = world.branches.writeCommit(
      ada,
      repository,
      [world.branches.tip(repository, 'develop'), first.headRefOid],
      {
        'client/Chart.yaml': chart('1.9.94'),
        'client/values.yaml': 'a: 2\n',
      },
    )
    const group = { headSha: second.headRefOid, baseRefName: 'develop', appId: app.id }
    const read = async (baseSha: string, pullNumber: number) => {
      const request = { ...group, baseSha, pullNumbers: [pullNumber] }
      const facts = await readMergeGroup(client, repositoryName, request, cache, Date.now())
      const verdict = evaluateMergeGroup(facts, defaultPolicy).get(pullNumber)?.verdict
      return [verdict?.kind, ...(verdict?.findings ?? []).map(({ rule }) => rule)]
    }
    expect(await read(world.branches.tip(repository, 'develop'), first.number)).toEqual(['pass'])
    expect(await read(parent, second.number)).toEqual(['block', 'bump-swallowed'])
  })

  test('a thousand open pull requests over HTTP keep the budget', async () => {
    for (let index = 0; index < 1000; index += 1) {
      const files = index < 300 ? { 'client/Chart.yaml': chart(`1.10.${index}`) } : { [`docs/${index}`]: 'x' }
      open(`topic-${index}`, files)
    }
    const cold = github.calls.mark()
    expect((await read()).facts.pulls.known).toBe(true)
    const isRead = ({ route }: { route: string }) => !route.endsWith('/access_tokens')
    expect(github.calls.since(cold).filter(isRead)).toHaveLength(48)
    expect(github.calls.points(cold)).toBe(47)
    open('another', { 'client/Chart.yaml': chart('1.11.0') })
    const warm = github.calls.mark()
    await read()
    await read()
    expect(github.calls.since(warm).filter(isRead)).toHaveLength(8)
  }, 60_000)
})
