import { type RepositoryName, repositoryKey } from '../domain/repository.ts'

/**
 * What waits in the queue: a key that says what to look at, never a payload. Whoever works on it reads GitHub afresh,
 * so that lost, doubled and late webhooks make no difference.
 */
export type Work = WorkKey & {
  readonly installationId: number
  readonly hint: WorkHint
}

export type WorkKey =
  /** `claims/issues` of one pull request. */
  | { readonly kind: 'issues'; readonly repository: RepositoryName; readonly number: number }
  /** `claims/policy` of one pull request, which may edit the policy file. */
  | { readonly kind: 'policy'; readonly repository: RepositoryName; readonly number: number }
  /** `claims/chart-versions` of all open pull requests of one repository. */
  | { readonly kind: 'charts'; readonly repository: RepositoryName }
  /** Both checks of one merge queue group. */
  | {
      readonly kind: 'merge-group'
      readonly repository: RepositoryName
      /** `refs/heads/gh-readonly-queue/<base>/pr-<n>-<sha>`. */
      readonly headRef: string
      readonly headSha: string
      readonly baseSha: string
    }
  /** An issue changed: every open pull request that claims it. */
  | { readonly kind: 'target'; readonly repository: RepositoryName; readonly number: number }
  /** An issue was closed: whether a merge closed it undone. */
  | { readonly kind: 'after-merge'; readonly repository: RepositoryName; readonly number: number }
  /** Every open pull request with this head. */
  | { readonly kind: 'head'; readonly repository: RepositoryName; readonly headSha: string }
  /** Both checks of every open pull request of one repository. */
  | { readonly kind: 'repository'; readonly repository: RepositoryName }
  /** Every repository of one installation. */
  | { readonly kind: 'installation' }
  /** A command in a comment: an action of its own, never coalesced with another. */
  | {
      readonly kind: 'command'
      readonly repository: RepositoryName
      readonly number: number
      readonly commentId: number
      readonly actor: string
      readonly line: string
      /** A bot's counts only where the policy lists it. */
      readonly byBot?: true
    }
  /** A click on a button of a check run: an action too, and never one with somebody else's. */
  | {
      readonly kind: 'button'
      readonly repository: RepositoryName
      readonly headSha: string
      readonly runId: number
      readonly identifier: 'part-of' | 'recheck'
      readonly actor: string
      /** Pull requests that the run was computed for. */
      readonly pulls: readonly number[]
    }

export interface WorkHint {
  readonly trigger: Trigger
  /** Pull requests for which a new check run is written even when nothing changed: somebody asked for it. */
  readonly fresh: readonly number[]
  /** Read everything again instead of trusting what was remembered since the last full reading. */
  readonly full: boolean
  /**
   * Heads that webhooks told, by pull request number. While GitHub's answers still show something else, they may be
   * behind the webhook, and are read again.
   */
  readonly heads: Readonly<Record<string, ToldHead>>
  /** How often this work has asked to look again since somebody last added it. */
  readonly rereads: number
  /** Comments whose command ends with this work; each gets its reaction when it is done. */
  readonly acknowledge: readonly number[]
  /** Version claims that somebody asked to give up; kept until the work is done. */
  readonly releases: readonly AskedRelease[]
}

export interface AskedRelease {
  readonly number: number
  /** The head at which it was said. */
  readonly headSha: string
  /** Chart name; null for all of them. */
  readonly chart: string | null
  /** Milliseconds since 1970. */
  readonly at: number
}

export interface ToldHead {
  /** Commit id, or `closed` for a pull request that is not open any more. */
  readonly sha: string
  /** The commit that it replaced, where the webhook tells. */
  readonly before?: string
  /** `updated_at` of the pull request, in milliseconds since 1970; GitHub counts in seconds. */
  readonly at: number
}

/** What made us look. A closed set: it becomes a metric label. */
export type Trigger = 'event' | 'rerequest' | 'command' | 'merge-group' | 'sweep' | 'retry'

/** People before events before sweeps. Smaller runs first. */
export function priorityOf(trigger: Trigger): number {
  if (trigger === 'command' || trigger === 'rerequest' || trigger === 'merge-group') return 0
  return trigger === 'sweep' ? 2 : 1
}

/** Two works with one key are one work. */
export function keyOf(work: WorkKey & { readonly installationId: number }): string {
  const place = 'repository' in work ? repositoryKey(work.repository) : ''
  switch (work.kind) {
    case 'issues':
    case 'policy':
    case 'target':
    case 'after-merge':
      return `${work.kind}:${work.installationId}:${place}#${work.number}`
    case 'merge-group':
    case 'head':
      return `${work.kind}:${work.installationId}:${place}@${work.headSha}`
    case 'command':
      return `${work.kind}:${work.installationId}:${place}#${work.number}/${work.commentId}`
    case 'button':
      return `${work.kind}:${work.installationId}:${place}@${work.runId}/${work.identifier}/${work.actor.toLowerCase()}`
    default:
      return `${work.kind}:${work.installationId}:${place}`
  }
}

/** One work that asks for at least what both ask for. */
export function mergeHints(a: WorkHint, b: WorkHint): WorkHint {
  return {
    trigger: priorityOf(b.trigger) < priorityOf(a.trigger) ? b.trigger : a.trigger,
    fresh: union(a.fresh, b.fresh),
    full: a.full || b.full,
    acknowledge: union(a.acknowledge, b.acknowledge),
    heads: mergeHeads(a.heads, b.heads),
    rereads: Math.min(a.rereads, b.rereads),
    releases: mergeReleases(a.releases, b.releases),
  }
}

/** The first saying of each counts. A hint that an earlier version left in Redis has none. */
function mergeReleases(a: WorkHint['releases'] = [], b: WorkHint['releases'] = []): WorkHint['releases'] {
  const keyed = [...b, ...a].map((one) => [`${one.number} ${one.headSha} ${one.chart}`, one] as const)
  return [...new Map(keyed).values()]
}

/** Webhooks come in any order, so the newest head is told by what it replaced, else by its time. */
function mergeHeads(a: WorkHint['heads'], b: WorkHint['heads']): WorkHint['heads'] {
  const merged = { ...a }
  for (const [number, told] of Object.entries(b)) {
    const known = merged[number]
    if (known === undefined || isNewer(told, known)) merged[number] = told
  }
  return merged
}

function isNewer(told: ToldHead, known: ToldHead): boolean {
  if (told.before === known.sha) return true
  if (known.before === told.sha) return false
  return told.at >= known.at
}

/** A hint that asks for nothing but a look. */
export function hintOf(trigger: Trigger, wishes: Partial<Omit<WorkHint, 'trigger'>> = {}): WorkHint {
  return { trigger, fresh: [], full: false, acknowledge: [], heads: {}, rereads: 0, releases: [], ...wishes }
}

/** Pauses before reading again because an answer is behind a webhook. */
const lagPauses = [1000, 2000, 4000, 8000]

/**
 * How long to wait until GitHub's answers may have caught up with the webhooks, or undefined when they show what was
 * told, or were given time enough: a webhook can also be late itself.
 */
export function lagPause(hint: WorkHint, headOf: (number: number) => string | undefined): number | undefined {
  const behind = Object.entries(hint.heads).some(([number, { sha }]) => (headOf(Number(number)) ?? 'closed') !== sha)
  return behind ? lagPauses[hint.rereads] : undefined
}

function union(a: readonly number[], b: readonly number[]): readonly number[] {
  return [...new Set([...a, ...b])]
}
