import type { Nodes } from 'mdast'
import { denyingLabel } from './disclaimer-labels.ts'
import type { VisibleBlock } from './markdown.ts'

/**
 * The blocks that stand right under a heading, a bold label or a line ending in a colon that denies what follows; for a
 * list, all of its items.
 */
export function blocksUnderDenial(blocks: readonly VisibleBlock[]): ReadonlySet<VisibleBlock> {
  const deniedLists = new Set<Nodes>()
  const seenLists = new Set<Nodes>()
  const denied = new Set<VisibleBlock>()
  blocks.forEach((block, index) => {
    const above = blocks[index - 1]
    const introduced = above !== undefined && introduces(above, block)
    const lists = block.ancestors.filter((ancestor) => ancestor.type === 'list')
    for (const list of lists) if (introduced && !seenLists.has(list)) deniedLists.add(list)
    for (const list of lists) seenLists.add(list)
    if (introduced || lists.some((list) => deniedLists.has(list))) denied.add(block)
  })
  return denied
}

function introduces(above: VisibleBlock, block: VisibleBlock): boolean {
  const around = above.ancestors.every((ancestor, depth) => block.ancestors[depth] === ancestor)
  return around && isIntroduction(above) && denyingLabel(lastLine(above.text)) !== undefined
}

/** Whether an earlier line of the same block, or the label before a colon on the same line, denies what stands at `offset`. */
export function labelledAsDenied(text: string, offset: number): boolean {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1
  const colon = text.slice(lineStart, offset).lastIndexOf(':')
  if (colon !== -1 && denyingLabel(labelBefore(text.slice(lineStart, lineStart + colon))) !== undefined) return true
  const above = text
    .slice(Math.max(0, lineStart - LOOK_BACK), lineStart)
    .split('\n')
    .reverse()
    .find((line) => /:\s*$/.test(line))
  return above !== undefined && denyingLabel(above) !== undefined
}

const LOOK_BACK = 2_000

/** The last clause before a colon: "Parser rewritten. Out of scope" gives "Out of scope". */
function labelBefore(text: string): string {
  return text.split(/[.;!?—–]\s|\s-\s|^[-*•]\s/).at(-1) ?? ''
}

function isIntroduction(block: VisibleBlock): boolean {
  return block.kind === 'heading' || /:\s*$/.test(block.text) || isBold(block)
}

function isBold(block: VisibleBlock): boolean {
  const inked = block.pieces.filter((piece) => piece.text.trim() !== '')
  return block.kind === 'paragraph' && inked.length > 0 && inked.every((piece) => piece.strong)
}

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? ''
}
