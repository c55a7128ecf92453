import { latestPerName, runsOf, suitesOf } from '../../http/check-reads.ts'
import type { CheckRunUpdate } from '../../world/checks.ts'
import type { App, CheckConclusion, CheckRun, CheckSuite, Repository } from '../../world/model.ts'
import { type CheckRunBody, checkRunLimits } from '../check-run-limits.ts'
import { notAccessible, notFound, RestError, unprocessable } from '../errors.ts'
import { page } from '../pagination.ts'
import {
  actorOf,
  appOf,
  numberOf,
  ok,
  type RestAnswer,
  type RestCall,
  type Routes,
  repositoryOfPath,
} from '../route.ts'
import { annotationShape, checkRunShape, checkSuiteShape } from '../shapes/checks.ts'
import { commitOf } from './repositories.ts'

/** Of one name in one suite GitHub keeps no more runs than this; the oldest go. */
const KEPT_RUNS = 1000

/** Only apps write check runs. */
function writingApp(call: RestCall): App {
  const app = appOf(call)
  if (app === null) throw new RestError(403, 'You must authenticate via a GitHub App.')
  return app
}

function runOfPath(call: RestCall, level: 'read' | 'write' = 'read'): CheckRun {
  if (level === 'write') writingApp(call)
  const repository = repositoryOfPath(call, 'checks', level)
  const run = call.view.state.checkRuns.get(numberOf(call, 'check_run_id'))
  if (run === undefined || run.repositoryId !== repository.id) throw notFound()
  return run
}

function suiteOfPath(call: RestCall, level: 'read' | 'write' = 'read'): CheckSuite {
  const repository = repositoryOfPath(call, 'checks', level)
  const suite = call.view.state.checkSuites.get(numberOf(call, 'check_suite_id'))
  if (suite === undefined || suite.repositoryId !== repository.id) throw notFound()
  return suite
}

export const checkRoutes: Routes = {
  'checks/create': (call) => {
    const app = writingApp(call)
    const repository = repositoryOfPath(call, 'checks', 'write')
    const body = call.body as CheckRunBody
    checkRunLimits(body)
    const { head_sha: sha = '', name = '' } = body
    if (!/^[0-9a-f]{40}$/.test(sha) || call.view.commit(repository, sha) === undefined) {
      throw unprocessable(`No commit found for SHA: ${sha}`)
    }
    const run = call.world.checks.create(app, repository, { name, headSha: sha, ...changes(body) })
    dropOldest(call, run)
    return { status: 201, body: checkRunShape(call, run) }
  },
  'checks/update': (call) => {
    const run = runOfPath(call, 'write')
    const app = writingApp(call)
    if (run.appId !== app.id)
      throw new RestError(
        403,
        `Invalid app_id \`${app.id}\` - check run can only be modified by the GitHub App that created it.`,
      )
    const body = call.body as CheckRunBody
    checkRunLimits(body)
    const reopens = body.status !== undefined && body.status !== 'completed' && body.conclusion === undefined
    if (run.status === 'completed' && reopens) {
      throw unprocessable('Validation Failed', [
        { resource: 'CheckRun', field: 'status', code: 'invalid', message: 'a completed check run cannot be reopened' },
      ])
    }
    call.world.checks.update(app, run, { ...(body.name === undefined ? {} : { name: body.name }), ...changes(body) })
    return ok(checkRunShape(call, run))
  },
  'checks/get': (call) => ok(checkRunShape(call, runOfPath(call))),
  'checks/list-annotations': (call) => {
    const run = runOfPath(call)
    return page(call, run.output.annotations, (annotation) => annotationShape(call, run, annotation))
  },
  'checks/list-for-ref': (call) => {
    const repository = repositoryOfPath(call, 'checks')
    return runPage(call, suitesOf(call.view.state, repository, commitOf(call, repository, call.parameters.ref ?? '')))
  },
  'checks/list-for-suite': (call) => runPage(call, [suiteOfPath(call)]),
  'checks/list-suites-for-ref': (call) => suitePage(call, repositoryOfPath(call, 'checks')),
  'checks/get-suite': (call) => ok(checkSuiteShape(call, suiteOfPath(call))),
  'checks/rerequest-suite': (call) => {
    call.world.checks.rerequestSuite(actorOf(call), suiteOfPath(call, 'write'))
    return { status: 201, body: {} }
  },
  'checks/rerequest-run': (call) => {
    const run = runOfPath(call, 'write')
    if (appOf(call)?.id !== run.appId) throw notAccessible()
    call.world.checks.rerequestRun(actorOf(call), run)
    return { status: 201, body: {} }
  },
}

/** What a body changes. A conclusion completes the run, whatever `status` says beside it. */
function changes(body: CheckRunBody): CheckRunUpdate {
  const time = (text: string) => Date.parse(text)
  return {
    ...(body.conclusion === undefined
      ? body.status === undefined
        ? {}
        : { status: body.status }
      : { status: 'completed' as const, conclusion: body.conclusion as CheckConclusion }),
    ...(body.external_id === undefined ? {} : { externalId: body.external_id }),
    ...(body.details_url === undefined ? {} : { detailsUrl: body.details_url }),
    ...(body.started_at === undefined ? {} : { startedAt: time(body.started_at) }),
    ...(body.completed_at === undefined ? {} : { completedAt: time(body.completed_at) }),
    ...(body.output === undefined ? {} : { output: body.output }),
    ...(body.actions === undefined ? {} : { actions: body.actions }),
  }
}

function dropOldest(call: RestCall, { checkSuiteId, name }: CheckRun): void {
  const { state } = call.view
  const suite = state.checkSuites.get(checkSuiteId)
  if (suite === undefined || suite.checkRunIds.length <= KEPT_RUNS) return
  const ofName = runsOf(state, suite).filter((run) => run.name === name)
  for (const run of ofName.slice(0, Math.max(0, ofName.length - KEPT_RUNS))) {
    suite.checkRunIds.splice(suite.checkRunIds.indexOf(run.id), 1)
    state.checkRuns.delete(run.id)
  }
}

/** Newest first. `filter=latest`, the default, thins within a suite only. */
function runPage(call: RestCall, suites: readonly CheckSuite[]): RestAnswer {
  const { filter = 'latest', check_name: name, status, app_id: appId } = call.query
  const runs = suites.flatMap((suite) => runsOf(call.view.state, suite))
  const shown = (filter === 'latest' ? latestPerName(runs) : runs)
    .filter((run) => name === undefined || run.name === name)
    .filter((run) => status === undefined || run.status === status)
    .filter((run) => appId === undefined || run.appId === Number(appId))
    .sort((a, b) => b.id - a.id)
  return page(
    call,
    shown,
    (run) => checkRunShape(call, run),
    (shaped) => ({ total_count: shown.length, check_runs: shaped }),
  )
}

function suitePage(call: RestCall, repository: Repository): RestAnswer {
  const { app_id: appId, check_name: name } = call.query
  const { state } = call.view
  const suites = suitesOf(state, repository, commitOf(call, repository, call.parameters.ref ?? ''))
    .filter((suite) => appId === undefined || suite.appId === Number(appId))
    .filter((suite) => name === undefined || runsOf(state, suite).some((run) => run.name === name))
  return page(
    call,
    suites,
    (suite) => checkSuiteShape(call, suite),
    (shaped) => ({ total_count: suites.length, check_suites: shaped }),
  )
}
