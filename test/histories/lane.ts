import type { Testbed } from '../flows/testbed.ts'
import { commitsBetween } from '../github/git/history.ts'
import type { Actor, CheckRun, Issue, MergeMethod, PullRequest, Repository } from '../github/world/model.ts'
import type { World } from '../github/world/world.ts'
import { type Description, describe, issueBody } from './descriptions.ts'
import type { Intent } from './intents.ts'
import { GitCharts, type OwnClaim } from './oracle/git-charts.ts'
import type { DescriptionTruth, IssueTruth } from './oracle/issue-verdicts.ts'
import { versionOver } from './versions.ts'

/** What was done, in words, and whether it may change who claims which version. */
export interface Deed {
  readonly words: string
  readonly concernsCharts: boolean
}

export interface LaneOptions {
  readonly charts: number
  /** The default branch has a merge queue, and both checks are required. */
  readonly withQueue: boolean
}

const release = 'release-1'
const methods: readonly MergeMethod[] = ['merge', 'squash', 'rebase']
export const checkNames = ['claims/issues', 'claims/chart-versions'] as const

/** One repository with its people, in which one history is played. */
export class Lane {
  readonly repository: Repository
  readonly charts: GitCharts
  readonly issues = new Map<number, IssueTruth>()
  readonly descriptions = new Map<number, DescriptionTruth>()
  /** Everything done so far, in words. */
  readonly told: string[] = []
  readonly #world: World
  readonly #ada: Actor
  readonly #eve: Actor
  readonly #fork: Repository
  readonly #withQueue: boolean
  #branches = 0

  constructor(bed: Testbed, name: string, options: LaneOptions) {
    const { world, ada } = bed
    this.#world = world
    this.#ada = ada
    this.#withQueue = options.withQueue
    const files: Record<string, string> = { 'README.md': `# ${name}\n` }
    for (let index = 0; index < options.charts; index += 1) {
      const chart = `chart-${index}`
      files[`charts/${chart}/Chart.yaml`] = chartYaml(chart, `1.${index}.0`)
      files[`charts/${chart}/values.yaml`] = `of: ${chart}\n`
    }
    this.repository = world.repositories.create(bed.organization, name, { visibility: 'private', files })
    this.charts = new GitCharts(this.repository.git)
    world.branches.create(ada, this.repository, release)
    const eve = world.accounts.user(`eve-${name}`)
    this.#eve = eve
    this.#fork = world.repositories.fork(eve, this.repository)
    for (const boxes of [[false], [true], [false, true], null, [true, true]]) {
      const issue = world.issues.open(ada, this.repository, { body: issueBody(boxes) })
      this.issues.set(issue.number, { issue, boxes })
    }
    if (options.withQueue) {
      world.repositories.requireChecks(this.repository, [...checkNames])
      world.mergeQueues.enable(this.repository)
    }
  }

  get open(): readonly PullRequest[] {
    return this.#world.pulls.openIn(this.repository)
  }

