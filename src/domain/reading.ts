/**
 * The result of reading one part of the world: a value, or an explicit unknown with its reason.
 * An unknown is never replaced by an empty list; whoever judges has to look at it.
 */
export type Reading<T> = Known<T> | Unknown

export interface Known<T> {
  readonly known: true
  readonly value: T
}

export interface Unknown {
  readonly known: false
  readonly reason: UnknownReason
  /** One plain sentence part that says what could not be read and why, in our own words (no quoted API answers). */
  readonly what: string
  /** Whether reading again can turn this into a value without anybody acting. */
  readonly retry: 'may-cure' | 'cannot-cure'
}

export type UnknownReason =
  | 'unreadable' // no access, or no such thing: GitHub answers both alike
  | 'too-large'
  | 'binary'
  | 'no-plain-file' // a symbolic link, or a directory of that name
  | 'incomplete' // fewer items were listed than GitHub counts
  | 'unavailable' // 5xx, time-out, partial GraphQL answer
  | 'not-yet' // the API is behind the event: a commit, a merge base or a link that is not there yet
  | 'invalid' // a policy file or record that cannot be understood

export function known<T>(value: T): Known<T> {
  return { known: true, value }
}

export function unknown(reason: UnknownReason, what: string, retry: Unknown['retry']): Unknown {
  return { known: false, reason, what, retry }
}
