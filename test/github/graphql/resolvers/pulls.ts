import { authorAssociation } from '../../http/association.ts'
import { mergeable } from '../../http/mergeable.ts'
import { renderedText } from '../../http/rendered-text.ts'
import type { MergeMethod } from '../../world/model.ts'
import { connect, inOrder, type PageArguments } from '../connection.ts'
import { demand, type Fields, iso, refuseArguments } from '../context.ts'
import { accountSource, commitSource, type PullCommitSource, type PullSource, type ReviewSource } from '../sources.ts'
import { rollupSource } from './checks.ts'
import { closingIssuesPage } from './issues.ts'
import { queueEntrySource } from './merge-queue.ts'
import { pullState } from './pull-listing.ts'
import { refSource, repositorySource } from './repository.ts'
import { threadFields, threadPath } from './threads.ts'
import { timelinePage } from './timeline.ts'

const CHANGE_TYPES = { added: 'ADDED', removed: 'DELETED', modified: 'MODIFIED', renamed: 'RENAMED' }

interface MergeTypeArgument {
  mergeType?: 'MERGE' | 'SQUASH' | 'REBASE' | null
}

const METHODS = { MERGE: 'merge', SQUASH: 'squash', REBASE: 'rebase' } as const

function methodOf(mergeType: MergeTypeArgument['mergeType']): MergeMethod {
  return METHODS[mergeType ?? 'MERGE']
}

