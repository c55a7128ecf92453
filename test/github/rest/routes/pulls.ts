import { compareKeys } from '../../graphql/connection.ts'
import type { PullRequest, Repository } from '../../world/model.ts'
import { notFound, unprocessable } from '../errors.ts'
import { page } from '../pagination.ts'
import { actorOf, numberOf, ok, type RestCall, type Routes, repositoryOfPath } from '../route.ts'
import { commitShape, fileShape } from '../shapes/repositories.ts'
import { pullShape, reviewShape, wholePullShape } from '../shapes/threads.ts'

/** GitHub lists no more of these for a pull request. */
const LISTED_FILES = 3000
const LISTED_COMMITS = 250

function pullOfPath(call: RestCall, level: 'read' | 'write' = 'read'): PullRequest {
  const repository = repositoryOfPath(call, 'pull_requests', level)
  const pull = call.view.pull(repository, numberOf(call, 'pull_number'))
  if (pull === undefined) throw notFound()
  return pull
}

export const pullRoutes: Routes = {
  'pulls/list': (call) => {
    const repository = repositoryOfPath(call, 'pull_requests')
    return page(call, listed(call, repository), (pull) => pullShape(call, pull))
  },
  'pulls/get': (call) => ok(wholePullShape(call, pullOfPath(call))),
  'pulls/list-files': (call) => {
    const pull = pullOfPath(call)
    const repository = call.view.repositoryOf(pull)
    const files = call.view.files(pull).slice(0, LISTED_FILES)
    return page(call, files, (file) => fileShape(call, repository, call.view.headOid(pull), file))
  },
  'pulls/list-commits': (call) => {
    const pull = pullOfPath(call)
    const repository = call.view.repositoryOf(pull)
    return page(call, call.view.commitOids(pull).slice(0, LISTED_COMMITS), (oid) => commitShape(call, repository, oid))
  },
  'pulls/list-reviews': (call) => {
    const pull = pullOfPath(call)
    const reviews = pull.reviewIds.flatMap((id) => call.view.state.reviews.get(id) ?? [])
    return page(call, reviews, (review) => reviewShape(call, review))
  },
  'pulls/update': (call) => {
    const pull = pullOfPath(call, 'write')
    edit(call, pull)
    return ok(wholePullShape(call, pull))
  },
}

function listed(call: RestCall, repository: Repository): PullRequest[] {
  const { state = 'open', head, base, sort = 'created' } = call.query
  const descending = (call.query.direction ?? (sort === 'created' ? 'desc' : 'asc')) === 'desc'
  const key = (pull: PullRequest) => [sort === 'updated' ? pull.updatedAt : pull.createdAt, pull.id]
  return call.view
    .pulls(repository)
    .filter((pull) => state === 'all' || pull.state === state)
    .filter((pull) => base === undefined || pull.baseRefName === base)
    .filter((pull) => head === undefined || headLabel(call, pull) === head.toLowerCase())
    .sort((a, b) => (descending ? -1 : 1) * compareKeys(key(a), key(b)))
}

/** `owner:branch`, which the `head` filter wants. */
function headLabel(call: RestCall, pull: PullRequest): string | undefined {
  const repository = call.view.state.repositories.get(pull.headRepositoryId ?? -1)
  const owner = repository && call.view.account(repository.ownerId)
  return owner ? `${owner.login}:${pull.headRefName}`.toLowerCase() : undefined
}

function edit(call: RestCall, pull: PullRequest): void {
  const actor = actorOf(call)
  const { title, body, base, state } = call.body as {
    title?: string
    body?: string | null
    base?: string
    state?: string
  }
  if (base !== undefined && !call.view.repositoryOf(pull).refs.has(`refs/heads/${base}`)) {
    throw unprocessable('Validation Failed', [{ resource: 'PullRequest', field: 'base', code: 'invalid' }])
  }
  const change = {
    ...(title === undefined ? {} : { title }),
    ...(body === undefined ? {} : { body: body ?? '' }),
    ...(base === undefined ? {} : { base }),
  }
  if (Object.keys(change).length > 0) call.world.pulls.edit(actor, pull, change)
  if (state === 'closed' && pull.state === 'open') call.world.pulls.close(actor, pull)
  if (state === 'open' && pull.state === 'closed') call.world.pulls.reopen(actor, pull)
}
