import { LRUCache } from 'lru-cache'
import type { ChartFile } from '../../domain/chart-version.ts'
import type { ChartAt, PullActivity } from '../../domain/charts-facts.ts'
import type { Known, Reading, Unknown } from '../../domain/reading.ts'
import { type RepositoryName, repositoryKey } from '../../domain/repository.ts'
import type { ChartIndex } from '../parse/chart-index.ts'

/**
 * What is remembered between readings. What hangs on a content address (blob, tree, commit, pair of commits) never
 * changes and is kept while there is room; what hangs on a pull request is kept while it is open.
 */
export interface ChartsCache {
  readonly repositories: LRUCache<string, RepositoryMemory>
  /** By blob id. */
  readonly files: LRUCache<string, Known<ChartFile> | Unknown>
  /** Charts at a commit, by commit id. */
  readonly commits: LRUCache<string, ChartsAtCommit>
  /** By `commit:directory`. */
  readonly charts: LRUCache<string, Known<ChartAt | null> | Unknown>
  /** Subtrees and Chart.yaml entry of a tree, by tree id. */
  readonly trees: LRUCache<string, TreeParts>
  /** By `base...head`. */
  readonly comparisons: LRUCache<string, Comparison>
  /** Texts of small files beside a Chart.yaml, by blob id. */
  readonly texts: LRUCache<string, Known<string> | Unknown>
  /** Indexes of published charts, by blob id. */
  readonly indexes: LRUCache<string, Known<ChartIndex> | Unknown>
  /** Whether the paths that a head changes are equal at a tip, by `head...tip` and the paths. */
  readonly equalities: LRUCache<string, { readonly equal: boolean }>
}

/** All charts of one commit, vendored ones left out. */
export interface ChartsAtCommit {
  readonly charts: readonly ChartAt[]
  /** Charts whose Chart.yaml cannot be read, whoever tries, by directory. */
  readonly unreadable: ReadonlyMap<string, Unknown>
  /** Directories whose Chart.yaml is a symbolic link, by the path that it leads to. */
  readonly links: ReadonlyMap<string, readonly string[]>
}

export interface TreeParts {
  readonly oid: string
  readonly subtrees: readonly { readonly name: string; readonly oid: string }[]
  readonly chartFile: { readonly oid: string; readonly mode: number } | null
  readonly requirementsOid: string | null
}

export interface Comparison {
  /** Null when the commits share no history. */
  readonly mergeBaseOid: string | null
  readonly status: 'identical' | 'ahead' | 'behind' | 'diverged' | 'unrelated'
}

export interface RepositoryMemory {
  /** Cursors after which each page but the first began at the last listing; null before any. */
  cursors: readonly string[] | null
  /** Whether all open pull requests were read once, so that an unknown one must have been opened or reopened since. */
  isSettled: boolean
  readonly pulls: Map<number, PullMemory>
  tags: TagMemory | null
}

/** The commit of a tag; `none` where there is no such tag, `no-commit` where it stands at something else. */
export type TagCommit = { readonly oid: string } | 'none' | 'no-commit'

/** What was read of a repository's tags since the last of them changed. */
export interface TagMemory {
  readonly fingerprint: string
  /** Whether `commits` holds all tags. */
  readonly whole: boolean
  readonly commits: Map<string, TagCommit>
  /** Names of the newest tags that hold a text. */
  readonly namesWith: Map<string, readonly string[]>
}

/** What is remembered of one open pull request. */
export interface PullMemory {
  diff: { readonly key: string; readonly paths: Reading<readonly string[]> } | null
  isDraft: boolean
  /** It came after all open pull requests had been read once. */
  readonly isNew: boolean
  /** Times that our own run on the head told when this pull request was first read; null when it told none. */
  toldTimes: Readonly<Record<string, number>> | null
  /** When each claim was first seen, by `chart@version`, milliseconds since 1970; null before its first reading. */
  claimTimes: Readonly<Record<string, number>> | null
  /** What it gave up by command at one head: by `chart@version`, when. */
  released: { readonly headRefOid: string; readonly claims: Readonly<Record<string, number>> } | null
  history: PullHistory | null
  /** Who still works on it, and when that was asked (milliseconds since 1970). */
  activity: { readonly headRefOid: string; readonly readAt: number; readonly value: PullActivity } | null
}

export interface PullHistory {
  readonly headRefOid: string
  readonly baseRefName: string
  readonly commits: ReadonlySet<string>
  /** False when it has more commits than were listed. */
  readonly whole: boolean
  /** Earlier heads and commits, the newest first. */
  readonly earlier: readonly string[]
  /** When it was last reopened or made ready for review; null if never. Milliseconds since 1970. */
  readonly restartedAt: number | null
}

export function createChartsCache(): ChartsCache {
  return {
    repositories: new LRUCache({ max: 2_000 }),
    files: new LRUCache({ max: 20_000 }),
    commits: new LRUCache({ max: 1_000 }),
    charts: new LRUCache({ max: 20_000 }),
    trees: new LRUCache({ max: 20_000 }),
    comparisons: new LRUCache({ max: 20_000 }),
    texts: new LRUCache({ max: 5_000 }),
    indexes: new LRUCache({ max: 100 }),
    equalities: new LRUCache({ max: 5_000 }),
  }
}

export function memoryOf(cache: ChartsCache, repository: RepositoryName): RepositoryMemory {
  const key = repositoryKey(repository)
  const remembered = cache.repositories.get(key)
  if (remembered !== undefined) return remembered
  const memory: RepositoryMemory = { cursors: null, isSettled: false, pulls: new Map(), tags: null }
  cache.repositories.set(key, memory)
  return memory
}

export function pullMemoryOf(memory: RepositoryMemory, number: number, isDraft: boolean): PullMemory {
  const remembered = memory.pulls.get(number)
  if (remembered !== undefined) return remembered
  const fresh: PullMemory = {
    diff: null,
    isDraft,
    isNew: memory.isSettled,
    toldTimes: null,
    claimTimes: null,
    released: null,
    history: null,
    activity: null,
  }
  memory.pulls.set(number, fresh)
  return fresh
}
