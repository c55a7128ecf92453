import type { Code, InlineCode, Nodes } from 'mdast'

/** A stretch of rendered text that comes from one node. */
export interface TextPiece {
  readonly text: string
  /** For each UTF-16 unit of `text`, where it stands in the source. */
  readonly offsets: readonly number[]
  /** Where the piece ends in the source, exclusive. */
  readonly end: number
  /** Inside a code span or block. */
  readonly code: boolean
  /** Inside bold text. */
  readonly strong: boolean
  /** Inside struck-through text. */
  readonly deleted: boolean
  /** Address of the link around it. */
  readonly url?: string
}

interface Style {
  readonly strong: boolean
  readonly deleted: boolean
  readonly url?: string
}

const plain: Style = { strong: false, deleted: false }

/** The rendered text of a node and all below it, in pieces. Comments, tags and footnote marks render as nothing. */
export function piecesOf(node: Nodes, source: string): readonly TextPiece[] {
  const start = node.position?.start.offset ?? 0
  const collector: Collector = { source, at: start, end: node.position?.end.offset ?? source.length, pieces: [] }
  collect(node, plain, collector)
  return collector.pieces
}

interface Collector {
  readonly source: string
  /** Where the next node starts if it has no position: nodes that the GFM autolink transform made have none. */
  at: number
  readonly end: number
  readonly pieces: TextPiece[]
}

function collect(node: Nodes, style: Style, collector: Collector): void {
  if (node.position?.start.offset !== undefined) collector.at = node.position.start.offset
  const end = node.position?.end.offset ?? collector.end
  switch (node.type) {
    case 'text':
      add(node.value, align(node.value, collector.source, collector.at, end, true), false, style, collector)
      break
    case 'inlineCode':
    case 'code':
      add(node.value, codeOffsets(node, collector, end), true, style, collector)
      break
    case 'break':
      add('\n', [collector.at], false, style, collector)
      break
    case 'image':
    case 'imageReference':
      add(node.alt ?? '', repeat(collector.at, node.alt ?? ''), false, style, collector)
      break
    case 'html':
      addHtml(node.value, end, style, collector)
      break
    default:
      if ('children' in node) collectChildren(node.children, styleBelow(node, style), collector)
  }
  if (node.position?.end.offset !== undefined) collector.at = node.position.end.offset
}

function collectChildren(children: readonly Nodes[], style: Style, collector: Collector): void {
  children.forEach((child, index) => {
    if (index > 0 && flowTypes.has(child.type)) {
      const at = child.position?.start.offset ?? collector.at
      add('\n', [at], false, plain, collector)
    }
    collect(child, style, collector)
  })
}

const flowTypes = new Set<Nodes['type']>([
  'paragraph',
  'heading',
  'list',
  'listItem',
  'code',
  'blockquote',
  'table',
  'tableRow',
  'tableCell',
])

function add(text: string, offsets: readonly number[], code: boolean, style: Style, collector: Collector): void {
  if (text === '') return
  const last = offsets.at(-1) ?? collector.at
  collector.pieces.push({ text, offsets, end: last + 1, code, ...style })
  collector.at = last + 1
}

function styleBelow(node: Nodes, style: Style): Style {
  if (node.type === 'strong') return { ...style, strong: true }
  if (node.type === 'delete') return { ...style, deleted: true }
  if (node.type === 'link') return { ...style, url: node.url }
  return style
}

function codeOffsets(node: Code | InlineCode, collector: Collector, end: number): readonly number[] {
  const { source, at } = collector
  const fenced = node.type === 'code' && /[`~]/.test(source.charAt(at))
  const lineEnd = fenced ? source.slice(at, end).search(/[\r\n]/) : 0
  return align(node.value, source, at + Math.max(lineEnd, 0), end, false)
}

/** What a block of HTML shows; a tag or a comment alone shows nothing. Content of `code` and `pre` counts as code. */
function addHtml(html: string, end: number, style: Style, collector: Collector): void {
  const offsets = align(html, collector.source, collector.at, end, false)
  let code = 0
  let at = 0
  while (at < html.length) {
    const open = nextTag(html, at)
    add(html.slice(at, open), offsets.slice(at, open), code > 0, style, collector)
    const close = tagEnd(html, open)
    const name = /^<(\/?)(?:code|pre|script|style)\b/i.exec(html.slice(open, open + 10))
    if (name !== null) code = Math.max(0, code + (name[1] === '/' ? -1 : 1))
    at = close
  }
}

function nextTag(html: string, from: number): number {
  for (let at = html.indexOf('<', from); at !== -1; at = html.indexOf('<', at + 1)) {
    if (/[a-z/!?]/i.test(html.charAt(at + 1))) return at
  }
  return html.length
}

function tagEnd(html: string, open: number): number {
  const mark = html.startsWith('<!--', open) ? '-->' : '>'
  const close = html.indexOf(mark, open)
  return close === -1 ? html.length : close + mark.length
}

/**
 * Pairs rendered characters with source characters. The two differ where the source has escapes, character references,
 * or line prefixes (`> `, indentation), all of which render as less.
 */
function align(text: string, source: string, start: number, end: number, decodes: boolean): readonly number[] {
  const offsets: number[] = []
  let at = start
  while (offsets.length < text.length) {
    const index = offsets.length
    at = skipToMatch(text.charAt(index), source, at, end)
    const reference = decodes ? referenceAt(source, at, end) : ''
    const decoded = reference !== '' && !text.startsWith(reference, index)
    const units = decoded && (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1
    for (let unit = 0; unit < units; unit += 1) offsets.push(Math.min(at, end))
    if (decoded) at += reference.length
    else if (source.charAt(at) === text.charAt(index)) at += 1
  }
  return offsets
}

/** Skips what renders as nothing. Stays where it is when something else stands there. */
function skipToMatch(wanted: string, source: string, from: number, end: number): number {
  let at = from
  while (at < end && source.charAt(at) !== wanted && /[\s>\\`]/.test(source.charAt(at))) at += 1
  return at
}

function referenceAt(source: string, at: number, end: number): string {
  if (at >= end || source.charAt(at) !== '&') return ''
  return /^&(?:#\d{1,7}|#x[\da-f]{1,6}|[\da-z]{1,31});/i.exec(source.slice(at, Math.min(at + 34, end)))?.[0] ?? ''
}

function repeat(offset: number, text: string): readonly number[] {
  return Array.from({ length: text.length }, () => offset)
}
