import semver from 'semver'

/**
 * A version as Helm reads it. Helm's library (Masterminds/semver, `NewVersion`) is looser than SemVer 2: a leading `v`,
 * missing parts and leading zeros are accepted.
 */
export interface LooseVersion {
  readonly written: string
  readonly major: bigint
  readonly minor: bigint
  readonly patch: bigint
  /** Dot-separated identifiers after `-`; empty for a release. */
  readonly prerelease: readonly string[]
  readonly build: string | null
  readonly hasPrefix: boolean
  /** How many of major, minor and patch are written. */
  readonly parts: 1 | 2 | 3
}

/** How two claims are told to be one version. `exact` is for repositories that use build metadata as identity. */
export type VersionIdentity = 'precedence' | 'exact'

const loose =
  /^(v?)(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?$/
const numeric = /^\d+$/
const maxBytes = 256
const maxUint64 = 18446744073709551615n

/** One reading of a repository asks for the same few thousand versions many times. */
const remembered = new Map<string, LooseVersion | null>()
const rememberedAtMost = 20_000

/** Null where Helm refuses to load the version: `1.2.3.4`, `V1.2.3`, `1.2.3-01`, more than 256 bytes. */
export function parseVersion(text: string): LooseVersion | null {
  if (text.length > maxBytes) return null
  const before = remembered.get(text)
  if (before !== undefined) return before
  const parsed = parse(text)
  if (remembered.size >= rememberedAtMost) remembered.clear()
  remembered.set(text, parsed)
  return parsed
}

function parse(text: string): LooseVersion | null {
  const match = loose.exec(text)
  if (match === null) return null
  const [, prefix, major = '0', minor, patch, prerelease, build] = match
  const identifiers = prerelease === undefined ? [] : prerelease.split('.')
  if (identifiers.some(startsZero)) return null
  const core = [major, minor ?? '0', patch ?? '0'].map(BigInt)
  if (core.some((number) => number > maxUint64)) return null
  return {
    written: text,
    major: core[0] ?? 0n,
    minor: core[1] ?? 0n,
    patch: core[2] ?? 0n,
    prerelease: identifiers,
    build: build ?? null,
    hasPrefix: prefix === 'v',
    parts: patch !== undefined ? 3 : minor !== undefined ? 2 : 1,
  }
}

function startsZero(identifier: string): boolean {
  return identifier.length > 1 && identifier.startsWith('0') && numeric.test(identifier)
}

/** SemVer 2 to the letter, which `helm lint` asks for: three parts, no `v`, no leading zeros. */
export function isStrict(version: LooseVersion): boolean {
  const core = `${version.major}.${version.minor}.${version.patch}`
  return version.parts === 3 && /^[-+]|^$/.test(version.written.slice(core.length)) && version.written.startsWith(core)
}

/** Helm's order: build metadata is ignored, missing parts are zero. Negative when `a` is lower. */
export function compareParsed(a: LooseVersion, b: LooseVersion): number {
  return (
    compareNumbers(a.major, b.major) ||
    compareNumbers(a.minor, b.minor) ||
    compareNumbers(a.patch, b.patch) ||
    comparePrereleases(a.prerelease, b.prerelease)
  )
}

/** As `compareParsed`, for texts. Throws RangeError for a text that Helm does not load: such a thing has no order. */
export function compareVersions(a: string, b: string): number {
  return compareParsed(mustParse(a), mustParse(b))
}

/** Whether `version` is greater than `tip`. Throws RangeError as `compareVersions` does. */
export function isAhead(version: string, tip: string): boolean {
  return compareVersions(version, tip) > 0
}

/** Whether two loadable versions are one under the repository's identity. */
export function sameVersion(a: string, b: string, identity: VersionIdentity = 'precedence'): boolean {
  return versionKey(a, identity) === versionKey(b, identity)
}

/**
 * Equal for exactly the versions that are the same under the identity. An unloadable text keeps its own key. Under
 * `exact` the text decides (in OCI tags `+` becomes `_`, which no loadable version holds).
 */
export function versionKey(version: string, identity: VersionIdentity = 'precedence'): string {
  const parsed = identity === 'exact' ? null : parseVersion(version)
  if (parsed === null) return version
  let key = keys.get(parsed)
  if (key === undefined) {
    const core = `${parsed.major}.${parsed.minor}.${parsed.patch}`
    key = parsed.prerelease.length === 0 ? core : `${core}-${parsed.prerelease.join('.')}`
    keys.set(parsed, key)
  }
  return key
}

/** Spelling three bigints is dearer than all else that is done with a remembered version. */
const keys = new WeakMap<LooseVersion, string>()

function mustParse(text: string): LooseVersion {
  const parsed = parseVersion(text)
  if (parsed === null) throw new RangeError('not a version that Helm loads')
  return parsed
}

function compareNumbers(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** A release is above its prereleases; a longer list of equal identifiers is above the shorter. */
function comparePrereleases(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return b.length - a.length
  for (const [index, identifier] of a.entries()) {
    const other = b[index]
    if (other === undefined) return 1
    const order = compareOne(identifier, other)
    if (order !== 0) return order
  }
  return a.length - b.length
}

/** `semver` compares numbers as doubles; a time stamp of 17 digits is beyond their precision. */
function compareOne(a: string, b: string): number {
  if (numeric.test(a) && numeric.test(b)) return compareNumbers(BigInt(a), BigInt(b))
  return semver.compareIdentifiers(a, b)
}
