import { createAppAuth } from '@octokit/auth-app'
import { GraphqlResponseError, graphql } from '@octokit/graphql'
import { request } from '@octokit/request'
import {
  type GitHubClient,
  GitHubFailure,
  type GraphqlError,
  type GraphqlOptions,
  type GraphqlQuery,
  type RestAnswer,
} from './client.ts'
import { failureOf, graphqlFailure } from './failures.ts'
import { askingItsCost, costIn } from './query-cost.ts'

export interface ConnectionOptions {
  readonly appId: number
  readonly privateKey: string
  /** REST root without a trailing slash; Enterprise Server's ends in `/api/v3`. */
  readonly baseUrl: string
  readonly userAgent: string
  readonly timeoutMs: number
  readonly now: () => number
  /** Called once for every request that got an answer or failed. */
  readonly onCall?: (call: CallRecord) => void
}

/** One request, by closed names only: no path, no variable, no title. */
export interface CallRecord {
  readonly api: 'graphql' | 'rest'
  /** Query name or route template. */
  readonly name: string
  readonly installationId: number | null
  readonly milliseconds: number
  /** What a GraphQL query cost, as its answer says. */
  readonly points: number
  readonly outcome: 'ok' | GitHubFailure['kind']
}

/** The app's way to GitHub: one client as the app itself, one for each installation. */
export interface GitHubConnection {
  readonly appId: number
  /** Authenticated as the app, for `/app/...` routes; GraphQL is not open to it. */
  readonly app: Pick<GitHubClient, 'rest'>
  installation(installationId: number): GitHubClient
}

/**
 * Clients of our own instead of Probot's `context.octokit`: that one shares a throttle bucket among all installations
 * (one GraphQL query a second for the whole process), sleeps in process on a primary limit and re-sends a secondary
 * one after a second. Here a limit becomes a failure at once and the queue waits.
 */
export function createConnection(options: ConnectionOptions): GitHubConnection {
  const base = request.defaults({ baseUrl: options.baseUrl, headers: { 'user-agent': options.userAgent } })
  const auth = createAppAuth({ appId: options.appId, privateKey: options.privateKey, request: base })
  const clients = new Map<number, GitHubClient>()

  async function appToken(): Promise<string> {
    return (await auth({ type: 'app' })).token
  }

  function installation(installationId: number): GitHubClient {
    const known = clients.get(installationId)
    if (known !== undefined) return known
    const token = async (refresh: boolean) => (await auth({ type: 'installation', installationId, refresh })).token
    const client = createClient(base, token, 'token', installationId, options)
    clients.set(installationId, client)
    return client
  }

  return {
    appId: options.appId,
    app: createClient(base, appToken, 'bearer', null, options),
    installation,
  }
}

/** A client with a token of somebody's own, for the command line. */
export function connectWithToken(
  token: string,
  options: Omit<ConnectionOptions, 'appId' | 'privateKey'>,
): GitHubClient {
  const base = request.defaults({ baseUrl: options.baseUrl, headers: { 'user-agent': options.userAgent } })
  return createClient(base, async () => token, 'token', null, options)
}

type TokenSource = (refresh: boolean) => Promise<string>

function createClient(
  base: typeof request,
  token: TokenSource,
  scheme: 'token' | 'bearer',
  installationId: number | null,
  options: Omit<ConnectionOptions, 'appId' | 'privateKey'>,
): GitHubClient {
  /** A work that is amid its reading must not ask on while the limit lasts: GitHub counts that against the app. */
  let limitedUntil = 0

  async function counted<T>(
    api: CallRecord['api'],
    name: string,
    send: (spend: (points: number) => void) => Promise<T>,
  ): Promise<T> {
    const started = options.now()
    if (started < limitedUntil) {
      throw new GitHubFailure('rate-limited', `${name}: not sent, limited`, { retryAt: limitedUntil })
    }
    let outcome: CallRecord['outcome'] = 'ok'
    let points = 0
    try {
      return await send((cost) => {
        points += cost
      })
    } catch (error) {
      const failure = failureOf(error, name, options.now())
      if (failure.kind === 'rate-limited') limitedUntil = Math.max(limitedUntil, failure.retryAt ?? 0)
      outcome = failure.kind
      throw failure
    } finally {
      options.onCall?.({ api, name, installationId, milliseconds: options.now() - started, points, outcome })
    }
  }

  /** A token can be revoked before its time (a new key, changed permissions): one more try with a new one. */
  async function withToken<T>(send: (authorization: string) => Promise<T>): Promise<T> {
    try {
      return await send(`${scheme} ${await token(false)}`)
    } catch (error) {
      if ((error as { status?: number }).status !== 401) throw error
      return await send(`${scheme} ${await token(true)}`)
    }
  }

  function limits() {
    return { signal: AbortSignal.timeout(options.timeoutMs) }
  }

  async function runGraphql<T>(
    query: GraphqlQuery,
    variables: Record<string, unknown>,
    tolerate: Tolerate,
    spend: (points: number) => void,
  ): Promise<T> {
    const send = graphql.defaults({ baseUrl: base.endpoint.DEFAULTS.baseUrl })
    try {
      const data = await withToken((authorization) =>
        send<T>(askingItsCost(query.text), {
          ...variables,
          headers: { authorization, 'user-agent': options.userAgent },
          request: limits(),
        }),
      )
      spend(costIn(data))
      return data
    } catch (error) {
      if (!(error instanceof GraphqlResponseError)) throw error
      spend(costIn(error.data))
      const errors = errorsOf(error)
      const complete = error.data !== null && error.data !== undefined && errors.every(tolerate)
      if (complete) return error.data as T
      throw graphqlFailure(errors, error.headers as Record<string, string>, query.name, options.now())
    }
  }

  return {
    graphql<T>(query: GraphqlQuery, variables: Record<string, unknown>, { tolerate = none }: GraphqlOptions = {}) {
      return counted('graphql', query.name, (spend) => runGraphql<T>(query, variables, tolerate, spend))
    },
    rest<T>(route: string, parameters: Record<string, unknown> = {}) {
      return counted('rest', route, async () => {
        const answer = await withToken((authorization) =>
          base(route, { ...parameters, headers: { ...headersOf(parameters), authorization }, request: limits() }),
        )
        return { status: answer.status, data: answer.data, headers: answer.headers } as RestAnswer<T>
      })
    },
  }
}

type Tolerate = (error: GraphqlError) => boolean

const none: Tolerate = () => false

function headersOf(parameters: Record<string, unknown>): Record<string, string> {
  return (parameters.headers ?? {}) as Record<string, string>
}

function errorsOf(error: GraphqlResponseError<unknown>): GraphqlError[] {
  return (error.errors ?? []).map((one) => ({ type: String(one.type ?? ''), path: one.path ?? [] }))
}
