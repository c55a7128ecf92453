/** The name among `names` that `typed` was most likely meant to be; undefined when none is close. */
export function nearestName(typed: string, names: readonly string[]): string | undefined {
  const plain = simplify(typed)
  if (plain === '' || plain.length > 64) return undefined
  let best: { readonly name: string; readonly distance: number } | undefined
  for (const name of names) {
    const distance = editDistance(plain, simplify(name))
    if (best === undefined || distance < best.distance) best = { name, distance }
  }
  if (best === undefined) return undefined
  return best.distance <= Math.max(1, Math.floor(plain.length / 3)) ? best.name : undefined
}

/** `afterMerge`, `after_merge` and `After Merge` are all meant to be `after-merge`. */
function simplify(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replace(/[_\s]+/g, '-')
    .toLowerCase()
}

/** Insertions, deletions, replacements and swaps of neighbours that turn one text into the other. */
function editDistance(from: string, to: string): number {
  let beforePrevious: number[] = []
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const cost = from[row - 1] === to[column - 1] ? 0 : 1
      const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      current[column] = Math.min(
        at(previous, column) + 1,
        at(current, column - 1) + 1,
        at(previous, column - 1) + cost,
        swapped ? at(beforePrevious, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforePrevious = previous
    previous = current
  }
  return at(previous, to.length)
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}
