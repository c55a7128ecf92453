const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** `2026-11-03 14:05:09 UTC` */
export function momentText(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/** The time from one moment to a later one, in its largest unit: `3 d`, `5 h`, `12 min`, `0 min`. */
export function ageText(from: number, to: number): string {
  const age = Math.max(0, to - from)
  if (age >= day) return `${Math.floor(age / day)} d`
  if (age >= hour) return `${Math.floor(age / hour)} h`
  return `${Math.floor(age / minute)} min`
}
