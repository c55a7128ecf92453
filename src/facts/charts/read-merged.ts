import type { ChartPull, MergeGroupFacts } from '../../domain/charts-facts.ts'
import { known, type Reading } from '../../domain/reading.ts'
import type { RepositoryName } from '../../domain/repository.ts'
import type { GitHubClient } from '../../github/client.ts'
import { readBaseBefore } from '../merged-pulls.ts'
import type { MergedPullNode } from '../queries/merged-pulls.ts'
import { type Base, baseFacts, directoriesOf } from './bases.ts'
import { eachAtMost } from './batches.ts'
import type { ChartsCache } from './cache.ts'
import { touchedCharts } from './chart-directories.ts'
import { readChartsAtCommit } from './charts-at-commit.ts'
import { type PullWithPaths, readChangedPaths } from './diffs.ts'
import { pullFields } from './pull-fields.ts'
import { readTouchedCharts } from './touched.ts'
import { touchesOf } from './touches.ts'

const readersAtOnce = 4

/** One merged pull request as its merge met the base: a group of a merge queue that holds it alone. */
export interface MergedCharts {
  readonly number: number
  readonly facts: MergeGroupFacts
}

/**
 * What merged pull requests did to charts, each beside the charts that its base had just before. What is published is
 * not asked: by now their own versions are.
 *
 * @param directories of the charts known now; a pull request that touches none of them, and no Chart.yaml, costs nothing
 * @throws {GitHubFailure} `rate-limited` only
 */
export async function readMergedCharts(
  client: GitHubClient,
  repository: RepositoryName,
  nodes: readonly MergedPullNode[],
  { cache, directories, now }: { cache: ChartsCache; directories: readonly string[]; now: number },
): Promise<readonly MergedCharts[]> {
  const started = await eachAtMost(nodes, readersAtOnce, async (node) => {
    const paths = await readChangedPaths(client, repository, node, node.files ?? null)
    const pull: PullWithPaths = { node, paths, ownRun: undefined }
    const isIdle = paths.known && touchedCharts(paths.value, directories).size === 0
    return { pull, base: isIdle ? untouched(node) : await readBase(client, repository, cache, node) }
  })
  const touches = started.flatMap(({ pull, base }) =>
    base.tipOid === null || !pull.paths.known ? [] : touchesOf(pull, base, undefined),
  )
  const read = await readTouchedCharts(client, repository, cache, touches)
  const charts = new Map(touches.map((touch, index) => [touch, read[index]]))
  return started.map(({ pull, base }) => {
    const { number, baseRefName, headRefOid } = pull.node
    const own = touches.flatMap((touch) => (touch.base === base ? (charts.get(touch) ?? []) : []))
    const chartPull: Reading<ChartPull> = !base.charts.known
      ? base.charts
      : known({
          ...pullFields(pull.node),
          firstSeen: {},
          charts: pull.paths.known ? known(own) : pull.paths,
        })
    const facts: MergeGroupFacts = {
      repository,
      readAt: now,
      headSha: headRefOid,
      baseSha: base.tipOid ?? '',
      baseRefName,
      pulls: [{ number, pull: chartPull }],
      parentCharts: baseFacts(base).charts,
    }
    return { number, facts }
  })
}

function untouched({ baseRefName }: MergedPullNode): Base {
  return { baseRefName, tipOid: null, charts: known({ charts: [], unreadable: new Map(), links: new Map() }) }
}

async function readBase(
  client: GitHubClient,
  repository: RepositoryName,
  cache: ChartsCache,
  node: MergedPullNode,
): Promise<Base> {
  const { baseRefName } = node
  const before = await readBaseBefore(client, repository, node)
  if (!before.known) return { baseRefName, tipOid: null, charts: before }
  const tipOid = before.value
  return { baseRefName, tipOid, charts: await readChartsAtCommit(client, repository, cache, tipOid) }
}

/** Directories of the charts at a commit, the default branch's tip; none of an empty repository. */
export async function readChartDirectories(
  client: GitHubClient,
  repository: RepositoryName,
  cache: ChartsCache,
  tipOid: string | null,
): Promise<Reading<readonly string[]>> {
  if (tipOid === null) return known([])
  const charts = await readChartsAtCommit(client, repository, cache, tipOid)
  return charts.known ? known(directoriesOf({ baseRefName: '', tipOid, charts })) : charts
}
