import { type Piece, padTo, widthOf, wrap } from './wrap.ts'

export type Cell = readonly Piece[]

const GAP = '  '
/** A column is not squeezed below this while another can give. */
const NARROW = 12

/** Lays rows out in aligned columns of at most `width` in all; long cells take several lines. */
export function layOutTable(rows: readonly (readonly Cell[])[], width: number): string[] {
  const widths = fitColumns(naturalWidths(rows), width)
  return rows.flatMap((row) => layOutRow(row, widths))
}

function layOutRow(row: readonly Cell[], widths: readonly number[]): string[] {
  const cells = row.map((cell, column) => wrap(cell, widths[column] ?? NARROW))
  const height = Math.max(1, ...cells.map((lines) => lines.length))
  return Array.from({ length: height }, (_, line) =>
    cells
      .map((lines, column) => padTo(lines[line] ?? '', widths[column] ?? 0))
      .join(GAP)
      .trimEnd(),
  )
}

function naturalWidths(rows: readonly (readonly Cell[])[]): number[] {
  const widths: number[] = []
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      const width = cell.reduce((sum, { text }) => sum + widthOf(text), 0)
      widths[column] = Math.max(widths[column] ?? 0, width)
    }
  }
  return widths
}

/** Takes from the widest column until all fit. */
function fitColumns(natural: readonly number[], width: number): number[] {
  const widths = [...natural]
  let over = widths.reduce((sum, one) => sum + one, 0) + GAP.length * (widths.length - 1) - width
  while (over > 0) {
    const widest = Math.max(...widths)
    if (widest <= NARROW) break
    widths[widths.indexOf(widest)] = widest - 1
    over -= 1
  }
  return widths
}
