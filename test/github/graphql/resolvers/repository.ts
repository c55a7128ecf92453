import type { Repository as RepositoryModel } from '../../world/model.ts'
import { compareKeys, connect, inOrder, type PageArguments } from '../connection.ts'
import { demand, type Fields, type GraphqlContext, iso, refuseArguments } from '../context.ts'
import { notFound } from '../errors.ts'
import {
  accountSource,
  gitObjectSource,
  type LabelSource,
  type MilestoneSource,
  type RefSource,
  type ReleaseSource,
  type RepositorySource,
} from '../sources.ts'
import { tagDate } from './git-objects.ts'
import { issueSource } from './issues.ts'
import { type IssueFilter, issueListing, type PullFilter, pullListing } from './pull-listing.ts'

export const Repository: Fields<RepositorySource> = {
  id: ({ repository }) => repository.nodeId,
  databaseId: ({ repository }) => repository.id,
  name: ({ repository }) => repository.name,
  nameWithOwner: ({ repository }, _args, { view }) => view.fullName(repository),
  description: ({ repository }) => repository.description,
  owner: ({ repository }, _args, { view }) => accountSource(view.account(repository.ownerId)),
  isInOrganization: ({ repository }, _args, { view }) => view.account(repository.ownerId)?.kind === 'Organization',
  visibility: ({ repository }) => repository.visibility.toUpperCase(),
  isPrivate: ({ repository }) => repository.visibility !== 'public',
  isFork: ({ repository }) => repository.isFork,
  isArchived: ({ repository }) => repository.isArchived,
  isDisabled: () => false,
  isLocked: () => false,
  isEmpty: ({ repository }) => ![...repository.refs.keys()].some((name) => name.startsWith('refs/heads/')),
  hasIssuesEnabled: ({ repository }) => repository.hasIssues,
  parent: ({ repository }, _args, { view }) => repositorySource(view.repository(repository.parentId)),
  createdAt: ({ repository }) => iso(repository.createdAt),
  updatedAt: ({ repository }) => iso(repository.updatedAt),
  pushedAt: ({ repository }) => iso(repository.pushedAt),
  url: ({ repository }, _args, { view, htmlUrl }) => `${htmlUrl}/${view.fullName(repository)}`,
  resourcePath: ({ repository }, _args, { view }) => `/${view.fullName(repository)}`,
  mergeCommitAllowed: ({ repository }) => repository.mergeSettings.allowMergeCommit,
  squashMergeAllowed: ({ repository }) => repository.mergeSettings.allowSquashMerge,
  rebaseMergeAllowed: ({ repository }) => repository.mergeSettings.allowRebaseMerge,
  autoMergeAllowed: ({ repository }) => repository.mergeSettings.allowAutoMerge,
  deleteBranchOnMerge: ({ repository }) => repository.mergeSettings.deleteBranchOnMerge,
  squashMergeCommitTitle: ({ repository }) => repository.mergeSettings.squashMergeCommitTitle,
  squashMergeCommitMessage: ({ repository }) => repository.mergeSettings.squashMergeCommitMessage,
  squashPrTitleUsedAsDefault: ({ repository }) => repository.mergeSettings.squashMergeCommitTitle === 'PR_TITLE',
  mergeCommitTitle: ({ repository }) => repository.mergeSettings.mergeCommitTitle,
  mergeCommitMessage: ({ repository }) => repository.mergeSettings.mergeCommitMessage,

  defaultBranchRef: ({ repository }, _args, context) => {
    demand(context, repository, 'contents')
    return refSource(repository, `refs/heads/${repository.defaultBranch}`)
  },
  ref: ({ repository }, { qualifiedName }: { qualifiedName: string }, context) => {
    demand(context, repository, 'contents')
    return (
      refSource(repository, qualifiedName) ??
      refSource(repository, `refs/${qualifiedName}`) ??
      refSource(repository, `refs/heads/${qualifiedName}`) ??
      refSource(repository, `refs/tags/${qualifiedName}`)
    )
  },
  refs: ({ repository }, args: PageArguments & RefFilter, context) => refPage(repository, args, context),
  object: ({ repository }, args: { expression?: string | null; oid?: string | null }, context) => {
    demand(context, repository, 'contents')
    const { view } = context
    if (args.expression) {
      const oid = view.expression(repository, args.expression)
      return oid === undefined ? null : gitObjectSource(repository, oid, pathOf(args.expression))
    }
    return args.oid && view.knows(repository, args.oid) ? gitObjectSource(repository, args.oid) : null
  },

  pullRequest: ({ repository }, { number }: { number: number }, context) => {
    demand(context, repository, 'pull_requests')
    const pull = context.view.pull(repository, number)
    if (pull === undefined) throw notFound(`Could not resolve to a PullRequest with the number of ${number}.`)
    return { __typename: 'PullRequest', pull }
  },
  pullRequests: ({ repository }, args: PageArguments & PullFilter, context) => {
    demand(context, repository, 'pull_requests')
    return pullListing(context, context.view.pulls(repository), args)
  },
  issue: ({ repository }, { number }: { number: number }, context) => {
    demand(context, repository, 'issues')
    const issue = issueSource(context, context.view.issue(repository, number))
    if (issue === null) throw notFound(`Could not resolve to an Issue with the number of ${number}.`)
    return issue
  },
  issueOrPullRequest: ({ repository }, { number }: { number: number }, context) => {
    const { view } = context
    demand(context, repository, repository.numbers.get(number)?.kind === 'pull' ? 'pull_requests' : 'issues')
    const pull = view.pull(repository, number)
    if (pull !== undefined) return { __typename: 'PullRequest', pull }
    const issue = issueSource(context, view.issue(repository, number))
    if (issue === null) throw notFound(`Could not resolve to an issue or pull request with the number of ${number}.`)
    return issue
  },
  issues: ({ repository }, args: PageArguments & IssueFilter, context) => {
    demand(context, repository, 'issues')
    refuseArguments(context, 'Repository.issues', args, ['filterBy'])
    return issueListing(context, context.view.issues(repository), args, 'issues')
  },
  label: ({ repository }, { name }: { name: string }): LabelSource | null => {
    const label = repository.labels.get(name.toLowerCase())
    return label === undefined ? null : { __typename: 'Label', repository, label }
  },
  labels: ({ repository }, args: PageArguments, context) => {
    refuseArguments(context, 'Repository.labels', args, ['query', 'orderBy'])
    return connect(
      inOrder([...repository.labels.values()]),
      args,
      (label): LabelSource => ({ __typename: 'Label', repository, label }),
    )
  },
  milestone: ({ repository }, { number }: { number: number }): MilestoneSource | null => {
    const milestone = repository.milestones.get(number)
    return milestone === undefined ? null : { __typename: 'Milestone', repository, milestone }
  },

  releases: (
    { repository },
    args: PageArguments & { orderBy?: { field: string; direction: string } | null },
    context,
  ) => releasePage(repository, args, context),
  release: ({ repository }, { tagName }: { tagName: string }, context) => {
    demand(context, repository, 'contents')
    return releaseSource(visibleReleases(repository, context).find((release) => release.tagName === tagName))
  },
  latestRelease: ({ repository }, _args, context) => {
    demand(context, repository, 'contents')
    const published = visibleReleases(repository, context).filter(({ draft, prerelease }) => !draft && !prerelease)
    return releaseSource(published.sort((a, b) => a.createdAt - b.createdAt).at(-1))
  },
  mergeQueue: ({ repository }, { branch }: { branch?: string | null }, context) => {
    demand(context, repository, 'merge_queues')
    const id = repository.mergeQueueByBranch.get(branch ?? repository.defaultBranch)
    const queue = id === undefined ? undefined : context.view.state.mergeQueues.get(id)
    return queue === undefined ? null : { __typename: 'MergeQueue', queue }
  },
}

