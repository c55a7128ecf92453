const hour = 60 * 60 * 1000
const unitLengths = { h: hour, d: 24 * hour, w: 7 * 24 * hour }

/** Ten years: a longer time is a slip of the finger, and it would leave the range that dates can hold. */
const longest = 3650 * unitLengths.d

/** `12h`, `30d` or `2w` in milliseconds; null for anything else, for nothing at all, and for more than ten years. */
export function parseDuration(text: string): number | null {
  const match = /^(\d{1,6})([hdw])$/.exec(text)
  if (match === null) return null
  const length = Number(match[1]) * unitLengths[match[2] as keyof typeof unitLengths]
  return length > 0 && length <= longest ? length : null
}
