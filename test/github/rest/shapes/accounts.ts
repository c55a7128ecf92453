import { iso } from '../../graphql/context.ts'
import type { App, Id, Installation } from '../../world/model.ts'
import type { RestCall } from '../route.ts'

/** What REST shows in place of a deleted account. */
const GHOST = { login: 'ghost', id: 10137, node_id: 'MDQ6VXNlcjEwMTM3', type: 'User', site_admin: false }

type Where = Pick<RestCall, 'view' | 'apiUrl' | 'htmlUrl'>

export function accountShape(call: Where, id: Id): Record<string, unknown> {
  const account = call.view.account(id)
  if (account === null) return { ...GHOST, url: `${call.apiUrl}/users/ghost`, html_url: `${call.htmlUrl}/ghost` }
  return {
    login: account.login,
    id: account.id,
    node_id: account.nodeId,
    avatar_url: `${call.htmlUrl}/avatars/u/${account.id}`,
    gravatar_id: '',
    url: `${call.apiUrl}/users/${encodeURIComponent(account.login)}`,
    html_url: `${call.htmlUrl}/${account.kind === 'Bot' ? `apps/${account.login.replace(/\[bot\]$/, '')}` : account.login}`,
    type: account.kind,
    site_admin: false,
  }
}

export function appShape(call: Where, app: App): Record<string, unknown> {
  return {
    id: app.id,
    node_id: app.nodeId,
    slug: app.slug,
    client_id: app.clientId,
    name: app.name,
    owner: accountShape(call, app.ownerId),
    description: '',
    external_url: `${call.htmlUrl}/apps/${app.slug}`,
    html_url: `${call.htmlUrl}/apps/${app.slug}`,
    created_at: iso(app.createdAt),
    updated_at: iso(app.createdAt),
    permissions: app.permissions,
    events: app.events,
  }
}

export function installationShape(call: Where, installation: Installation): Record<string, unknown> {
  const { state } = call.view
  return {
    id: installation.id,
    account: accountShape(call, installation.accountId),
    repository_selection: installation.repositorySelection,
    access_tokens_url: `${call.apiUrl}/app/installations/${installation.id}/access_tokens`,
    repositories_url: `${call.apiUrl}/installation/repositories`,
    html_url: `${call.htmlUrl}/settings/installations/${installation.id}`,
    app_id: installation.appId,
    app_slug: state.apps.get(installation.appId)?.slug,
    target_id: installation.accountId,
    target_type: state.accounts.get(installation.accountId)?.kind,
    permissions: installation.permissions,
    events: installation.events,
    single_file_name: null,
    suspended_at: iso(installation.suspendedAt),
    suspended_by: installation.suspendedById === null ? null : accountShape(call, installation.suspendedById),
    created_at: iso(installation.createdAt),
    updated_at: iso(installation.updatedAt),
  }
}
