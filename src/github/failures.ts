import { GitHubFailure, type GraphqlError } from './client.ts'

/** GitHub's advice when a secondary limit names no time: wait at least a minute. */
const defaultPauseMs = 60_000

interface HttpErrorShape {
  readonly status?: number
  readonly response?: { readonly headers?: Headers }
  readonly name?: string
}

type Headers = Readonly<Record<string, string | number | undefined>>

/**
 * Turns whatever Octokit's request threw into a failure with a kind.
 *
 * Limits come as 403 or 429; the primary one has `x-ratelimit-remaining: 0` and a reset time, the secondary one a
 * `retry-after` or only its words ("Rate limits for the REST API", docs.github.com).
 */
export function failureOf(error: unknown, what: string, now: number): GitHubFailure {
  if (error instanceof GitHubFailure) return error
  const { status, response, name } = error as HttpErrorShape
  if (status === undefined || status === 0) {
    return new GitHubFailure('unavailable', `${what}: no answer`, { cause: error })
  }
  if (response === undefined) {
    // Octokit reports a request that never got an answer (time-out, refused connection) as status 500.
    const why = name === 'AbortError' || name === 'TimeoutError' ? 'no answer in time' : 'no answer'
    return new GitHubFailure('unavailable', `${what}: ${why}`, { cause: error })
  }
  const message = `${what}: GitHub answered ${status}`
  if (isLimit(status, response.headers ?? {}, error)) {
    return new GitHubFailure('rate-limited', message, { status, retryAt: retryAt(response.headers ?? {}, now) })
  }
  if (status === 404 || status === 410) return new GitHubFailure('not-found', message, { status, cause: error })
  if (status === 401 || status === 403) return new GitHubFailure('forbidden', message, { status, cause: error })
  if (status >= 500) return new GitHubFailure('unavailable', message, { status, cause: error })
  return new GitHubFailure('rejected', message, { status, cause: error })
}

/** The failure of a GraphQL answer that came as HTTP 200 with errors. */
export function graphqlFailure(
  errors: readonly GraphqlError[],
  headers: Headers,
  what: string,
  now: number,
): GitHubFailure {
  const types = new Set(errors.map((error) => error.type))
  if (types.has('RATE_LIMITED') || types.has('RATE_LIMIT') || headers['retry-after'] !== undefined) {
    return new GitHubFailure('rate-limited', `${what}: limited`, { status: 200, retryAt: retryAt(headers, now) })
  }
  const named = [...types].filter((type) => /^[A-Z_]+$/.test(type)).join(', ') || 'errors without a type'
  const message = `${what}: GitHub answered with ${named}`
  if (errors.every((error) => error.type === 'NOT_FOUND')) return new GitHubFailure('not-found', message)
  if (errors.every((error) => error.type === 'FORBIDDEN')) return new GitHubFailure('forbidden', message)
  return new GitHubFailure('partial', message, { status: 200 })
}

function isLimit(status: number, headers: Headers, error: unknown): boolean {
  if (status === 429) return true
  if (status !== 403) return false
  if (headers['retry-after'] !== undefined || String(headers['x-ratelimit-remaining']) === '0') return true
  return error instanceof Error && /secondary rate limit|abuse detection/i.test(error.message)
}

function retryAt(headers: Headers, now: number): number {
  const retryAfter = Number(headers['retry-after'])
  if (Number.isFinite(retryAfter)) return now + retryAfter * 1000
  const reset = Number(headers['x-ratelimit-reset'])
  if (String(headers['x-ratelimit-remaining']) === '0' && Number.isFinite(reset)) return Math.max(reset * 1000, now)
  return now + defaultPauseMs
}
