import type { Account } from '../../world/model.ts'
import { type Fields, type GraphqlContext, unsupported } from '../context.ts'
import { GitHubGraphqlError, notFound } from '../errors.ts'
import { accountSource, commitSource } from '../sources.ts'

export const Query: Fields<undefined> = {
  rateLimit: (_source, _args, { rateLimit }) => rateLimit,
  viewer: (_source, _args, context) => viewer(context),
  repository: (
    _source,
    { owner, name, followRenames }: { owner: string; name: string; followRenames?: boolean | null },
    { view },
  ) => {
    const found = view.repositoryByName(owner, name)
    if (found === undefined || (found.renamed && followRenames === false)) {
      throw notFound(`Could not resolve to a Repository with the name '${owner}/${name}'.`)
    }
    return { __typename: 'Repository', repository: found.repository }
  },
  repositoryOwner: (_source, { login }: { login: string }, context) =>
    owned(login, context, ['User', 'Organization'], null),
  organization: (_source, { login }: { login: string }, context) =>
    owned(login, context, ['Organization'], `Could not resolve to an Organization with the login of '${login}'.`),
  user: (_source, { login }: { login: string }, context) =>
    owned(login, context, ['User'], `Could not resolve to a User with the login of '${login}'.`),
  node: (_source, { id }: { id: string }, context) => node(id, context),
  nodes: (_source, { ids }: { ids: readonly string[] }, context) => {
    if (ids.length > 100) {
      throw new GitHubGraphqlError(
        'INVALID_ARGUMENTS',
        `You may not provide more than 100 node ids; you provided ${ids.length}.`,
      )
    }
    // A promise per id: each may fail alone, and graphql-js then answers null in its place beside the error.
    return ids.map(async (id) => node(id, context))
  },
}

function viewer({ view }: GraphqlContext): unknown {
  const { caller } = view
  if (caller.kind === 'user') return accountSource(caller.user)
  const bot = view.account(caller.app.botId)
  return bot === null ? null : { __typename: 'User', account: bot }
}

function owned(login: string, { view }: GraphqlContext, kinds: Account['kind'][], missing: string | null): unknown {
  const account = view.accountByLogin(login)
  if (account !== undefined && kinds.includes(account.kind)) return accountSource(account)
  if (missing === null) return null
  throw notFound(missing)
}

function node(id: string, context: GraphqlContext): unknown {
  const found = knownNode(id, context) ?? commitNode(id, context)
  if (found === null) throw notFound(`Could not resolve to a node with the global id of '${id}'`)
  return found
}

/** The permission a kind of node needs; kinds that need none are absent. */
const NEEDS: Record<string, string> = {
  Issue: 'issues',
  PullRequest: 'pull_requests',
  PullRequestReview: 'pull_requests',
  CheckSuite: 'checks',
  CheckRun: 'checks',
  Release: 'contents',
}

function knownNode(nodeId: string, context: GraphqlContext): unknown {
  const { view } = context
  const key = view.state.nodes.get(nodeId)
  if (key === undefined) return null
  const source = sourceOf(key.kind, key.id, context)
  if (source === null) return null
  const [holder] = Object.values(source).filter((value) => typeof value === 'object' && value !== null)
  const permission = NEEDS[key.kind]
  if (key.kind === 'Repository') return view.repository(key.id) === undefined ? null : source
  if (permission !== undefined && holder !== undefined && 'repositoryId' in holder) {
    const repository = view.repositoryOf(holder as { repositoryId: number })
    if (!view.permits(repository, permission)) return null
  }
  return source
}

function sourceOf(kind: string, id: number, context: GraphqlContext): object | null {
  const { state } = context.view
  const typed = <Name extends string>(name: Name, value: unknown) =>
    value === undefined ? null : { __typename: kind, [name]: value }
  switch (kind) {
    case 'User':
    case 'Bot':
    case 'Organization':
      return accountSource(context.view.account(id))
    case 'App':
      return typed('app', state.apps.get(id))
    case 'Repository':
      return typed('repository', state.repositories.get(id))
    case 'Issue': {
      const issue = state.issues.get(id)
      return issue === undefined || issue.deleted ? null : typed('issue', issue)
    }
    case 'PullRequest':
      return typed('pull', state.pulls.get(id))
    case 'IssueComment': {
      const comment = state.comments.get(id)
      return comment === undefined || comment.deleted || !context.view.sees(context.view.repositoryOf(comment))
        ? null
        : typed('comment', comment)
    }
    case 'PullRequestReview':
      return typed('review', state.reviews.get(id))
    case 'CheckSuite':
      return typed('suite', state.checkSuites.get(id))
    case 'CheckRun':
      return typed('run', state.checkRuns.get(id))
    case 'Release':
      return typed('release', state.releases.get(id))
    default:
      return unsupported(context, `node of ${kind}`)
  }
}

function commitNode(id: string, { view }: GraphqlContext): unknown {
  const match = /^C_(\d+)_([0-9a-f]{40})$/.exec(id)
  const repository = match === null ? undefined : view.repository(Number(match[1]))
  if (repository === undefined || !view.permits(repository, 'contents')) return null
  return commitSource(repository, match?.[2])
}
