import type { ChangedFile } from '../../git/changes.ts'
import type { Commit, Oid, Person } from '../../git/objects.ts'
import { iso } from '../../graphql/context.ts'
import type { Release, Repository } from '../../world/model.ts'
import type { RestCall } from '../route.ts'
import { accountShape } from './accounts.ts'

export function repositoryUrl(call: RestCall, repository: Repository): string {
  return `${call.apiUrl}/repos/${call.view.fullName(repository)}`
}

export function repositoryPage(call: RestCall, repository: Repository): string {
  return `${call.htmlUrl}/${call.view.fullName(repository)}`
}

export function repositoryShape(call: RestCall, repository: Repository): Record<string, unknown> {
  const { mergeSettings: settings } = repository
  return {
    id: repository.id,
    node_id: repository.nodeId,
    name: repository.name,
    full_name: call.view.fullName(repository),
    owner: accountShape(call, repository.ownerId),
    private: repository.visibility !== 'public',
    visibility: repository.visibility,
    html_url: repositoryPage(call, repository),
    url: repositoryUrl(call, repository),
    description: repository.description,
    fork: repository.isFork,
    default_branch: repository.defaultBranch,
    archived: repository.isArchived,
    forks_count: 0,
    open_issues_count: 0,
    disabled: false,
    has_issues: repository.hasIssues,
    allow_merge_commit: settings.allowMergeCommit,
    allow_squash_merge: settings.allowSquashMerge,
    allow_rebase_merge: settings.allowRebaseMerge,
    allow_auto_merge: settings.allowAutoMerge,
    delete_branch_on_merge: settings.deleteBranchOnMerge,
    squash_merge_commit_title: settings.squashMergeCommitTitle,
    squash_merge_commit_message: settings.squashMergeCommitMessage,
    merge_commit_title: settings.mergeCommitTitle,
    merge_commit_message: settings.mergeCommitMessage,
    created_at: iso(repository.createdAt),
    updated_at: iso(repository.updatedAt),
    pushed_at: iso(repository.pushedAt),
  }
}

export function commitShape(call: RestCall, repository: Repository, oid: Oid): Record<string, unknown> {
  const commit = repository.git.commit(oid)
  const url = repositoryUrl(call, repository)
  return {
    sha: oid,
    node_id: `C_${repository.id}_${oid}`,
    commit: {
      author: personShape(commit.author),
      committer: personShape(commit.committer),
      message: commit.message.replace(/\n+$/, ''),
      tree: { sha: commit.tree, url: `${url}/git/trees/${commit.tree}` },
      url: `${url}/git/commits/${oid}`,
      comment_count: 0,
      verification: { verified: false, reason: 'unsigned', signature: null, payload: null, verified_at: null },
    },
    url: `${url}/commits/${oid}`,
    html_url: `${repositoryPage(call, repository)}/commit/${oid}`,
    author: personAccount(call, commit, 'author'),
    committer: personAccount(call, commit, 'committer'),
    parents: commit.parents.map((sha) => ({ sha, url: `${url}/commits/${sha}` })),
  }
}

function personShape(person: Person) {
  return { name: person.name, email: person.email, date: iso(person.at) }
}

function personAccount(call: RestCall, commit: Commit, role: 'author' | 'committer') {
  for (const account of call.view.state.accounts.values()) {
    if (account.kind === 'Organization' || account.email !== commit[role].email) continue
    return accountShape(call, account.id)
  }
  return null
}

/** A changed file as `pulls/{n}/files` and `compare` list it. */
export function fileShape(
  call: RestCall,
  repository: Repository,
  head: Oid,
  file: ChangedFile,
): Record<string, unknown> {
  const path = file.path.split('/').map(encodeURIComponent).join('/')
  return {
    sha: file.oid ?? file.previousOid,
    filename: file.path,
    status: file.status,
    additions: file.additions,
    deletions: file.deletions,
    changes: file.additions + file.deletions,
    blob_url: `${repositoryPage(call, repository)}/blob/${head}/${path}`,
    raw_url: `${repositoryPage(call, repository)}/raw/${head}/${path}`,
    contents_url: `${repositoryUrl(call, repository)}/contents/${path}?ref=${head}`,
    ...(file.previousPath === null ? {} : { previous_filename: file.previousPath }),
  }
}

export function releaseShape(call: RestCall, repository: Repository, release: Release): Record<string, unknown> {
  return {
    id: release.id,
    node_id: release.nodeId,
    url: `${repositoryUrl(call, repository)}/releases/${release.id}`,
    html_url: `${repositoryPage(call, repository)}/releases/tag/${release.tagName}`,
    tag_name: release.tagName,
    target_commitish: release.targetCommitish,
    name: release.name,
    body: release.body,
    draft: release.draft,
    prerelease: release.prerelease,
    author: accountShape(call, release.authorId),
    created_at: iso(release.createdAt),
    published_at: iso(release.publishedAt),
    assets: [],
  }
}
