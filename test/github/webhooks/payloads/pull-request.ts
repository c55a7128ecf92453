import { existing, fullName, ownerOf, repositoryOf } from '../../world/lookups.ts'
import type { PullRequest, Repository, Review } from '../../world/model.ts'
import type { World } from '../../world/world.ts'
import { userPayload } from './account.ts'
import { associationOf } from './association.ts'
import { labelsOf, milestoneOf } from './issue.ts'
import { repositoryPayload } from './repository.ts'
import { API, isoTime, isoTimeOrNull, WEB } from './urls.ts'

/** REST's `pull-request`. `mergeable` is null, as it is while GitHub computes it just after an event. */
export function pullRequestPayload(world: World, pull: PullRequest) {
  const { state } = world
  const repository = repositoryOf(state, pull)
  const assignees = [...pull.assigneeIds].map((id) => userPayload(existing(state.accounts, id, 'account')))
  return {
    ...pullLinks(fullName(state, repository), pull),
    id: pull.id,
    node_id: pull.nodeId,
    number: pull.number,
    state: pull.state,
    locked: pull.locked,
    title: pull.title,
    user: userPayload(existing(state.accounts, pull.authorId, 'account')),
    body: pull.body === '' ? null : pull.body,
    created_at: isoTime(pull.createdAt),
    updated_at: isoTime(pull.updatedAt),
    closed_at: isoTimeOrNull(pull.closedAt),
    merged_at: isoTimeOrNull(pull.mergedAt),
    merge_commit_sha: pull.mergeCommitOid,
    assignee: assignees[0] ?? null,
    assignees,
    requested_reviewers: [...pull.requestedReviewerIds].map((id) =>
      userPayload(existing(state.accounts, id, 'account')),
    ),
    requested_teams: [],
    labels: labelsOf(world, pull),
    milestone: milestoneOf(world, repository, pull),
    draft: pull.draft,
    head: headPayload(world, pull),
    base: sidePayload(world, repository, pull.baseRefName, pull.baseRefOid),
    author_association: associationOf(world, repository, pull.authorId),
    auto_merge: autoMergePayload(world, pull),
    active_lock_reason: null,
    merged: pull.mergedAt !== null,
    mergeable: null,
    rebaseable: null,
    mergeable_state: 'unknown',
    merged_by: pull.mergedById === null ? null : userPayload(existing(state.accounts, pull.mergedById, 'account')),
    comments: pull.commentIds.length,
    review_comments: 0,
    maintainer_can_modify: pull.maintainerCanModify,
    commits: pull.commitOids.length,
    ...fileCounts(world, pull),
  }
}

/** The few fields check runs name their pull requests by. */
export function pullRequestMinimal(world: World, pull: PullRequest) {
  const repository = repositoryOf(world.state, pull)
  const side = (repo: Repository, ref: string, sha: string) => ({
    ref,
    sha,
    repo: { id: repo.id, url: `${API}/repos/${fullName(world.state, repo)}`, name: repo.name },
  })
  const head = pull.headRepositoryId === null ? undefined : world.state.repositories.get(pull.headRepositoryId)
  return {
    url: `${API}/repos/${fullName(world.state, repository)}/pulls/${pull.number}`,
    id: pull.id,
    number: pull.number,
    head: side(head ?? repository, pull.headRefName, pull.headRefOid),
    base: side(repository, pull.baseRefName, pull.baseRefOid),
  }
}

/** REST's `pull-request-review`, with the state in lower case as webhooks have it. */
export function reviewPayload(world: World, review: Review) {
  const pull = existing(world.state.pulls, review.pullId, 'pull request')
  const repository = repositoryOf(world.state, review)
  const name = fullName(world.state, repository)
  const html = `${WEB}/${name}/pull/${pull.number}#pullrequestreview-${review.id}`
  const url = `${API}/repos/${name}/pulls/${pull.number}`
  return {
    id: review.id,
    node_id: review.nodeId,
    user: userPayload(existing(world.state.accounts, review.authorId, 'account')),
    body: review.body === '' ? null : review.body,
    commit_id: review.commitOid,
    submitted_at: isoTime(review.submittedAt),
    updated_at: isoTime(review.updatedAt),
    state: review.state.toLowerCase(),
    html_url: html,
    pull_request_url: url,
    author_association: associationOf(world, repository, review.authorId),
    _links: { html: { href: html }, pull_request: { href: url } },
  }
}

function pullLinks(name: string, pull: PullRequest) {
  const url = `${API}/repos/${name}/pulls/${pull.number}`
  const issue = `${API}/repos/${name}/issues/${pull.number}`
  const html = `${WEB}/${name}/pull/${pull.number}`
  const statuses = `${API}/repos/${name}/statuses/${pull.headRefOid}`
  return {
    url,
    html_url: html,
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    issue_url: issue,
    commits_url: `${url}/commits`,
    review_comments_url: `${url}/comments`,
    review_comment_url: `${API}/repos/${name}/pulls/comments{/number}`,
    comments_url: `${issue}/comments`,
    statuses_url: statuses,
    _links: {
      self: { href: url },
      html: { href: html },
      issue: { href: issue },
      comments: { href: `${issue}/comments` },
      review_comments: { href: `${url}/comments` },
      review_comment: { href: `${API}/repos/${name}/pulls/comments{/number}` },
      commits: { href: `${url}/commits` },
      statuses: { href: statuses },
    },
  }
}

function headPayload(world: World, pull: PullRequest) {
  const head = pull.headRepositoryId === null ? undefined : world.state.repositories.get(pull.headRepositoryId)
  if (head) return sidePayload(world, head, pull.headRefName, pull.headRefOid)
  return {
    label: `unknown repository:${pull.headRefName}`,
    ref: pull.headRefName,
    sha: pull.headRefOid,
    user: null,
    repo: null,
  }
}

function sidePayload(world: World, repository: Repository, ref: string, sha: string) {
  const owner = ownerOf(world.state, repository)
  return {
    label: `${owner.login}:${ref}`,
    ref,
    sha,
    user: userPayload(owner),
    repo: { ...repositoryPayload(world, repository), ...settingsPayload(repository) },
  }
}

function settingsPayload(repository: Repository) {
  const settings = repository.mergeSettings
  return {
    allow_squash_merge: settings.allowSquashMerge,
    allow_merge_commit: settings.allowMergeCommit,
    allow_rebase_merge: settings.allowRebaseMerge,
    allow_auto_merge: settings.allowAutoMerge,
    delete_branch_on_merge: settings.deleteBranchOnMerge,
    allow_update_branch: false,
    use_squash_pr_title_as_default: settings.squashMergeCommitTitle === 'PR_TITLE',
    squash_merge_commit_title: settings.squashMergeCommitTitle,
    squash_merge_commit_message: settings.squashMergeCommitMessage,
    merge_commit_title: settings.mergeCommitTitle,
    merge_commit_message: settings.mergeCommitMessage,
  }
}

function autoMergePayload(world: World, pull: PullRequest) {
  const armed = pull.autoMergeRequest
  if (armed === null) return null
  return {
    enabled_by: userPayload(existing(world.state.accounts, armed.enabledById, 'account')),
    merge_method: armed.mergeMethod,
    commit_title: armed.commitHeadline ?? '',
    commit_message: armed.commitBody ?? '',
  }
}

function fileCounts(world: World, pull: PullRequest) {
  const files = world.pulls.files(pull)
  let [additions, deletions] = [0, 0]
  for (const file of files) {
    additions += file.additions
    deletions += file.deletions
  }
  return { additions, deletions, changed_files: files.length }
}
