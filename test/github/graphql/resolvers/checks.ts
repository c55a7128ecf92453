import type { Oid } from '../../git/objects.ts'
import { latestPerName, runsOf, statusesOf, suitesOf } from '../../http/check-reads.ts'
import type { CheckAnnotation, CommitStatus, Repository, CheckRun as RunModel } from '../../world/model.ts'
import { connect, inOrder, type PageArguments } from '../connection.ts'
import { demand, type Fields, type GraphqlContext, iso } from '../context.ts'
import {
  accountSource,
  type CheckRunSource,
  type CheckSuiteSource,
  commitSource,
  type RollupSource,
  type StatusSource,
} from '../sources.ts'

/** A page of the check suites of a commit. */
export function checkSuites(
  repository: Repository,
  oid: Oid,
  args: PageArguments & { filterBy?: { appId?: number | null; checkName?: string | null } | null },
  context: GraphqlContext,
) {
  demand(context, repository, 'checks')
  const { state } = context.view
  const { appId, checkName } = args.filterBy ?? {}
  const suites = suitesOf(state, repository, oid).filter(
    (suite) =>
      (appId == null || suite.appId === appId) &&
      (checkName == null || runsOf(state, suite).some(({ name }) => name === checkName)),
  )
  const keep = context.view.conditions.truncate.get('checkSuites')
  return connect(inOrder(suites), args, (suite): CheckSuiteSource => ({ __typename: 'CheckSuite', suite }), keep)
}

interface RunFilter {
  appId?: number | null
  checkName?: string | null
  checkType?: 'ALL' | 'LATEST' | null
  status?: string | null
  statuses?: readonly string[] | null
  conclusions?: readonly string[] | null
}

export const CheckSuite: Fields<CheckSuiteSource> = {
  id: ({ suite }) => suite.nodeId,
  databaseId: ({ suite }) => suite.id,
  status: ({ suite }) => suite.status.toUpperCase(),
  conclusion: ({ suite }) => suite.conclusion?.toUpperCase() ?? null,
  createdAt: ({ suite }) => iso(suite.createdAt),
  updatedAt: ({ suite }) => iso(suite.updatedAt),
  app: ({ suite }, _args, { view }) => {
    const app = view.state.apps.get(suite.appId)
    return app === undefined ? null : { __typename: 'App', app }
  },
  commit: ({ suite }, _args, { view }) => commitSource(view.repositoryOf(suite), suite.headSha),
  repository: ({ suite }, _args, { view }) => ({ __typename: 'Repository', repository: view.repositoryOf(suite) }),
  url: ({ suite }, _args, { view, htmlUrl }) =>
    `${htmlUrl}/${view.fullName(view.repositoryOf(suite))}/commit/${suite.headSha}/checks?check_suite_id=${suite.id}`,
  checkRuns: ({ suite }, args: PageArguments & { filterBy?: RunFilter | null }, { view }) => {
    const filter = args.filterBy ?? {}
    const all = runsOf(view.state, suite)
    const runs = (filter.checkType === 'LATEST' ? latestPerName(all) : all).filter((run) => matches(run, filter))
    const keep = view.conditions.truncate.get('checkRuns')
    return connect(inOrder(runs), args, (run): CheckRunSource => ({ __typename: 'CheckRun', run }), keep)
  },
}

function matches(run: RunModel, { appId, checkName, status, statuses, conclusions }: RunFilter): boolean {
  const wanted = statuses ?? (status == null ? null : [status])
  return (
    (appId == null || run.appId === appId) &&
    (checkName == null || run.name === checkName) &&
    (wanted === null || wanted.includes(run.status.toUpperCase())) &&
    (conclusions == null || (run.conclusion !== null && conclusions.includes(run.conclusion.toUpperCase())))
  )
}

