import type { PullRequest } from '../../world/model.ts'
import { connect, inOrder, type PageArguments } from '../connection.ts'
import { type Fields, type GraphqlContext, iso } from '../context.ts'
import { accountSource, commitSource, type MergeQueueSource, type QueueEntrySource } from '../sources.ts'

export const MergeQueue: Fields<MergeQueueSource> = {
  id: ({ queue }) => queue.nodeId,
  repository: ({ queue }, _args, { view }) => ({ __typename: 'Repository', repository: view.repositoryOf(queue) }),
  url: ({ queue }, _args, { view, htmlUrl }) =>
    `${htmlUrl}/${view.fullName(view.repositoryOf(queue))}/queue/${queue.branch}`,
  configuration: ({ queue }) => ({
    mergeMethod: queue.mergeMethod.toUpperCase(),
    maximumEntriesToBuild: queue.maxEntriesToBuild,
  }),
  entries: ({ queue }, args: PageArguments) =>
    connect(
      inOrder(queue.entries),
      args,
      (entry): QueueEntrySource => ({ __typename: 'MergeQueueEntry', queue, entry }),
    ),
}

export const MergeQueueEntry: Fields<QueueEntrySource> = {
  id: ({ entry }) => entry.nodeId,
  state: ({ entry }) => entry.state,
  /** Positions count from one. */
  position: ({ queue, entry }) => queue.entries.indexOf(entry) + 1,
  enqueuedAt: ({ entry }) => iso(entry.enqueuedAt),
  enqueuer: ({ entry }, _args, { view }) => accountSource(view.account(entry.enqueuerId)),
  jump: () => false,
  solo: () => false,
  mergeQueue: ({ queue }) => ({ __typename: 'MergeQueue', queue }),
  pullRequest: ({ entry }, _args, { view }) => ({
    __typename: 'PullRequest',
    pull: view.state.pulls.get(entry.pullId),
  }),
  headCommit: ({ queue, entry }, _args, { view }) => commitSource(view.repositoryOf(queue), entry.group?.headSha),
  baseCommit: ({ queue, entry }, _args, { view }) => commitSource(view.repositoryOf(queue), entry.group?.baseSha),
}

/** The queue entry of a pull request; null when it is not queued. */
export function queueEntrySource(pull: PullRequest, { view }: GraphqlContext): QueueEntrySource | null {
  for (const queue of view.state.mergeQueues.values()) {
    const entry = queue.entries.find(({ id }) => id === pull.mergeQueueEntryId)
    if (entry !== undefined) return { __typename: 'MergeQueueEntry', queue, entry }
  }
  return null
}
