/**
 * One installation's way to GitHub. Everything that reads or writes takes this port, so that tests can stand beside
 * it and so that limits, time-outs and counting happen in one place.
 */
export interface GitHubClient {
  /**
   * Runs one GraphQL query and answers its whole `data`.
   *
   * GitHub answers HTTP 200 with `errors[]` for many failures, also beside data. Any error that `tolerate` does not
   * accept makes the call throw, since such data is incomplete.
   *
   * @throws {GitHubFailure}
   */
  graphql<T>(query: GraphqlQuery, variables: Record<string, unknown>, options?: GraphqlOptions): Promise<T>

  /**
   * Sends one REST request by Octokit's route template (`GET /repos/{owner}/{repo}/compare/{basehead}`).
   *
   * @throws {GitHubFailure} for every answer that is not 2xx
   */
  rest<T = unknown>(route: string, parameters?: Record<string, unknown>): Promise<RestAnswer<T>>
}

export interface GraphqlQuery {
  /** The operation's name, for logs and counts. */
  readonly name: string
  readonly text: string
}

export interface GraphqlOptions {
  /** Says of one error that its null is an answer, not a failure (NOT_FOUND at an alias that may be absent). */
  readonly tolerate?: (error: GraphqlError) => boolean
}

export interface GraphqlError {
  /** GitHub's own word: `NOT_FOUND`, `FORBIDDEN`, `RATE_LIMITED`, …; empty when there is none. */
  readonly type: string
  readonly path: readonly (string | number)[]
}

export interface RestAnswer<T> {
  readonly status: number
  readonly data: T
  readonly headers: Readonly<Record<string, string | number | undefined>>
}

export type FailureKind =
  /** 404, 410, NOT_FOUND: absent or not readable, which GitHub does not tell apart. */
  | 'not-found'
  /** 401, 403: the app may not. */
  | 'forbidden'
  /** A primary or secondary limit; `retryAt` says when the installation may ask again. */
  | 'rate-limited'
  /** 5xx, time-out, no connection: may work in a moment. */
  | 'unavailable'
  /** A GraphQL answer with errors beside its data. */
  | 'partial'
  /** 400, 409, 422: GitHub understood and refused; repeating will not help. */
  | 'rejected'

/** A request to GitHub that failed. Its message holds our words and status numbers, never GitHub's text. */
export class GitHubFailure extends Error {
  override readonly name = 'GitHubFailure'
  readonly kind: FailureKind
  readonly status: number
  /** Milliseconds since 1970, for `rate-limited`. */
  readonly retryAt: number | undefined

  constructor(
    kind: FailureKind,
    message: string,
    details: { status?: number; retryAt?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause })
    this.kind = kind
    this.status = details.status ?? 0
    this.retryAt = details.retryAt
  }
}

export function isGitHubFailure(error: unknown): error is GitHubFailure {
  return error instanceof GitHubFailure
}
