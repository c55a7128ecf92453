import { isBinary } from '../../git/changes.ts'
import type { Oid, TreeEntry } from '../../git/objects.ts'
import { entryAt, peelToCommit } from '../../git/trees.ts'
import type { Repository } from '../../world/model.ts'
import { notFound, RestError } from '../errors.ts'
import { page } from '../pagination.ts'
import { ok, type RestAnswer, type RestCall, type Routes, repositoryOfPath } from '../route.ts'
import { repositoryUrl } from '../shapes/repositories.ts'

/** From this size on `contents` gives no content in JSON, only raw; from the second not even that. In bytes. */
const INLINE_CONTENT = 1_048_576
const RAW_CONTENT = 104_857_600

/** Trees, blobs, refs and files. */
export const gitRoutes: Routes = {
  'git/get-tree': (call) => {
    const repository = repositoryOfPath(call, 'contents')
    return tree(call, repository, call.parameters.tree_sha ?? '')
  },
  'git/get-blob': (call) => {
    const repository = repositoryOfPath(call, 'contents')
    const object = repository.git.get(call.parameters.file_sha ?? '')
    if (object?.type !== 'blob') throw notFound()
    return ok({
      sha: object.oid,
      size: object.bytes.byteLength,
      encoding: 'base64',
      content: Buffer.from(object.bytes).toString('base64'),
    })
  },
  'git/get-ref': (call) => {
    const repository = repositoryOfPath(call, 'contents')
    const name = `refs/${call.parameters.ref ?? ''}`
    const oid = repository.refs.get(name)
    if (oid === undefined) throw notFound()
    return ok(refShape(call, repository, name, oid))
  },
  'git/list-matching-refs': (call) => {
    const repository = repositoryOfPath(call, 'contents')
    const prefix = `refs/${call.parameters.ref ?? ''}`
    const found = [...repository.refs].filter(([name]) => name.startsWith(prefix)).sort()
    return page(call, found, ([name, oid]) => refShape(call, repository, name, oid))
  },
  'repos/get-content': (call) => contents(call, repositoryOfPath(call, 'contents')),
}

const TREE_ENTRIES = 100_000

function tree(call: RestCall, repository: Repository, name: string): RestAnswer {
  const { git } = repository
  const object = git.get(call.view.revision(repository, name) ?? '')
  const oid = object?.type === 'tree' ? object.oid : object && peelToCommit(git, object.oid)?.tree
  if (oid === undefined) throw notFound()
  const url = repositoryUrl(call, repository)
  const shape = (path: string, { mode, oid: sha }: TreeEntry) => ({
    path,
    mode: mode.padStart(6, '0'),
    type: mode === '40000' ? 'tree' : mode === '160000' ? 'commit' : 'blob',
    sha,
    ...(mode === '40000' || mode === '160000' ? {} : { size: git.blob(sha).bytes.byteLength }),
    url: `${url}/git/${mode === '40000' ? 'trees' : 'blobs'}/${sha}`,
  })
  const entries: unknown[] = []
  const walk = (at: Oid, prefix: string): void => {
    for (const entry of git.tree(at).entries) {
      entries.push(shape(prefix + entry.name, entry))
      if (call.query.recursive !== undefined && entry.mode === '40000') walk(entry.oid, `${prefix}${entry.name}/`)
    }
  }
  walk(oid, '')
  const keep = call.view.conditions.truncate.get('git/get-tree') ?? TREE_ENTRIES
  return ok({
    sha: oid,
    url: `${url}/git/trees/${oid}`,
    tree: entries.slice(0, keep),
    truncated: entries.length > keep,
  })
}

function refShape(call: RestCall, repository: Repository, name: string, oid: Oid): Record<string, unknown> {
  const type = repository.git.get(oid)?.type
  const url = repositoryUrl(call, repository)
  return {
    ref: name,
    node_id: `REF_${repository.id}_${Buffer.from(name).toString('base64url')}`,
    url: `${url}/git/${name}`,
    object: { type, sha: oid, url: `${url}/git/${type}s/${oid}` },
  }
}

function contents(call: RestCall, repository: Repository): RestAnswer {
  const { git } = repository
  const path = (call.parameters.path ?? '').replace(/\/$/, '')
  const ref = call.query.ref ?? 'HEAD'
  const commit = call.view.revisionCommit(repository, ref)
  if (commit === undefined) throw new RestError(404, `No commit found for the ref ${ref}`)
  const entry = entryAt(git, commit.tree, path)
  if (entry === undefined) throw notFound()
  const url = `${repositoryUrl(call, repository)}/contents`
  if (entry.mode === '40000') {
    const prefix = path === '' ? '' : `${path}/`
    return ok(
      git.tree(entry.oid).entries.map((child) => ({
        name: child.name,
        path: prefix + child.name,
        sha: child.oid,
        type: contentType(child.mode),
        size: contentType(child.mode) === 'file' ? git.blob(child.oid).bytes.byteLength : 0,
        url: `${url}/${prefix}${child.name}?ref=${ref}`,
      })),
    )
  }
  const { bytes } = git.blob(entry.oid)
  if (bytes.byteLength > RAW_CONTENT) throw new RestError(403, 'This API returns blobs up to 100 MB in size.')
  if (/application\/vnd\.github(\.v3)?\.raw/.test(call.accept)) {
    return { status: 200, body: bytes, headers: { 'content-type': rawType(bytes) } }
  }
  const inline = bytes.byteLength <= INLINE_CONTENT
  return ok({
    name: path.slice(path.lastIndexOf('/') + 1),
    path,
    sha: entry.oid,
    size: bytes.byteLength,
    type: contentType(entry.mode),
    encoding: inline ? 'base64' : 'none',
    content: inline ? Buffer.from(bytes).toString('base64').replaceAll(/.{60}/g, '$&\n') : '',
    url: `${url}/${path}?ref=${ref}`,
  })
}

function contentType(mode: TreeEntry['mode']): string {
  if (mode === '40000') return 'dir'
  if (mode === '120000') return 'symlink'
  return mode === '160000' ? 'submodule' : 'file'
}

function rawType(bytes: Uint8Array): string {
  return isBinary(bytes) ? 'application/octet-stream' : 'application/vnd.github.raw+json; charset=utf-8'
}
