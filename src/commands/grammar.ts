/** The first line of a comment, understood. */
export type Command =
  | { readonly verb: Verb }
  /** It is addressed to us, and we do not know the word. */
  | { readonly verb: 'unknown' }

export type Verb = 'recheck'

export const verbs: readonly Verb[] = ['recheck']

/** Null when the line is not addressed to us. */
export function parseCommand(line: string): Command | null {
  const [address = '', word = ''] = line.trim().toLowerCase().split(/\s+/)
  if (address !== '/claims') return null
  return { verb: verbs.find((verb) => verb === word) ?? 'unknown' }
}
