import type { Node, Scalar, YAMLMap } from 'yaml'
import { Composer, type CST, type Document, isAlias, isMap, isScalar, isSeq, LineCounter, Parser } from 'yaml'

/** The first YAML document of a Chart.yaml: all that Helm reads of it. */
export interface ChartDocument {
  /** The text without a byte order mark; offsets count in it. */
  readonly text: string
  readonly lines: LineCounter
  readonly root: Node | null
  /** Offset of the first syntax error; null when there is none. */
  readonly errorAt: number | null
  readonly resolveAlias: (node: Node) => Node | null
}

/** One value of a mapping, with the node that stands beside the key (an alias, where it is one). */
export interface Entry {
  readonly key: Scalar
  readonly value: Node | null
  readonly writtenAs: Node | null
}

/** The YAML library composes by recursion, and a stack that runs out inside V8 ends the whole process. */
const maxDepth = 200
/** Merge keys can multiply: a bomb of aliases costs nothing to write. */
const maxEntries = 20_000

/** Null when it nests too deeply to read. Every scalar stays text: what Helm makes of it is decided elsewhere. */
export function readFirstDocument(source: string): ChartDocument | null {
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source
  const lines = new LineCounter()
  const composer = new Composer({ schema: 'failsafe', uniqueKeys: false, strict: false })
  let first: Document | undefined
  for (const token of new Parser(lines.addNewLine).parse(text)) {
    if (isDeeperThan(token, maxDepth)) return null
    first = firstOf(composer.next(token))
    if (first !== undefined) break
  }
  const document = first ?? firstOf(composer.end(true, text.length))
  if (document === undefined) return { text, lines, root: null, errorAt: null, resolveAlias: () => null }
  return {
    text,
    lines,
    root: document.contents as Node | null,
    errorAt: document.errors[0]?.pos[0] ?? null,
    resolveAlias: (node) => (isAlias(node) ? (node.resolve(document) ?? null) : node),
  }
}

function firstOf(documents: Generator<Document>): Document | undefined {
  for (const document of documents) return document
  return undefined
}

function isDeeperThan(token: CST.Token, limit: number): boolean {
  const waiting: { readonly token: CST.Token; readonly depth: number }[] = [{ token, depth: 0 }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.depth > limit) return true
    for (const child of childrenOf(next.token)) waiting.push({ token: child, depth: next.depth + 1 })
  }
  return false
}

function childrenOf(token: CST.Token): CST.Token[] {
  if (token.type === 'document') return token.value === undefined ? [] : [token.value]
  if (!('items' in token)) return []
  return token.items.flatMap((item) => [item.key, item.value].filter((part) => part !== undefined && part !== null))
}

/**
 * The entries of a mapping in the order in which go-yaml v2 sets them, so that the last of equal keys is the one that
 * counts: duplicates as they stand, `<<` where it stands (of several merged mappings the first wins). Null when a merge
 * is none that go-yaml accepts, or there are too many.
 */
export function entriesOf(map: YAMLMap, document: ChartDocument): readonly Entry[] | null {
  const entries: Entry[] = []
  return collect(map, document, new Set(), entries) ? entries : null
}

function collect(map: YAMLMap, document: ChartDocument, around: ReadonlySet<Node>, entries: Entry[]): boolean {
  if (around.has(map)) return false
  const inside = new Set(around).add(map)
  for (const pair of map.items) {
    if (!isScalar(pair.key)) continue
    if (entries.length >= maxEntries) return false
    const writtenAs = pair.value as Node | null
    const value = writtenAs === null ? null : document.resolveAlias(writtenAs)
    const isMerge = pair.key.value === '<<' && pair.key.type === 'PLAIN'
    if (!isMerge) entries.push({ key: pair.key, value, writtenAs })
    else if (!merge(value, document, inside, entries)) return false
  }
  return true
}

function merge(value: Node | null, document: ChartDocument, around: ReadonlySet<Node>, entries: Entry[]): boolean {
  if (isMap(value)) return collect(value, document, around, entries)
  if (!isSeq(value)) return false
  return value.items.toReversed().every((item) => {
    const merged = document.resolveAlias(item as Node)
    return isMap(merged) && collect(merged, document, around, entries)
  })
}