  changedPaths(pull: PullRequest): ReadonlySet<string> {
    return new Set(this.#world.pulls.files(pull).map(({ path }) => path))
  }

  newestRun(sha: string, check: string): CheckRun | undefined {
    return this.#world.checks.latest(this.repository, sha, check)
  }

  /** Does what is intended, as far as it can be done now; undefined when it cannot. */
  play(intent: Intent): Deed | undefined {
    const words = this.#play(intent)
    if (words === undefined) return undefined
    this.told.push(words)
    return { words, concernsCharts: !aboutIssues.has(intent.kind) }
  }

  #play({ kind, picks: [a, b, c, d] }: Intent): string | undefined {
    const open = this.open
    const pull = pick(open, a)
    switch (kind) {
      case 'open':
        return this.#openFresh(b % 5 === 0 ? release : 'main', this.#chart(a), c, d, this.repository)
      case 'open from a fork':
        return this.#openFresh('main', this.#chart(a), c, d, this.#fork)
      case 'open as a rival':
        return pull && this.#openRival(pull, b, d)
      case 'open upon another':
        return pull && this.#openUpon(pull, b, c, d)
      case 'open the same head':
        return pull && this.#openSameHead(pull, d)
      case 'promote':
        return this.#open(this.repository, release, 'main', d, 'promote')
      case 'add a chart':
        return this.#addChart(a, d)
      case 'move a chart':
        return this.#moveChart(this.#chart(a), b, d)
      case 'delete a chart':
        return this.#deleteChart(this.#chart(a), d)
      case 'tag':
        return a % 3 === 0 ? this.#tagBase(this.#chart(b)) : pull && this.#tagClaim(pull, b)
      case 'push':
        return pull && this.#push(pull, b)
      case 'bump':
        return pull && this.#bump(pull, b, c)
      case 'unbump':
        return pull && this.#unbump(pull, b)
      case 'amend':
        return pull && this.#amend(pull, b, c)
      case 'rebase':
        return pull && this.#rebase(pull, b, c)
      case 'update':
        return pull && this.#update(pull)
      case 'retarget':
        return pull && this.#retarget(pull, b)
      case 'close':
        return pull && this.#done(`close ${this.#name(pull)}`, () => this.#world.pulls.close(this.#ada, pull))
      case 'reopen':
        return this.#reopen(a)
      case 'draft':
        return this.#draft(a)
      case 'ready':
        return this.#ready(a)
      case 'merge':
        return this.#merge(a, b)
      case 'enqueue':
        return this.#enqueue(a)
      case 'push to a base':
        return this.#pushToBase(a % 3 === 0 ? release : 'main', this.#chart(b), c)
      case 'delete a branch':
        return pull && this.#deleteBranch(pull)
      case 'describe':
        return pull && this.#describe(pull, b, c)
      case 'tick':
        return this.#tick(a, b)
      case 'close an issue':
        return this.#closeIssue(a)
      case 'reopen an issue':
        return this.#reopenIssue(a)
      case 'label':
        return this.#label(a)
      case 'recheck':
        return pull && this.#recheck(pull)
      case 'rerun':
        return pull && this.#rerun(pull, b)
    }
  }

