import type { ObjectStore } from './object-store.ts'
import type { Commit, FileMode, Oid, TreeEntry } from './objects.ts'

/** What a path holds: text, bytes, a symbolic link, an executable or a submodule. */
export type FileContent =
  | string
  | Uint8Array
  | { readonly symlink: string }
  | { readonly executable: string | Uint8Array }
  | { readonly submodule: Oid }

/** Path to new content; null removes the path (a file, or a directory with all below it). */
export type FileChanges = Readonly<Record<string, FileContent | null>>

export interface FileEntry {
  readonly mode: FileMode
  readonly oid: Oid
}

interface Edit {
  readonly parts: readonly string[]
  readonly entry: FileEntry | null
}

/**
 * Writes a tree that is `base` (null: empty) with the changes applied. Untouched directories keep their object.
 * @returns the tree's oid
 */
export function writeFiles(store: ObjectStore, base: Oid | null, changes: FileChanges): Oid {
  const entries = new Map<string, FileEntry | null>()
  for (const [path, content] of Object.entries(changes)) {
    entries.set(path, content === null ? null : writeContent(store, content))
  }
  return writeEntries(store, base, entries)
}

/** Like writeFiles, with objects that are in the store already. */
export function writeEntries(
  store: ObjectStore,
  base: Oid | null,
  entries: ReadonlyMap<string, FileEntry | null>,
): Oid {
  const edits: Edit[] = []
  for (const [path, entry] of entries) edits.push({ parts: pathParts(path), entry })
  return applyEdits(store, base, edits) ?? store.writeTree([])
}

/** @returns the entry at a path, `''` being the tree itself; undefined when there is none. */
export function entryAt(store: ObjectStore, tree: Oid, path: string): FileEntry | undefined {
  let current: FileEntry = { mode: '40000', oid: tree }
  for (const name of path.split('/').filter((part) => part !== '')) {
    if (current.mode !== '40000') return undefined
    const next: TreeEntry | undefined = store.tree(current.oid).entries.find((entry) => entry.name === name)
    if (!next) return undefined
    current = next
  }
  return current
}

/** All files (no directories) below a tree, by path, in git's order. */
export function listFiles(store: ObjectStore, tree: Oid, prefix = ''): Map<string, FileEntry> {
  const files = new Map<string, FileEntry>()
  for (const entry of store.tree(tree).entries) {
    const path = prefix + entry.name
    if (entry.mode !== '40000') files.set(path, { mode: entry.mode, oid: entry.oid })
    else for (const [below, file] of listFiles(store, entry.oid, `${path}/`)) files.set(below, file)
  }
  return files
}

/**
 * Resolves `<rev>` or `<rev>:<path>` as `git rev-parse` does, for the revisions `revision` knows.
 * @param revision turns a ref name, `HEAD` or an oid into an oid
 * @returns the oid of the object, or undefined
 */
export function resolveExpression(
  store: ObjectStore,
  expression: string,
  revision: (name: string) => Oid | undefined,
): Oid | undefined {
  const colon = expression.indexOf(':')
  if (colon < 0) return revision(expression)
  const start = revision(expression.slice(0, colon))
  const commit = start === undefined ? undefined : peelToCommit(store, start)
  return commit && entryAt(store, commit.tree, expression.slice(colon + 1))?.oid
}

/** Follows annotated tags to the commit; undefined when the oid is missing or leads elsewhere. */
export function peelToCommit(store: ObjectStore, oid: Oid): Commit | undefined {
  const object = store.get(oid)
  if (object?.type === 'tag') return peelToCommit(store, object.target)
  return object?.type === 'commit' ? object : undefined
}

function writeContent(store: ObjectStore, content: FileContent): FileEntry {
  if (typeof content === 'string' || content instanceof Uint8Array) {
    return { mode: '100644', oid: store.writeBlob(content) }
  }
  if ('symlink' in content) return { mode: '120000', oid: store.writeBlob(content.symlink) }
  if ('executable' in content) return { mode: '100755', oid: store.writeBlob(content.executable) }
  return { mode: '160000', oid: content.submodule }
}

function pathParts(path: string): string[] {
  const parts = path.split('/')
  if (parts.some((part) => part === '' || part === '.' || part === '..')) throw new Error(`bad path: ${path}`)
  return parts
}

/** @returns the new tree, or undefined when it became empty (git keeps no empty directories). */
function applyEdits(store: ObjectStore, base: Oid | null, edits: readonly Edit[]): Oid | undefined {
  const entries = new Map<string, TreeEntry>()
  if (base !== null) for (const entry of store.tree(base).entries) entries.set(entry.name, entry)
  for (const [name, below] of groupByFirstPart(edits)) {
    const entry = editedEntry(store, entries.get(name), below)
    if (entry) entries.set(name, { name, ...entry })
    else entries.delete(name)
  }
  return entries.size === 0 ? undefined : store.writeTree([...entries.values()])
}

/** Whole-entry edits (the last part of a path) come first, so that `a: null` with `a/b` replaces the directory. */
function editedEntry(store: ObjectStore, before: FileEntry | undefined, edits: readonly Edit[]): FileEntry | undefined {
  let entry = before
  for (const edit of edits) if (edit.parts.length === 1) entry = edit.entry ?? undefined
  const deeper = edits
    .filter((edit) => edit.parts.length > 1)
    .map((edit) => ({ parts: edit.parts.slice(1), entry: edit.entry }))
  if (deeper.length === 0) return entry
  const base = entry?.mode === '40000' ? entry.oid : null
  if (base === null && deeper.every((edit) => edit.entry === null)) return entry
  const oid = applyEdits(store, base, deeper)
  return oid === undefined ? undefined : { mode: '40000', oid }
}

function groupByFirstPart(edits: readonly Edit[]): Map<string, Edit[]> {
  const groups = new Map<string, Edit[]>()
  for (const edit of edits) {
    const [first = ''] = edit.parts
    const group = groups.get(first)
    if (group) group.push(edit)
    else groups.set(first, [edit])
  }
  return groups
}
