/** Lets works that write the same comments follow each other: each reads what the one before it wrote. */
export interface Turns {
  /** Runs `work` after everything that was given this key before; a failure of an earlier one does not matter. */
  take<T>(key: string, work: () => Promise<T>): Promise<T>
}

/** Among the works of this process, in the order in which they ask. */
export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>()
  return {
    async take(key, work) {
      const before = last.get(key) ?? Promise.resolve()
      const turn = before.then(work, work)
      last.set(key, turn)
      try {
        return await turn
      } finally {
        if (last.get(key) === turn) last.delete(key)
      }
    },
  }
}
