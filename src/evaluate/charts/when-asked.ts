/** Values by key, each made when it is asked for and kept by nobody: of thousands of verdicts one is written at a time. */
export interface WhenAsked<Key, Value> extends Iterable<readonly [Key, Value]> {
  readonly size: number
  readonly get: (key: Key) => Value | undefined
}

export function whenAsked<Key, Source, Value>(
  sources: ReadonlyMap<Key, Source>,
  make: (source: Source) => Value,
): WhenAsked<Key, Value> {
  return {
    size: sources.size,
    get: (key) => {
      const source = sources.get(key)
      return source === undefined ? undefined : make(source)
    },
    *[Symbol.iterator]() {
      for (const [key, source] of sources) yield [key, make(source)] as const
    },
  }
}
