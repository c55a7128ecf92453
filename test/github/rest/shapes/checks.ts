import { iso } from '../../graphql/context.ts'
import { pullState } from '../../graphql/resolvers/pull-listing.ts'
import type { CheckAnnotation, CheckRun, CheckSuite, CommitStatus, Repository } from '../../world/model.ts'
import type { RestCall } from '../route.ts'
import { accountShape, appShape } from './accounts.ts'
import { repositoryPage, repositoryShape, repositoryUrl } from './repositories.ts'

/** Pull requests of branches of the repository itself with this head; those of forks are not listed. */
function pullRequestsOf(call: RestCall, repository: Repository, sha: string): unknown[] {
  const url = repositoryUrl(call, repository)
  const repo = { id: repository.id, url, name: repository.name }
  return call.view
    .pulls(repository)
    .filter((pull) => pullState(pull) === 'OPEN' && pull.headRepositoryId === repository.id && pull.headRefOid === sha)
    .map((pull) => ({
      id: pull.id,
      number: pull.number,
      url: `${url}/pulls/${pull.number}`,
      head: { ref: pull.headRefName, sha, repo },
      base: { ref: pull.baseRefName, sha: pull.baseRefOid, repo },
    }))
}

export function checkRunShape(call: RestCall, run: CheckRun): Record<string, unknown> {
  const repository = call.view.repositoryOf(run)
  const url = `${repositoryUrl(call, repository)}/check-runs/${run.id}`
  const app = call.view.state.apps.get(run.appId)
  return {
    id: run.id,
    node_id: run.nodeId,
    name: run.name,
    head_sha: run.headSha,
    external_id: run.externalId ?? '',
    url,
    html_url: `${repositoryPage(call, repository)}/runs/${run.id}`,
    details_url: run.detailsUrl,
    status: run.status,
    conclusion: run.conclusion,
    started_at: iso(run.startedAt),
    completed_at: iso(run.completedAt),
    output: {
      title: run.output.title,
      summary: run.output.summary,
      text: run.output.text,
      annotations_count: run.output.annotations.length,
      annotations_url: `${url}/annotations`,
    },
    check_suite: { id: run.checkSuiteId },
    app: app === undefined ? null : appShape(call, app),
    pull_requests: pullRequestsOf(call, repository, run.headSha),
  }
}

export function checkSuiteShape(call: RestCall, suite: CheckSuite): Record<string, unknown> {
  const repository = call.view.repositoryOf(suite)
  const app = call.view.state.apps.get(suite.appId)
  return {
    id: suite.id,
    node_id: suite.nodeId,
    head_branch: suite.headBranch,
    head_sha: suite.headSha,
    status: suite.status,
    conclusion: suite.conclusion,
    url: `${repositoryUrl(call, repository)}/check-suites/${suite.id}`,
    before: suite.beforeSha,
    after: suite.headSha,
    pull_requests: pullRequestsOf(call, repository, suite.headSha),
    app: app === undefined ? null : appShape(call, app),
    repository: repositoryShape(call, repository),
    created_at: iso(suite.createdAt),
    updated_at: iso(suite.updatedAt),
    head_commit: headCommitShape(repository, suite.headSha),
    latest_check_runs_count: suite.checkRunIds.length,
    rerequestable: suite.rerequestable,
  }
}

function headCommitShape({ git }: Repository, sha: string): Record<string, unknown> {
  const { tree, message, author, committer } = git.commit(sha)
  const person = ({ name, email }: typeof author) => ({ name, email })
  return {
    id: sha,
    tree_id: tree,
    message: message.replace(/\n+$/, ''),
    timestamp: iso(committer.at),
    author: person(author),
    committer: person(committer),
  }
}

export function annotationShape(call: RestCall, run: CheckRun, annotation: CheckAnnotation): Record<string, unknown> {
  const repository = call.view.repositoryOf(run)
  return {
    ...annotation,
    start_column: annotation.start_column ?? null,
    end_column: annotation.end_column ?? null,
    title: annotation.title ?? null,
    raw_details: annotation.raw_details ?? null,
    blob_href: `${repositoryPage(call, repository)}/blob/${run.headSha}/${annotation.path}`,
  }
}

export function statusShape(call: RestCall, status: CommitStatus): Record<string, unknown> {
  const repository = call.view.repositoryOf(status)
  return {
    id: status.id,
    node_id: status.nodeId,
    url: `${repositoryUrl(call, repository)}/statuses/${status.sha}`,
    state: status.state,
    context: status.context,
    description: status.description,
    target_url: status.targetUrl,
    creator: accountShape(call, status.creatorId),
    created_at: iso(status.createdAt),
    updated_at: iso(status.createdAt),
  }
}
