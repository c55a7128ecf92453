import { existing, fullName } from '../../world/lookups.ts'
import type { Release, Repository } from '../../world/model.ts'
import type { World } from '../../world/world.ts'
import { userPayload } from './account.ts'
import { API, isoTime, isoTimeOrNull, WEB } from './urls.ts'

/** REST's `release`. */
export function releasePayload(world: World, repository: Repository, release: Release) {
  const name = fullName(world.state, repository)
  const url = `${API}/repos/${name}/releases/${release.id}`
  return {
    url,
    assets_url: `${url}/assets`,
    upload_url: `https://uploads.github.com/repos/${name}/releases/${release.id}/assets{?name,label}`,
    html_url: `${WEB}/${name}/releases/tag/${release.tagName}`,
    id: release.id,
    node_id: release.nodeId,
    author: userPayload(existing(world.state.accounts, release.authorId, 'account')),
    tag_name: release.tagName,
    target_commitish: release.targetCommitish,
    name: release.name,
    body: release.body,
    draft: release.draft,
    prerelease: release.prerelease,
    immutable: false,
    created_at: isoTime(release.createdAt),
    updated_at: isoTime(release.createdAt),
    published_at: isoTimeOrNull(release.publishedAt),
    assets: [],
    tarball_url: `${API}/repos/${name}/tarball/${release.tagName}`,
    zipball_url: `${API}/repos/${name}/zipball/${release.tagName}`,
  }
}