  #openFresh(base: string, chart: string, c: number, d: number, home: Repository): string {
    const world = this.#world
    const actor = home === this.repository ? this.#ada : this.#eve
    const branch = this.#branch()
    const start = world.branches.tip(this.repository, base)
    const version = this.#versionAt(start, chart)
    const to = c % 7 === 0 || version === undefined ? undefined : versionOver(version, c)
    const place = this.#place(start, chart)
    const files = {
      [`${place}/templates/${branch}.yaml`]: `kind: ${branch}\n`,
      ...(to === undefined ? {} : { [`${place}/Chart.yaml`]: chartYaml(chart, to) }),
    }
    world.branches.push(actor, home, branch, world.branches.writeCommit(actor, home, [start], files))
    const what = to === undefined ? `${chart} unbumped` : `${chart} ${version} → ${to}`
    return this.#open(home, branch, base, d, what) ?? 'push a branch'
  }

  #openRival(rival: PullRequest, b: number, d: number): string | undefined {
    const [claim] = this.#claims(rival)
    if (claim === undefined) return undefined
    const branch = this.#branch()
    const base = b % 4 === 0 ? release : 'main'
    const start = this.#tip(base)
    const version = b % 5 === 0 ? `${claim.version.split('+')[0]}+other` : claim.version
    const place = this.#place(start, claim.chart)
    const oid = this.#world.branches.writeCommit(this.#ada, this.repository, [start], {
      [`${place}/Chart.yaml`]: chartYaml(claim.chart, version),
      [`${place}/templates/${branch}.yaml`]: `kind: ${branch}\n`,
    })
    this.#world.branches.push(this.#ada, this.repository, branch, oid)
    return this.#open(this.repository, branch, base, d, `${claim.chart} → ${version} like #${rival.number}`)
  }

  #openUpon(below: PullRequest, b: number, c: number, d: number): string | undefined {
    const branch = this.#branch()
    const chart = this.#chart(c)
    const version = this.#versionAt(below.headRefOid, chart)
    const to = b % 3 === 0 && version !== undefined ? versionOver(version, c) : undefined
    const place = this.#place(below.headRefOid, chart)
    const files = {
      [`${place}/templates/${branch}.yaml`]: `kind: ${branch}\n`,
      ...(to === undefined ? {} : { [`${place}/Chart.yaml`]: chartYaml(chart, to) }),
    }
    const oid = this.#world.branches.writeCommit(this.#ada, this.repository, [below.headRefOid], files)
    this.#world.branches.push(this.#ada, this.repository, branch, oid)
    const isHere = below.headRepositoryId === this.repository.id && !below.headRefDeleted
    const base = isHere && b % 2 === 0 ? below.headRefName : below.baseRefName
    return this.#open(this.repository, branch, base, d, `upon #${below.number}, ${to ?? 'unbumped'}`)
  }

  #openSameHead(pull: PullRequest, d: number): string | undefined {
    if (pull.headRepositoryId !== this.repository.id) return undefined
    const base = pull.baseRefName === 'main' ? release : 'main'
    const twin = this.open.some((one) => one.headRefName === pull.headRefName && one.baseRefName === base)
    return twin ? undefined : this.#open(this.repository, pull.headRefName, base, d, `the head of #${pull.number}`)
  }

  #open(home: Repository, branch: string, base: string, d: number, what: string): string | undefined {
    if (branch === base) return undefined
    const head = this.#world.branches.tip(home, branch)
    if (commitsBetween(this.repository.git, this.#tip(base), head).length === 0) return undefined
    const twin = this.open.some((one) => one.headRefName === branch && one.baseRefName === base)
    if (twin) return undefined
    const draft = d % 6 === 0
    const description = d % 3 === 0 ? this.#description(d >> 3, d >> 6, branch) : undefined
    const pull = this.#world.pulls.open(home === this.repository ? this.#ada : this.#eve, this.repository, {
      head: { repository: home, branch },
      base,
      title: `Work on ${branch}`,
      draft,
      ...(description === undefined ? {} : { body: description.text }),
    })
    if (description !== undefined) this.descriptions.set(pull.number, description.truth)
    const marks = `${draft ? ' (draft)' : ''}${home === this.repository ? '' : ' from a fork'}`
    return `open #${pull.number}${marks} ${branch} into ${base}: ${what}${told(description)}`
  }

  /** One of two names, so that several pull requests add the same chart. */
  #addChart(a: number, d: number): string | undefined {
    const chart = `extra-${a % 2}`
    const branch = this.#branch()
    const start = this.#tip('main')
    if (this.#versionAt(start, chart) !== undefined) return undefined
    const version = `0.1.${(a >> 4) % 2}`
    const oid = this.#world.branches.writeCommit(this.#ada, this.repository, [start], {
      [`charts/${chart}/Chart.yaml`]: chartYaml(chart, version),
      [`charts/${chart}/templates/${branch}.yaml`]: `kind: ${branch}\n`,
    })
    this.#world.branches.push(this.#ada, this.repository, branch, oid)
    return this.#open(this.repository, branch, 'main', d, `add ${chart} ${version}`)
  }

  #moveChart(chart: string, b: number, d: number): string | undefined {
    const start = this.#tip('main')
    const [version, from] = [this.#versionAt(start, chart), this.#directoryAt(start, chart)]
    if (version === undefined || from === undefined) return undefined
    const branch = this.#branch()
    const to = `charts/${chart}-in-${branch}`
    const next = b % 2 === 0 ? version : versionOver(version, b)
    const oid = this.#world.branches.writeCommit(this.#ada, this.repository, [start], {
      [from]: null,
      [`${to}/Chart.yaml`]: chartYaml(chart, next),
      [`${to}/values.yaml`]: `of: ${chart}\n`,
    })
    this.#world.branches.push(this.#ada, this.repository, branch, oid)
    return this.#open(this.repository, branch, 'main', d, `move ${chart} ${version} to ${to}, ${next}`)
  }

  #deleteChart(chart: string, d: number): string | undefined {
    const start = this.#tip('main')
    const directory = this.#directoryAt(start, chart)
    if (directory === undefined) return undefined
    const branch = this.#branch()
    const oid = this.#world.branches.writeCommit(this.#ada, this.repository, [start], { [directory]: null })
    this.#world.branches.push(this.#ada, this.repository, branch, oid)
    return this.#open(this.repository, branch, 'main', d, `delete ${chart}`)
  }

  #tagBase(chart: string): string | undefined {
    const version = this.#versionAt(this.#tip('main'), chart)
    return version === undefined ? undefined : this.#tag(chart, version, 'main')
  }

  /** A release made from a branch, before its merge. */
  #tagClaim(pull: PullRequest, b: number): string | undefined {
    const claim = pick(this.#claims(pull), b)
    return claim && this.#tag(claim.chart, claim.version, pull.headRefOid)
  }

  #tag(chart: string, version: string, at: string): string | undefined {
    const name = `${chart}-${version}`
    if (this.repository.refs.has(`refs/tags/${name}`)) return undefined
    return this.#done(`tag ${name} at ${at.slice(0, 8)}`, () =>
      this.#world.branches.tag(this.#ada, this.repository, name, { at }),
    )
  }

  #push(pull: PullRequest, b: number): string | undefined {
    const chart = this.#chart(b)
    const place = this.#place(pull.headRefOid, chart)
    return this.#commit(pull, { [`${place}/push-${this.#branch()}.yaml`]: `b: ${b}\n` }, `push ${chart} content`)
  }

  #bump(pull: PullRequest, b: number, c: number): string | undefined {
    const chart = this.#ownChart(pull, b)
    const tip = this.#versionAt(this.#tip(pull.baseRefName), chart)
    if (tip === undefined) return undefined
    const version = versionOver(tip, c)
    return this.#commit(pull, { [this.#file(pull, chart)]: chartYaml(chart, version) }, `${chart} to ${version}`)
  }

  #unbump(pull: PullRequest, b: number): string | undefined {
    const chart = this.#ownChart(pull, b)
    const base = this.charts.base(this.#tip(pull.baseRefName), pull.headRefOid)
    const version = this.#versionAt(base, chart)
    if (version === undefined) return undefined
    return this.#commit(pull, { [this.#file(pull, chart)]: chartYaml(chart, version) }, `${chart} back to ${version}`)
  }

  #commit(pull: PullRequest, files: Readonly<Record<string, string>>, what: string): string | undefined {
    const home = this.#headOf(pull)
    if (home === undefined) return undefined
    const oid = this.#world.branches.writeCommit(this.#pusher(home), home, [pull.headRefOid], files)
    if (home.git.commit(oid).tree === home.git.commit(pull.headRefOid).tree) return undefined
    return this.#done(`push to ${this.#name(pull)}: ${what}`, () =>
      this.#world.branches.push(this.#pusher(home), home, pull.headRefName, oid),
    )
  }

  #amend(pull: PullRequest, b: number, c: number): string | undefined {
    const home = this.#headOf(pull)
    if (home === undefined || home.git.commit(pull.headRefOid).parents.length !== 1) return undefined
    const chart = this.#ownChart(pull, b)
    const version = this.#versionAt(pull.headRefOid, chart)
    if (version === undefined) return undefined
    const to = c % 2 === 0 ? version : versionOver(version, c)
    return this.#done(`amend ${this.#name(pull)}: ${chart} ${to}`, () =>
      this.#world.branches.amend(this.#pusher(home), home, pull.headRefName, {
        [this.#file(pull, chart)]: chartYaml(chart, to),
        [`${this.#place(pull.headRefOid, chart)}/amended.yaml`]: `c: ${c}\n`,
      }),
    )
  }

  /** The branch anew from the tip of its base, with another number or the same. */
  #rebase(pull: PullRequest, b: number, c: number): string | undefined {
    const home = this.#headOf(pull)
    if (home === undefined || pull.headRefName === release) return undefined
    const chart = this.#ownChart(pull, b)
    const start = this.#tip(pull.baseRefName)
    const [tip, now] = [this.#versionAt(start, chart), this.#versionAt(pull.headRefOid, chart)]
    if (tip === undefined || now === undefined) return undefined
    const to = c % 3 === 0 ? now : versionOver(tip, c)
    const place = this.#place(start, chart)
    const oid = this.#world.branches.writeCommit(this.#pusher(home), home, [start], {
      [`${place}/Chart.yaml`]: chartYaml(chart, to),
      [`${place}/templates/${pull.headRefName}.yaml`]: `kind: rebased ${c}\n`,
    })
    return this.#done(`rebase ${this.#name(pull)}: ${chart} ${tip} → ${to}`, () =>
      this.#world.branches.push(this.#pusher(home), home, pull.headRefName, oid, { force: true }),
    )
  }

  #update(pull: PullRequest): string | undefined {
    const home = this.#headOf(pull)
    if (home === undefined) return undefined
    const tip = this.#tip(pull.baseRefName)
    if (commitsBetween(home.git, pull.headRefOid, tip).length === 0) return undefined
    const tree = this.#world.branches.mergedTree(home, pull.headRefOid, tip)
    if (tree === undefined) return undefined
    const parents = [pull.headRefOid, tip]
    const oid = this.#world.branches.writeTreeCommit(this.#pusher(home), home, parents, tree, 'Merge the base')
    return this.#done(`update ${this.#name(pull)} from ${pull.baseRefName}`, () =>
      this.#world.branches.push(this.#pusher(home), home, pull.headRefName, oid),
    )
  }

  #retarget(pull: PullRequest, b: number): string | undefined {
    const bases = ['main', release].filter((base) => base !== pull.baseRefName && base !== pull.headRefName)
    const base = pick(bases, b)
    if (base === undefined) return undefined
    if (commitsBetween(this.repository.git, this.#tip(base), pull.headRefOid).length === 0) return undefined
    if (this.open.some((one) => one.headRefName === pull.headRefName && one.baseRefName === base)) return undefined
    return this.#done(`retarget ${this.#name(pull)} to ${base}`, () =>
      this.#world.pulls.edit(this.#ada, pull, { base }),
    )
  }

  #reopen(a: number): string | undefined {
    const closed = this.#world.pulls.all(this.repository).filter((pull) => {
      if (pull.state === 'open' || pull.mergedAt !== null || this.#headOf(pull) === undefined) return false
      const twin = this.open.some((one) => one.headRefName === pull.headRefName && one.baseRefName === pull.baseRefName)
      const base = this.repository.refs.get(`refs/heads/${pull.baseRefName}`)
      // GitHub lets nobody reopen what has nothing to merge, or whose branch was moved by force meanwhile.
      const isThere = base !== undefined && commitsBetween(this.repository.git, base, pull.headRefOid).length > 0
      const home = this.#headOf(pull)
      return !twin && isThere && home?.refs.get(`refs/heads/${pull.headRefName}`) === pull.headRefOid
    })
    const pull = pick(closed, a)
    return pull && this.#done(`reopen ${this.#name(pull)}`, () => this.#world.pulls.reopen(this.#ada, pull))
  }

  #draft(a: number): string | undefined {
    const pull = pick(
      this.open.filter(({ draft }) => !draft),
      a,
    )
    return pull && this.#done(`${this.#name(pull)} becomes a draft`, () => this.#world.pulls.draft(this.#ada, pull))
  }

  #ready(a: number): string | undefined {
    const pull = pick(
      this.open.filter(({ draft }) => draft),
      a,
    )
    return pull && this.#done(`${this.#name(pull)} becomes ready`, () => this.#world.pulls.ready(this.#ada, pull))
  }

  /** Green or not: administrators may, and without required checks everybody. */
  #merge(a: number, b: number): string | undefined {
    const able = this.open.filter((pull) => {
      const isQueued = this.#withQueue && pull.baseRefName === 'main'
      return !isQueued && !pull.draft && this.#world.pulls.mergeable(pull)
    })
    const pull = pick(able, a)
    const method = pick(methods, b)
    if (pull === undefined || method === undefined) return undefined
    if (method === 'rebase' && !this.#rebases(pull)) return undefined
    return this.#done(`merge ${this.#name(pull)} by ${method}`, () =>
      this.#world.merging.merge(this.#ada, pull, { method, override: true }),
    )
  }

  /** Whether its commits apply one by one, and leave something to merge. */
  #rebases(pull: PullRequest): boolean {
    const { git } = this.repository
    let tip = this.#tip(pull.baseRefName)
    const before = tip
    for (const oid of pull.commitOids) {
      const { parents } = git.commit(oid)
      const [parent] = parents
      if (parents.length > 1 || parent === undefined) continue
      const picked = this.#world.branches.pickedTree(this.repository, parent, tip, oid)
      if (picked === undefined) return false
      tip = this.#world.branches.writeTreeCommit(this.#ada, this.repository, [tip], picked, 'try')
    }
    return tip !== before
  }

  #enqueue(a: number): string | undefined {
    if (!this.#withQueue) return undefined
    const able = this.open.filter(
      (pull) =>
        pull.baseRefName === 'main' &&
        pull.mergeQueueEntryId === null &&
        this.#world.merging.blockers(pull).every((reason) => reason === 'behind'),
    )
    const pull = pick(able, a)
    return pull && this.#done(`queue ${this.#name(pull)}`, () => this.#world.mergeQueues.enqueue(this.#ada, pull))
  }

  #pushToBase(base: string, chart: string, c: number): string | undefined {
    const version = this.#versionAt(this.#tip(base), chart)
    if (version === undefined) return undefined
    const to = c % 3 === 0 ? version : versionOver(version, c % 8)
    const place = this.#place(this.#tip(base), chart)
    return this.#done(`push ${chart} ${to} to ${base}`, () =>
      this.#world.branches.commit(this.#ada, this.repository, base, {
        [`${place}/Chart.yaml`]: chartYaml(chart, to),
        [`${place}/hotfix-${this.#branch()}.yaml`]: `hot: ${c}\n`,
      }),
    )
  }

  #deleteBranch(pull: PullRequest): string | undefined {
    const home = this.#headOf(pull)
    if (home === undefined || pull.headRefName === release) return undefined
    return this.#done(`delete the branch of ${this.#name(pull)}`, () =>
      this.#world.branches.delete(this.#pusher(home), home, pull.headRefName),
    )
  }

  #describe(pull: PullRequest, b: number, c: number): string {
    const description = b % 5 === 0 ? undefined : this.#description(b, c, pull.headRefName)
    this.#world.pulls.edit(this.#ada, pull, { body: description?.text ?? 'Nothing yet.' })
    if (description === undefined) this.descriptions.delete(pull.number)
    else this.descriptions.set(pull.number, description.truth)
    return `describe ${this.#name(pull)}${told(description) || ' anew, closing nothing'}`
  }

  #description(b: number, c: number, branch: string): Description {
    const numbers = [...this.issues.keys()]
    const first = numbers[c % numbers.length] ?? 1
    const second = numbers[(c >> 4) % numbers.length] ?? 1
    return describe(b, first, second, `charts/${this.#chart(c)}/templates/${branch}.yaml`)
  }

  #tick(a: number, b: number): string | undefined {
    const truth = pick([...this.issues.values()], a)
    if (truth === undefined) return undefined
    const boxes = truth.boxes ?? [false]
    const next = b % 7 === 0 ? null : boxes.map((ticked, index) => (index === b % boxes.length ? !ticked : ticked))
    truth.boxes = next
    const { issue } = truth
    return this.#done(
      `edit issue #${issue.number}: ${next?.map((on) => (on ? '[x]' : '[ ]')).join(' ') ?? 'no boxes'}`,
      () => this.#world.issues.edit(this.#ada, issue, { body: issueBody(next) }),
    )
  }

  #closeIssue(a: number): string | undefined {
    const issue = pick(
      this.#issuesThat(({ state }) => state === 'open'),
      a,
    )
    return issue && this.#done(`close issue #${issue.number}`, () => this.#world.issues.close(this.#ada, issue))
  }

  #reopenIssue(a: number): string | undefined {
    const issue = pick(
      this.#issuesThat(({ state }) => state === 'closed'),
      a,
    )
    return issue && this.#done(`reopen issue #${issue.number}`, () => this.#world.issues.reopen(this.#ada, issue))
  }

  #label(a: number): string | undefined {
    const issue = pick(
      this.#issuesThat(() => true),
      a,
    )
    if (issue === undefined) return undefined
    const has = issue.labels.has('epic')
    return this.#done(`${has ? 'unlabel' : 'label'} issue #${issue.number} epic`, () =>
      has ? this.#world.threads.unlabel(this.#ada, issue, 'epic') : this.#world.threads.label(this.#ada, issue, 'epic'),
    )
  }

  #recheck(pull: PullRequest): string {
    return this.#done(`comment /claims recheck on ${this.#name(pull)}`, () =>
      this.#world.comments.create(this.#ada, pull, '/claims recheck'),
    )
  }

  #rerun(pull: PullRequest, b: number): string | undefined {
    const check = pick(checkNames, b)
    const run = check && this.newestRun(pull.headRefOid, check)
    return (
      run && this.#done(`re-run ${check} of ${this.#name(pull)}`, () => this.#world.checks.rerequestRun(this.#ada, run))
    )
  }

  #issuesThat(wanted: (issue: Issue) => boolean): readonly Issue[] {
    return [...this.issues.values()].map(({ issue }) => issue).filter(wanted)
  }

  #done(words: string, deed: () => unknown): string {
    deed()
    return words
  }

  #name(pull: PullRequest): string {
    return `#${pull.number}`
  }

  /** The head's repository while its branch is there. */
  #headOf(pull: PullRequest): Repository | undefined {
    const home = pull.headRepositoryId === null ? undefined : this.#world.state.repositories.get(pull.headRepositoryId)
    return home?.refs.has(`refs/heads/${pull.headRefName}`) ? home : undefined
  }

  #pusher(home: Repository): Actor {
    return home === this.repository ? this.#ada : this.#eve
  }

  #tip(branch: string): string {
    return this.#world.branches.tip(this.repository, branch)
  }

  #chart(n: number): string {
    const names = this.charts.at(this.#tip('main')).map(({ name }) => name)
    return names[n % names.length] ?? 'chart-0'
  }

  /** Mostly the chart that the pull request is about. */
  #ownChart(pull: PullRequest, b: number): string {
    const [claim] = this.#claims(pull)
    return claim !== undefined && b % 5 !== 0 ? claim.chart : this.#chart(b)
  }

  #claims(pull: PullRequest): readonly OwnClaim[] {
    return this.charts.claims(pull.mergeBaseOid, this.#tip(pull.baseRefName), pull.headRefOid)
  }

  #versionAt(oid: string, chart: string): string | undefined {
    return this.charts.at(oid).find(({ name }) => name === chart)?.version
  }

  #directoryAt(oid: string, chart: string): string | undefined {
    return this.charts.at(oid).find(({ name }) => name === chart)?.directory
  }

  #file(pull: PullRequest, chart: string): string {
    return `${this.#place(pull.headRefOid, chart)}/Chart.yaml`
  }

  /** Where the chart stands at a commit; where it would be made when there is none. */
  #place(oid: string, chart: string): string {
    return this.#directoryAt(oid, chart) ?? `charts/${chart}`
  }

  #branch(): string {
    this.#branches += 1
    return `work-${this.#branches}`
  }
}

const aboutIssues: ReadonlySet<string> = new Set([
  'describe',
  'tick',
  'close an issue',
  'reopen an issue',
  'label',
  'recheck',
  'rerun',
])

function told(description: Description | undefined): string {
  return description === undefined ? '' : ` saying ${JSON.stringify(description.text)}`
}

function pick<Item>(items: readonly Item[], n: number): Item | undefined {
  return items[n % items.length]
}

export function chartYaml(name: string, version: string): string {
  return `apiVersion: v2\nname: ${name}\ndescription: A chart\nversion: ${version}\n`
}
