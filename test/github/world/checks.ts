import type { Oid } from '../git/objects.ts'
import { checkRunPayload, checkSuitePayload } from '../webhooks/payloads/check.ts'
import { statusPayload } from '../webhooks/payloads/status.ts'
import { covers, existing } from './lookups.ts'
import type {
  Actor,
  App,
  CheckConclusion,
  CheckRun,
  CheckRunAction,
  CheckRunOutput,
  CheckStatus,
  CheckSuite,
  CommitStatus,
  Id,
  Repository,
} from './model.ts'
import type { World } from './world.ts'

export interface NewCheckRun {
  readonly name: string
  readonly headSha: Oid
  readonly status?: CheckStatus
  readonly conclusion?: CheckConclusion | null
  readonly externalId?: string | null
  readonly detailsUrl?: string | null
  readonly startedAt?: number | null
  readonly completedAt?: number | null
  readonly output?: Partial<CheckRunOutput>
  readonly actions?: readonly CheckRunAction[]
}

export type CheckRunUpdate = Partial<Omit<NewCheckRun, 'headSha'>>

export interface RequiredCheckState {
  readonly context: string
  readonly state: 'success' | 'failure' | 'pending' | 'missing'
}

const PASSING: ReadonlySet<CheckConclusion | null> = new Set(['success', 'neutral', 'skipped'])

export class Checks {
  readonly #world: World
  readonly #suites = new Map<string, CheckSuite>()

  constructor(world: World) {
    this.#world = world
  }

  /** The one suite of an app for a commit, made if need be. */
  suite(
    app: App,
    repository: Repository,
    headSha: Oid,
    headBranch: string | null = null,
    beforeSha: Oid | null = null,
  ): CheckSuite {
    const key = `${repository.id}:${app.id}:${headSha}`
    const known = this.#suites.get(key)
    if (known) return known
    const now = this.#world.now()
    const suite: CheckSuite = {
      ...this.#world.identify('CheckSuite'),
      repositoryId: repository.id,
      appId: app.id,
      headSha,
      headBranch: headBranch ?? this.#branchAt(repository, headSha),
      beforeSha,
      status: 'queued',
      conclusion: null,
      rerequestable: true,
      createdAt: now,
      updatedAt: now,
      checkRunIds: [],
    }
    this.#world.state.checkSuites.set(suite.id, suite)
    this.#suites.set(key, suite)
    return suite
  }

  /** Suites of a commit in a repository. */
  suitesOf(repository: Repository, headSha: Oid): CheckSuite[] {
    const found: CheckSuite[] = []
    for (const app of this.#world.state.apps.values()) {
      const suite = this.#suites.get(`${repository.id}:${app.id}:${headSha}`)
      if (suite) found.push(suite)
    }
    return found
  }

