import type { NumberedReference } from '../../domain/repository.ts'
import { type ReferenceOptions, readReferences, type WrittenReference } from './closing-reference.ts'

/** One token of a sentence; offsets as in the text it was cut from, end exclusive. */
export type Token =
  | { readonly kind: 'word'; readonly word: string; readonly start: number; readonly end: number }
  | { readonly kind: 'reference'; readonly target: NumberedReference; readonly start: number; readonly end: number }
  | { readonly kind: 'mark'; readonly mark: Mark; readonly start: number; readonly end: number }

export type Mark =
  | 'comma'
  /** Inside a word, as in `no-close`. */
  | 'hyphen'
  /** Between words: `—`, `–`, ` - `. */
  | 'dash'
  | 'colon'
  | 'semicolon'
  | 'stop'
  | 'open'
  | 'close'
  | 'quote-open'
  | 'quote-close'

const TOKEN = /[\p{L}\p{N}]+(?:_+[\p{L}\p{N}]+)*(?:['’]\p{L}+)*|[,;:()[\]"“”„«»「」『』'’‘—–.!?，、；：（）。！？]|-+/gu

/** Cuts one sentence into words (lower case, `’` as `'`), references and the marks that matter to its grammar. */
export function tokenize(text: string, start: number, end: number, options: ReferenceOptions): Token[] {
  const sentence = text.slice(start, end)
  const references = readReferences(sentence, { ...options, loose: true })
  const tokens: Token[] = []
  let next = 0
  let quoted = false
  for (const match of sentence.matchAll(TOKEN)) {
    const at = match.index
    if (at < (references[next - 1]?.end ?? 0)) continue
    const reference = references[next]
    if (reference !== undefined && reference.start <= at) {
      tokens.push(referenceToken(reference, start))
      next += 1
      if (at < reference.end) continue
    } else if (reference !== undefined && at + match[0].length > reference.start) {
      continue
    }
    const mark = markOf(match[0], sentence, at, quoted)
    if (mark === 'quote-open') quoted = true
    if (mark === 'quote-close') quoted = false
    const span = { start: start + at, end: start + at + match[0].length }
    if (mark !== undefined) tokens.push({ kind: 'mark', mark, ...span })
    else if (/[\p{L}\p{N}]/u.test(match[0]))
      tokens.push({ kind: 'word', word: match[0].toLowerCase().replaceAll('’', "'"), ...span })
  }
  for (const reference of references.slice(next)) tokens.push(referenceToken(reference, start))
  return tokens
}

function referenceToken(reference: WrittenReference, offset: number): Token {
  return { kind: 'reference', target: reference.target, start: offset + reference.start, end: offset + reference.end }
}

const MARKS: Readonly<Record<string, Mark>> = {
  ',': 'comma',
  ';': 'semicolon',
  ':': 'colon',
  '—': 'dash',
  '–': 'dash',
  '(': 'open',
  '[': 'open',
  ')': 'close',
  ']': 'close',
  '.': 'stop',
  '!': 'stop',
  '?': 'stop',
  '„': 'quote-open',
  '«': 'quote-open',
  '‘': 'quote-open',
  '”': 'quote-close',
  '»': 'quote-close',
  '「': 'quote-open',
  '」': 'quote-close',
  '『': 'quote-open',
  '』': 'quote-close',
  '，': 'comma',
  '、': 'comma',
  '；': 'semicolon',
  '：': 'colon',
  '（': 'open',
  '）': 'close',
  '。': 'stop',
  '！': 'stop',
  '？': 'stop',
}

function markOf(text: string, sentence: string, at: number, quoted: boolean): Mark | undefined {
  const before = sentence[at - 1]
  const after = sentence[at + text.length]
  if (text.startsWith('-')) return isLetter(before) && isLetter(after) && text === '-' ? 'hyphen' : 'dash'
  if (text === '"' || text === '“') return quoted ? 'quote-close' : 'quote-open'
  if (text === "'" || text === '’') {
    if (quoted && !isLetter(after)) return 'quote-close'
    return !quoted && text === "'" && !isLetter(before) && isLetter(after) ? 'quote-open' : undefined
  }
  return MARKS[text]
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character)
}