export const CheckRun: Fields<CheckRunSource> = {
  id: ({ run }) => run.nodeId,
  databaseId: ({ run }) => run.id,
  name: ({ run }) => run.name,
  status: ({ run }) => run.status.toUpperCase(),
  conclusion: ({ run }) => run.conclusion?.toUpperCase() ?? null,
  externalId: ({ run }) => run.externalId,
  title: ({ run }) => run.output.title,
  summary: ({ run }) => run.output.summary,
  text: ({ run }) => run.output.text,
  startedAt: ({ run }) => iso(run.startedAt),
  completedAt: ({ run }) => iso(run.completedAt),
  detailsUrl: ({ run }) => run.detailsUrl,
  repository: ({ run }, _args, { view }) => ({ __typename: 'Repository', repository: view.repositoryOf(run) }),
  checkSuite: ({ run }, _args, { view }) => ({
    __typename: 'CheckSuite',
    suite: view.state.checkSuites.get(run.checkSuiteId),
  }),
  url: runUrl,
  permalink: runUrl,
  resourcePath: (source, _args, context) => runUrl(source, _args, context).slice(context.htmlUrl.length),
  annotations: ({ run }, args: PageArguments) => connect(inOrder(run.output.annotations), args, annotation),
  isRequired: ({ run }, _args, { view }) =>
    [...view.repositoryOf(run).rulesets.values()].some(({ requiredChecks }) =>
      requiredChecks.some(
        ({ context, integrationId }) => context === run.name && (integrationId ?? run.appId) === run.appId,
      ),
    ),
}

function runUrl({ run }: CheckRunSource, _args: unknown, { view, htmlUrl }: GraphqlContext): string {
  return `${htmlUrl}/${view.fullName(view.repositoryOf(run))}/runs/${run.id}`
}

function annotation(from: CheckAnnotation): object {
  return {
    annotationLevel: from.annotation_level.toUpperCase(),
    path: from.path,
    message: from.message,
    title: from.title ?? null,
    rawDetails: from.raw_details ?? null,
    location: {
      start: { line: from.start_line, column: from.start_column ?? null },
      end: { line: from.end_line, column: from.end_column ?? null },
    },
  }
}

/** Null when nothing was ever reported for the commit, as on GitHub. */
export function rollupSource(repository: Repository, oid: Oid, context: GraphqlContext): RollupSource | null {
  demand(context, repository, 'checks')
  const { state } = context.view
  const reported =
    suitesOf(state, repository, oid).some(({ checkRunIds }) => checkRunIds.length > 0) ||
    statusesOf(state, repository, oid).length > 0
  return reported ? { __typename: 'StatusCheckRollup', repository, oid } : null
}

const FAILED = ['failure', 'timed_out', 'cancelled', 'action_required', 'startup_failure', 'stale', 'error']

export const StatusCheckRollup: Fields<RollupSource> = {
  id: ({ repository, oid }) => `SCR_${repository.id}_${oid}`,
  commit: ({ repository, oid }) => commitSource(repository, oid),
  state: (source, _args, { view }) => {
    const { runs, statuses } = contextsOf(source, view.state)
    const outcomes = [
      ...latestPerName(runs).map((run) => (run.status === 'completed' ? run.conclusion : 'pending')),
      ...statuses.map(({ state }) => state),
    ]
    if (outcomes.some((outcome) => outcome !== null && FAILED.includes(outcome))) return 'FAILURE'
    return outcomes.includes('pending') ? 'PENDING' : 'SUCCESS'
  },
  contexts: (source, args: PageArguments, context) => {
    const { runs, statuses } = contextsOf(source, context.view.state)
    if (statuses.length > 0) demand(context, source.repository, 'statuses')
    const nodes: (CheckRunSource | StatusSource)[] = [
      ...runs.map((run): CheckRunSource => ({ __typename: 'CheckRun', run })),
      ...statuses.map((status): StatusSource => ({ __typename: 'StatusContext', status })),
    ]
    return {
      ...connect(inOrder(nodes), args, (node) => node, context.view.conditions.truncate.get('contexts')),
      checkRunCount: runs.length,
      statusContextCount: statuses.length,
    }
  },
}

/** Every run, older ones of a name too: GitHub does not thin them out here. */
function contextsOf({ repository, oid }: RollupSource, state: GraphqlContext['view']['state']) {
  const runs = suitesOf(state, repository, oid).flatMap((suite) => runsOf(state, suite))
  const latest = new Map<string, CommitStatus>()
  for (const status of statusesOf(state, repository, oid)) latest.set(status.context, status)
  return { runs, statuses: [...latest.values()] }
}

export const StatusContext: Fields<StatusSource> = {
  id: ({ status }) => status.nodeId,
  context: ({ status }) => status.context,
  state: ({ status }) => status.state.toUpperCase(),
  description: ({ status }) => status.description,
  targetUrl: ({ status }) => status.targetUrl,
  createdAt: ({ status }) => iso(status.createdAt),
  creator: ({ status }, _args, { view }) => accountSource(view.account(status.creatorId)),
  commit: ({ status }, _args, { view }) => commitSource(view.repositoryOf(status), status.sha),
}
