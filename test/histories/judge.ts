import type { CheckConclusion, CheckRun, PullRequest } from '../github/world/model.ts'
import { checkNames, type Lane } from './lane.ts'
import { chartVerdicts, groupIsBlocked, standingsOf } from './oracle/chart-verdicts.ts'
import { FirstSeen } from './oracle/first-seen.ts'
import { issueBlocker } from './oracle/issue-verdicts.ts'

export interface Disagreement {
  readonly pull: number
  readonly check: string
  readonly wanted: string
  readonly seen: string
  /** The product is green where the oracle blocks. */
  readonly isFalselyGreen: boolean
}

interface Group {
  readonly pull: number
  /** By check: what was right at some time since the group was built. */
  readonly allowed: Readonly<Record<string, Set<string>>>
}

/** Holds the checks in one lane against the oracle. */
export class Judge {
  readonly lane: Lane
  /** How many verdicts were agreed on, by what stands against the merge. */
  readonly blocked = new Map<string, number>()
  readonly #firstSeen = new FirstSeen()
  readonly #groups = new Map<string, Group>()
  readonly #judgedGroups = new Set<string>()

  constructor(lane: Lane) {
    this.lane = lane
  }

  /** After every deed, and whenever the merge queue may have acted. */
  observe(): void {
    this.#firstSeen.observe(standingsOf(this.lane.charts, this.lane.repository, this.lane.open))
    for (const pull of this.lane.open) this.#observeGroup(pull)
  }

  /** Product and oracle agree. */
  settle(): void {
    this.observe()
    for (const why of this.#reasons()) {
      const kind = why?.split(':', 1)[0] ?? 'nothing'
      this.blocked.set(kind, (this.blocked.get(kind) ?? 0) + 1)
    }
    this.#firstSeen.settle()
  }

  /** Where the newest checks of open pull requests differ from what the oracle allows. */
  disagreements(): readonly Disagreement[] {
    return [...this.#onIssues(), ...this.#onCharts()]
  }

  /** Groups of the merge queue that got another conclusion than the oracle's. */
  groupDisagreements(suites: Iterable<{ readonly headSha: string }>): readonly Disagreement[] {
    const found: Disagreement[] = []
    for (const { headSha } of suites) {
      const group = this.#groups.get(headSha)
      if (group === undefined || this.#judgedGroups.has(headSha)) continue
      const [issues, charts] = checkNames.map((check) => this.lane.newestRun(headSha, check))
      if (charts?.status !== 'completed' || issues?.status !== 'completed') continue
      this.#judgedGroups.add(headSha)
      for (const run of [issues, charts]) {
        const allowed = group.allowed[run.name] ?? new Set()
        if (allowed.has(run.conclusion ?? '')) continue
        found.push(disagreement(group.pull, `${run.name} of a group`, [...allowed].join(' or '), '', run))
      }
    }
    return found
  }

  get judgedGroups(): number {
    return this.#judgedGroups.size
  }

  #observeGroup(pull: PullRequest): void {
    for (const { refName, oid } of this.#queueRefs()) {
      const match = /\/pr-(\d+)-([0-9a-f]{40})$/.exec(refName)
      if (match === null || Number(match[1]) !== pull.number) continue
      const { repository, charts } = this.lane
      const group = this.#groups.get(oid) ?? {
        pull: pull.number,
        allowed: { [checkNames[0]]: new Set(), [checkNames[1]]: new Set() },
      }
      this.#groups.set(oid, group)
      group.allowed[checkNames[0]]?.add(this.#issueBlocker(pull) === null ? 'success' : 'failure')
      const isBlocked = groupIsBlocked(charts, repository, match[2] ?? '', pull)
      group.allowed[checkNames[1]]?.add(isBlocked ? 'failure' : 'success')
    }
  }

  #queueRefs(): readonly { readonly refName: string; readonly oid: string }[] {
    return [...this.lane.repository.refs]
      .filter(([ref]) => ref.startsWith('refs/heads/gh-readonly-queue/'))
      .map(([refName, oid]) => ({ refName, oid }))
  }

