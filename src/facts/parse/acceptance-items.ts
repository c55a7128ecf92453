import type { List, ListItem, Nodes, Paragraph, Table, TableRow } from 'mdast'
import type { SectionContent } from './acceptance-sections.ts'
import {
  type CriterionOptions,
  type ItemForm,
  readCriterion,
  startsWithBox,
  type WrittenCriterion,
} from './criterion.ts'
import { readCriterionId } from './criterion-id.ts'
import { renderedText, startOf } from './markdown.ts'
import { piecesOf, type TextPiece } from './markdown-text.ts'

/** One criterion with its place. */
export interface PlacedCriterion extends WrittenCriterion {
  readonly start: number
  /** The item in whose box this one is nested. */
  readonly parent: PlacedCriterion | null
}

/** Reads the criteria of a section: its boxes, else its top-level bullets, else its rows, else its paragraphs. */
export function criteriaOf(
  content: readonly SectionContent[],
  source: string,
  options: CriterionOptions,
): readonly PlacedCriterion[] {
  const nodes = content.flatMap((part) => (part.kind === 'node' ? [part.node] : []))
  const boxes = boxesOf(nodes, source, options)
  if (boxes.length > 0) return boxes
  const bullets = nodes.filter((node) => node.type === 'list').flatMap((list) => bulletsOf(list, source, options))
  if (bullets.length > 0) return bullets
  const rows = nodes.filter((node) => node.type === 'table').flatMap((table) => rowsOf(table, source, options))
  return rows.length > 0 ? rows : content.flatMap((part) => paragraphOf(part, options))
}

/** Every task item in and below the nodes, quoted ones left out. */
export function boxesOf(
  nodes: readonly Nodes[],
  source: string,
  options: CriterionOptions,
): readonly PlacedCriterion[] {
  const boxes: PlacedCriterion[] = []
  const visit = (node: Nodes, parent: PlacedCriterion | null): void => {
    if (node.type === 'blockquote' || !('children' in node)) return
    const box = node.type === 'listItem' ? boxOf(node, parent, source, options) : null
    if (box !== null) boxes.push(box)
    for (const child of node.children) visit(child, box ?? parent)
  }
  for (const node of nodes) visit(node, null)
  return boxes
}

function boxOf(
  item: ListItem,
  parent: PlacedCriterion | null,
  source: string,
  options: CriterionOptions,
): PlacedCriterion | null {
  const pieces = ownPieces(item, source)
  const form = formOf(item, pieces)
  return form === 'bullet' ? null : placed(readCriterion(pieces, form, options), startOf(item), parent)
}

function formOf(item: ListItem, pieces: readonly TextPiece[]): ItemForm {
  if (typeof item.checked === 'boolean') return item.checked ? 'ticked-box' : 'open-box'
  return startsWithBox(pieces) ? 'open-box' : 'bullet'
}

function bulletsOf(list: List, source: string, options: CriterionOptions): readonly PlacedCriterion[] {
  return list.children.flatMap((item) => {
    const bullet = placed(readCriterion(ownPieces(item, source), 'bullet', options), startOf(item), null)
    return bullet === null ? [] : [bullet]
  })
}

/** The item's own first paragraph; what is nested below it is detail. */
function ownPieces(item: ListItem, source: string): readonly TextPiece[] {
  const own = item.children.find((child): child is Paragraph => child.type === 'paragraph')
  return own === undefined ? [] : piecesOf(own, source)
}

function rowsOf(table: Table, source: string, options: CriterionOptions): readonly PlacedCriterion[] {
  return table.children.slice(1).flatMap((row) => {
    const criterion = placed(readRow(row, source, options), startOf(row), null)
    return criterion === null ? [] : [criterion]
  })
}

/** The text is the first cell that is more than an id, a number or a mark; the state is a cell that is only a mark. */
function readRow(row: TableRow, source: string, options: CriterionOptions): WrittenCriterion | null {
  const cells = row.children.map((cell) => ({ cell, text: renderedText(cell, source) }))
  const id = cells
    .map(({ text }) => readCriterionId(text))
    .find((written, index) => written?.length === cells[index]?.text.length)
  const main = cells.find(({ text }) => text !== '' && !isNumber(text) && !isMark(text) && !isId(text))
  if (main === undefined) return null
  const criterion = readCriterion(piecesOf(main.cell, source), 'bullet', options)
  if (criterion === null) return null
  const marks = cells.filter(({ text }) => isMark(text)).map(({ text }) => text)
  return { ...criterion, id: criterion.id ?? id?.id ?? null, state: stateOfRow(criterion.state, marks) }
}

function stateOfRow(state: WrittenCriterion['state'], marks: readonly string[]): WrittenCriterion['state'] {
  const mark = marks.at(-1)
  if (mark === undefined || state.kind === 'follows' || state.kind === 'waived') return state
  if (/^n\/a$/iu.test(mark)) return { kind: 'waived' }
  if (metMark.test(mark)) return { kind: 'met' }
  return state.kind === 'met' ? { kind: 'open' } : state
}

const metMark =
  /^(?:\[x\]|[\u2705\u2611\u2714]\uFE0F?|:(?:white_check_mark|ballot_box_with_check|heavy_check_mark):)$/iu

function isMark(text: string): boolean {
  return metMark.test(text) || /^(?:n\/a|\[.?\]|\p{Extended_Pictographic}\uFE0F?|[-–—])$/iu.test(text)
}

function isNumber(text: string): boolean {
  return /^#?\d+[.)]?$/u.test(text)
}

function isId(text: string): boolean {
  return readCriterionId(text)?.length === text.length
}

function paragraphOf(part: SectionContent, options: CriterionOptions): readonly PlacedCriterion[] {
  if (part.kind === 'node') return []
  const criterion = readCriterion(part.pieces, 'prose', options)
  if (criterion === null) return []
  const text = part.kind === 'statement' ? criterion.text.replace(/\.$/u, '') : criterion.text
  return [{ ...criterion, text, start: part.start, parent: null }]
}

function placed(
  criterion: WrittenCriterion | null,
  start: number,
  parent: PlacedCriterion | null,
): PlacedCriterion | null {
  return criterion === null ? null : { ...criterion, start, parent }
}
