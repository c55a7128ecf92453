import type { Account, Organization } from '../../world/model.ts'
import { API, WEB } from './urls.ts'

/** REST's `simple-user`; a deleted account is `ghost`. */
export function userPayload(account: Account) {
  if (account.deleted) return simpleUser('ghost', 10137, 'MDQ6VXNlcjEwMTM3', 'User')
  return simpleUser(account.login, account.id, account.nodeId, account.kind)
}

function simpleUser(login: string, id: number, nodeId: string, type: string) {
  const path = encodeURIComponent(login)
  const url = `${API}/users/${path}`
  return {
    login,
    id,
    node_id: nodeId,
    avatar_url: `https://avatars.githubusercontent.com/u/${id}?v=4`,
    gravatar_id: '',
    url,
    html_url: type === 'Bot' ? `${WEB}/apps/${path.replace(/%5Bbot%5D$/, '')}` : `${WEB}/${path}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type,
    user_view_type: 'public',
    site_admin: false,
  }
}

/** REST's `organization-simple`. */
export function organizationPayload(organization: Organization) {
  const url = `${API}/orgs/${organization.login}`
  return {
    login: organization.login,
    id: organization.id,
    node_id: organization.nodeId,
    url,
    repos_url: `${url}/repos`,
    events_url: `${url}/events`,
    hooks_url: `${url}/hooks`,
    issues_url: `${url}/issues`,
    members_url: `${url}/members{/member}`,
    public_members_url: `${url}/public_members{/member}`,
    avatar_url: `https://avatars.githubusercontent.com/u/${organization.id}?v=4`,
    description: null,
  }
}
