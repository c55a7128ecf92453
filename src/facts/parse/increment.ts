import { compareParsed, type LooseVersion, parseVersion, versionKey } from './version-order.ts'

export type Increment = 'patch' | 'minor' | 'major' | 'prerelease' | 'none'

export interface NextRequest {
  readonly kind: Increment
  /** What the result must be above: the version at the tip, or null for a new chart. */
  readonly above: string | null
  /** The version as claimed: its spelling (`v`, number of parts) is kept, and its prerelease series for that kind. */
  readonly like: string
  /** Whether a version (in order, spelled as `versionKey` spells it) is taken. */
  readonly isTaken: (key: string) => boolean
}

type Core = readonly [major: bigint, minor: bigint, patch: bigint]

/**
 * By which kind of step `to` is reached from `from`. A version with a prerelease is a `prerelease` step; the release of
 * a prerelease counts by its form (`2.0.0-rc.1` to `2.0.0`: major). `none` when `to` is not higher or one is unreadable.
 */
export function incrementBetween(from: string, to: string): Increment {
  const low = parseVersion(from)
  const high = parseVersion(to)
  if (low === null || high === null || compareParsed(high, low) <= 0) return 'none'
  if (high.prerelease.length > 0) return 'prerelease'
  if (high.major !== low.major) return 'major'
  if (high.minor !== low.minor) return 'minor'
  if (high.patch !== low.patch) return 'patch'
  if (high.patch !== 0n) return 'patch'
  return high.minor !== 0n ? 'minor' : 'major'
}

/**
 * The smallest version of the asked kind above the tip that is not taken. `none` counts as patch. Throws RangeError when
 * `like` or `above` is no version that Helm loads.
 */
export function nextFree(request: NextRequest): string {
  const like = mustParse(request.like)
  const tip = request.above === null ? like : mustParse(request.above)
  if (request.kind === 'prerelease' && like.prerelease.length > 0) return nextPrerelease(like, tip, request.isTaken)
  const kind = request.kind === 'minor' || request.kind === 'major' ? request.kind : 'patch'
  let core = firstAbove(tip, kind)
  while (request.isTaken(keyOf(core, []))) core = step(core, kind)
  return spell(core, [], like)
}

/** The next free release of each kind, for the board. Throws as `nextFree` does. */
export function nextFreeOfEachKind(request: Omit<NextRequest, 'kind'>): {
  readonly patch: string
  readonly minor: string
  readonly major: string
} {
  return {
    patch: nextFree({ ...request, kind: 'patch' }),
    minor: nextFree({ ...request, kind: 'minor' }),
    major: nextFree({ ...request, kind: 'major' }),
  }
}

/** As `semver.inc`: the release of a prerelease at the tip, where it has the kind's form, else the next number. */
function firstAbove(tip: LooseVersion, kind: 'patch' | 'minor' | 'major'): Core {
  const core: Core = [tip.major, tip.minor, tip.patch]
  const fits = kind === 'patch' || (kind === 'minor' && tip.patch === 0n) || (tip.patch === 0n && tip.minor === 0n)
  return tip.prerelease.length > 0 && fits ? core : step(core, kind)
}

function step([major, minor, patch]: Core, kind: 'patch' | 'minor' | 'major'): Core {
  if (kind === 'major') return [major + 1n, 0n, 0n]
  return kind === 'minor' ? [major, minor + 1n, 0n] : [major, minor, patch + 1n]
}

/**
 * The next free number of the claimed prerelease's series, counted from the claim, or from the tip where the tip is
 * further in it. Where the tip has passed the series (1.10.0 is out, rc.2 was claimed), it starts anew on the next patch.
 */
function nextPrerelease(like: LooseVersion, tip: LooseVersion, isTaken: NextRequest['isTaken']): string {
  const isAhead = compareParsed(like, tip) > 0
  const continues = isAhead || isSameSeries(like, tip)
  const core: Core = continues ? [like.major, like.minor, like.patch] : step([tip.major, tip.minor, tip.patch], 'patch')
  let identifiers = isAhead ? like.prerelease : continues ? following(tip.prerelease) : firstOfSeries(like.prerelease)
  while (isTaken(keyOf(core, identifiers))) identifiers = following(identifiers)
  return spell(core, identifiers, like)
}

function isSameSeries(a: LooseVersion, b: LooseVersion): boolean {
  return a.major === b.major && a.minor === b.minor && a.patch === b.patch && stem(a.prerelease) === stem(b.prerelease)
}

/** `rc.` of `rc.2`; `beta` of `beta`. A release has the empty stem, which no prerelease shares. */
function stem(identifiers: readonly string[]): string {
  const last = identifiers.at(-1)
  if (last === undefined) return ''
  return isNumber(last) ? [...identifiers.slice(0, -1), ''].join('.') || '.' : identifiers.join('.')
}

function firstOfSeries(identifiers: readonly string[]): readonly string[] {
  return isNumber(identifiers.at(-1)) && identifiers.length > 1 ? [...identifiers.slice(0, -1), '1'] : identifiers
}

/** Always higher in order: `rc.9` to `rc.10`, but `rc9` to `rc9.1`, since `rc10` is below `rc9`. */
function following(identifiers: readonly string[]): readonly string[] {
  const last = identifiers.at(-1)
  if (last === undefined || !isNumber(last)) return [...identifiers, '1']
  return [...identifiers.slice(0, -1), String(BigInt(last) + 1n)]
}

function isNumber(identifier: string | undefined): boolean {
  return identifier !== undefined && /^\d+$/.test(identifier)
}

function keyOf(core: Core, prerelease: readonly string[]): string {
  return versionKey(written(core, prerelease))
}

function written(core: Core, prerelease: readonly string[]): string {
  return prerelease.length === 0 ? core.join('.') : `${core.join('.')}-${prerelease.join('.')}`
}

/** Keeps `v` and a short spelling as long as the parts left out are zero. */
function spell(core: Core, prerelease: readonly string[], like: LooseVersion): string {
  const needed = core[2] !== 0n ? 3 : core[1] !== 0n ? 2 : 1
  const parts = core.slice(0, Math.max(needed, like.parts)).join('.')
  const label = prerelease.length === 0 ? '' : `-${prerelease.join('.')}`
  return `${like.hasPrefix ? 'v' : ''}${parts}${label}`
}

function mustParse(text: string): LooseVersion {
  const parsed = parseVersion(text)
  if (parsed === null) throw new RangeError('not a version that Helm loads')
  return parsed
}
