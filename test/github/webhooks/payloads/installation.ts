import { existing, fullName } from '../../world/lookups.ts'
import type { Installation, Repository } from '../../world/model.ts'
import type { World } from '../../world/world.ts'
import { userPayload } from './account.ts'
import { API, isoTime, isoTimeOrNull, WEB } from './urls.ts'

/** REST's `installation`. */
export function installationPayload(world: World, installation: Installation) {
  const { id } = installation
  const account = existing(world.state.accounts, installation.accountId, 'account')
  const app = existing(world.state.apps, installation.appId, 'app')
  const settings = account.kind === 'Organization' ? `organizations/${account.login}/settings` : 'settings'
  return {
    id,
    client_id: app.clientId,
    account: userPayload(account),
    repository_selection: installation.repositorySelection,
    access_tokens_url: `${API}/app/installations/${id}/access_tokens`,
    repositories_url: `${API}/installation/repositories`,
    html_url: `${WEB}/${settings}/installations/${id}`,
    app_id: installation.appId,
    app_slug: app.slug,
    target_id: account.id,
    target_type: account.kind,
    permissions: { ...installation.permissions },
    events: [...installation.events],
    created_at: isoTime(installation.createdAt),
    updated_at: isoTime(installation.updatedAt),
    single_file_name: null,
    has_multiple_single_files: false,
    single_file_paths: [],
    suspended_by:
      installation.suspendedById === null
        ? null
        : userPayload(existing(world.state.accounts, installation.suspendedById, 'account')),
    suspended_at: isoTimeOrNull(installation.suspendedAt),
  }
}

/** How installation events name a repository. */
export function repositoryStub(world: World, repository: Repository) {
  return {
    id: repository.id,
    node_id: repository.nodeId,
    name: repository.name,
    full_name: fullName(world.state, repository),
    private: repository.visibility !== 'public',
  }
}
