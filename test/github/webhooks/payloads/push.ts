import { changedFiles } from '../../git/changes.ts'
import { commitsBetween } from '../../git/history.ts'
import type { Oid } from '../../git/objects.ts'
import { peelToCommit } from '../../git/trees.ts'
import { fullName } from '../../world/lookups.ts'
import type { Actor, Repository } from '../../world/model.ts'
import type { World } from '../../world/world.ts'
import { simpleCommit } from './commit.ts'
import { WEB } from './urls.ts'

const ZERO = /^0+$/
/** GitHub lists at most 2,048 commits in a push payload. */
const MAX_COMMITS = 2048

export interface PushedRef {
  readonly repository: Repository
  readonly actor: Actor
  readonly ref: string
  readonly before: Oid
  readonly after: Oid
  readonly forced: boolean
}

/** The body of `push`. */
export function pushPayload(world: World, { repository, actor, ref, before, after, forced }: PushedRef) {
  const web = `${WEB}/${fullName(world.state, repository)}`
  const created = ZERO.test(before)
  const deleted = ZERO.test(after)
  const commits = (deleted ? [] : pushedCommits(repository, ref, before, after)).map((oid) =>
    commitOf(repository, web, oid),
  )
  return {
    ref,
    before,
    after,
    base_ref: null,
    created,
    deleted,
    forced,
    compare:
      created || deleted
        ? `${web}/commit/${created ? after : before}`
        : `${web}/compare/${before.slice(0, 12)}...${after.slice(0, 12)}`,
    commits: commits.slice(-MAX_COMMITS),
    head_commit: deleted ? null : headCommit(repository, web, after),
    pusher: { name: actor.login, email: actor.email },
  }
}

/** The body of `create` and `delete`. */
export function refPayload(event: 'create' | 'delete', repository: Repository, ref: string, type: 'branch' | 'tag') {
  const common = { ref, ref_type: type, pusher_type: 'user' }
  if (event === 'delete') return common
  return { ...common, master_branch: repository.defaultBranch, description: repository.description }
}

function pushedCommits(repository: Repository, ref: string, before: Oid, after: Oid): readonly Oid[] {
  if (ref.startsWith('refs/tags/')) return []
  const { git } = repository
  if (!ZERO.test(before)) return commitsBetween(git, before, after)
  const start = repository.refs.get(`refs/heads/${repository.defaultBranch}`)
  return start === undefined || start === after ? [] : commitsBetween(git, start, after)
}

function headCommit(repository: Repository, web: string, oid: Oid) {
  const commit = peelToCommit(repository.git, oid)
  return commit ? commitOf(repository, web, commit.oid) : null
}

function commitOf(repository: Repository, web: string, oid: Oid) {
  const { git } = repository
  const commit = git.commit(oid)
  const [parent] = commit.parents
  const files = parent === undefined ? [] : changedFiles(git, parent, oid)
  const paths = (status: string) => files.filter((file) => file.status === status).map((file) => file.path)
  const renamed = files.filter((file) => file.status === 'renamed')
  return {
    ...simpleCommit(commit),
    distinct: true,
    url: `${web}/commit/${oid}`,
    added: [...paths('added'), ...renamed.map((file) => file.path)],
    removed: [...paths('removed'), ...renamed.flatMap((file) => file.previousPath ?? [])],
    modified: paths('modified'),
  }
}
