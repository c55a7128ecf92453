import { fullName, ownerOf } from '../../world/lookups.ts'
import type { Repository } from '../../world/model.ts'
import type { World } from '../../world/world.ts'
import { userPayload } from './account.ts'
import { API, isoTime, WEB } from './urls.ts'

/** REST's `repository`, without `permissions`. */
export function repositoryPayload(world: World, repository: Repository) {
  const { state } = world
  const name = fullName(state, repository)
  const openIssues = openCount(world, repository)
  return {
    id: repository.id,
    node_id: repository.nodeId,
    name: repository.name,
    full_name: name,
    private: repository.visibility !== 'public',
    owner: userPayload(ownerOf(state, repository)),
    description: repository.description,
    fork: repository.isFork,
    ...repositoryUrls(name),
    homepage: null,
    language: null,
    license: null,
    mirror_url: null,
    forks: 0,
    forks_count: 0,
    stargazers_count: 0,
    watchers: 0,
    watchers_count: 0,
    size: 0,
    default_branch: repository.defaultBranch,
    open_issues: openIssues,
    open_issues_count: openIssues,
    is_template: false,
    topics: [],
    has_issues: repository.hasIssues,
    has_projects: true,
    has_wiki: true,
    has_pages: false,
    has_downloads: true,
    has_discussions: false,
    archived: repository.isArchived,
    disabled: false,
    visibility: repository.visibility,
    allow_forking: true,
    web_commit_signoff_required: false,
    pushed_at: isoTime(repository.pushedAt),
    created_at: isoTime(repository.createdAt),
    updated_at: isoTime(repository.updatedAt),
  }
}

function repositoryUrls(name: string) {
  const url = `${API}/repos/${name}`
  return {
    html_url: `${WEB}/${name}`,
    url,
    archive_url: `${url}/{archive_format}{/ref}`,
    assignees_url: `${url}/assignees{/user}`,
    blobs_url: `${url}/git/blobs{/sha}`,
    branches_url: `${url}/branches{/branch}`,
    collaborators_url: `${url}/collaborators{/collaborator}`,
    comments_url: `${url}/comments{/number}`,
    commits_url: `${url}/commits{/sha}`,
    compare_url: `${url}/compare/{base}...{head}`,
    contents_url: `${url}/contents/{+path}`,
    contributors_url: `${url}/contributors`,
    deployments_url: `${url}/deployments`,
    downloads_url: `${url}/downloads`,
    events_url: `${url}/events`,
    forks_url: `${url}/forks`,
    git_commits_url: `${url}/git/commits{/sha}`,
    git_refs_url: `${url}/git/refs{/sha}`,
    git_tags_url: `${url}/git/tags{/sha}`,
    git_url: `git://github.com/${name}.git`,
    hooks_url: `${url}/hooks`,
    issue_comment_url: `${url}/issues/comments{/number}`,
    issue_events_url: `${url}/issues/events{/number}`,
    issues_url: `${url}/issues{/number}`,
    keys_url: `${url}/keys{/key_id}`,
    labels_url: `${url}/labels{/name}`,
    languages_url: `${url}/languages`,
    merges_url: `${url}/merges`,
    milestones_url: `${url}/milestones{/number}`,
    notifications_url: `${url}/notifications{?since,all,participating}`,
    pulls_url: `${url}/pulls{/number}`,
    releases_url: `${url}/releases{/id}`,
    ssh_url: `git@github.com:${name}.git`,
    clone_url: `${WEB}/${name}.git`,
    stargazers_url: `${url}/stargazers`,
    statuses_url: `${url}/statuses/{sha}`,
    subscribers_url: `${url}/subscribers`,
    subscription_url: `${url}/subscription`,
    svn_url: `${WEB}/${name}`,
    tags_url: `${url}/tags`,
    teams_url: `${url}/teams`,
    trees_url: `${url}/git/trees{/sha}`,
  }
}

/** Issues and pull requests together, as GitHub counts. */
function openCount(world: World, repository: Repository): number {
  let open = 0
  for (const { kind, id } of repository.numbers.values()) {
    if (kind === 'pull') open += world.state.pulls.get(id)?.state === 'open' ? 1 : 0
    else {
      const issue = world.state.issues.get(id)
      open += issue?.state === 'open' && !issue.deleted && issue.transferredToId === null ? 1 : 0
    }
  }
  return open
}
