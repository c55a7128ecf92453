import { known, type Reading } from '../domain/reading.ts'
import { fullName, type NumberedReference } from '../domain/repository.ts'
import { createChartsCache } from '../facts/charts/cache.ts'
import { readCharts } from '../facts/charts/read-charts.ts'
import { readIssues } from '../facts/issues/read-issues.ts'
import { createPolicyCache, type PolicyCache, readPolicy } from '../facts/policy.ts'
import { readAnyPullHead } from '../facts/pull-head.ts'
import { type GitHubClient, isGitHubFailure } from '../github/client.ts'
import { readExternalId } from '../publish/external-id.ts'
import type { IssuesToJudge } from '../reconcile/judge-issues.ts'
import { standingOf } from '../reconcile/judgement.ts'
import { unknownOf } from '../reconcile/unread.ts'
import { readClaimTimes, readReleases } from '../render/claim-times.ts'
import type { ChartsToJudge, Evaluation } from './evaluation.ts'

export interface ReadEvaluationOptions {
  /** Both checks without it. */
  readonly only?: 'issues' | 'charts'
  /** Milliseconds since 1970. */
  readonly now: number
  /** 0 when it is not known. */
  readonly appId: number
  readonly hosts: readonly string[]
}

/**
 * Reads what both checks judge of one pull request, as the server does, and writes nothing. A sentence part instead says
 * why there is nothing to judge.
 *
 * @throws {GitHubFailure}
 */
export async function readEvaluation(
  client: GitHubClient,
  pull: NumberedReference,
  options: ReadEvaluationOptions,
): Promise<Evaluation | string> {
  const head = await findHead(client, pull, options.appId)
  if (head === null) return `there is no pull request ${nameOf(pull)}, or this token cannot see it`
  if (head.state !== 'OPEN') return `${nameOf(pull)} is ${head.state.toLowerCase()}; only open pull requests are judged`
  const policies = createPolicyCache()
  const { only, now: readAt, appId, hosts } = options
  const { headSha, baseRefName, baseSha } = head
  return {
    pull,
    headSha,
    base: { baseRefName, baseSha },
    readAt,
    appId,
    hosts,
    ...(only === 'charts' ? {} : { issues: await readIssuesOfHead(client, pull, policies, options) }),
    ...(only === 'issues' ? {} : { charts: await readChartsOf(client, pull, policies, options) }),
  }
}

function nameOf({ repository, number }: NumberedReference): string {
  return `${fullName(repository)}#${number}`
}

async function findHead(client: GitHubClient, pull: NumberedReference, appId: number) {
  try {
    return await readAnyPullHead(client, pull, appId, 'claims/issues')
  } catch (error) {
    if (isGitHubFailure(error) && error.kind === 'not-found') return null
    throw error
  }
}

/** A check run belongs to a commit, so the other open pull requests on the head are judged with it. */
async function readIssuesOfHead(
  client: GitHubClient,
  pull: NumberedReference,
  policies: PolicyCache,
  { now, appId, hosts }: ReadEvaluationOptions,
): Promise<Reading<readonly IssuesToJudge[]>> {
  const read = (number: number) =>
    readIssues(client, pull.repository, number, {
      now,
      appId,
      checkName: 'claims/issues',
      hosts,
      policies,
      signingKey: null,
      pullsOfRun: (externalId) => readExternalId(externalId)?.pulls ?? [],
    })
  try {
    const first = await read(pull.number)
    const sharing: IssuesToJudge[] = []
    for (const number of first.sharing) sharing.push(await read(number))
    const open = [first, ...sharing.filter(({ facts }) => facts.pull.state === 'OPEN')]
    return known(open.map(({ facts, policy }) => ({ facts, policy })))
  } catch (error) {
    if (!isGitHubFailure(error) || error.kind === 'rate-limited') throw error
    return unknownOf(error, 'GitHub did not say what this pull request would close')
  }
}

async function readChartsOf(
  client: GitHubClient,
  { repository }: NumberedReference,
  policies: PolicyCache,
  { now, appId }: ReadEvaluationOptions,
): Promise<ChartsToJudge> {
  const policy = await readPolicy(client, repository, policies)
  const standing = standingOf(policy)
  const { facts } = await readCharts(client, repository, createChartsCache(), {
    now,
    appId,
    readClaimTimes,
    readReleases,
    ...(standing.kind === 'usable' ? { policy: standing.policy.charts } : {}),
  })
  return { facts, policy }
}
