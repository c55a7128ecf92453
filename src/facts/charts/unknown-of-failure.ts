import { type Unknown, unknown } from '../../domain/reading.ts'
import { type GitHubFailure, isGitHubFailure } from '../../github/client.ts'

/**
 * Turns a failed request into an unknown. `what` names the thing, as the start of a sentence part: "the files of #12".
 *
 * Rethrows what no reading can stand for: a rate limit, for which the queue waits, and faults of our own.
 */
export function unknownOf(error: unknown, what: string): Unknown {
  const failure = failureToTell(error)
  switch (failure.kind) {
    case 'not-found':
      return unknown(
        'unreadable',
        `${what} cannot be read: GitHub knows no such thing, or the app may not see it`,
        'may-cure',
      )
    case 'forbidden':
      return unknown('unreadable', `${what} cannot be read: the app may not`, 'cannot-cure')
    case 'rejected':
      return unknown('unreadable', `${what} cannot be read: GitHub refuses to tell`, 'cannot-cure')
    default:
      return unknown('unavailable', `${what} could not be read: GitHub did not answer, or not in whole`, 'may-cure')
  }
}

/** The failure, when it is one that a reading can tell; throws every other error. */
export function failureToTell(error: unknown): GitHubFailure {
  if (!isGitHubFailure(error) || error.kind === 'rate-limited') throw error
  return error
}

/** Whether a smaller question may succeed: GitHub stops long queries with 502, 504, a time-out or half an answer. */
export function mayShrink(error: unknown): boolean {
  return isGitHubFailure(error) && (error.kind === 'unavailable' || error.kind === 'partial')
}
