import { createHash } from 'node:crypto'
import type { TextPiece } from './markdown-text.ts'

/**
 * One item's text on one line, with two masks of the same length: `prose` has U+FFFC for every character of code, and
 * `struck` an `x` for every struck-through character. Marks are looked for in `prose` only.
 */
export interface ItemText {
  readonly text: string
  readonly prose: string
  readonly struck: string
}

export function itemText(pieces: readonly TextPiece[]): ItemText {
  const text: string[] = []
  const prose: string[] = []
  const struck: string[] = []
  for (const piece of pieces) {
    for (const character of piece.text) {
      const space = /\s/u.test(character)
      if (space && (text.length === 0 || text.at(-1) === ' ')) continue
      text.push(space ? ' ' : character)
      prose.push(space ? ' ' : maskOf(piece, character))
      struck.push(space ? ' ' : (piece.deleted ? 'x' : '.').repeat(character.length))
    }
  }
  const joined = text.join('')
  const length = joined.trimEnd().length
  return {
    text: joined.slice(0, length),
    prose: prose.join('').slice(0, length),
    struck: struck.join('').slice(0, length),
  }
}

/** A part of an item, its ends trimmed. */
export function sliceItem(item: ItemText, from: number, to: number = item.text.length): ItemText {
  const part = item.text.slice(from, to)
  const start = from + (part.length - part.trimStart().length)
  const end = start + part.trim().length
  return {
    text: item.text.slice(start, end),
    prose: item.prose.slice(start, end),
    struck: item.struck.slice(start, end),
  }
}

function maskOf(piece: TextPiece, character: string): string {
  return piece.code ? '\uFFFC'.repeat(character.length) : character
}

/** Without the characters at both ends that `outer` matches. By hand: an expression with `+$` takes quadratic time. */
export function trimmed(text: string, outer: RegExp): string {
  let start = 0
  let end = text.length
  while (start < end && outer.test(text.charAt(start))) start += 1
  while (end > start && outer.test(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

/** What two spellings of one criterion have in common: case, white space and punctuation around it do not count. */
export function normalisedText(text: string): string {
  return trimmed(text.normalize('NFC').toLowerCase().replace(/\s+/gu, ' '), /[\s.,;:!"'`*_]/)
}

/** 16 hex digits of the normalised text. */
export function hashOfText(text: string): string {
  return createHash('sha256').update(normalisedText(text)).digest('hex').slice(0, 16)
}
