import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import type { FileChanges } from '../github/git/trees.ts'
import { type ServerOptions, type SimulatedGitHub, startSimulatedGitHub } from '../github/http/server.ts'
import type { App, CheckRun, Installation, Organization, PullRequest, Repository, User } from '../github/world/model.ts'
import type { NewRepository } from '../github/world/repositories.ts'
import { World, type WorldOptions } from '../github/world/world.ts'
import { activityOf } from '../product/activity.ts'
import { type Product, startProduct } from '../product/start-product.ts'
import { waitFor } from '../product/wait-for.ts'

/** The started product beside a simulated GitHub, with one organisation that has installed it. */
export interface Testbed {
  readonly world: World
  readonly github: SimulatedGitHub
  readonly organization: Organization
  /** Owner of the organisation. */
  readonly ada: User
  readonly app: App
  readonly installation: Installation
  product: Product
  /** The newest run of a check on a pull request's head. */
  check(pull: PullRequest, name: CheckLabel): CheckRun | undefined
  /** Waits until the newest run of a check on the head has this conclusion (or status `in_progress`). */
  concluded(pull: PullRequest, name: CheckLabel, wanted: string | RegExp, title?: RegExp): Promise<CheckRun>
  /**
   * Waits until every webhook is answered and the product has nothing to do at once: its first sweep is over, no work
   * runs, and none is due but what looks again later.
   */
  quiet(): Promise<void>
  restart(environment?: Readonly<Record<string, string>>): Promise<void>
  close(): Promise<void>
}

export type CheckLabel = 'issues' | 'charts'

/** Long for a loaded machine; a condition that holds is seen at once. */
const timeoutMs = 30_000

const checkNames = { issues: 'claims/issues', charts: 'claims/chart-versions' } as const

/** Half as long as GitHub's, which take a quarter of a second to make in each test file. */
const keys = generateKeyPairSync('rsa', {
  modulusLength: 1024,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
})

export interface TestbedOptions {
  readonly organization?: string
  readonly world?: WorldOptions
  readonly server?: ServerOptions
  readonly environment?: Readonly<Record<string, string>>
}

export async function startTestbed(options: TestbedOptions = {}): Promise<Testbed> {
  const world = new World(options.world)
  const ada = world.accounts.user('ada')
  const organization = world.accounts.organization(options.organization ?? 'tracebloc', { admins: [ada] })
  const app = world.installs.app(organization, {
    keys: { privateKeyPem: keys.privateKey, publicKeyPem: keys.publicKey },
  })
  const installation = world.installs.install(ada, app, organization)
  const github = await startSimulatedGitHub(world, options.server)
  const start = (environment: Readonly<Record<string, string>> = {}) =>
    startProduct({ githubHost: github.host, app, environment: { ...options.environment, ...environment } })
  const first = await start()
  world.webhooks.target = first.webhooks

  const testbed: Testbed = {
    world,
    github,
    organization,
    ada,
    app,
    installation,
    product: first,
    check: (pull, name) => world.checks.latest(baseOf(world, pull), pull.headRefOid, checkNames[name]),
    concluded: (pull, name, wanted, title) =>
      waitFor(
        `${checkNames[name]} of #${pull.number} to be ${String(wanted)}`,
        () => {
          const run = testbed.check(pull, name)
          if (run === undefined || (title !== undefined && !title.test(run.output.title ?? ''))) return null
          const state = run.status === 'completed' ? (run.conclusion ?? '') : run.status
          return (typeof wanted === 'string' ? state === wanted : wanted.test(state)) ? run : null
        },
        { timeoutMs, seen: () => ({ run: testbed.check(pull, name), log: testbed.product.output().slice(-3000) }) },
      ),
    async quiet() {
      let told: unknown
      await waitFor(
        'the product to be quiet',
        async () => {
          await world.webhooks.settled()
          const mark = github.calls.mark()
          told = await activityOf(testbed.product)
          return told === 'none' && github.calls.mark() === mark
        },
        { timeoutMs, seen: () => told },
      )
    },
    async restart(environment) {
      await testbed.product.stop('SIGKILL')
      testbed.product = await start(environment)
      world.webhooks.target = testbed.product.webhooks
    },
    async close() {
      await testbed.product.stop()
      await github.close()
    },
  }
  return testbed
}

export function baseOf(world: World, pull: PullRequest): Repository {
  const repository = world.state.repositories.get(pull.repositoryId)
  if (repository === undefined) throw new Error('a pull request without a repository')
  return repository
}

/** A branch of its own from the base's tip, with one commit, and a pull request from it. */
export function openPull(
  world: World,
  actor: User,
  repository: Repository,
  pull: {
    readonly branch: string
    readonly base?: string
    readonly files: FileChanges
    readonly title?: string
    readonly body?: string
    readonly number?: number
    readonly draft?: boolean
  },
): PullRequest {
  const base = pull.base ?? repository.defaultBranch
  world.branches.create(actor, repository, pull.branch, base)
  world.branches.commit(actor, repository, pull.branch, pull.files, pull.title ?? `Work on ${pull.branch}`)
  if (pull.number !== undefined) repository.nextNumber = pull.number
  return world.pulls.open(actor, repository, {
    head: pull.branch,
    base,
    title: pull.title ?? `Work on ${pull.branch}`,
    ...(pull.body === undefined ? {} : { body: pull.body }),
    ...(pull.draft === undefined ? {} : { draft: pull.draft }),
  })
}

let repositories = 0

/** A repository of its own for one test, since starting a product for each would take seconds. */
export function freshRepository(bed: Testbed, options: NewRepository = {}): Repository {
  repositories += 1
  const name = `repository-${repositories}`
  return bed.world.repositories.create(bed.organization, name, {
    visibility: 'private',
    ...options,
    // Nothing that hangs on a content address is remembered from another test.
    ...(options.files === null
      ? {}
      : { files: { 'README.md': '# a repository\n', '.name': `${name}\n`, ...options.files } }),
  })
}

/** A Chart.yaml as `helm create` writes it, shortened. */
export function chart(version: string, name = 'shop'): string {
  return `apiVersion: v2\nname: ${name}\ndescription: A chart\nversion: ${version}\n`
}

/** How many runs of a check the head has got. */
export function runsOn(bed: Testbed, pull: PullRequest, name: CheckLabel): readonly CheckRun[] {
  const runs = bed.world.checks.runsOf(baseOf(bed.world, pull), pull.headRefOid)
  return runs.filter((run) => run.name === checkNames[name])
}

/** What a passing flow leaves: nothing asked that the simulation does not know, and no error in the log. */
export function expectHealthy(bed: Testbed): void {
  assert.deepEqual(bed.github.calls.unsupported, [])
  assert.deepEqual(logged(bed.product, 50), [])
}

/** Closes in any case: an unhealthy product would live on after its test. */
export async function closeHealthy(bed: Testbed): Promise<void> {
  try {
    expectHealthy(bed)
  } finally {
    await bed.close()
  }
}

/** Lines of the product's log at this level or above (pino: 40 warn, 50 error). */
export function logged(product: Pick<Product, 'output'>, level: number): readonly Record<string, unknown>[] {
  return product
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => Number(line.level) >= level)
}
