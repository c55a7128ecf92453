import { changedFiles, isBinary } from '../../git/changes.ts'
import { history } from '../../git/history.ts'
import type { Commit as CommitObject, Oid, Person } from '../../git/objects.ts'
import { entryAt, type FileEntry, peelToCommit } from '../../git/trees.ts'
import type { Repository } from '../../world/model.ts'
import { connect, inOrder, type PageArguments } from '../connection.ts'
import { demand, type Fields, type GraphqlContext, iso, refuseArguments } from '../context.ts'
import {
  accountSource,
  type BlobSource,
  type CommitSource,
  commitSource,
  type GitObjectSource,
  gitObjectSource,
  type PullCommitSource,
  type RefSource,
  type TagSource,
  type TreeEntrySource,
  type TreeSource,
} from '../sources.ts'
import { checkSuites, rollupSource } from './checks.ts'
import { type PullFilter, pullListing } from './pull-listing.ts'

/** The size from which GraphQL cuts a blob's text, in bytes. */
const TEXT_LIMIT = 512_000

export const Ref: Fields<RefSource> = {
  id: ({ repository, fullName }) => `REF_${repository.id}_${Buffer.from(fullName).toString('base64url')}`,
  name: ({ fullName }) => fullName.slice(prefixOf(fullName).length),
  prefix: ({ fullName }) => prefixOf(fullName),
  repository: ({ repository }) => ({ __typename: 'Repository', repository }),
  target: ({ repository, oid }, _args, context) => {
    demand(context, repository, 'contents')
    return gitObjectSource(repository, oid)
  },
  associatedPullRequests: ({ repository, fullName }, args: PageArguments & PullFilter, context: GraphqlContext) => {
    demand(context, repository, 'pull_requests')
    const pulls = context.view
      .pulls(repository)
      .filter((pull) => pull.headRepositoryId === repository.id && `refs/heads/${pull.headRefName}` === fullName)
    return pullListing(context, pulls, args)
  },
}

function prefixOf(fullName: string): string {
  return /^refs\/(heads|tags|pull)\//.exec(fullName)?.[0] ?? 'refs/'
}

const objectFields: Fields<GitObjectSource> = {
  id: ({ __typename, repository, object }) => `${__typename[0]}_${repository.id}_${object.oid}`,
  oid: ({ object }) => object.oid,
  abbreviatedOid: ({ object }) => object.oid.slice(0, 7),
  repository: ({ repository }) => ({ __typename: 'Repository', repository }),
}

export const Commit: Fields<CommitSource> = {
  ...objectFields,
  message: ({ object }) => trimmed(object),
  messageHeadline: ({ object }) => headline(trimmed(object)),
  messageBody: ({ object }) => body(trimmed(object)),
  committedDate: ({ object }) => iso(object.committer.at),
  authoredDate: ({ object }) => iso(object.author.at),
  author: ({ object }, _args, context) => gitActor(object.author, context),
  committer: ({ object }, _args, context) => gitActor(object.committer, context),
  url: ({ repository, object }, _args, { htmlUrl, view }) =>
    `${htmlUrl}/${view.fullName(repository)}/commit/${object.oid}`,
  tree: ({ repository, object }, _args, context) => {
    demand(context, repository, 'contents')
    return gitObjectSource(repository, object.tree)
  },
  file: ({ repository, object }, { path }: { path: string }, context) => {
    demand(context, repository, 'contents')
    const entry = entryAt(repository.git, object.tree, path)
    return entry === undefined ? null : ({ __typename: 'TreeEntry', repository, entry, path } satisfies TreeEntrySource)
  },
  parents: ({ repository, object }, args: PageArguments) =>
    connect(inOrder(object.parents), args, (oid) => commitSource(repository, oid)),
  history: ({ repository, object }, args: PageArguments & { path?: string | null }, context) => {
    demand(context, repository, 'contents')
    refuseArguments(context, 'Commit.history', args, ['author', 'since', 'until'])
    const oids = history(repository.git, object.oid)
    const path = args.path
    const listed = path ? oids.filter((oid) => touches(repository, oid, path)) : oids
    return connect(inOrder(listed), args, (oid) => commitSource(repository, oid))
  },
  additions: (source) => sum(filesOfCommit(source), 'additions'),
  deletions: (source) => sum(filesOfCommit(source), 'deletions'),
  changedFilesIfAvailable: (source) => filesOfCommit(source).length,
  associatedPullRequests: ({ repository, object }, args: PageArguments & PullFilter, context) => {
    demand(context, repository, 'pull_requests')
    const pulls = context.view
      .pulls(repository)
      .filter((pull) => pull.mergeCommitOid === object.oid || context.view.commitOids(pull).includes(object.oid))
    return pullListing(context, pulls, args)
  },
  checkSuites: ({ repository, object }, args: Parameters<typeof checkSuites>[2], context) =>
    checkSuites(repository, object.oid, args, context),
  statusCheckRollup: ({ repository, object }, _args, context) => rollupSource(repository, object.oid, context),
}

