/** Numbers that look random and are the same for the same seed. */
export interface Dice {
  /** From 0 to below `limit`. */
  below(limit: number): number
  happens(inHundred: number): boolean
  shuffle<Item>(items: readonly Item[]): Item[]
}

export function diceOf(seed: number): Dice {
  let state = seed >>> 0
  // Mulberry32: small, and good enough to decide which delivery is lost.
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    below,
    happens: (inHundred) => next() * 100 < inHundred,
    shuffle(items) {
      const shuffled = [...items]
      for (let end = shuffled.length - 1; end > 0; end -= 1) {
        const other = below(end + 1)
        const [a, b] = [shuffled[end], shuffled[other]]
        if (a === undefined || b === undefined) continue
        shuffled[end] = b
        shuffled[other] = a
      }
      return shuffled
    },
  }
}