export function repositorySource(repository: RepositoryModel | undefined): RepositorySource | null {
  return repository === undefined ? null : { __typename: 'Repository', repository }
}

export function refSource(repository: RepositoryModel, fullName: string): RefSource | null {
  const oid = repository.refs.get(fullName)
  return oid === undefined ? null : { __typename: 'Ref', repository, fullName, oid }
}

function pathOf(expression: string): string {
  const colon = expression.indexOf(':')
  return colon < 0 ? '' : expression.slice(colon + 1).replace(/\/$/, '')
}

interface RefFilter {
  refPrefix: string
  query?: string | null
  direction?: 'ASC' | 'DESC' | null
  orderBy?: { field: 'ALPHABETICAL' | 'TAG_COMMIT_DATE'; direction: 'ASC' | 'DESC' } | null
}

function refPage(repository: RepositoryModel, args: PageArguments & RefFilter, context: GraphqlContext) {
  demand(context, repository, 'contents')
  const { field, direction } = args.orderBy ?? { field: 'ALPHABETICAL', direction: args.direction ?? 'ASC' }
  const found: RefSource[] = []
  for (const [fullName, oid] of repository.refs) {
    if (!fullName.startsWith(args.refPrefix)) continue
    if (args.query && !fullName.slice(args.refPrefix.length).includes(args.query)) continue
    found.push({ __typename: 'Ref', repository, fullName, oid })
  }
  const key = ({ fullName, oid }: RefSource) =>
    field === 'ALPHABETICAL' ? [fullName] : [tagDate(repository, oid), fullName]
  const sign = direction === 'DESC' ? -1 : 1
  found.sort((a, b) => sign * compareKeys(key(a), key(b)))
  const keep = context.view.conditions.truncate.get('refs')
  return connect({ items: found, key, descending: direction === 'DESC' }, args, (ref) => ref, keep)
}

