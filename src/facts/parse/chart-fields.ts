import type { Node, Scalar } from 'yaml'
import { isScalar } from 'yaml'
import type { ChartVersion, ScalarPosition } from '../../domain/chart-version.ts'
import type { ChartDocument, Entry } from './chart-document.ts'
import { type PlainScalar, resolvePlain } from './chart-scalar.ts'

/** One field of Chart.yaml as Helm's decoder would set it. */
export type Field =
  | { readonly kind: 'absent' }
  /** A mapping, a list, or an alias that leads nowhere: Helm fails to decode it. */
  | { readonly kind: 'not-a-scalar'; readonly position: ScalarPosition }
  | ScalarField

export interface ScalarField {
  readonly kind: 'scalar'
  /** As in the file, without quotes. */
  readonly written: string
  readonly resolved: PlainScalar
  readonly style: ChartVersion['style']
  readonly position: ScalarPosition
}

/**
 * Helm decodes through JSON: keys match without case, the matches are set in byte order (so the exact spelling, being
 * lower case, comes last and wins), and null sets nothing.
 */
export function findField(name: string, entries: readonly Entry[], document: ChartDocument): Field {
  const wanted = name.toLowerCase()
  const bySpelling = new Map<string, Entry>()
  for (const entry of entries) {
    const key = String(entry.key.value)
    if (key.toLowerCase() === wanted) bySpelling.set(key, entry)
  }
  const spellings = [...bySpelling].sort(([a], [b]) => (a < b ? 1 : -1))
  for (const [, entry] of spellings) {
    const field = readField(entry, document)
    if (field.kind !== 'absent') return field
  }
  return { kind: 'absent' }
}

function readField(entry: Entry, document: ChartDocument): Field {
  const position = positionOf(entry.writtenAs ?? entry.key, document)
  if (entry.writtenAs === null) return { kind: 'absent' }
  if (!isScalar(entry.value)) return { kind: 'not-a-scalar', position }
  const resolved = resolve(entry.value)
  if (resolved.kind === 'null') return { kind: 'absent' }
  return { kind: 'scalar', written: String(entry.value.value), resolved, style: styleOf(entry.value), position }
}

/** A quoted or tagged scalar is text whatever it looks like. */
function resolve(scalar: Scalar): PlainScalar {
  const text = String(scalar.value)
  const isText = scalar.type !== 'PLAIN' || scalar.tag === '!' || scalar.tag === 'tag:yaml.org,2002:str'
  return isText ? { kind: 'text', text } : resolvePlain(text)
}

function styleOf(scalar: Scalar): ChartVersion['style'] {
  if (scalar.type === 'QUOTE_SINGLE') return 'single'
  if (scalar.type === 'QUOTE_DOUBLE') return 'double'
  return scalar.type === 'BLOCK_LITERAL' || scalar.type === 'BLOCK_FOLDED' ? 'block' : 'plain'
}

/** Where a node stands, quotes included; of a node over several lines, its first line. */
export function positionOf(node: Node, document: ChartDocument): ScalarPosition {
  const [start, end] = node.range ?? [0, 1]
  return positionAt(start, end, document)
}

/** Offsets to a position on the line of `start`; `end` is exclusive. */
export function positionAt(start: number, end: number, document: ChartDocument): ScalarPosition {
  const { line, col } = document.lines.linePos(start)
  const onFirstLine = document.text.slice(start, end).split(/\r?\n/, 1)[0] ?? ''
  const column = Math.max(col, 1)
  return { line: Math.max(line, 1), startColumn: column, endColumn: column + Math.max(onFirstLine.length, 1) - 1 }
}

/** The text from a node to the end of its line, without a comment: a placeholder need not be YAML. */
export function restOfLine(node: Node, document: ChartDocument): string {
  const start = node.range?.[0] ?? 0
  const line = document.text.slice(start).split(/\r?\n/, 1)[0] ?? ''
  return line.replace(/\s#.*$/, '').trim()
}
