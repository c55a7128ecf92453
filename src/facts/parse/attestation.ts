import type { ListItem, Nodes, Paragraph } from 'mdast'
import type { Attestation } from '../../domain/closing-claim.ts'
import { known, type Reading } from '../../domain/reading.ts'
import type { NumberedReference } from '../../domain/repository.ts'
import { flowOf } from './acceptance-flow.ts'
import { AcceptanceTitles } from './acceptance-titles.ts'
import { type ReferenceOptions, readReferences } from './closing-reference.ts'
import { readCriterionId } from './criterion-id.ts'
import { endOf, type MarkdownDocument, oneLine, parseMarkdown, renderedText, startOf } from './markdown.ts'
import { piecesOf, type TextPiece } from './markdown-text.ts'

/**
 * Reads the attestations of a pull request's description: ticked task items under a title that names acceptance or
 * evidence. One that names several criteria by id comes once for each; one that names a criterion by its text comes
 * once for each separator in it, since the criterion's text may hold separators too: `Logs: all pods — run 5`.
 * Ticked items without evidence come with an empty one, so that the check can say what is missing.
 */
export function readAttestations(body: string, options: ReferenceOptions): Reading<readonly Attestation[]> {
  const parsed = parseMarkdown(body)
  if (!parsed.known) return parsed
  const document = parsed.value
  return known(tickedItems(document).flatMap((item) => attestationsOf(item, document, options)))
}

const titles = new AcceptanceTitles([
  'definition of done',
  'dod',
  'done when',
  'done means',
  'exit criteria',
  'success criteria',
])

function isEvidenceTitle(title: string): boolean {
  return /\b(?:acceptance|evidence)\b/iu.test(title) || titles.matches(title)
}

/** Ticked items, nested ones too, from such a title to the next title of the same or a higher level. */
function tickedItems(document: MarkdownDocument): readonly ListItem[] {
  const items: ListItem[] = []
  let depth: number | null = null
  for (const part of flowOf(document.root.children, document.source, isEvidenceTitle)) {
    if (part.kind === 'title' && (depth === null || part.depth <= depth || isEvidenceTitle(part.title))) {
      depth = isEvidenceTitle(part.title) ? part.depth : null
    } else if (part.kind === 'rule' && depth === labelDepth) {
      depth = null
    } else if (part.kind === 'node' && depth !== null) {
      items.push(...tickedIn(part.node))
    }
  }
  return items
}

/** Bold lines and label lines stand below any heading. */
const labelDepth = 7

function tickedIn(node: Nodes): readonly ListItem[] {
  if (node.type === 'blockquote' || !('children' in node)) return []
  const below = node.children.flatMap(tickedIn)
  return node.type === 'listItem' && node.checked === true ? [node, ...below] : below
}

function attestationsOf(item: ListItem, document: MarkdownDocument, options: ReferenceOptions): readonly Attestation[] {
  const own = item.children.find((child): child is Paragraph => child.type === 'paragraph')
  if (own === undefined) return []
  const line = readLine(own, document)
  const { target, ids, length } = readNames(line.prose, options)
  const rest = separatorsIn(line, length)
  const splits = ids.length > 0 || rest.length === 0 ? rest.slice(0, 1) : rest
  const nested = nestedSource(item, document)
  const common = { ...(target === undefined ? {} : { target }), line: document.lineAt(startOf(item)) }
  const evidences = (splits.length > 0 ? splits : [undefined]).map((split) => ({
    criterionText: oneLine(line.text.slice(length, split?.start)),
    ...evidenceOf(line, split, nested),
  }))
  if (ids.length === 0) return evidences.map((evidence) => ({ ...common, ...evidence }))
  return ids.flatMap((criterionId) =>
    evidences.map((evidence) => ({ ...common, ...evidence, criterionId, criterionText: '' })),
  )
}

interface ItemLine {
  readonly text: string
  /** The same with code and links masked: separators within them separate nothing. */
  readonly prose: string
  readonly pieces: readonly TextPiece[]
  readonly end: number
  readonly source: string
}

