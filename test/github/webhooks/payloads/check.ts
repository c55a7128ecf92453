import { existing, fullName, repositoryOf } from '../../world/lookups.ts'
import type { CheckRun, CheckSuite } from '../../world/model.ts'
import type { World } from '../../world/world.ts'
import { appPayload } from './app.ts'
import { simpleCommit } from './commit.ts'
import { pullRequestMinimal } from './pull-request.ts'
import { API, isoTime, isoTimeOrNull, WEB } from './urls.ts'

/** REST's `check-run`. Pull requests from forks are not listed. */
export function checkRunPayload(world: World, run: CheckRun) {
  const repository = repositoryOf(world.state, run)
  const name = fullName(world.state, repository)
  const url = `${API}/repos/${name}/check-runs/${run.id}`
  const app = existing(world.state.apps, run.appId, 'app')
  return {
    id: run.id,
    name: run.name,
    node_id: run.nodeId,
    head_sha: run.headSha,
    external_id: run.externalId ?? '',
    url,
    html_url: `${WEB}/${name}/runs/${run.id}`,
    details_url: run.detailsUrl ?? 'https://example.org/',
    status: run.status,
    conclusion: run.conclusion,
    started_at: isoTime(run.startedAt ?? run.createdAt),
    completed_at: isoTimeOrNull(run.completedAt),
    output: {
      title: run.output.title,
      summary: run.output.summary,
      text: run.output.text,
      annotations_count: run.output.annotations.length,
      annotations_url: `${url}/annotations`,
    },
    check_suite: simpleSuite(world, existing(world.state.checkSuites, run.checkSuiteId, 'check suite')),
    app: appPayload(world, app),
    pull_requests: pullsAt(world, run),
  }
}

/** The `check_suite` of its own event. */
export function checkSuitePayload(world: World, suite: CheckSuite) {
  const repository = repositoryOf(world.state, suite)
  return {
    ...simpleSuite(world, suite),
    check_runs_url: `${suiteUrl(world, suite)}/check-runs`,
    head_commit: simpleCommit(repository.git.commit(suite.headSha)),
    latest_check_runs_count: suite.checkRunIds.length,
    rerequestable: suite.rerequestable,
    runs_rerequestable: true,
  }
}

function simpleSuite(world: World, suite: CheckSuite) {
  return {
    id: suite.id,
    node_id: suite.nodeId,
    head_branch: suite.headBranch,
    head_sha: suite.headSha,
    status: suite.status,
    conclusion: suite.conclusion,
    url: suiteUrl(world, suite),
    before: suite.beforeSha,
    after: suite.headSha,
    pull_requests: pullsAt(world, suite),
    app: appPayload(world, existing(world.state.apps, suite.appId, 'app')),
    created_at: isoTime(suite.createdAt),
    updated_at: isoTime(suite.updatedAt),
  }
}

function suiteUrl(world: World, suite: CheckSuite): string {
  return `${API}/repos/${fullName(world.state, repositoryOf(world.state, suite))}/check-suites/${suite.id}`
}

function pullsAt(world: World, at: CheckRun | CheckSuite) {
  return world.pulls
    .openIn(repositoryOf(world.state, at))
    .filter((pull) => pull.headRefOid === at.headSha && pull.headRepositoryId === pull.repositoryId)
    .map((pull) => pullRequestMinimal(world, pull))
}
