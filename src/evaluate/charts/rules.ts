import { appVersion } from './app-version.ts'
import { bumpMissing } from './bump-missing.ts'
import { bumpSwallowed } from './bump-swallowed.ts'
import { chartUnreadable } from './chart-unreadable.ts'
import type { OwnRule, RivalRule } from './context.ts'
import { dependentsUnbumped } from './dependents-unbumped.ts'
import { incrementSkips } from './increment-skips.ts'
import { versionCollision, versionTaken } from './version-collision.ts'
import { versionInvalid } from './version-invalid.ts'
import { versionNotAhead } from './version-not-ahead.ts'
import { versionPublished } from './version-published.ts'
import { versionTwice } from './version-twice.ts'

/** First what a pull request and the bases decide: a claim that is blocked here holds nothing against others. */
export const ownRules: readonly OwnRule[] = [
  chartUnreadable,
  versionInvalid,
  bumpSwallowed,
  versionNotAhead,
  versionTaken,
  versionTwice,
  versionPublished,
  bumpMissing,
  appVersion,
  incrementSkips,
  dependentsUnbumped,
]

/** Then, for the claims that stand, what is decided among open pull requests. */
export const rivalRules: readonly RivalRule[] = [versionCollision]
