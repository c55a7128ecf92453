/**
 * When each version claim of a pull request was first seen travels from head to head in the text of its check run, as
 * an HTML comment on the last line. It is read from our own runs only, and from nowhere but the last line: quoted text
 * can hold anything, but never stands there.
 */

const opening = '<!-- claimwarden:claim-times:1 '
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
  const entries = Object.entries(times).filter(([key, time]) => isEntry(key, time))
  entries.sort(([keyA, a], [keyB, b]) => a - b || (keyA < keyB ? -1 : 1))
  while (entries.length > 0 && comment(entries).length > longest) {
    entries.length = Math.floor(entries.length * 0.9)
  }
  return comment(entries)
}

/** Reads what `writeClaimTimes` wrote at the end of a text; null when there is none or when it is not exactly that. */
export function readClaimTimes(text: string): Record<string, number> | null {
  const line =
    text
      .slice(-longest - 2)
      .trimEnd()
      .split('\n')
      .at(-1) ?? ''
  if (!line.startsWith(opening) || !line.endsWith(closing)) return null
  const value = parseJson(line.slice(opening.length, line.length - closing.length))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const entries = Object.entries(value)
  return entries.every((entry): entry is [string, number] => isEntry(...entry)) ? Object.fromEntries(entries) : null
}

/** Nothing that could end a comment or be taken for a mention stays as it is; it is still JSON. */
function comment(entries: readonly (readonly [string, number])[]): string {
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
