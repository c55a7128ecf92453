import { textOf } from '../github/git/changes.ts'
import { entryAt, type FileChanges } from '../github/git/trees.ts'
import { type SimulatedGitHub, startSimulatedGitHub } from '../github/http/server.ts'
import type { CheckRun, Installation, PullRequest, Repository, User } from '../github/world/model.ts'
import { World } from '../github/world/world.ts'
import { freePort, type Product, startProduct } from '../product/start-product.ts'
import { acceptanceOfExits, chartPath, chartYaml, type Story, seedStory } from '../story/story.ts'
import { DemoFailure } from './failure.ts'

export const checkNames = ['claims/issues', 'claims/chart-versions'] as const
export type CheckName = (typeof checkNames)[number]

/** Who acts. The threads' own people are left out of it. */
export interface Cast {
  /** Owns the organisation, and merges. */
  readonly ada: User
  readonly ben: User
  readonly cleo: User
  /** Reads. */
  readonly dora: User
}

/** The organisation on the simulated GitHub, before any app is installed. */
export interface Scenery {
  readonly world: World
  readonly cast: Cast
  readonly story: Story
}

/** The scenery served over HTTP, with the product beside it as a process of its own. */
export interface Stage extends Scenery {
  readonly github: SimulatedGitHub
  readonly installation: Installation
  product(): Product
  /** Ends the product and starts it again at the same address. */
  restart(environment: Readonly<Record<string, string>>): Promise<void>
  close(): Promise<void>
}

/** @param chartVersion of the client's chart on develop at first */
export function buildScenery(chartVersion?: string): Scenery {
  const world = new World()
  const ada = world.accounts.user('ada')
  const ben = world.accounts.user('ben')
  const cleo = world.accounts.user('cleo')
  const dora = world.accounts.user('dora')
  const organization = world.accounts.organization('tracebloc', { admins: [ada], members: [ben, cleo, dora] })
  const story = seedStory(world, ada, organization, chartVersion === undefined ? {} : { chartVersion })
  for (const member of [ben, cleo]) {
    for (const repository of [story.client, story.backend]) {
      world.repositories.setPermission(repository, member, 'write')
    }
  }
  world.issues.edit(ada, story.exits, { body: acceptanceOfExits.inSentence })
  return { world, cast: { ada, ben, cleo, dora }, story }
}

/** Serves the scenery, installs the app on both repositories, requires its checks and starts it. */
export async function openStage(scenery: Scenery): Promise<Stage> {
  const { world, cast, story } = scenery
  const organization = world.state.accounts.get(story.client.ownerId)
  if (organization === undefined) throw new DemoFailure('the organisation is missing')
  const app = world.installs.app(organization)
  const installation = world.installs.install(cast.ada, app, organization, [story.client, story.backend])
  world.repositories.requireChecks(
    story.client,
    checkNames.map((context) => ({ context, integrationId: app.id })),
  )
  const github = await startSimulatedGitHub(world)
  const port = await freePort()
  const start = async (environment: Readonly<Record<string, string>>) => {
    const started = await startProduct({ githubHost: github.host, app, environment, port })
    world.webhooks.target = started.webhooks
    return started
  }
  let product = await start({})
  return {
    ...scenery,
    github,
    installation,
    product: () => product,
    async restart(environment) {
      await product.stop()
      product = await start(environment)
    },
    async close() {
      await product.stop()
      await github.close()
    },
  }
}

export interface NewPull {
  readonly number: number
  readonly title: string
  readonly files: FileChanges
  readonly body?: string
}

/** A branch from the tip of develop with one commit. A pull request may be opened from it later. */
export function branch(scenery: Scenery, author: User, pull: Pick<NewPull, 'number' | 'title' | 'files'>): string {
  const { world, story } = scenery
  const name = `work-${pull.number}`
  world.branches.create(author, story.client, name, 'develop')
  world.branches.commit(author, story.client, name, pull.files, pull.title)
  return name
}

export function openPull(
  scenery: Scenery,
  author: User,
  pull: Pick<NewPull, 'number' | 'title' | 'body'>,
  head: string,
): PullRequest {
  const { world, story } = scenery
  story.client.nextNumber = pull.number
  const body = pull.body === undefined ? {} : { body: pull.body }
  return world.pulls.open(author, story.client, { head, base: 'develop', title: pull.title, ...body })
}

/** The chart at a version, with something of its own below it, as a real change has. */
export function chartFiles(version: string, number: number): FileChanges {
  return { [chartPath]: chartYaml(version), [`client/templates/change-${number}.yaml`]: `kind: Change${number}\n` }
}

export function fileAt(repository: Repository, commit: string, path: string): string {
  const entry = entryAt(repository.git, repository.git.commit(commit).tree, path)
  const text = textOf(repository.git, entry)
  if (text === null) throw new DemoFailure(`${path} is missing at ${commit}`)
  return text
}

export function newestRun(scenery: Scenery, pull: PullRequest, name: CheckName): CheckRun | undefined {
  return scenery.world.checks.latest(scenery.story.client, pull.headRefOid, name)
}

/**
 * Waits until the newest run of the check on the head says this.
 *
 * @throws {DemoFailure} naming what it says instead, when patience is over
 */
export async function awaitCheck(
  scenery: Scenery,
  pull: PullRequest,
  name: CheckName,
  conclusion: string,
  title: RegExp,
  patienceMs = 15_000,
): Promise<CheckRun> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const run = newestRun(scenery, pull, name)
    if (run?.conclusion === conclusion && title.test(run.output.title ?? '')) return run
    if (Date.now() > deadline) {
      const seen = run === undefined ? 'there is none' : `it is ${run.conclusion ?? run.status}: ${run.output.title}`
      throw new DemoFailure(`expected ${name} of #${pull.number} to be ${conclusion} and say ${title}, but ${seen}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
