import { authorAssociation } from '../../http/association.ts'
import { renderedText } from '../../http/rendered-text.ts'
import type { IssueComment as CommentModel, Issue, PullRequest, Repository } from '../../world/model.ts'
import { connect, inOrder, type PageArguments } from '../connection.ts'
import { type Fields, type GraphqlContext, iso, refuseArguments } from '../context.ts'
import { accountSource, type CommentSource, type LabelSource, type ThreadSource } from '../sources.ts'

export function threadOf(source: ThreadSource): Issue | PullRequest {
  return source.__typename === 'Issue' ? source.issue : source.pull
}

export function threadSource(thread: Issue | PullRequest): ThreadSource {
  return thread.kind === 'issue' ? { __typename: 'Issue', issue: thread } : { __typename: 'PullRequest', pull: thread }
}

export function threadPath(repository: Repository, thread: Issue | PullRequest, { view }: GraphqlContext): string {
  return `/${view.fullName(repository)}/${thread.kind === 'issue' ? 'issues' : 'pull'}/${thread.number}`
}

/** What issues and pull requests answer alike. */
export const threadFields: Fields<ThreadSource> = {
  id: (source) => threadOf(source).nodeId,
  databaseId: (source) => threadOf(source).id,
  fullDatabaseId: (source) => String(threadOf(source).id),
  number: (source) => threadOf(source).number,
  title: (source) => threadOf(source).title,
  body: (source) => threadOf(source).body,
  bodyText: (source) => renderedText(threadOf(source).body),
  closed: (source) => threadOf(source).state === 'closed',
  closedAt: (source) => iso(threadOf(source).closedAt),
  createdAt: (source) => iso(threadOf(source).createdAt),
  publishedAt: (source) => iso(threadOf(source).createdAt),
  updatedAt: (source) => iso(threadOf(source).updatedAt),
  lastEditedAt: (source) => iso(threadOf(source).lastEditedAt),
  includesCreatedEdit: (source) => threadOf(source).lastEditedAt !== null,
  locked: (source) => threadOf(source).locked,
  author: (source, _args, { view }) => accountSource(view.account(threadOf(source).authorId)),
  editor: (source, _args, { view }) => accountSource(view.account(threadOf(source).editorId)),
  authorAssociation: (source, _args, { view }) => {
    const thread = threadOf(source)
    return authorAssociation(view.state, view.repositoryOf(thread), thread.authorId)
  },
  repository: (source, _args, { view }) => ({
    __typename: 'Repository',
    repository: view.repositoryOf(threadOf(source)),
  }),
  url: (source, _args, context) => {
    const thread = threadOf(source)
    return context.htmlUrl + threadPath(context.view.repositoryOf(thread), thread, context)
  },
  resourcePath: (source, _args, context) => {
    const thread = threadOf(source)
    return threadPath(context.view.repositoryOf(thread), thread, context)
  },
  labels: (source, args: PageArguments, { view }) => {
    const thread = threadOf(source)
    const repository = view.repositoryOf(thread)
    const labels = [...thread.labels].flatMap((name) => repository.labels.get(name) ?? [])
    return connect(inOrder(labels), args, (label): LabelSource => ({ __typename: 'Label', repository, label }))
  },
  milestone: (source, _args, { view }) => {
    const thread = threadOf(source)
    const repository = view.repositoryOf(thread)
    const milestone = thread.milestone === null ? undefined : repository.milestones.get(thread.milestone)
    return milestone === undefined ? null : { __typename: 'Milestone', repository, milestone }
  },
  assignees: (source, args: PageArguments, { view }) => {
    const accounts = [...threadOf(source).assigneeIds].flatMap((id) => view.account(id) ?? [])
    return connect(inOrder(accounts), args, accountSource)
  },
  comments: (source, args: PageArguments, context) => {
    refuseArguments(context, 'comments', args, ['orderBy'])
    const keep = context.view.conditions.truncate.get('comments')
    return connect(
      { items: visibleComments(threadOf(source), context), key: ({ createdAt, id }) => [createdAt, id] },
      args,
      (comment): CommentSource => ({ __typename: 'IssueComment', comment }),
      keep,
    )
  },
}

function visibleComments(thread: Issue | PullRequest, { view }: GraphqlContext): CommentModel[] {
  return thread.commentIds.flatMap((id) => {
    const comment = view.state.comments.get(id)
    return comment === undefined || comment.deleted ? [] : [comment]
  })
}

export const IssueComment: Fields<CommentSource> = {
  id: ({ comment }) => comment.nodeId,
  databaseId: ({ comment }) => comment.id,
  fullDatabaseId: ({ comment }) => String(comment.id),
  body: ({ comment }) => comment.body,
  bodyText: ({ comment }) => renderedText(comment.body),
  createdAt: ({ comment }) => iso(comment.createdAt),
  publishedAt: ({ comment }) => iso(comment.createdAt),
  updatedAt: ({ comment }) => iso(comment.updatedAt),
  lastEditedAt: ({ comment }) => iso(comment.lastEditedAt),
  includesCreatedEdit: ({ comment }) => comment.lastEditedAt !== null,
  isMinimized: () => false,
  author: ({ comment }, _args, { view }) => accountSource(view.account(comment.authorId)),
  editor: ({ comment }, _args, { view }) => accountSource(view.account(comment.editorId)),
  authorAssociation: ({ comment }, _args, { view }) =>
    authorAssociation(view.state, view.repositoryOf(comment), comment.authorId),
  viewerDidAuthor: ({ comment }, _args, { view }) =>
    view.caller.kind === 'user'
      ? comment.authorId === view.caller.user.id
      : view.caller.kind === 'installation' && comment.performedViaAppId === view.caller.app.id,
  repository: ({ comment }, _args, { view }) => ({ __typename: 'Repository', repository: view.repositoryOf(comment) }),
  pullRequest: ({ comment }, _args, { view }) => {
    const pull = comment.thread.kind === 'pull' ? view.state.pulls.get(comment.thread.id) : undefined
    return pull === undefined ? null : threadSource(pull)
  },
  issue: ({ comment }, _args, { view }) => {
    const issue = comment.thread.kind === 'issue' ? view.state.issues.get(comment.thread.id) : undefined
    return issue === undefined ? null : threadSource(issue)
  },
  url: ({ comment }, _args, context) => {
    const { view, htmlUrl } = context
    const { kind, id } = comment.thread
    const thread = kind === 'pull' ? view.state.pulls.get(id) : view.state.issues.get(id)
    if (thread === undefined) return null
    return `${htmlUrl}${threadPath(view.repositoryOf(comment), thread, context)}#issuecomment-${comment.id}`
  },
}
