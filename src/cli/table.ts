import Table from 'cli-table3'

const noLines = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
}

const gap = noLines.middle.length

/**
 * Columns side by side without lines; cells are texts in which nothing is hidden. Each row is one line, or is wrapped to
 * so many columns of a terminal.
 */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[], width?: number): string {
  const table = new Table({
    chars: noLines,
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
    ...(width === undefined ? {} : wrapped([head, ...rows], width)),
  })
  table.push([...head], ...rows.map((row) => [...row]))
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
}

/** Between words where every word fits into its column, else anywhere: nothing may be cut off. */
function wrapped(rows: readonly (readonly string[])[], width: number) {
  const colWidths = columnWidths(rows, width)
  const fits = (cell: string, column: number) =>
    cell.split(' ').every((word) => lengthOf(word) <= (colWidths[column] ?? 0))
  return { colWidths, wordWrap: true, wrapOnWordBoundary: rows.every((row) => row.every(fits)) }
}

function lengthOf(cell = ''): number {
  return [...cell].length
}

/** Natural widths; while they do not fit, the widest column gives way, down to a readable rest. */
function columnWidths(rows: readonly (readonly string[])[], width: number): number[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => lengthOf(row[column]))))
  const room = width - gap * (widths.length - 1)
  for (;;) {
    const widest = Math.max(...widths)
    const excess = widths.reduce((sum, one) => sum + one, 0) - room
    if (excess <= 0 || widest <= narrowest) return widths
    const second = Math.max(narrowest, ...widths.filter((one) => one < widest))
    widths[widths.indexOf(widest)] = Math.max(second, widest - excess)
  }
}

const narrowest = 12
