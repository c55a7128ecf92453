import type { ScalarPosition } from './chart-version.ts'

/** "This chart version is mine": the pull request's own diff sets a chart's version, or adds the chart. */
export interface VersionClaim {
  /** Pull request number. */
  readonly pull: number
  /** Chart name, the identity of what is published. */
  readonly chart: string
  /** Directory of the chart at the head, `.` for the repository's root. */
  readonly directory: string
  readonly path: string
  /** The version as Helm packages it. */
  readonly version: string
  readonly position: ScalarPosition
  readonly baseRefName: string
  readonly headRefOid: string
  readonly isDraft: boolean
  /** Login, or null for a deleted account. */
  readonly author: string | null
  /** Milliseconds since 1970 when the app first saw this pull request claim this version. */
  readonly firstSeen: number
  /** Git tree id of the chart's directory at the head, where it was read. */
  readonly treeOid?: string | undefined
  /** It holds nothing until the next push: nobody worked on it for long, or it was given up by command. */
  readonly lapsed?: Lapse | undefined
}

export interface Lapse {
  readonly why: 'stale' | 'released'
  /** Milliseconds since 1970. */
  readonly at: number
}

/** All open claims on one chart, and what is free. */
export interface Board {
  readonly chart: string
  readonly rows: readonly BoardRow[]
  /** The chart's version at the tip of each base that matters here, the default branch first. */
  readonly tips: readonly { readonly baseRefName: string; readonly version: string | null }[]
  readonly next: NextFree | null
  /** The highest version that is known to be published, a release before a prerelease; null for none. */
  readonly latestPublished?: string | null
  /** Milliseconds since 1970. */
  readonly readAt: number
}

export interface BoardRow {
  readonly claim: VersionClaim
  /**
   * `free`: nobody else claims it. `stale`: at or below the tip of its base. `lapsed`: it holds nothing. `blocked`:
   * blocked for another reason than an open pull request, so it holds nothing. `unknown`: it could not be told.
   */
  readonly standing: 'free' | 'holder' | 'waiting' | 'stale' | 'lapsed' | 'blocked' | 'unknown'
  /** For `waiting`: the pull request that holds the number. */
  readonly heldBy?: number
}

export interface NextFree {
  readonly patch: string
  readonly minor: string
  readonly major: string
}
