/**
 * When each version claim of a pull request was first seen travels from head to head in the text of its check run, as
 * an HTML comment on the last line; which of them were given up, and when, on the line before. They are read from our own
 * runs only, and from nowhere but these lines: quoted text can hold anything, but never stands there.
 */

const timesOpening = '<!-- claimwarden:claim-times:1 '
const releasesOpening = '<!-- claimwarden:released-claims:1 '
const closing = ' -->'

/** Longest comment that is written or read, in characters. */
const longest = 16_000

/** Latest moment that a date can hold, in milliseconds since 1970. */
const lastMoment = 8_640_000_000_000_000

/**
 * Times by `chart@version`, in milliseconds since 1970, as one line. When not all fit, the earliest stay: they are the
 * ones that hold numbers.
 */
export function writeClaimTimes(times: Readonly<Record<string, number>>): string {
  return write(timesOpening, times)
}

/** Which claims were given up, by `number/chart@version`, at which millisecond since 1970. */
export function writeReleases(releases: Readonly<Record<string, number>>): string {
  return write(releasesOpening, releases)
}

function write(opening: string, times: Readonly<Record<string, number>>): string {
  const entries = Object.entries(times).filter(([key, time]) => isEntry(key, time))
  entries.sort(([keyA, a], [keyB, b]) => a - b || (keyA < keyB ? -1 : 1))
  while (entries.length > 0 && comment(opening, entries).length > longest) {
    entries.length = Math.floor(entries.length * 0.9)
  }
  return comment(opening, entries)
}

/** Reads what `writeClaimTimes` wrote at the end of a text; null when there is none or when it is not exactly that. */
export function readClaimTimes(text: string): Record<string, number> | null {
  return read(timesOpening, lastLines(text).at(-1) ?? '')
}

/** Reads what `writeReleases` wrote on the line before the claim times; null where there is no such line. */
export function readReleases(text: string): Record<string, number> | null {
  return readClaimTimes(text) === null ? null : read(releasesOpening, lastLines(text).at(-2) ?? '')
}

function lastLines(text: string): readonly string[] {
  return text
    .slice(-2 * longest - 4)
    .trimEnd()
    .split('\n')
}

function read(opening: string, line: string): Record<string, number> | null {
  if (line.length > longest || !line.startsWith(opening) || !line.endsWith(closing)) return null
  const value = parseJson(line.slice(opening.length, line.length - closing.length))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const entries = Object.entries(value)
  return entries.every((entry): entry is [string, number] => isEntry(...entry)) ? Object.fromEntries(entries) : null
}

/** Nothing that could end a comment or be taken for a mention stays as it is; it is still JSON. */
function comment(opening: string, entries: readonly (readonly [string, number])[]): string {
  const json = JSON.stringify(Object.fromEntries(entries)).replace(/[^ -~]|[-<>&@]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
  return `${opening}${json}${closing}`
}

function isEntry(key: string, time: unknown): boolean {
  const isKey = key.length <= 600 && /^[^\s]+@[^\s]+$/.test(key)
  return isKey && typeof time === 'number' && Number.isSafeInteger(time) && time >= 0 && time <= lastMoment
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Somebody else's comment, or a cut one: the caller treats both as "no times".
    return null
  }
}
