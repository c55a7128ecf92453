/** GitHub takes 65,535 characters each for `output.summary` and `output.text`. Bytes are never fewer. */
export const longestOutput = 65_535

/** A part of a text that stays whole when the text has to be cut; a table may lose its last rows. */
export type Block = string | Table

export interface Table {
  /** Cells as Markdown that is safe in a cell. */
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/**
 * Joins blocks as paragraphs. What does not fit in `limit` bytes is left out at the end, with a sentence that counts it;
 * `last` always stays: it must fit by itself.
 */
export function joinBlocks(blocks: readonly Block[], last: readonly string[], limit = longestOutput): string {
  const ending = last.join('\n\n')
  const whole = paragraphs([...blocks.map(markdownOf), ending])
  if (byteLength(whole) <= limit) return whole
  const room = limit - byteLength(ending) - longestNotice
  const kept: string[] = []
  let used = 0
  let leftOutRows = 0
  let leftOutBlocks = 0
  for (const block of blocks) {
    const free = room - used - separatorLength
    const markdown = leftOutBlocks === 0 ? markdownOf(block) : ''
    if (markdown !== '' && byteLength(markdown) <= free) {
      kept.push(markdown)
      used += byteLength(markdown) + separatorLength
      continue
    }
    const part = typeof block === 'string' || leftOutBlocks > 0 ? null : firstRows(block, free)
    if (part !== null && typeof block !== 'string') {
      kept.push(markdownOf(part))
      used += byteLength(markdownOf(part)) + separatorLength
      leftOutRows += block.rows.length - part.rows.length
    } else {
      leftOutBlocks += 1
    }
  }
  return paragraphs([...kept, notice(leftOutBlocks, leftOutRows), ending])
}

/** UTF-8 bytes. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}

const separatorLength = '\n\n'.length
const longestNotice = 120

function notice(blocks: number, rows: number): string {
  const counts = [
    ...(blocks > 0 ? [`${blocks} ${blocks === 1 ? 'paragraph' : 'paragraphs'}`] : []),
    ...(rows > 0 ? [`${rows} ${rows === 1 ? 'row' : 'rows'}`] : []),
  ]
  return `_Left out here, to stay within GitHub's limit: ${counts.join(' and ')}._`
}

/** The table with as many of its rows as fit; null when not one does. */
function firstRows(table: Table, limit: number): Table | null {
  let used = byteLength(markdownOf({ ...table, rows: [] }))
  let count = 0
  for (const row of table.rows) {
    used += byteLength(rowOf(row)) + 1
    if (used > limit) break
    count += 1
  }
  return count === 0 ? null : { ...table, rows: table.rows.slice(0, count) }
}

function markdownOf(block: Block): string {
  if (typeof block === 'string') return block
  return [rowOf(block.head), rowOf(block.head.map(() => '---')), ...block.rows.map(rowOf)].join('\n')
}

function rowOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

function paragraphs(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n')
}