function readLine(paragraph: Paragraph, document: MarkdownDocument): ItemLine {
  const pieces = piecesOf(paragraph, document.source)
  return {
    text: pieces.map((piece) => piece.text).join(''),
    prose: pieces.map((piece) => (piece.code ? '\uFFFC'.repeat(piece.text.length) : piece.text)).join(''),
    pieces,
    end: endOf(paragraph),
    source: document.source,
  }
}

interface WrittenNames {
  readonly target: NumberedReference | undefined
  readonly ids: readonly string[]
  /** How much of the text they take, white space behind them included. */
  readonly length: number
}

/** The issue and the ids that an item starts with: `#7 AC1, AC2`, `owner/repo#7`, `AC2`. */
function readNames(text: string, options: ReferenceOptions): WrittenNames {
  let at = /^\s*/u.exec(text)?.[0].length ?? 0
  const [first] = readReferences(text.slice(at, at + longestReference), { ...options, loose: true })
  const target = first?.start === 0 ? first.target : undefined
  if (target !== undefined) at += first?.end ?? 0
  const ids: string[] = []
  for (;;) {
    const gap = /^(?:\s*[,&+]\s*|\s+and\s+|\s+|)/u.exec(text.slice(at, at + 8))?.[0].length ?? 0
    const written = readCriterionId(text.slice(at + gap, at + gap + 60))
    if (written === null) break
    ids.push(written.id)
    at += gap + written.length
  }
  return { target, ids, length: at }
}

const longestReference = 300

interface Separator {
  /** Offsets into the item's text: where it starts, and where what follows it starts. */
  readonly start: number
  readonly end: number
}

/** So many readings one item can have at most; its text is short in earnest. */
const mostSeparators = 8

function separatorsIn(line: ItemLine, from: number): readonly Separator[] {
  const found: Separator[] = []
  for (const match of line.prose.slice(from).matchAll(/\s*(?::(?=\s|$)|[—–]|=>|(?<=\s)-(?=\s))\s*/gu)) {
    if (found.length === mostSeparators) break
    found.push({ start: from + match.index, end: from + match.index + match[0].length })
  }
  return found
}

function evidenceOf(
  line: ItemLine,
  separator: Separator | undefined,
  nested: NestedSource,
): Pick<Attestation, 'evidence' | 'evidenceSource'> {
  const text = separator === undefined ? '' : line.text.slice(separator.end)
  const source =
    separator === undefined || text === '' ? '' : line.source.slice(offsetOf(line, separator.end), line.end)
  const evidence = [oneLine(text), nested.text].filter(saysSomething).join(' ')
  return {
    evidence,
    evidenceSource: evidence === '' ? '' : [source, nested.source].filter((part) => part !== '').join('\n\n'),
  }
}

/** Dots, dashes and the words of a template that stands open are no evidence. */
function saysSomething(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text) && !/^\W*(?:evidence|todo|tbd|n\/a|none|\.\.\.)\W*$/iu.test(text)
}

function offsetOf(line: ItemLine, offset: number): number {
  let before = 0
  for (const piece of line.pieces) {
    if (offset < before + piece.text.length) return markupBefore(line, piece.offsets[offset - before] ?? piece.end)
    before += piece.text.length
  }
  return line.end
}

/** Markup that opens right in front of the evidence (`**`, a backtick, a bracket) belongs to it. */
function markupBefore(line: ItemLine, offset: number): number {
  let at = offset
  while (at > 0 && /[`*_~[<]/.test(line.source.charAt(at - 1))) at -= 1
  return at
}

interface NestedSource {
  readonly text: string
  readonly source: string
}

/** What stands below the item's own line, as evidence; nested task items speak for themselves. */
function nestedSource(item: ListItem, document: MarkdownDocument): NestedSource {
  const [, ...below] = item.children.filter((child) => child.type !== 'blockquote')
  const nodes = below.flatMap((node): readonly Nodes[] =>
    node.type === 'list' ? node.children.filter((child) => typeof child.checked !== 'boolean') : [node],
  )
  return {
    text: oneLine(nodes.map((node) => renderedText(node, document.source)).join(' ')),
    source: nodes.map((node) => document.source.slice(startOf(node), endOf(node))).join('\n'),
  }
}
