import { diffLines, splitLines } from './lines.ts'
import type { ObjectStore } from './object-store.ts'
import type { FileMode, Oid } from './objects.ts'
import type { FileEntry } from './trees.ts'

/** A file that differs between two trees, in GitHub's REST words. */
export interface ChangedFile {
  readonly path: string
  readonly status: 'added' | 'removed' | 'modified' | 'renamed'
  /** Where a renamed file stood before. Only files moved with equal content count as renamed here. */
  readonly previousPath: string | null
  readonly mode: FileMode | null
  readonly oid: Oid | null
  readonly previousOid: Oid | null
  /** Lines; binary files and pure renames have 0. */
  readonly additions: number
  readonly deletions: number
}

interface Difference {
  readonly path: string
  readonly before: FileEntry | undefined
  readonly after: FileEntry | undefined
}

const caches = new WeakMap<ObjectStore, Map<string, readonly ChangedFile[]>>()

/** The files that differ between two commits' trees (`git diff from to`), ordered by path. The result is shared: do not change it. */
export function changedFiles(store: ObjectStore, from: Oid, to: Oid): readonly ChangedFile[] {
  return changedFilesOfTrees(store, store.commit(from).tree, store.commit(to).tree)
}

/** Like changedFiles, for trees. */
export function changedFilesOfTrees(store: ObjectStore, from: Oid, to: Oid): readonly ChangedFile[] {
  let cache = caches.get(store)
  if (!cache) {
    cache = new Map()
    caches.set(store, cache)
  }
  const key = `${from}:${to}`
  const known = cache.get(key)
  if (known) return known
  const files = withRenames(store, differences(store, from, to, ''))
  cache.set(key, files)
  return files
}

function differences(store: ObjectStore, from: Oid | null, to: Oid | null, prefix: string): Difference[] {
  if (from === to) return []
  const before = new Map(from === null ? [] : store.tree(from).entries.map((entry) => [entry.name, entry]))
  const after = new Map(to === null ? [] : store.tree(to).entries.map((entry) => [entry.name, entry]))
  const found: Difference[] = []
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(name), after.get(name)]
    if (old?.oid === now?.oid && old?.mode === now?.mode) continue
    const path = prefix + name
    const [oldTree, nowTree] = [old?.mode === '40000' ? old.oid : null, now?.mode === '40000' ? now.oid : null]
    if (oldTree !== null || nowTree !== null) found.push(...differences(store, oldTree, nowTree, `${path}/`))
    const [oldFile, nowFile] = [oldTree === null ? old : undefined, nowTree === null ? now : undefined]
    if (oldFile || nowFile) found.push({ path, before: oldFile, after: nowFile })
  }
  return found
}

function withRenames(store: ObjectStore, all: readonly Difference[]): readonly ChangedFile[] {
  const removedByOid = new Map<Oid, Difference[]>()
  for (const difference of all) {
    if (!difference.before || difference.after) continue
    const list = removedByOid.get(difference.before.oid)
    if (list) list.push(difference)
    else removedByOid.set(difference.before.oid, [difference])
  }
  const renamedFrom = new Set<Difference>()
  const files: ChangedFile[] = []
  for (const difference of all) {
    const source = !difference.before && difference.after ? removedByOid.get(difference.after.oid)?.shift() : undefined
    if (source) renamedFrom.add(source)
    if (difference.after) files.push(changedFile(store, difference, source))
  }
  for (const difference of all) {
    if (!difference.after && !renamedFrom.has(difference)) files.push(changedFile(store, difference, undefined))
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
}

function changedFile(store: ObjectStore, difference: Difference, source: Difference | undefined): ChangedFile {
  const { path, after } = difference
  const before = source?.before ?? difference.before
  const status = source ? 'renamed' : !before ? 'added' : !after ? 'removed' : 'modified'
  const counts = source ? { additions: 0, deletions: 0 } : countLines(store, before, after)
  return {
    path,
    status,
    previousPath: source?.path ?? null,
    mode: after?.mode ?? null,
    oid: after?.oid ?? null,
    previousOid: before?.oid ?? null,
    ...counts,
  }
}

function countLines(store: ObjectStore, before: FileEntry | undefined, after: FileEntry | undefined) {
  const [old, now] = [textOf(store, before), textOf(store, after)]
  if (old === null || now === null) return { additions: 0, deletions: 0 }
  let [additions, deletions] = [0, 0]
  for (const hunk of diffLines(splitLines(old), splitLines(now))) {
    additions += hunk.bEnd - hunk.bStart
    deletions += hunk.aEnd - hunk.aStart
  }
  return { additions, deletions }
}

/** Text of a blob, '' for no file, null for binary content and submodules. */
export function textOf(store: ObjectStore, entry: FileEntry | undefined): string | null {
  if (!entry) return ''
  if (entry.mode === '160000') return null
  const bytes = store.blob(entry.oid).bytes
  return isBinary(bytes) ? null : new TextDecoder().decode(bytes)
}

/** Git's own test: a NUL among the first 8,000 bytes. */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 8000).includes(0)
}
