import type { Nodes, Paragraph } from 'mdast'
import { oneLine, renderedText, startOf } from './markdown.ts'
import { piecesOf, type TextPiece } from './markdown-text.ts'

/** The parts of a body in reading order: titles of three forms, rules, stretches of prose, and everything else. */
export type FlowPart = TitlePart | RulePart | ProsePart | NodePart

export interface TitlePart {
  readonly kind: 'title'
  /** A heading; a line that is bold as a whole or begins with a bold label; a line that begins with `Words:`. */
  readonly form: 'heading' | 'bold' | 'label'
  /** 1 to 6 for headings, 7 for the others: all of them stand below any heading. */
  readonly depth: number
  readonly title: string
  /** What stands behind the label in the same paragraph. */
  readonly rest: readonly TextPiece[]
  /** The whole line, title and rest, for a title that turns out to be prose. */
  readonly pieces: readonly TextPiece[]
  readonly start: number
}

export interface RulePart {
  readonly kind: 'rule'
}

export interface ProsePart {
  readonly kind: 'prose'
  readonly pieces: readonly TextPiece[]
  readonly start: number
}

export interface NodePart {
  readonly kind: 'node'
  readonly node: Nodes
}

/**
 * Splits the children of a document or of a list item into parts. `isTitle` tells the configured titles, which count
 * as labels whatever stands behind the colon.
 */
export function flowOf(
  children: readonly Nodes[],
  source: string,
  isTitle: (title: string) => boolean,
): readonly FlowPart[] {
  return children.flatMap((node): readonly FlowPart[] => {
    switch (node.type) {
      case 'heading':
        return [heading(renderedText(node, source), node.depth, node)]
      case 'thematicBreak':
        return [{ kind: 'rule' }]
      case 'paragraph':
        return partsOfParagraph(node, source, isTitle)
      case 'html': {
        // `<summary>Acceptance</summary>`, `<h3>Acceptance</h3>`
        const text = renderedText(node, source)
        return isTitle(text) ? [{ ...heading(text, 7, node), form: 'bold' }] : [{ kind: 'node', node }]
      }
      default:
        return [{ kind: 'node', node }]
    }
  })
}

function heading(title: string, depth: number, node: Nodes): TitlePart {
  return { kind: 'title', form: 'heading', depth, title, rest: [], pieces: [], start: startOf(node) }
}

function partsOfParagraph(
  paragraph: Paragraph,
  source: string,
  isTitle: (title: string) => boolean,
): readonly FlowPart[] {
  const parts: FlowPart[] = []
  let going: readonly TextPiece[][] = []
  for (const line of linesOf(piecesOf(paragraph, source))) {
    const start = line[0]?.offsets[0] ?? startOf(paragraph)
    const title = readTitle(line, isTitle)
    if (title !== null) {
      const part = { ...title, rest: [...title.rest], pieces: [...line], start }
      parts.push(part)
      // The lines that go on after a label with text belong to that text.
      going = part.rest.length > 0 ? [part.rest, part.pieces] : []
    } else if (going.length > 0) {
      for (const pieces of going) pieces.push(lineBreak, ...line)
    } else {
      const pieces = [...line]
      going = [pieces]
      parts.push({ kind: 'prose', pieces, start })
    }
  }
  return parts
}

const lineBreak: TextPiece = { text: '\n', offsets: [0], end: 0, code: false, strong: false, deleted: false }

/** The lines of a paragraph that show something. */
function linesOf(pieces: readonly TextPiece[]): readonly (readonly TextPiece[])[] {
  const lines: TextPiece[][] = [[]]
  for (const piece of pieces) {
    let from = 0
    for (let at = piece.text.indexOf('\n'); at !== -1 && !piece.code; at = piece.text.indexOf('\n', from)) {
      lines.at(-1)?.push(slicePiece(piece, from, at))
      lines.push([])
      from = at + 1
    }
    lines.at(-1)?.push(slicePiece(piece, from, piece.text.length))
  }
  return lines
    .map((line) => line.filter((piece) => piece.text !== ''))
    .filter((line) => line.some((piece) => piece.text.trim() !== ''))
}

/** A part of a piece by offsets into its text. */
export function slicePiece(piece: TextPiece, from: number, to: number): TextPiece {
  const offsets = piece.offsets.slice(from, to)
  return { ...piece, text: piece.text.slice(from, to), offsets, end: (offsets.at(-1) ?? piece.end - 1) + 1 }
}

/** The pieces from an offset into their joined text to another. */
export function slicePieces(pieces: readonly TextPiece[], from: number, to: number): readonly TextPiece[] {
  const slices: TextPiece[] = []
  let before = 0
  for (const piece of pieces) {
    const start = Math.max(from - before, 0)
    const end = Math.min(to - before, piece.text.length)
    if (start < end) slices.push(slicePiece(piece, start, end))
    before += piece.text.length
  }
  return slices
}

function readTitle(
  line: readonly TextPiece[],
  isTitle: (title: string) => boolean,
): Pick<TitlePart, 'kind' | 'form' | 'depth' | 'title' | 'rest'> | null {
  const text = line.map((piece) => (piece.code ? '\uFFFC'.repeat(piece.text.length) : piece.text)).join('')
  const bold = boldLength(line)
  const afterBold = text.slice(bold).trim()
  if (bold > 0 && (afterBold === '' || afterBold === ':')) {
    const colon = text.slice(0, bold).search(/:\s/u)
    // "**Acceptance: all of it in bold**" is a label with its text, not a title.
    if (colon === -1 || !isTitle(text.slice(0, colon))) return titled('bold', text.slice(0, bold), [])
  }
  const colon = text.search(/:(?=\s|$)/u)
  if (colon === -1) return null
  const title = oneLine(text.slice(0, colon))
  const rest = slicePieces(line, colon + 1, text.length)
  const behind = text.slice(colon + 1).trim() !== ''
  if (isTitle(title) || (bold > 0 && bold >= colon) || isLabel(title, behind)) {
    return titled(bold >= colon && bold > 0 ? 'bold' : 'label', title, behind ? rest : [])
  }
  return null
}

function titled(form: 'bold' | 'label', title: string, rest: readonly TextPiece[]) {
  return { kind: 'title', form, depth: 7, title: oneLine(title), rest } as const
}

/** Length of the bold text that a line starts with. */
function boldLength(line: readonly TextPiece[]): number {
  let length = 0
  for (const piece of line) {
    if (!piece.strong && piece.text.trim() !== '') break
    length += piece.text.length
  }
  return line[0]?.strong === true ? length : 0
}

/** A few words with a capital in front. Steps of a scenario look like labels and are text. */
function isLabel(title: string, behind: boolean): boolean {
  if (!/^\p{Lu}[^.!?]*$/u.test(title) || /^(?:given|when|then|and|but|scenario)\b/iu.test(title)) return false
  return title.split(' ').length <= (behind ? 2 : 5)
}
