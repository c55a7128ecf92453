import type { RepositoryName } from '../domain/repository.ts'
import type { GitHubClient } from '../github/client.ts'
import { type ConnectionOptions, connectWithToken } from '../github/connection.ts'
import { type Surroundings, UsageError } from './exit.ts'

export const requestTimeoutMs = 30_000
export const userAgent = 'claimwarden'

/**
 * A client by `GITHUB_TOKEN`, for github.com or the Enterprise Server of `GHE_HOST`.
 *
 * @param options.onCall called for every request
 * @throws {UsageError} without a token
 */
export function clientFromEnvironment(
  { environment, now }: Surroundings,
  options: Pick<ConnectionOptions, 'onCall'> = {},
): GitHubClient {
  const { GITHUB_TOKEN: token, GHE_HOST: host, GHE_PROTOCOL: protocol } = environment
  if (token === undefined || token === '') throw new UsageError('GITHUB_TOKEN is not set')
  const baseUrl =
    host === undefined || host === '' ? 'https://api.github.com' : `${protocol || 'https'}://${host}/api/v3`
  return connectWithToken(token, { baseUrl, userAgent, timeoutMs: requestTimeoutMs, now, ...options })
}

/** @throws {UsageError} for anything but `owner/name` */
export function repositoryFrom(text: string | undefined): RepositoryName {
  const [, owner, name] = /^([\w.-]+)\/([\w.-]+)$/.exec(text ?? '') ?? []
  if (owner === undefined || name === undefined) throw new UsageError('the repository is written OWNER/REPO')
  return { owner, name }
}

/**
 * `APP_ID`: the app whose check runs tell since when a head and a claim are known; 0 where it is not set.
 *
 * @throws {UsageError} for anything but a number
 */
export function appIdFrom({ APP_ID: id = '' }: Surroundings['environment']): number {
  if (!/^(?:[1-9]\d{0,9})?$/.test(id)) throw new UsageError('APP_ID is not the number of a GitHub App')
  return Number(id)
}
