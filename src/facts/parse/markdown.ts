import type { Nodes, Root, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { known, type Reading } from '../../domain/reading.ts'
import { refusal } from './markdown-limits.ts'
import { piecesOf, type TextPiece } from './markdown-text.ts'

/** A text parsed as GitHub Flavored Markdown. Offsets are UTF-16 units into `source`, which is kept as it was given. */
export interface MarkdownDocument {
  readonly root: Root
  readonly source: string
  /** Line of an offset, from 1. CRLF, LF and CR each end one line. */
  lineAt(offset: number): number
}

/**
 * Parses a text once. `too-large` (never curable by a retry) when it is so long or so built that parsing it would take
 * more than a moment: the parser is quadratic in nested containers and in delimiters within one paragraph.
 */
export function parseMarkdown(source: string): Reading<MarkdownDocument> {
  const refused = refusal(source)
  if (refused !== null) return refused
  const root = fromMarkdown(source, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  const starts = lineStarts(source)
  return known({ root, source, lineAt: (offset) => lineOf(starts, offset) })
}

/** A run of prose (or of code) that reads as one piece. */
export interface VisibleBlock {
  readonly kind: 'heading' | 'paragraph' | 'cell' | 'code' | 'html'
  readonly node: Nodes
  /** From the root down to the parent: tells whether it is quoted, in a list item, in a table. */
  readonly ancestors: readonly Nodes[]
  readonly quoted: boolean
  /** The text as rendered, with `\n` where the source has a line break. Code spans are in it, comments and tags not. */
  readonly text: string
  /** `text` with every character of code replaced by U+FFFC, so that offsets are the same and code matches no word. */
  readonly prose: string
  readonly pieces: readonly TextPiece[]
  /** Offset into the source of an offset into `text`. */
  sourceOffset(offset: number): number
}

/** Every block of text in reading order. Fenced and indented code comes as blocks of kind `code`. */
export function visibleBlocks(document: MarkdownDocument): readonly VisibleBlock[] {
  const blocks: VisibleBlock[] = []
  collectBlocks(document.root, [], document.source, blocks)
  return blocks
}

/** The block that one node makes, whatever its place: a paragraph, a heading, a table cell. */
export function blockOf(node: Nodes, ancestors: readonly Nodes[], source: string): VisibleBlock {
  const pieces = piecesOf(node, source)
  return {
    kind: blockKind(node) ?? 'paragraph',
    node,
    ancestors,
    quoted: ancestors.some((ancestor) => ancestor.type === 'blockquote'),
    text: pieces.map((piece) => piece.text).join(''),
    prose: pieces.map((piece) => (piece.code ? '\uFFFC'.repeat(piece.text.length) : piece.text)).join(''),
    pieces,
    sourceOffset: (offset) => sourceOffset(pieces, offset),
  }
}

/** A node's text as rendered on one line: no comments, no tags, no fenced code. Code spans keep their words. */
export function renderedText(node: Nodes, source: string): string {
  return oneLine(
    piecesOf(node, source)
      .map((piece) => piece.text)
      .join(''),
  )
}

/** White space of any kind and length becomes one space. */
export function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}

/** Where a node starts in the source. */
export function startOf(node: Nodes): number {
  return node.position?.start.offset ?? 0
}

/** Where a node ends in the source, exclusive. */
export function endOf(node: Nodes): number {
  return node.position?.end.offset ?? 0
}

function collectBlocks(node: Nodes, ancestors: readonly Nodes[], source: string, blocks: VisibleBlock[]): void {
  if (blockKind(node) !== null) {
    blocks.push(blockOf(node, ancestors, source))
    return
  }
  if (!('children' in node)) return
  const below = [...ancestors, node]
  for (const child of node.children as readonly RootContent[]) collectBlocks(child, below, source, blocks)
}

function blockKind(node: Nodes): VisibleBlock['kind'] | null {
  switch (node.type) {
    case 'heading':
    case 'paragraph':
    case 'code':
    case 'html':
      return node.type
    case 'tableCell':
      return 'cell'
    default:
      return null
  }
}

function sourceOffset(pieces: readonly TextPiece[], offset: number): number {
  let before = 0
  for (const piece of pieces) {
    if (offset < before + piece.text.length) return piece.offsets[offset - before] ?? piece.end
    before += piece.text.length
  }
  return pieces.at(-1)?.end ?? 0
}

function lineStarts(source: string): readonly number[] {
  const starts = [0]
  for (const match of source.matchAll(/\r\n|\n|\r/g)) starts.push(match.index + match[0].length)
  return starts
}

function lineOf(starts: readonly number[], offset: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  return low
}
