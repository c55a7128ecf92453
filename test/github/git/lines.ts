/** A run of lines that differ: `[aStart, aEnd)` of a became `[bStart, bEnd)` of b. */
export interface Hunk {
  readonly aStart: number
  readonly aEnd: number
  readonly bStart: number
  readonly bEnd: number
}

/** Beyond this many edits the rest of two files counts as one hunk; no test needs finer. */
const MAX_EDITS = 3000

/** Lines with their line ends; the last may have none. */
export function splitLines(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/)
}

/** The differing runs between two lists of lines, by Myers' shortest edit script. */
export function diffLines(a: readonly string[], b: readonly string[]): Hunk[] {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let aEnd = a.length
  let bEnd = b.length
  while (aEnd > start && bEnd > start && a[aEnd - 1] === b[bEnd - 1]) {
    aEnd -= 1
    bEnd -= 1
  }
  if (start === aEnd && start === bEnd) return []
  if (start === aEnd || start === bEnd) return [{ aStart: start, aEnd, bStart: start, bEnd }]
  const pairs = matchingPairs(a.slice(start, aEnd), b.slice(start, bEnd))
  return hunksBetween(pairs, start, aEnd, bEnd)
}

/** Index pairs of equal lines on a shortest edit path, ascending. */
function matchingPairs(a: readonly string[], b: readonly string[]): [number, number][] {
  const trace = edits(a, b)
  const pairs: [number, number][] = []
  if (!trace) return pairs
  let x = a.length
  let y = b.length
  for (let d = trace.length - 1; d >= 0; d -= 1) {
    const reach = trace[d]
    const k = x - y
    const down = k === -d || (k !== d && at(reach, k - 1) < at(reach, k + 1))
    const previousK = down ? k + 1 : k - 1
    const previousX = d === 0 ? 0 : at(reach, previousK)
    const previousY = previousX - previousK
    const stop = d === 0 ? 0 : previousX + (down ? 0 : 1)
    while (x > stop && y > 0) {
      x -= 1
      y -= 1
      pairs.push([x, y])
    }
    x = previousX
    y = previousY
  }
  return pairs.reverse()
}

/** For each number of edits, the furthest x by diagonal before that edit; undefined when there are too many. */
function edits(a: readonly string[], b: readonly string[]): Map<number, number>[] | undefined {
  const trace: Map<number, number>[] = []
  const reach = new Map<number, number>([[1, 0]])
  for (let d = 0; d <= Math.min(a.length + b.length, MAX_EDITS); d += 1) {
    trace.push(new Map(reach))
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && at(reach, k - 1) < at(reach, k + 1))
      let x = down ? at(reach, k + 1) : at(reach, k - 1) + 1
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1
      reach.set(k, x)
      if (x >= a.length && x - k >= b.length) return trace
    }
  }
  return undefined
}

function at(reach: Map<number, number> | undefined, k: number): number {
  return reach?.get(k) ?? -1
}

function hunksBetween(pairs: readonly [number, number][], start: number, aEnd: number, bEnd: number): Hunk[] {
  const hunks: Hunk[] = []
  let aAt = start
  let bAt = start
  for (const [x, y] of pairs) {
    const [aMatch, bMatch] = [x + start, y + start]
    if (aMatch > aAt || bMatch > bAt) hunks.push({ aStart: aAt, aEnd: aMatch, bStart: bAt, bEnd: bMatch })
    aAt = aMatch + 1
    bAt = bMatch + 1
  }
  if (aAt < aEnd || bAt < bEnd) hunks.push({ aStart: aAt, aEnd, bStart: bAt, bEnd })
  return hunks
}
