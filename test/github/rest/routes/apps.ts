import { iso } from '../../graphql/context.ts'
import { covers, installationCovers } from '../../http/access.ts'
import type { App, Id, Installation, Permissions, Repository, WebhookDelivery } from '../../world/model.ts'
import { notFound, RestError, unprocessable } from '../errors.ts'
import { page } from '../pagination.ts'
import { numberOf, ok, type RestCall, type Routes } from '../route.ts'
import { accountShape, appShape, installationShape } from '../shapes/accounts.ts'
import { repositoryShape } from '../shapes/repositories.ts'

function callingApp(call: RestCall): App {
  const { caller } = call.view
  if (caller.kind !== 'app') throw new RestError(401, 'A JSON web token could not be decoded')
  return caller.app
}

function installationsOf(call: RestCall): Installation[] {
  const app = callingApp(call)
  return [...call.view.state.installations.values()].filter(({ appId, deleted }) => appId === app.id && !deleted)
}

function installationOfPath(call: RestCall): Installation {
  const id = numberOf(call, 'installation_id')
  const found = installationsOf(call).find((installation) => installation.id === id)
  if (found === undefined) throw notFound()
  return found
}

export const appRoutes: Routes = {
  'apps/get-authenticated': (call) =>
    ok({ ...appShape(call, callingApp(call)), installations_count: installationsOf(call).length }),
  'apps/list-installations': (call) => page(call, installationsOf(call), (one) => installationShape(call, one)),
  'apps/get-installation': (call) => ok(installationShape(call, installationOfPath(call))),
  'apps/get-repo-installation': (call) => {
    callingApp(call)
    const { owner = '', repo = '' } = call.parameters
    const wanted = `${owner}/${repo}`.toLowerCase()
    for (const repository of call.view.state.repositories.values()) {
      if (repository.deleted || call.view.fullName(repository).toLowerCase() !== wanted) continue
      const found = installationsOf(call).find((installation) => installationCovers(installation, repository))
      if (found !== undefined) return ok(installationShape(call, found))
    }
    throw notFound()
  },
  'apps/get-org-installation': (call) => installationOfAccount(call, call.parameters.org),
  'apps/get-user-installation': (call) => installationOfAccount(call, call.parameters.username),

  'apps/create-installation-access-token': (call) => {
    const installation = installationOfPath(call)
    if (installation.suspendedAt !== null) throw new RestError(403, 'This installation has been suspended')
    const repositoryIds = requestedRepositories(call, installation)
    const permissions = requestedPermissions(call, installation)
    const minted = call.tokens.mint(installation, { repositoryIds, permissions }, call.tokenNow)
    const listed = [...call.view.state.repositories.values()].filter(({ id }) => repositoryIds?.has(id))
    return {
      status: 201,
      body: {
        token: minted.token,
        expires_at: iso(minted.expiresAt),
        permissions,
        repository_selection: repositoryIds === null ? installation.repositorySelection : 'selected',
        ...(repositoryIds === null
          ? {}
          : { repositories: listed.map((repository) => repositoryShape(call, repository)) }),
      },
    }
  },

  'apps/list-repos-accessible-to-installation': (call) => {
    const repositories = [...call.view.state.repositories.values()].filter((repository) =>
      covers(call.view.caller, repository),
    )
    return page(
      call,
      repositories,
      (repository) => repositoryShape(call, repository),
      (shaped) => ({ total_count: repositories.length, repository_selection: 'selected', repositories: shaped }),
    )
  },

  'apps/list-webhook-deliveries': (call) => deliveryPage(call),
  'apps/get-webhook-delivery': (call) => {
    const delivery = deliveryOfPath(call)
    return ok({
      ...deliveryShape(delivery),
      request: { headers: delivery.requestHeaders, payload: delivery.payload },
      response: { headers: delivery.responseHeaders, payload: '' },
    })
  },
  'apps/redeliver-webhook-delivery': (call) => {
    call.world.webhooks.redeliver(deliveryOfPath(call).id)
    return { status: 202, body: {} }
  },
  'users/get-authenticated': (call) => {
    const { caller } = call.view
    if (caller.kind !== 'user') throw new RestError(403, 'Resource not accessible by integration')
    return ok(accountShape(call, caller.user.id))
  },
  'users/get-by-username': (call) => {
    const account = call.view.accountByLogin(call.parameters.username ?? '')
    if (account === undefined) throw notFound()
    return ok({ ...accountShape(call, account.id), name: account.name })
  },
}

