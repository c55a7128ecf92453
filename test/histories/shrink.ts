import type { History } from './intents.ts'
import { DisagreementError, type PlayOptions, playHistories } from './play.ts'

/**
 * The shortest failing part of a history that can be found in the time: ever smaller pieces are left out as long as it
 * still fails. Null when the history does not fail alone.
 */
export async function cutDown(
  history: History,
  options: PlayOptions,
  milliseconds: number,
): Promise<DisagreementError | null> {
  const deadline = Date.now() + milliseconds
  const hasty = { ...options, patienceMs: 6_000 }
  let best = await failureOf(history, hasty)
  if (best === null) return null
  let shortest = history.slice()
  for (let size = Math.ceil(shortest.length / 2); size >= 1 && Date.now() < deadline; size = Math.floor(size / 2)) {
    for (let start = 0; start < shortest.length && Date.now() < deadline; ) {
      const rest = [...shortest.slice(0, start), ...shortest.slice(start + size)]
      const failure = await failureOf(rest, hasty)
      if (failure === null) start += size
      else {
        best = failure
        shortest = rest
      }
    }
  }
  return best
}

async function failureOf(history: History, options: PlayOptions): Promise<DisagreementError | null> {
  try {
    await playHistories([history], options)
    return null
  } catch (error) {
    if (error instanceof DisagreementError) return error
    throw error
  }
}
