import type { RepositoryName } from '../domain/repository.ts'
import type { Board } from '../domain/version-claim.ts'
import { evaluateBoards } from '../evaluate/charts/evaluate.ts'
import { createChartsCache } from '../facts/charts/cache.ts'
import { readCharts } from '../facts/charts/read-charts.ts'
import { createPolicyCache, readPolicy } from '../facts/policy.ts'
import type { GitHubClient } from '../github/client.ts'
import { readClaimTimes, readReleases } from '../render/claim-times.ts'
import { appIdFrom, clientFromEnvironment, repositoryFrom } from './client.ts'
import type { Typed } from './command.ts'
import { type ExitCode, type Surroundings, UsageError } from './exit.ts'
import { boardsAsJson, boardsAsText } from './next-output.ts'

/**
 * `claimwarden next`: who claims which version, and which is free. `APP_ID`, where it is set, names the app whose check
 * runs tell since when a claim is known.
 *
 * @throws {UsageError}
 * @throws {GitHubFailure}
 */
export async function next(typed: Typed, surroundings: Surroundings): Promise<ExitCode> {
  const repository = repositoryFrom(typed.argument('OWNER/REPO'))
  const chart = typed.argument('CHART')
  const client = clientFromEnvironment(surroundings)
  const found = await readBoards(client, repository, surroundings)
  if (typeof found === 'string') {
    surroundings.complain(`claimwarden: ${found}\n`)
    return 2
  }
  const boards = chart === undefined ? found : found.filter((board) => board.chart === chart)
  if (chart !== undefined && boards.length === 0) throw new UsageError(`${repository.name} has no chart of that name`)
  surroundings.out(typed.has('json') ? boardsAsJson(repository, boards) : boardsAsText(boards))
  return 0
}

/** The boards, or why they cannot be told. */
async function readBoards(
  client: GitHubClient,
  repository: RepositoryName,
  { now, environment }: Surroundings,
): Promise<readonly Board[] | string> {
  const policy = await readPolicy(client, repository, createPolicyCache())
  if (!policy.known) return policy.what
  if (policy.value.kind === 'invalid') return 'the policy file is invalid'
  const { facts } = await readCharts(client, repository, createChartsCache(), {
    now: now(),
    appId: appIdFrom(environment),
    readClaimTimes,
    readReleases,
    policy: policy.value.policy.charts,
    allPublished: true,
  })
  if (!facts.pulls.known) return facts.pulls.what
  const unread = facts.pulls.value.find(({ charts }) => !charts.known && charts.retry === 'may-cure')
  if (unread !== undefined) return `the charts of #${unread.number} could not be read`
  const unpublished = facts.published?.claims.find(({ found }) => !found.known)?.found
  if (unpublished !== undefined && !unpublished.known) return unpublished.what
  const boards = evaluateBoards(facts, policy.value.policy)
  return boards.known ? boards.value : boards.what
}
