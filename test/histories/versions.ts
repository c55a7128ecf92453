import semver from 'semver'

/** Versions that people write over a given one, honest and otherwise, by the number of their pick. */
export function versionOver(current: string, pick: number): string {
  switch (pick % 12) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4:
      return bumped(current, 'patch')
    case 5:
    case 6:
      return bumped(current, 'minor')
    case 7:
      return bumped(current, 'major')
    case 8:
      return bumped(current, 'prerelease')
    case 9:
      return bumped(bumped(current, 'patch'), 'patch')
    case 10:
      return `${bumped(current, 'patch')}+build.${pick % 5}`
    default:
      return lowered(current)
  }
}

function bumped(current: string, kind: 'patch' | 'minor' | 'major' | 'prerelease'): string {
  const version = semver.inc(current, kind, 'rc')
  if (version === null) throw new Error(`not a version: ${current}`)
  return version
}

function lowered(current: string): string {
  const { major, minor, patch } = new semver.SemVer(current)
  if (patch > 0) return `${major}.${minor}.${patch - 1}`
  return minor > 0 ? `${major}.${minor - 1}.9` : `${Math.max(0, major - 1)}.9.9`
}
