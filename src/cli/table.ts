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

/** Columns side by side without lines, each row on one line; cells are texts in which nothing is hidden. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const table = new Table({ chars: noLines, style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] } })
  table.push([...head], ...rows.map((row) => [...row]))
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
}
