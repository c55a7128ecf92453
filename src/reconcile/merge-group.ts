import { parseMergeGroupRef } from '../domain/merge-group.ts'
import { evaluateMergeGroup } from '../evaluate/charts/evaluate.ts'
import { readMergeGroup } from '../facts/charts/read-merge-group.ts'
import { type GroupSpan, readGroupedPulls } from '../facts/grouped-pulls.ts'
import { type IssuesReading, readIssues } from '../facts/issues/read-issues.ts'
import { readPolicy } from '../facts/policy.ts'
import type { GitHubClient } from '../github/client.ts'
import { publishCheckRun } from '../publish/check-runs.ts'
import type { WorkOutcome } from '../queue/queue.ts'
import type { Work, WorkKey } from '../queue/work.ts'
import { type RenderedCheckRun, renderCheckRun } from '../render/check-run.ts'
import { chartsCheck } from './charts.ts'
import { earliest, outcomeOf, report } from './check-outcome.ts'
import { issuesCheck } from './issues.ts'
import { judgeIssues } from './judge-issues.ts'
import { standingOf } from './judgement.ts'
import { clientOf, publishOptions, readIssuesOptions, type Workshop } from './workshop.ts'

type GroupWork = Work & Extract<WorkKey, { kind: 'merge-group' }>

/**
 * Both checks of one merge queue group, on the group's own head: GitHub lets nothing merge that has not reported there.
 * The group is judged for what it merges, as a rule the one pull request that its ref names; earlier groups have their
 * own checks.
 */
export async function reconcileMergeGroup(workshop: Workshop, work: GroupWork): Promise<WorkOutcome> {
  const client = clientOf(workshop, work.installationId)
  const named = parseMergeGroupRef(work.headRef)
  if (named === null) {
    workshop.log.error({ installationId: work.installationId }, 'a merge group has a ref of an unknown form')
    return { kind: 'done' }
  }
  const group = { ...named, headSha: work.headSha, baseSha: work.baseSha }
  const numbers = await readGroupedPulls(client, work.repository, group)
  const issues = await issuesOfGroup(workshop, client, work, numbers)
  const charts = await chartsOfGroup(workshop, client, work, group, numbers)
  const delays: (number | undefined)[] = []
  for (const [check, rendered] of [
    [issuesCheck, issues],
    [chartsCheck, charts],
  ] as const) {
    workshop.meter.enter('publish')
    const published = await publishCheckRun(
      client,
      {
        repository: work.repository,
        headSha: work.headSha,
        rendered,
        subject: { kind: 'merge-group', headRef: work.headRef, pulls: numbers },
        newest: undefined,
        fresh: work.hint.trigger === 'rerequest',
      },
      publishOptions(workshop),
    )
    report(workshop, work, check, outcomeOf(rendered, published), published.kind)
    if (published.kind !== 'superseded') delays.push(published.retryInMs)
  }
  return earliest(delays)
}

async function issuesOfGroup(
  workshop: Workshop,
  client: GitHubClient,
  work: GroupWork,
  numbers: readonly number[],
): Promise<RenderedCheckRun> {
  const readings: IssuesReading[] = []
  for (const number of numbers) {
    const reading = await readIssues(client, work.repository, number, readIssuesOptions(workshop))
    const { facts } = reading
    const pull = { ...facts.pull, headRefOid: work.headSha, baseTipOid: work.baseSha }
    readings.push({ ...reading, facts: { ...facts, pull } })
  }
  return judgeIssues(readings, workshop.hosts, { isMergeGroup: true }).rendered
}

async function chartsOfGroup(
  workshop: Workshop,
  client: GitHubClient,
  work: GroupWork,
  { headSha, baseSha, baseRefName }: GroupSpan,
  pullNumbers: readonly number[],
): Promise<RenderedCheckRun> {
  const { repository } = work
  const readAt = workshop.now()
  const standing = standingOf(await readPolicy(client, repository, workshop.policies))
  if (standing.kind === 'unusable') {
    const pulls = pullNumbers.map((number) => ({ number, baseRefName, baseSha }))
    return standing.render(chartsCheck, { home: repository, headSha, readAt, pulls })
  }
  const { policy, source } = standing
  const { appId } = workshop.connection
  const request = { headSha, baseSha, baseRefName, pullNumbers, appId, policy: policy.charts }
  const facts = await readMergeGroup(client, repository, request, workshop.charts, readAt)
  return renderCheckRun({
    check: 'claims/chart-versions',
    home: repository,
    mode: policy.charts.mode,
    isMergeGroup: true,
    provenance: { headSha, readAt, policy: source },
    pulls: [...evaluateMergeGroup(facts, policy)].map(([number, evaluation]) => ({
      number,
      baseRefName,
      baseSha,
      evaluation,
    })),
  })
}
