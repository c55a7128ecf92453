/**
 * When a key of a spaced kind may start again, so that a burst of events is a few readings of a repository and a single
 * event is answered at once: a hundred events in one second cost three readings.
 */
export interface SpacingInput {
  /** Earlier starts of the key, in order; milliseconds. */
  readonly starts: readonly number[]
  /** How often the waiting work was added since it began to wait. */
  readonly adds: number
}

/** Starts that are looked at; older ones make no difference. */
export const rememberedStarts = 2

const windowMs = 1000
const busyPauseMs = 500
const calmPauseMs = 120
/** What one deed of a person sends: a push, an opened pull request, a check suite. */
const addsOfOneDeed = 3

export function earliestStart({ starts, adds }: SpacingInput): number {
  const last = starts.at(-1)
  if (last === undefined) return 0
  if (adds <= addsOfOneDeed) return last + calmPauseMs
  const before = starts.at(-2)
  const second = before !== undefined && last - before < windowMs ? before + windowMs : 0
  return Math.max(last + busyPauseMs, second)
}
