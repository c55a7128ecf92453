import { changedFilesOfTrees, textOf } from './changes.ts'
import { diffLines, type Hunk, splitLines } from './lines.ts'
import type { ObjectStore } from './object-store.ts'
import type { FileMode, Oid } from './objects.ts'
import { entryAt, type FileEntry, writeEntries } from './trees.ts'

export type MergeResult =
  | { readonly clean: true; readonly tree: Oid }
  | { readonly clean: false; readonly conflicts: readonly string[] }

/**
 * Three-way merge of trees, without rename detection: one side's change is taken, two equal changes are one, and two
 * different changes of one text file are merged by lines as git does (touching changes conflict).
 */
export function mergeTrees(store: ObjectStore, base: Oid, ours: Oid, theirs: Oid): MergeResult {
  if (base === ours) return { clean: true, tree: theirs }
  if (base === theirs || ours === theirs) return { clean: true, tree: ours }
  const ourPaths = touchedPaths(store, base, ours)
  const edits = new Map<string, FileEntry | null>()
  const conflicts: string[] = []
  for (const path of touchedPaths(store, base, theirs)) {
    const theirEntry = entryAt(store, theirs, path) ?? null
    if (!ourPaths.has(path)) {
      if (blockedByFile(store, ours, path, theirEntry)) conflicts.push(path)
      else edits.set(path, theirEntry)
      continue
    }
    const merged = mergeFile(
      store,
      entryAt(store, base, path),
      entryAt(store, ours, path),
      entryAt(store, theirs, path),
    )
    if (merged === undefined) conflicts.push(path)
    else edits.set(path, merged)
  }
  if (conflicts.length > 0) return { clean: false, conflicts: conflicts.sort() }
  return { clean: true, tree: writeEntries(store, ours, edits) }
}

/** Merges texts by lines. @returns undefined when changes overlap or touch. */
export function mergeText(base: string, ours: string, theirs: string): string | undefined {
  const [baseLines, ourLines, theirLines] = [splitLines(base), splitLines(ours), splitLines(theirs)]
  const ourHunks = diffLines(baseLines, ourLines)
  const theirHunks = diffLines(baseLines, theirLines)
  const out: string[] = []
  let at = 0
  let [i, j] = [0, 0]
  while (i < ourHunks.length || j < theirHunks.length) {
    const [our, their] = [ourHunks[i], theirHunks[j]]
    const first = !their || (our && our.aStart <= their.aStart) ? our : their
    if (!first) break
    if (our && their && touches(our, their)) {
      if (!sameChange(our, ourLines, their, theirLines)) return undefined
      i += 1
      j += 1
    } else if (first === our) i += 1
    else j += 1
    const lines = first === our ? ourLines : theirLines
    out.push(...baseLines.slice(at, first.aStart), ...lines.slice(first.bStart, first.bEnd))
    at = first.aEnd
  }
  out.push(...baseLines.slice(at))
  return out.join('')
}

function touches(a: Hunk, b: Hunk): boolean {
  return a.aStart <= b.aEnd && b.aStart <= a.aEnd
}

function sameChange(a: Hunk, aLines: readonly string[], b: Hunk, bLines: readonly string[]): boolean {
  if (a.aStart !== b.aStart || a.aEnd !== b.aEnd) return false
  return aLines.slice(a.bStart, a.bEnd).join('') === bLines.slice(b.bStart, b.bEnd).join('')
}

function touchedPaths(store: ObjectStore, from: Oid, to: Oid): Set<string> {
  const paths = new Set<string>()
  for (const file of changedFilesOfTrees(store, from, to)) {
    paths.add(file.path)
    if (file.previousPath !== null) paths.add(file.previousPath)
  }
  return paths
}

/** @returns the merged entry, null for a removed file, undefined for a conflict. */
function mergeFile(
  store: ObjectStore,
  base: FileEntry | undefined,
  ours: FileEntry | undefined,
  theirs: FileEntry | undefined,
): FileEntry | null | undefined {
  if (ours?.oid === theirs?.oid && ours?.mode === theirs?.mode) return ours ?? null
  if (!ours || !theirs || !isFile(ours.mode) || !isFile(theirs.mode)) return undefined
  const [baseText, ourText, theirText] = [textOf(store, base), textOf(store, ours), textOf(store, theirs)]
  if (baseText === null || ourText === null || theirText === null) return undefined
  const merged = mergeText(baseText, ourText, theirText)
  if (merged === undefined) return undefined
  return { mode: base?.mode === ours.mode ? theirs.mode : ours.mode, oid: store.writeBlob(merged) }
}

function isFile(mode: FileMode): boolean {
  return mode === '100644' || mode === '100755'
}

/** A new file cannot stand where the other side has a directory, or below a path that is a file there. */
function blockedByFile(store: ObjectStore, tree: Oid, path: string, entry: FileEntry | null): boolean {
  if (entry === null) return false
  if (entryAt(store, tree, path)?.mode === '40000') return true
  const parts = path.split('/')
  for (let depth = 1; depth < parts.length; depth += 1) {
    const above = entryAt(store, tree, parts.slice(0, depth).join('/'))
    if (above && above.mode !== '40000') return true
  }
  return false
}
