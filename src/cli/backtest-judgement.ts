import type { CheckName } from '../domain/finding.ts'
import { known, type Reading, type Unknown, unknown } from '../domain/reading.ts'
import type { RepositoryName } from '../domain/repository.ts'
import { claimKey } from '../evaluate/charts/claims.ts'
import { evaluateMergeGroup } from '../evaluate/charts/evaluate.ts'
import { evaluateIssues } from '../evaluate/issues/evaluate.ts'
import { eachAtMost } from '../facts/charts/batches.ts'
import { type ChartsCache, createChartsCache } from '../facts/charts/cache.ts'
import { readChartDirectories, readMergedCharts } from '../facts/charts/read-merged.ts'
import { unknownOf } from '../facts/charts/unknown-of-failure.ts'
import { type MergedIssues, readMergedIssues } from '../facts/issues/read-merged.ts'
import { listMergedPulls, type MergedListing, readMergedPulls } from '../facts/merged-pulls.ts'
import type { PolicyCache } from '../facts/policy.ts'
import type { MergedPullNode } from '../facts/queries/merged-pulls.ts'
import { type GitHubClient, type GitHubFailure, isGitHubFailure } from '../github/client.ts'
import type { Policy } from '../policy/policy.ts'
import { readExternalId } from '../publish/external-id.ts'
import type { BacktestReport } from './backtest-output.ts'
import type { BacktestedCheck, BacktestedPull } from './backtest-tally.ts'

export type Checks = readonly CheckName[]

export interface Backtest {
  readonly client: GitHubClient
  readonly repository: RepositoryName
  readonly policy: Policy
  readonly policies: PolicyCache
  readonly last: number
  readonly checks: Checks
  /** Hosts whose issue URLs are references. */
  readonly hosts: readonly string[]
  readonly now: () => number
  readonly onProgress: (done: number, all: number) => void
}

type Merged = MergedListing['pulls']
type Judged = Pick<BacktestReport, 'found' | 'pulls' | 'stopped'>

/** Listed and read together. */
const pullsPerStep = 25
const issuesAtOnce = 4

/**
 * Judges the newest merged pull requests, the newest first. A limit of GitHub ends it early.
 *
 * @throws {GitHubFailure} when they could not be listed
 */
export async function judgeMerged(test: Backtest): Promise<Judged> {
  const { client, repository, last, onProgress } = test
  const { pulls: merged, tipOid } = await listMergedPulls(client, repository, last)
  const pulls: BacktestedPull[] = []
  const cache = createChartsCache()
  onProgress(0, merged.length)
  try {
    const directories = test.checks.includes('claims/chart-versions')
      ? await readChartDirectories(client, repository, cache, tipOid)
      : known([])
    for (let start = 0; start < merged.length; start += pullsPerStep) {
      await judgeStep(test, cache, directories, merged.slice(start, start + pullsPerStep), (pull) => {
        pulls.push(pull)
        onProgress(pulls.length, merged.length)
      })
    }
  } catch (error) {
    if (!isGitHubFailure(error)) throw error
    return { found: merged.length, pulls: inOrder(pulls, merged), stopped: whyStopped(error) }
  }
  return { found: merged.length, pulls: inOrder(pulls, merged), stopped: null }
}

/** Several are judged at a time, and the quick ones are told first. */
function inOrder(pulls: readonly BacktestedPull[], merged: Merged): readonly BacktestedPull[] {
  const places = new Map(merged.map(({ number }, index) => [number, index]))
  return pulls.toSorted((a, b) => (places.get(a.number) ?? 0) - (places.get(b.number) ?? 0))
}

function whyStopped({ retryAt, message }: GitHubFailure): string {
  const from = retryAt === undefined ? '' : `; it answers again from ${new Date(retryAt).toISOString()}`
  return `GitHub set a limit (${message})${from}`
}

async function judgeStep(
  test: Backtest,
  cache: ChartsCache,
  directories: Reading<readonly string[]>,
  merged: Merged,
  tell: (pull: BacktestedPull) => void,
): Promise<void> {
  const { client, repository, checks } = test
  const read = await readMergedPulls(
    client,
    repository,
    merged.map(({ number }) => number),
  )
  const nodes = [...read.values()].flatMap((node) => (node.known ? [node.value] : []))
  const charts = checks.includes('claims/chart-versions') ? await judgeCharts(test, cache, directories, nodes) : null
  await eachAtMost(merged, issuesAtOnce, async ({ number, mergedAt }) => {
    const node = read.get(number) ?? unknown('unavailable', `#${number} was not read`, 'may-cure')
    if (!node.known) {
      const unread = checks.map((check) => unreadCheck(check, node))
      tell({ number, mergedAt, read: null, checks: unread, editedSince: false })
      return
    }
    const issues = checks.includes('claims/issues') ? await judgeIssues(test, node.value, mergedAt) : null
    const { author, baseRefName, headRefOid } = node.value
    tell({
      number,
      mergedAt,
      read: { author: author?.login ?? null, baseRefName, headRefOid },
      checks: [issues?.check, charts?.get(number)].filter((check) => check !== undefined),
      editedSince: issues?.editedSince ?? false,
    })
  })
}

function unreadCheck(check: CheckName, { what }: Unknown): BacktestedCheck {
  return { check, kind: 'unknown', findings: [], unread: what, claims: [] }
}

async function judgeCharts(
  { client, repository, policy, now }: Backtest,
  cache: ChartsCache,
  directories: Reading<readonly string[]>,
  nodes: readonly MergedPullNode[],
): Promise<ReadonlyMap<number, BacktestedCheck>> {
  const check = 'claims/chart-versions'
  if (!directories.known) return new Map(nodes.map(({ number }) => [number, unreadCheck(check, directories)]))
  const read = await readMergedCharts(client, repository, nodes, { cache, directories: directories.value, now: now() })
  return new Map(
    read.map(({ number, facts }): [number, BacktestedCheck] => {
      const evaluation = evaluateMergeGroup(facts, policy).get(number)
      if (evaluation === undefined) throw new Error(`#${number} was read and not judged`)
      const { verdict, claims } = evaluation
      const { kind, findings } = verdict
      return [number, { check, kind, findings, claims: claims.map((one) => claimKey(one.chart, one.version)) }]
    }),
  )
}

async function judgeIssues(
  test: Backtest,
  node: MergedPullNode,
  mergedAt: number,
): Promise<{ readonly check: BacktestedCheck; readonly editedSince: boolean }> {
  const { client, repository, policy, hosts } = test
  const check = 'claims/issues'
  const pull = {
    number: node.number,
    mergedAt,
    lastEditedAt: node.lastEditedAt === null ? null : Date.parse(node.lastEditedAt),
  }
  let read: MergedIssues
  try {
    read = await readMergedIssues(client, repository, pull, policy, {
      now: test.now(),
      // Own runs and signed records are an app's: whoever looks back is none.
      appId: 0,
      checkName: check,
      hosts,
      policies: test.policies,
      signingKey: null,
      pullsOfRun: (externalId) => readExternalId(externalId)?.pulls ?? [],
    })
  } catch (error) {
    return { check: unreadCheck(check, unknownOf(error, `#${node.number}`)), editedSince: false }
  }
  const { kind, findings } = evaluateIssues(read.facts, policy, { hosts }).verdict
  return { check: { check, kind, findings, claims: [] }, editedSince: read.editedSince }
}