  #onIssues(): readonly Disagreement[] {
    return this.#byHead().flatMap(([head, pulls]) => {
      const whys = pulls.map((pull) => this.#issueBlocker(pull))
      const why = whys.find((one) => one !== null) ?? null
      return compare(pulls[0]?.number ?? 0, checkNames[0], why, this.lane.newestRun(head, checkNames[0]))
    })
  }

  /** A check run belongs to a commit: the worst verdict of those who share it counts. */
  #byHead(): readonly (readonly [string, readonly PullRequest[]])[] {
    const heads = [...new Set(this.lane.open.map(({ headRefOid }) => headRefOid))]
    return heads.map((head) => [head, this.lane.open.filter(({ headRefOid }) => headRefOid === head)])
  }

  #issueBlocker(pull: PullRequest): string | null {
    const description = this.lane.descriptions.get(pull.number)
    if (description === undefined) return null
    const { repository, issues } = this.lane
    return issueBlocker(repository, pull, description, issues, this.lane.changedPaths(pull))
  }

  #onCharts(): readonly Disagreement[] {
    const { charts, repository, open } = this.lane
    const { blocked, contests } = chartVerdicts(charts, repository, open, this.#firstSeen)
    const conclusions = new Map(
      open.map(({ number, headRefOid }) => [number, this.lane.newestRun(headRefOid, checkNames[1])?.conclusion]),
    )
    const waiting = nearest(contests, blocked, (number) => conclusions.get(number) ?? null)
    return this.#byHead().flatMap(([head, pulls]) => {
      const whys = pulls.map(({ number }) => blocked.get(number) ?? (waiting.has(number) ? waits : null))
      const why = whys.find((one) => one !== null) ?? null
      return compare(pulls[0]?.number ?? 0, checkNames[1], why, this.lane.newestRun(head, checkNames[1]))
    })
  }

  #reasons(): readonly (string | null)[] {
    const { charts, repository, open } = this.lane
    const { blocked, contests } = chartVerdicts(charts, repository, open, this.#firstSeen)
    const waiting = new Set(contests.flatMap(([way]) => [...(way ?? [])]))
    return open
      .flatMap(({ number }) => blocked.get(number) ?? (waiting.has(number) ? waits : null))
      .concat(open.map((pull) => this.#issueBlocker(pull)))
  }
}

const waits = 'waits: for an earlier claim'

/**
 * Who waits, in that way of each contest which is nearest to what the checks say: nobody who is green, and as many as
 * can be of those whose red nothing else explains. Contests with one way come first, since theirs is certain.
 */
function nearest(
  contests: readonly (readonly ReadonlySet<number>[])[],
  blocked: ReadonlyMap<number, string>,
  conclusionOf: (pull: number) => CheckConclusion | null,
): ReadonlySet<number> {
  const waiting = new Set<number>()
  const merit = (way: ReadonlySet<number>): number => {
    const pulls = [...way]
    const wrong = pulls.filter((pull) => conclusionOf(pull) === 'success').length
    const isUnexplained = (pull: number) => !blocked.has(pull) && !waiting.has(pull)
    const explained = pulls.filter((pull) => conclusionOf(pull) === 'failure' && isUnexplained(pull)).length
    return explained - wrong * 1000
  }
  for (const ways of contests.toSorted((one, other) => one.length - other.length)) {
    const [best = new Set<number>()] = ways.toSorted((one, other) => merit(other) - merit(one))
    for (const pull of best) waiting.add(pull)
  }
  return waiting
}

function compare(pull: number, check: string, why: string | null, run: CheckRun | undefined): readonly Disagreement[] {
  const wanted = why === null ? 'success' : 'failure'
  if (run?.status === 'completed' && run.conclusion === wanted) return []
  return [disagreement(pull, check, wanted, why ?? '', run)]
}

function disagreement(
  pull: number,
  check: string,
  wanted: string,
  why: string,
  run: CheckRun | undefined,
): Disagreement {
  const state = run === undefined ? 'no check run' : run.status === 'completed' ? run.conclusion : run.status
  return {
    pull,
    check,
    wanted: why === '' ? wanted : `${wanted} (${why})`,
    seen: `${state}${run?.output.title ? ` (${run.output.title})` : ''}`,
    isFalselyGreen: state === 'success' && wanted !== 'success',
  }
}
