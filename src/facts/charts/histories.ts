import type { RepositoryName } from '../../domain/repository.ts'
import { type GitHubClient, GitHubFailure } from '../../github/client.ts'
import { chartPullHistories, type HistoryNode, type PullHistoriesAnswer } from '../queries/chart-history.ts'
import type { PullNode } from '../queries/chart-pulls.ts'
import { inBatches } from './batches.ts'
import type { PullHistory, RepositoryMemory } from './cache.ts'
import { repositoryOf } from './repository-answer.ts'

const pullsPerQuery = 50

/** The history of each pull request by number, read once per head and base; a failure where it could not be read. */
export async function readHistories(
  client: GitHubClient,
  repository: RepositoryName,
  memory: RepositoryMemory,
  nodes: readonly PullNode[],
): Promise<ReadonlyMap<number, PullHistory | GitHubFailure>> {
  const histories = new Map<number, PullHistory | GitHubFailure>()
  const unread: PullNode[] = []
  for (const node of nodes) {
    const remembered = memory.pulls.get(node.number)?.history ?? null
    if (remembered?.headRefOid === node.headRefOid && remembered.baseRefName === node.baseRefName) {
      histories.set(node.number, remembered)
    } else unread.push(node)
  }
  const outcomes = await inBatches(unread, pullsPerQuery, async (batch) => {
    const numbers = Object.fromEntries(batch.map(({ number }, index) => [`number${index}`, number]))
    const query = chartPullHistories(batch.length)
    const answer = repositoryOf(await client.graphql<PullHistoriesAnswer>(query, { ...repository, ...numbers }))
    return batch.map((_, index) => ({ node: answer[`pull${index}`] ?? null }))
  })
  for (const [index, pull] of unread.entries()) {
    const outcome = outcomes[index]
    if (outcome === undefined) continue
    const history = outcome.ok ? historyOf(pull, outcome.result.node) : outcome.failure
    histories.set(pull.number, history)
    const kept = memory.pulls.get(pull.number)
    if (kept !== undefined && !(history instanceof GitHubFailure)) kept.history = history
  }
  return histories
}

function historyOf(pull: PullNode, node: HistoryNode | null): PullHistory | GitHubFailure {
  if (node?.headRefOid !== pull.headRefOid) {
    return new GitHubFailure('unavailable', 'a pull request was pushed to while it was read')
  }
  const commits = (node.commits.nodes ?? []).flatMap((each) => (each === null ? [] : [each.commit.oid]))
  const replaced = (node.forcePushes.nodes ?? []).flatMap((event) => {
    const oid = event?.beforeCommit?.oid
    return oid === undefined ? [] : [oid]
  })
  const restarted = (node.restarts.nodes ?? []).flatMap((event) =>
    event?.createdAt === undefined ? [] : [Date.parse(event.createdAt)],
  )
  return {
    headRefOid: pull.headRefOid,
    baseRefName: pull.baseRefName,
    commits: new Set(commits),
    whole: node.commits.totalCount <= commits.length,
    earlier: [...replaced, ...commits].filter((oid) => oid !== pull.headRefOid),
    restartedAt: restarted.length === 0 ? null : Math.max(...restarted),
  }
}
