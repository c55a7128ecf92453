/** Lets works that write the same comments follow each other: each reads what the one before it wrote. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>()

  /** Runs `work` after everything that was given this key before; a failure of an earlier one does not matter. */
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve()
    const turn = before.then(work, work)
    this.#last.set(key, turn)
    try {
      return await turn
    } finally {
      if (this.#last.get(key) === turn) this.#last.delete(key)
    }
  }
}
