import { stripVTControlCharacters } from 'node:util'
import type { Paint } from './style.ts'

/** A stretch of text in one look. */
export interface Piece {
  readonly text: string
  readonly paint: Paint
}

/** Columns a text takes on the screen. The demo's texts hold no wide characters. */
export function widthOf(text: string): number {
  return [...stripVTControlCharacters(text)].length
}

export function padTo(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)))
}

/** Breaks at spaces (and at newlines always) to lines of at most `width` columns; cuts a word that is longer. */
export function wrap(pieces: readonly Piece[], width: number): string[] {
  return splitAtNewlines(pieces).flatMap((line) => wrapLine(line, width))
}

function wrapLine(pieces: readonly Piece[], width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of wordsOf(pieces).flatMap((one) => cutToWidth(one, width))) {
    const joined = line === '' ? paintWord(word) : `${line} ${paintWord(word)}`
    if (line === '' || widthOf(joined) <= width) {
      line = joined
      continue
    }
    lines.push(line)
    line = paintWord(word)
  }
  return [...lines, line]
}

function splitAtNewlines(pieces: readonly Piece[]): Piece[][] {
  const lines: Piece[][] = [[]]
  for (const { text, paint } of pieces) {
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) lines.push([])
      lines.at(-1)?.push({ text: part, paint })
    }
  }
  return lines
}

/** Words between spaces; one word may have several looks ("`a`," has two). */
function wordsOf(pieces: readonly Piece[]): Piece[][] {
  const words: Piece[][] = [[]]
  for (const { text, paint } of pieces) {
    for (const [index, part] of text.split(/ +/).entries()) {
      if (index > 0) words.push([])
      if (part !== '') words.at(-1)?.push({ text: part, paint })
    }
  }
  return words.filter((word) => word.length > 0)
}

function cutToWidth(word: Piece[], width: number): Piece[][] {
  if (word.reduce((sum, { text }) => sum + widthOf(text), 0) <= width) return [word]
  return word.flatMap(({ text, paint }) => {
    const characters = [...text]
    const cuts: Piece[][] = []
    for (let from = 0; from < characters.length; from += width) {
      cuts.push([{ text: characters.slice(from, from + width).join(''), paint }])
    }
    return cuts
  })
}

function paintWord(word: readonly Piece[]): string {
  return word.map(({ text, paint }) => paint(text)).join('')
}
