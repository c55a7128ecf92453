import { commands, type Verb } from './registry.ts'

/** The first line of a comment, understood. */
export type Command =
  | { readonly verb: 'recheck' | 'status' | 'help' }
  | { readonly verb: 'accept'; readonly issue: string; readonly criteria: readonly string[]; readonly reason: string }
  | { readonly verb: 'unaccept'; readonly issue: string; readonly criteria: readonly string[] }
  | { readonly verb: 'release'; readonly chart: string | null }
  /** The word is known, what follows is not what it takes. `why` is our own sentence part. */
  | { readonly verb: 'misused'; readonly of: Verb; readonly why: string }
  /** It is addressed to us, and we do not know the word. */
  | { readonly verb: 'unknown' }

/** Null when the line is not addressed to us. */
export function parseCommand(line: string): Command | null {
  const [address = '', word = '', ...rest] = line.trim().split(/\s+/)
  if (address.toLowerCase() !== '/claims') return null
  const specification = commands.find(({ verb }) => verb === word.toLowerCase())
  if (specification === undefined) return { verb: 'unknown' }
  const { verb } = specification
  if (verb === 'accept') return readAccept(rest)
  if (verb === 'unaccept') return readUnaccept(rest)
  if (verb === 'release') return readRelease(rest)
  return { verb }
}

/** A reason is welcome and not kept. */
function readRelease(rest: readonly string[]): Command {
  const [chart = null, ...more] = partsOf(rest).names
  if (more.length > 0) return { verb: 'misused', of: 'release', why: 'it takes one chart, or none for all' }
  return { verb: 'release', chart }
}

function readAccept(rest: readonly string[]): Command {
  const { names, reason } = partsOf(rest)
  const [issue, ...criteria] = names
  if (issue === undefined) return { verb: 'misused', of: 'accept', why: 'it names no issue' }
  if (!/[\p{L}\p{N}]/u.test(reason)) return { verb: 'misused', of: 'accept', why: 'it gives no reason behind --' }
  return { verb: 'accept', issue, criteria, reason }
}

/** A reason is welcome and not kept. */
function readUnaccept(rest: readonly string[]): Command {
  const [issue, ...criteria] = partsOf(rest).names
  if (issue === undefined) return { verb: 'misused', of: 'unaccept', why: 'it names no issue' }
  return { verb: 'unaccept', issue, criteria }
}

/** Names, by comma or space, and behind dashes the reason; empty without dashes. */
function partsOf(words: readonly string[]): { readonly names: readonly string[]; readonly reason: string } {
  const at = words.findIndex(isDash)
  const [before, behind] = at === -1 ? [words, []] : [words.slice(0, at), words.slice(at + 1)]
  const names = before.flatMap((word) => word.split(',')).filter((name) => name !== '')
  return { names, reason: behind.join(' ') }
}

/** Telephones make one long dash of two short ones. */
function isDash(word: string): boolean {
  return word === '--' || word === '—' || word === '–'
}
