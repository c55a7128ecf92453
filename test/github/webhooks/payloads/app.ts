import { existing } from '../../world/lookups.ts'
import type { App } from '../../world/model.ts'
import type { World } from '../../world/world.ts'
import { userPayload } from './account.ts'
import { isoTime, WEB } from './urls.ts'

/** REST's `integration`. */
export function appPayload(world: World, app: App) {
  return {
    id: app.id,
    slug: app.slug,
    client_id: app.clientId,
    node_id: app.nodeId,
    owner: userPayload(existing(world.state.accounts, app.ownerId, 'account')),
    name: app.name,
    description: '',
    external_url: 'https://example.org/',
    html_url: `${WEB}/apps/${app.slug}`,
    created_at: isoTime(app.createdAt),
    updated_at: isoTime(app.createdAt),
    permissions: { ...app.permissions },
    events: [...app.events],
  }
}
