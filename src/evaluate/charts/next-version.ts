import type { NextFree } from '../../domain/version-claim.ts'
import { type Increment, incrementBetween, nextFree, nextFreeOfEachKind } from '../../facts/parse/increment.ts'
import { parseVersion, versionKey } from '../../facts/parse/version-order.ts'
import type { Publications } from './publications.ts'
import { packagedVersion, type Tips } from './tips.ts'

/** Which versions are taken, and which is next. */
export interface NextVersions {
  /** Whether a version is at a tip, published as far as is known, or claimed. */
  readonly isTaken: (chart: string, version: string) => boolean
  /** The smallest free version of the step from `from` to `like` above the tip; null for an unreadable `like`. */
  readonly after: (chart: string, like: string, from: string | null, tip: string | null) => string | null
  /** Of each kind above the tip; null where the tip has no version. */
  readonly ofEachKind: (chart: string, tip: string | null) => NextFree | null
}

/** Free means: at no tip, not known to be published, and claimed by no open pull request, whatever its base. */
export function nextVersions(
  tips: Tips,
  claims: Iterable<{ readonly chart: string; readonly version: string; readonly lapsed?: unknown }>,
  published: Publications,
): NextVersions {
  const taken = takenVersions(tips, claims, published)
  const remembered = new Map<string, string>()
  const rememberedKinds = new Map<string, NextFree>()
  const isTakenOf = (chart: string) => {
    const versions = taken.get(chart)
    return (key: string) => versions?.has(key) ?? false
  }
  return {
    isTaken: (chart, version) => isTakenOf(chart)(versionKey(version)),
    after: (chart, like, from, tip) => {
      if (parseVersion(like) === null) return null
      const kind = from === null ? 'patch' : incrementBetween(from, like)
      const key = `${chart}\n${tip}\n${kind}\n${seriesOf(like, kind, tip)}`
      const known = remembered.get(key)
      if (known !== undefined) return known
      const next = nextFree({ kind, above: tip, like, isTaken: isTakenOf(chart) })
      remembered.set(key, next)
      return next
    },
    ofEachKind: (chart, tip) => {
      if (tip === null) return null
      const key = `${chart}\n${tip}`
      const known = rememberedKinds.get(key)
      if (known !== undefined) return known
      const free = nextFreeOfEachKind({ above: tip, like: tip, isTaken: isTakenOf(chart) })
      rememberedKinds.set(key, free)
      return free
    },
  }
}

/** What of the claimed version decides the next one beside kind and tip: all of it, or its spelling only. */
function seriesOf(like: string, kind: Increment, tip: string | null): string {
  const parsed = parseVersion(like)
  if (parsed === null || tip === null || kind === 'prerelease') return like
  return `${parsed.hasPrefix ? 'v' : ''}${parsed.parts}`
}

function takenVersions(
  tips: Tips,
  claims: Iterable<{ readonly chart: string; readonly version: string; readonly lapsed?: unknown }>,
  published: Publications,
): ReadonlyMap<string, ReadonlySet<string>> {
  const taken = new Map<string, Set<string>>()
  const take = (chart: string, version: string): void => {
    const versions = taken.get(chart)
    if (versions === undefined) taken.set(chart, new Set([versionKey(version)]))
    else versions.add(versionKey(version))
  }
  for (const { byName } of tips.bases)
    if (byName.known)
      for (const [chart, places] of byName.value)
        for (const place of places) {
          const version = packagedVersion(place.file)
          if (version !== null) take(chart, version)
        }
  for (const { chart, version, lapsed } of claims) if (lapsed === undefined) take(chart, version)
  for (const chart of published.charts) for (const version of published.versionsOf(chart)) take(chart, version)
  return taken
}