/** GitHub shows messages without the newline that ends them. */
function trimmed(commit: CommitObject): string {
  return commit.message.replace(/\n+$/, '')
}

function headline(message: string): string {
  return message.split('\n', 1)[0] ?? ''
}

function body(message: string): string {
  return message.slice(headline(message).length).replace(/^\n+/, '')
}

function gitActor(person: Person, { view, htmlUrl }: GraphqlContext): object {
  const account = [...view.state.accounts.values()].find(
    (candidate) => candidate.kind !== 'Organization' && !candidate.deleted && candidate.email === person.email,
  )
  return {
    name: person.name,
    email: person.email,
    date: iso(person.at),
    avatarUrl: `${htmlUrl}/avatars/${encodeURIComponent(person.email)}`,
    user: account?.kind === 'User' ? accountSource(account) : null,
  }
}

function filesOfCommit({ repository, object }: CommitSource) {
  const [parent] = object.parents
  return parent === undefined ? [] : changedFiles(repository.git, parent, object.oid)
}

function sum(files: readonly { additions: number; deletions: number }[], key: 'additions' | 'deletions'): number {
  return files.reduce((total, file) => total + file[key], 0)
}

function touches(repository: Repository, oid: Oid, path: string): boolean {
  const commit = repository.git.commit(oid)
  const here = entryAt(repository.git, commit.tree, path)?.oid
  const before = commit.parents.map((parent) => entryAt(repository.git, repository.git.commit(parent).tree, path)?.oid)
  return before.length === 0 ? here !== undefined : before.every((oidBefore) => oidBefore !== here)
}

export const Tree: Fields<TreeSource> = {
  ...objectFields,
  entries: ({ repository, object, path }): TreeEntrySource[] =>
    object.entries.map((entry) => ({
      __typename: 'TreeEntry',
      repository,
      entry,
      path: path === '' ? entry.name : `${path}/${entry.name}`,
    })),
}

export const TreeEntry: Fields<TreeEntrySource> = {
  name: ({ path }) => path.slice(path.lastIndexOf('/') + 1),
  path: ({ path }) => path,
  mode: ({ entry }) => Number.parseInt(entry.mode, 8),
  type: ({ entry }) => objectType(entry),
  oid: ({ entry }) => entry.oid,
  size: ({ repository, entry }) => (objectType(entry) === 'blob' ? repository.git.blob(entry.oid).bytes.byteLength : 0),
  extension: ({ path }) => /\.[^./]+$/.exec(path)?.[0] ?? '',
  lineCount: ({ repository, entry }) =>
    objectType(entry) === 'blob' ? lineCount(repository.git.blob(entry.oid).bytes) : null,
  object: ({ repository, entry, path }) => gitObjectSource(repository, entry.oid, path),
  repository: ({ repository }) => ({ __typename: 'Repository', repository }),
}

function objectType(entry: FileEntry): 'tree' | 'commit' | 'blob' {
  if (entry.mode === '40000') return 'tree'
  return entry.mode === '160000' ? 'commit' : 'blob'
}

function lineCount(bytes: Uint8Array): number | null {
  if (isBinary(bytes)) return null
  const text = new TextDecoder().decode(bytes)
  if (text === '') return 0
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
}

export const Blob: Fields<BlobSource> = {
  ...objectFields,
  byteSize: ({ object }) => object.bytes.byteLength,
  isBinary: ({ object }) => isBinary(object.bytes),
  isTruncated: ({ object }) => !isBinary(object.bytes) && object.bytes.byteLength > TEXT_LIMIT,
  text: ({ object }) =>
    isBinary(object.bytes) ? null : new TextDecoder().decode(object.bytes.subarray(0, TEXT_LIMIT)),
}

export const Tag: Fields<TagSource> = {
  ...objectFields,
  name: ({ object }) => object.name,
  message: ({ object }) => object.message,
  tagger: ({ object }, _args, context) => gitActor(object.tagger, context),
  target: ({ repository, object }) => gitObjectSource(repository, object.target),
}

export const PullRequestCommit: Fields<PullCommitSource> = {
  id: ({ pull, oid }) => `PURC_${pull.id}_${oid}`,
  commit: ({ pull, oid }, _args, { view }) => commitSource(view.repositoryOf(pull), oid),
  pullRequest: ({ pull }) => ({ __typename: 'PullRequest', pull }),
  url: ({ pull, oid }, _args, { view, htmlUrl }) =>
    `${htmlUrl}/${view.fullName(view.repositoryOf(pull))}/pull/${pull.number}/commits/${oid}`,
}

/** The date a tag is ordered by. */
export function tagDate(repository: Repository, oid: Oid): number {
  return peelToCommit(repository.git, oid)?.committer.at ?? 0
}