export const PullRequest: Fields<PullSource> = {
  ...threadFields,
  state: ({ pull }) => pullState(pull),
  isDraft: ({ pull }) => pull.draft,
  merged: ({ pull }) => pull.mergedAt !== null,
  mergedAt: ({ pull }) => iso(pull.mergedAt),
  mergedBy: ({ pull }, _args, { view }) => accountSource(view.account(pull.mergedById)),
  mergeCommit: ({ pull }, _args, { view }) => commitSource(view.repositoryOf(pull), pull.mergeCommitOid),
  mergeable: ({ pull }, _args, { view }) => mergeable(view, pull),
  maintainerCanModify: ({ pull }) => pull.maintainerCanModify,
  permalink: ({ pull }, _args, context) => context.htmlUrl + threadPath(context.view.repositoryOf(pull), pull, context),

  baseRefName: ({ pull }) => pull.baseRefName,
  baseRefOid: ({ pull }) => pull.baseRefOid,
  baseRef: ({ pull }, _args, { view }) => refSource(view.repositoryOf(pull), `refs/heads/${pull.baseRefName}`),
  baseRepository: ({ pull }, _args, { view }) => repositorySource(view.repositoryOf(pull)),
  headRefName: ({ pull }) => pull.headRefName,
  headRefOid: ({ pull }, _args, { view }) => view.headOid(pull),
  headRef: ({ pull }, _args, { view }) => {
    const repository = view.repository(pull.headRepositoryId)
    return repository === undefined || pull.headRefDeleted
      ? null
      : refSource(repository, `refs/heads/${pull.headRefName}`)
  },
  headRepository: ({ pull }, _args, { view }) => repositorySource(view.repository(pull.headRepositoryId)),
  headRepositoryOwner: ({ pull }, _args, { view }) => {
    const repository = view.repository(pull.headRepositoryId)
    return repository === undefined ? null : accountSource(view.account(repository.ownerId))
  },
  isCrossRepository: ({ pull }) => pull.headRepositoryId !== pull.repositoryId,

  changedFiles: ({ pull }, _args, { view }) => view.files(pull).length,
  additions: ({ pull }, _args, { view }) => view.files(pull).reduce((sum, file) => sum + file.additions, 0),
  deletions: ({ pull }, _args, { view }) => view.files(pull).reduce((sum, file) => sum + file.deletions, 0),
  files: ({ pull }, args: PageArguments, { view }) =>
    connect(
      inOrder(view.files(pull)),
      args,
      ({ path, additions, deletions, status }) => ({
        path,
        additions,
        deletions,
        changeType: CHANGE_TYPES[status],
        viewerViewedState: 'UNVIEWED',
      }),
      view.conditions.truncate.get('files'),
    ),
  commits: ({ pull }, args: PageArguments, { view }) =>
    connect(
      inOrder(view.commitOids(pull)),
      args,
      (oid): PullCommitSource => ({ __typename: 'PullRequestCommit', pull, oid }),
      view.conditions.truncate.get('commits'),
    ),
  closingIssuesReferences: ({ pull }, args: Parameters<typeof closingIssuesPage>[1], context) =>
    closingIssuesPage(pull, args, context),
  reviews: ({ pull }, args: PageArguments & { states?: readonly string[] | null }, context) => {
    refuseArguments(context, 'PullRequest.reviews', args, ['author'])
    const { view } = context
    const reviews = pull.reviewIds.flatMap((id) => view.state.reviews.get(id) ?? [])
    const shown = reviews.filter(({ state }) => state !== 'PENDING' && (!args.states || args.states.includes(state)))
    return connect(inOrder(shown), args, (review): ReviewSource => ({ __typename: 'PullRequestReview', review }))
  },
  timelineItems: ({ pull }, args: Parameters<typeof timelinePage>[1], context) => timelinePage(pull, args, context),
  statusCheckRollup: ({ pull }, _args, context) =>
    rollupSource(context.view.repositoryOf(pull), context.view.headOid(pull), context),

  viewerMergeHeadlineText: ({ pull }, { mergeType }: MergeTypeArgument, { world }) =>
    world.merging.proposedText(pull, methodOf(mergeType)).headline,
  viewerMergeBodyText: ({ pull }, { mergeType }: MergeTypeArgument, { world }) =>
    world.merging.proposedText(pull, methodOf(mergeType)).body,
  autoMergeRequest: ({ pull }, _args, { view }) => {
    const request = pull.autoMergeRequest
    if (request === null) return null
    return {
      enabledAt: iso(request.enabledAt),
      enabledBy: accountSource(view.account(request.enabledById)),
      mergeMethod: request.mergeMethod.toUpperCase(),
      commitHeadline: request.commitHeadline,
      commitBody: request.commitBody,
      authorEmail: null,
      pullRequest: { __typename: 'PullRequest', pull },
    }
  },
  isMergeQueueEnabled: ({ pull }, _args, { view }) => view.repositoryOf(pull).mergeQueueByBranch.has(pull.baseRefName),
  isInMergeQueue: ({ pull }) => pull.mergeQueueEntryId !== null,
  mergeQueueEntry: ({ pull }, _args, context) => {
    demand(context, context.view.repositoryOf(pull), 'merge_queues')
    return queueEntrySource(pull, context)
  },
  mergeQueue: ({ pull }, _args, context) => {
    const repository = context.view.repositoryOf(pull)
    demand(context, repository, 'merge_queues')
    const queue = context.view.state.mergeQueues.get(repository.mergeQueueByBranch.get(pull.baseRefName) ?? -1)
    return queue === undefined ? null : { __typename: 'MergeQueue', queue }
  },
}

export const PullRequestReview: Fields<ReviewSource> = {
  id: ({ review }) => review.nodeId,
  databaseId: ({ review }) => review.id,
  fullDatabaseId: ({ review }) => String(review.id),
  state: ({ review }) => review.state,
  body: ({ review }) => review.body,
  bodyText: ({ review }) => renderedText(review.body),
  submittedAt: ({ review }) => iso(review.submittedAt),
  createdAt: ({ review }) => iso(review.submittedAt),
  updatedAt: ({ review }) => iso(review.updatedAt),
  author: ({ review }, _args, { view }) => accountSource(view.account(review.authorId)),
  authorAssociation: ({ review }, _args, { view }) =>
    authorAssociation(view.state, view.repositoryOf(review), review.authorId),
  commit: ({ review }, _args, { view }) => commitSource(view.repositoryOf(review), review.commitOid),
  pullRequest: ({ review }, _args, { view }) => ({
    __typename: 'PullRequest',
    pull: view.state.pulls.get(review.pullId),
  }),
}