/** Drafts show only to those who may push, which no app that reads is. */
function visibleReleases(repository: RepositoryModel, { view }: GraphqlContext) {
  const pushes = view.permits(repository, 'contents', 'write')
  return [...view.state.releases.values()].filter(
    (release) => release.repositoryId === repository.id && (pushes || !release.draft),
  )
}

function releaseSource(release: ReleaseSource['release'] | undefined): ReleaseSource | null {
  return release === undefined ? null : { __typename: 'Release', release }
}

function releasePage(
  repository: RepositoryModel,
  args: PageArguments & { orderBy?: { field: string; direction: string } | null },
  context: GraphqlContext,
) {
  demand(context, repository, 'contents')
  const { field, direction } = args.orderBy ?? { field: 'CREATED_AT', direction: 'DESC' }
  const key = (release: ReleaseSource['release']) =>
    field === 'NAME' ? [release.name ?? release.tagName, release.id] : [release.createdAt, release.id]
  const sign = direction === 'DESC' ? -1 : 1
  const releases = visibleReleases(repository, context).sort((a, b) => sign * compareKeys(key(a), key(b)))
  const keep = context.view.conditions.truncate.get('releases')
  return connect({ items: releases, key, descending: direction === 'DESC' }, args, releaseSource, keep)
}

export const Release: Fields<ReleaseSource> = {
  id: ({ release }) => release.nodeId,
  databaseId: ({ release }) => release.id,
  name: ({ release }) => release.name,
  tagName: ({ release }) => release.tagName,
  tag: ({ release }, _args, { view }) => refSource(view.repositoryOf(release), `refs/tags/${release.tagName}`),
  tagCommit: ({ release }, _args, { view }) => {
    const repository = view.repositoryOf(release)
    const object = view.revisionCommit(repository, `refs/tags/${release.tagName}`)
    return object === undefined ? null : { __typename: 'Commit', repository, object }
  },
  description: ({ release }) => release.body,
  isDraft: ({ release }) => release.draft,
  isPrerelease: ({ release }) => release.prerelease,
  createdAt: ({ release }) => iso(release.createdAt),
  publishedAt: ({ release }) => iso(release.publishedAt),
  author: ({ release }, _args, { view }) => accountSource(view.account(release.authorId)),
  url: ({ release }, _args, { view, htmlUrl }) =>
    `${htmlUrl}/${view.fullName(view.repositoryOf(release))}/releases/tag/${release.tagName}`,
}

export const Label: Fields<LabelSource> = {
  id: ({ label }) => label.nodeId,
  name: ({ label }) => label.name,
  color: ({ label }) => label.color,
  description: ({ label }) => label.description,
  isDefault: () => false,
}

export const Milestone: Fields<MilestoneSource> = {
  id: ({ milestone }) => milestone.nodeId,
  number: ({ milestone }) => milestone.number,
  title: ({ milestone }) => milestone.title,
  state: ({ milestone }) => milestone.state.toUpperCase(),
  closed: ({ milestone }) => milestone.state === 'closed',
  createdAt: ({ milestone }) => iso(milestone.createdAt),
  updatedAt: ({ milestone }) => iso(milestone.updatedAt),
}