  /** Runs of a commit, oldest first; the largest id of a name counts. */
  runsOf(repository: Repository, headSha: Oid): CheckRun[] {
    return this.suitesOf(repository, headSha)
      .flatMap((suite) => suite.checkRunIds)
      .sort((a, b) => a - b)
      .map((id) => existing(this.#world.state.checkRuns, id, 'check run'))
  }

  /** The run of a name that counts. */
  latest(repository: Repository, headSha: Oid, name: string): CheckRun | undefined {
    return this.runsOf(repository, headSha).findLast((run) => run.name === name)
  }

  /**
   * Makes a run; a conclusion completes it whatever status says. Sends `check_run.created`, and `completed`.
   * Does not look at limits of the API: the REST side does.
   */
  create(app: App, repository: Repository, run: NewCheckRun): CheckRun {
    const suite = this.suite(app, repository, run.headSha)
    const now = this.#world.now()
    const created: CheckRun = {
      ...this.#world.identify('CheckRun'),
      repositoryId: repository.id,
      checkSuiteId: suite.id,
      appId: app.id,
      headSha: run.headSha,
      name: run.name,
      status: 'queued',
      conclusion: null,
      externalId: null,
      detailsUrl: null,
      startedAt: now,
      completedAt: null,
      output: { title: null, summary: null, text: null, annotations: [] },
      actions: [],
      createdAt: now,
      updatedAt: now,
    }
    this.#world.state.checkRuns.set(created.id, created)
    suite.checkRunIds.push(created.id)
    const completed = this.#apply(created, run)
    this.#summarise(suite)
    this.#emitRun('created', this.#botOf(app), created)
    if (completed) this.#completed(this.#botOf(app), repository, created)
    return created
  }

  /** Changes a run; annotations are appended. Sends `check_run.completed` when it completes. */
  update(app: App, run: CheckRun, update: CheckRunUpdate): void {
    const wasCompleted = run.status === 'completed'
    const completed = this.#apply(run, update)
    this.#summarise(existing(this.#world.state.checkSuites, run.checkSuiteId, 'check suite'))
    if (!completed || (wasCompleted && update.conclusion === undefined)) return
    this.#completed(this.#botOf(app), existing(this.#world.state.repositories, run.repositoryId, 'repository'), run)
  }

  /** "Re-run" on one run: resets the suite, not the run. Sends `check_run.rerequested` to the app that owns it. */
  rerequestRun(actor: Actor, run: CheckRun): void {
    this.#reset(existing(this.#world.state.checkSuites, run.checkSuiteId, 'check suite'))
    this.#emitRun('rerequested', actor, run, {}, run.appId)
  }

  /** "Re-run all": sends `check_suite.rerequested` to the app that owns it. */
  rerequestSuite(actor: Actor, suite: CheckSuite): void {
    this.#reset(suite)
    this.#emitSuite('rerequested', actor, suite)
  }

  /** A click on an action button. Sends `check_run.requested_action`. @throws when the run has no such button, or is not completed */
  clickAction(actor: Actor, run: CheckRun, identifier: string): void {
    const shown = run.status === 'completed' && run.actions.some((action) => action.identifier === identifier)
    if (!shown) throw new Error(`run ${run.name} shows no action ${identifier}`)
    this.#emitRun('requested_action', actor, run, { requested_action: { identifier } }, run.appId)
  }

  /** A commit status. Sends `status`. */
  status(
    actor: Actor,
    repository: Repository,
    sha: Oid,
    status: { context?: string; state: CommitStatus['state']; description?: string; targetUrl?: string },
  ): CommitStatus {
    const created: CommitStatus = {
      ...this.#world.identify('StatusContext'),
      repositoryId: repository.id,
      sha,
      context: status.context ?? 'default',
      state: status.state,
      description: status.description ?? null,
      targetUrl: status.targetUrl ?? null,
      creatorId: actor.id,
      createdAt: this.#world.now(),
    }
    this.#world.state.statuses.set(created.id, created)
    this.#world.webhooks.emit('status', null, repository, actor, () => statusPayload(this.#world, repository, created))
    this.#settle(repository, sha)
    return created
  }

  /** The newest status of each context on a commit. */
  statusesOf(repository: Repository, sha: Oid): CommitStatus[] {
    const byContext = new Map<string, CommitStatus>()
    for (const status of this.#world.state.statuses.values()) {
      if (status.repositoryId === repository.id && status.sha === sha) byContext.set(status.context, status)
    }
    return [...byContext.values()]
  }

  /** How the checks stand that the rulesets require of a branch, on a commit. A check and a status of one name must both pass. */
  required(repository: Repository, branch: string, sha: Oid): RequiredCheckState[] {
    return this.#rulesFor(repository, branch)
      .flatMap((ruleset) => ruleset.requiredChecks)
      .map(({ context, integrationId }) => ({ context, state: this.#stateOf(repository, sha, context, integrationId) }))
  }

  /** Must a branch be up to date before merging into this one? */
  strict(repository: Repository, branch: string): boolean {
    return this.#rulesFor(repository, branch).some((ruleset) => ruleset.strict)
  }

  /** A push: every covering app with `checks: write` gets its suite and `check_suite.requested`. */
  requestSuites(actor: Actor, repository: Repository, headSha: Oid, branch: string, before: Oid): void {
    for (const installation of this.#world.state.installations.values()) {
      if (installation.deleted || installation.suspendedAt !== null || !covers(installation, repository)) continue
      if (installation.permissions.checks !== 'write') continue
      const app = existing(this.#world.state.apps, installation.appId, 'app')
      this.#emitSuite('requested', actor, this.suite(app, repository, headSha, branch, before))
    }
  }

  /** Runs that stayed incomplete for 14 days become `stale`. */
  markStale(): void {
    const oldest = this.#world.now() - 14 * 24 * 3600 * 1000
    for (const run of this.#world.state.checkRuns.values()) {
      if (run.status === 'completed' || run.createdAt > oldest) continue
      run.status = 'completed'
      run.conclusion = 'stale'
    }
  }

  #stateOf(repository: Repository, sha: Oid, context: string, integrationId: Id | null): RequiredCheckState['state'] {
    const run = this.runsOf(repository, sha).findLast(
      (candidate) => candidate.name === context && (integrationId === null || candidate.appId === integrationId),
    )
    const status =
      integrationId === null ? this.statusesOf(repository, sha).find((s) => s.context === context) : undefined
    const states: RequiredCheckState['state'][] = []
    if (run) states.push(run.status !== 'completed' ? 'pending' : PASSING.has(run.conclusion) ? 'success' : 'failure')
    if (status) states.push(status.state === 'error' ? 'failure' : status.state)
    if (states.length === 0) return 'missing'
    return states.find((state) => state === 'failure') ?? states.find((state) => state === 'pending') ?? 'success'
  }

  #rulesFor(repository: Repository, branch: string) {
    return [...repository.rulesets.values()].filter((ruleset) =>
      ruleset.includes.some((pattern) => {
        if (pattern === '~ALL') return true
        if (pattern === '~DEFAULT_BRANCH') return branch === repository.defaultBranch
        return fnmatch(pattern, `refs/heads/${branch}`)
      }),
    )
  }

  #apply(run: CheckRun, change: CheckRunUpdate): boolean {
    const now = this.#world.now()
    run.updatedAt = now
    if (change.name !== undefined) run.name = change.name
    if (change.externalId !== undefined) run.externalId = change.externalId
    if (change.detailsUrl !== undefined) run.detailsUrl = change.detailsUrl
    if (change.startedAt !== undefined) run.startedAt = change.startedAt
    if (change.actions !== undefined) run.actions = [...change.actions]
    if (change.output) {
      const { annotations, ...texts } = change.output
      Object.assign(run.output, texts)
      if (annotations) run.output.annotations.push(...annotations)
    }
    if (change.status !== undefined) run.status = change.status
    if (change.conclusion === undefined || change.conclusion === null) return false
    run.conclusion = change.conclusion
    run.status = 'completed'
    run.completedAt = change.completedAt ?? now
    return true
  }

  #completed(actor: Actor, repository: Repository, run: CheckRun): void {
    this.#emitRun('completed', actor, run)
    this.#settle(repository, run.headSha)
  }

  #settle(repository: Repository, sha: Oid): void {
    this.#world.mergeQueues.checksChanged(repository, sha)
    this.#world.merging.mergeArmed(repository)
  }

  #reset(suite: CheckSuite): void {
    suite.status = 'queued'
    suite.conclusion = null
    suite.updatedAt = this.#world.now()
  }

