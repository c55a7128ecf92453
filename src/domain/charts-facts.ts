import type { ChartFile } from './chart-version.ts'
import type { Reading } from './reading.ts'
import type { RepositoryName } from './repository.ts'

/** Everything read from GitHub for one evaluation of `claims/chart-versions`: one repository, all its open PRs. */
export interface ChartsFacts {
  readonly repository: RepositoryName
  /** Milliseconds since 1970 when reading began. Rules take this for "now". */
  readonly readAt: number
  /** Null for an empty repository. */
  readonly defaultBranch: string | null
  /**
   * The default branch and every base of an open pull request. A base that is itself the head of an open pull request
   * is left out while nobody stacked on it touches a chart.
   */
  readonly bases: readonly BaseFacts[]
  /** All open pull requests. When the list itself could not be read whole, nobody's verdict can be told. */
  readonly pulls: Reading<readonly ChartPull[]>
  /** Pairs of heads where one is an ancestor of the other, read only for heads that claim the same number. */
  readonly ancestry: readonly { readonly ancestor: string; readonly descendant: string }[]
  /** Absent where the policy does not ask what is published. */
  readonly published?: PublishedFacts
}

/** What is out already, as far as the claims of open pull requests need it. */
export interface PublishedFacts {
  /** Where each claimed version is out. Versions as Helm packages them. */
  readonly claims: readonly {
    readonly chart: string
    readonly version: string
    readonly found: Reading<readonly Publication[]>
  }[]
  /** Versions known to be out, for choosing a free one: the index's, the newest tags', and the claimed ones. */
  readonly versions: readonly { readonly chart: string; readonly versions: readonly string[] }[]
}

/** One version of a chart that is out. */
export interface Publication {
  readonly source: 'tag' | 'release' | 'index'
  /** The tag's name, or `branch:path` of the index. */
  readonly where: string
  /** As published: equal to the claim in Helm's order, not always in its spelling. */
  readonly version: string
  /** The chart of that name at the tag's commit; null where it has none. `not-told`: an index does not tell. */
  readonly chart: Reading<ChartAt | null> | 'not-told'
}

export interface BaseFacts {
  readonly baseRefName: string
  /** Null when the branch is gone. */
  readonly tipOid: string | null
  readonly charts: Reading<readonly ChartAt[]>
}

/** One chart at one commit. */
export interface ChartAt {
  /** `.` for the repository's root. */
  readonly directory: string
  /** Path of its Chart.yaml. */
  readonly path: string
  readonly blobOid: string
  /** Git tree id of the directory; absent where it was not read. */
  readonly treeOid?: string
  /** Git blob id of its `.helmignore`; absent where there is none, or where the directory was not looked at. */
  readonly ignoreOid?: string
  /** Paths after `file://` in its requirements.yaml (Helm 2's place for dependencies); absent where there is none. */
  readonly requirements?: readonly string[]
  readonly file: ChartFile
}

/** One open pull request. */
export interface ChartPull {
  readonly number: number
  readonly author: string | null
  readonly isDraft: boolean
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly headRefOid: string
  readonly headRefName: string
  /** `owner/name` of the head's repository; null when it is gone. */
  readonly headRepository: string | null
  readonly baseRefName: string
  /** When each claim of this pull request was first seen, by `chart@version`; milliseconds since 1970. */
  readonly firstSeen: Readonly<Record<string, number>>
  /** Charts whose files its own diff (from the merge base) changes; unknown when the diff could not be read whole. */
  readonly charts: Reading<readonly TouchedChart[]>
  /**
   * When `charts` is unknown because the changed files are too many to list: the charts known at its base whose
   * Chart.yaml differs at its head. They hold numbers against others; its own verdict stays unknown.
   */
  readonly readAnyway?: readonly TouchedChart[]
  /**
   * Whether anybody still works on it. Read only where others claim its number and its claim is older than the
   * policy's `stale-after`.
   */
  readonly activity?: PullActivity
  /** Claims that it gave up by command. */
  readonly released?: readonly ReleasedClaims[]
}

/** Milliseconds since 1970, in any order. */
export interface PullActivity {
  /** When our first run on each of its heads began, which is when we heard of the push. */
  readonly pushes: readonly number[]
  /** Its comments and reviews by people, not by bots. */
  readonly people: readonly number[]
}

/** `/claims release`: what a pull request gives up until its next push. */
export interface ReleasedClaims {
  /** Chart name; null for all of them. */
  readonly chart: string | null
  /** The head at which it was said. */
  readonly headRefOid: string
  /** Milliseconds since 1970. */
  readonly at: number
}

export interface TouchedChart {
  readonly directory: string
  readonly path: string
  /** Whether Chart.yaml itself is among the changed files. */
  readonly chartFileChanged: boolean
  /** Changed paths inside the chart, from the repository's root. */
  readonly changedPaths: readonly string[]
  /** The chart at the head; null where it has none (deleted). */
  readonly head: Reading<ChartAt | null>
  /**
   * The chart of this name at the merge base, whatever its path there; null where there was none. `not-read` when the
   * head's version is ahead of the tip of its base (or the chart is new): the diff then sets it in any case.
   */
  readonly mergeBase: Reading<ChartAt | null> | 'not-read'
  /** Whether every file that the diff changes in this chart equals the tip's already; read only when H = T. */
  readonly equalsTip: Reading<boolean> | 'not-read'
  /** The `.helmignore` at the head, null where there is none; read only where the diff does not set the version. */
  readonly ignoreFile?: Reading<string | null>
}

/** One group of a merge queue, judged for what it merges. */
export interface MergeGroupFacts {
  readonly repository: RepositoryName
  readonly readAt: number
  readonly headSha: string
  readonly baseSha: string
  readonly baseRefName: string
  /** The pull requests that it merges: the one that its ref names, then others, where it holds several. */
  readonly pulls: readonly { readonly number: number; readonly pull: Reading<ChartPull> }[]
  /** The charts at `baseSha`: the base with the groups before this one. */
  readonly parentCharts: Reading<readonly ChartAt[]>
  /** Absent where the policy does not ask what is published. */
  readonly published?: PublishedFacts
}