function installationOfAccount(call: RestCall, login: string | undefined) {
  const account = call.view.accountByLogin(login ?? '')
  const found = installationsOf(call).find(({ accountId }) => accountId === account?.id)
  if (found === undefined) throw notFound()
  return ok(installationShape(call, found))
}

/** Null when the token is for all that the installation has. */
function requestedRepositories(call: RestCall, installation: Installation): Set<Id> | null {
  const names = call.body.repositories as readonly string[] | undefined
  const ids = call.body.repository_ids as readonly number[] | undefined
  if (names === undefined && ids === undefined) return null
  const covered = [...call.view.state.repositories.values()].filter((one) => installationCovers(installation, one))
  const wanted = (one: Repository) =>
    (names?.some((name) => name.toLowerCase() === one.name.toLowerCase()) ?? false) || (ids?.includes(one.id) ?? false)
  const chosen = covered.filter(wanted)
  const asked = new Set([...(names ?? []).map((name) => name.toLowerCase()), ...(ids ?? [])])
  if (chosen.length < asked.size) {
    throw unprocessable(
      'There is at least one repository that does not exist or is not accessible to the parent installation.',
    )
  }
  return new Set(chosen.map(({ id }) => id))
}

function requestedPermissions(call: RestCall, installation: Installation): Permissions {
  const asked = call.body.permissions as Permissions | undefined
  if (asked === undefined) return { ...installation.permissions }
  const ranks = { read: 1, write: 2, admin: 3 }
  for (const [name, level] of Object.entries(asked)) {
    const granted = name === 'metadata' ? 'read' : installation.permissions[name]
    if (granted === undefined || ranks[granted] < ranks[level]) {
      throw unprocessable('The permissions requested are not granted to this installation.')
    }
  }
  return { ...asked, metadata: 'read' }
}

/** Newest first; the cursor is the id to go on below. */
function deliveryPage(call: RestCall) {
  const app = callingApp(call)
  const size = Math.min(Number(call.query.per_page ?? 30), 100)
  const { cursor, status } = call.query
  const listed = [...call.view.state.deliveries.values()]
    // One that is under way is not listed yet.
    .filter((delivery) => delivery.appId === app.id && delivery.status !== 'pending')
    .filter((delivery) => status === undefined || status === (succeeded(delivery) ? 'success' : 'failure'))
    .sort((a, b) => b.id - a.id)
    .filter((delivery) => cursor === undefined || delivery.id < Number(cursor.replace(/^v1_/, '')))
  const shown = listed.slice(0, size)
  const last = shown.at(-1)
  const query = new URLSearchParams({ ...call.query, cursor: `v1_${last?.id}` })
  const link = listed.length > size ? { link: `<${call.apiUrl}${call.path}?${query}>; rel="next"` } : {}
  return { status: 200, body: shown.map(deliveryShape), headers: link }
}

function succeeded({ statusCode }: WebhookDelivery): boolean {
  return statusCode >= 200 && statusCode < 400
}

function deliveryOfPath(call: RestCall): WebhookDelivery {
  const delivery = call.view.state.deliveries.get(numberOf(call, 'delivery_id'))
  if (delivery === undefined || delivery.appId !== callingApp(call).id) throw notFound()
  return delivery
}

function deliveryShape(delivery: WebhookDelivery): Record<string, unknown> {
  return {
    id: delivery.id,
    guid: delivery.guid,
    delivered_at: new Date(delivery.deliveredAt).toISOString(),
    redelivery: delivery.redelivery,
    duration: delivery.durationMs / 1000,
    status: delivery.status,
    status_code: delivery.statusCode,
    event: delivery.event,
    action: delivery.action,
    installation_id: delivery.installationId,
    repository_id: delivery.repositoryId,
    throttled_at: null,
  }
}

export const metaRoutes: Routes = {
  'meta/get': () => ok({ verifiable_password_authentication: false, installed_version: '3.19.0' }),
  'rate-limit/get': (call) => ok(call.rateLimit()),
  'teams/get-membership-for-user-in-org': (call) => {
    const organization = call.view.accountByLogin(call.parameters.org ?? '')
    const team =
      organization?.kind === 'Organization' ? organization.teams.get(call.parameters.team_slug ?? '') : undefined
    const user = call.view.accountByLogin(call.parameters.username ?? '')
    const { caller } = call.view
    if (caller.kind === 'installation' && caller.scope.permissions.members === undefined) {
      throw new RestError(403, 'Resource not accessible by integration')
    }
    if (team === undefined || user === undefined || !team.members.has(user.id)) throw notFound()
    return ok({ url: `${call.apiUrl}${call.path}`, role: 'member', state: 'active' })
  },
}