  /** A suite is completed when the newest run of each name is; the worst conclusion is its own. */
  #summarise(suite: CheckSuite): void {
    const newest = new Map<string, CheckRun>()
    for (const id of suite.checkRunIds) {
      const run = existing(this.#world.state.checkRuns, id, 'check run')
      newest.set(run.name, run)
    }
    const runs = [...newest.values()]
    suite.updatedAt = this.#world.now()
    if (!runs.every((run) => run.status === 'completed')) {
      suite.status = 'in_progress'
      suite.conclusion = null
      return
    }
    suite.status = 'completed'
    suite.conclusion = runs.find((run) => !PASSING.has(run.conclusion))?.conclusion ?? runs[0]?.conclusion ?? null
  }

  #branchAt(repository: Repository, sha: Oid): string | null {
    for (const [ref, oid] of repository.refs) {
      if (oid === sha && ref.startsWith('refs/heads/')) return ref.slice('refs/heads/'.length)
    }
    return null
  }

  #botOf(app: App): Actor {
    const bot = existing(this.#world.state.accounts, app.botId, 'account')
    if (bot.kind !== 'Bot') throw new Error(`${bot.login} is no bot`)
    return bot
  }

  /** @param onlyApp the app that alone gets it, subscribed or not */
  #emitRun(action: string, actor: Actor, run: CheckRun, more: Record<string, unknown> = {}, onlyApp?: Id): void {
    const repository = existing(this.#world.state.repositories, run.repositoryId, 'repository')
    const body = () => ({ check_run: checkRunPayload(this.#world, run), ...more })
    this.#world.webhooks.emit('check_run', action, repository, actor, body, onlyApp === undefined ? {} : { onlyApp })
  }

  #emitSuite(action: string, actor: Actor, suite: CheckSuite): void {
    const repository = existing(this.#world.state.repositories, suite.repositoryId, 'repository')
    const body = () => ({ check_suite: checkSuitePayload(this.#world, suite) })
    this.#world.webhooks.emit('check_suite', action, repository, actor, body, { onlyApp: suite.appId })
  }
}

/** GitHub's rulesets match with Ruby's fnmatch and FNM_PATHNAME: `*` stays in a segment, `**` followed by `/` does not. */
function fnmatch(pattern: string, name: string): boolean {
  const source = pattern.replaceAll(/\*\*\/|\*|\?|[.+^${}()|[\]\\]/g, (token) => {
    if (token === '**/') return '(?:.*/)?'
    if (token === '*') return '[^/]*'
    return token === '?' ? '[^/]' : `\\${token}`
  })
  return new RegExp(`^${source}$`).test(name)
}
