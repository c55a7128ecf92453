import type { Segment, Words } from '../domain/words.ts'
import { clip, endsBlank, startsBlank, visibleLine, visibleLines } from './visible.ts'

/**
 * The only place where sentences become Markdown, plain text or JSON.
 *
 * GitHub finds mentions, issue references, commit ids, links and emoji in the text that is left after Markdown has been
 * parsed, so neither a backslash nor an entity keeps a word of a stranger from notifying somebody; it leaves code
 * alone. A word from outside that could become such a thing is therefore shown as a code span, and all others as prose
 * with their Markdown taken out of force.
 */

/** Where Markdown text goes: in a table cell a `|` ends the cell, even inside a code span. */
export type Surroundings = 'prose' | 'cell'

/** The longest piece of text from outside that a sentence quotes, in characters. */
export const longestQuote = 400

/** One sentence as Markdown on one line. */
export function toMarkdown(words: Words, surroundings: Surroundings = 'prose'): string {
  return runsOf(words)
    .map((run, index) =>
      run.kind === 'code' ? codeSpan(run.text, surroundings) : prose(run.characters, surroundings, index === 0),
    )
    .reduce(apart, '')
}

/** Two code spans that touch would be read as one fence; a backslash inside the first escapes nothing. */
function apart(before: string, after: string): string {
  return before.endsWith('`') && after.startsWith('`') ? `${before} ${after}` : before + after
}

/** One sentence without any markup on one line: for titles, annotation messages and terminals. */
export function toPlainText(words: Words): string {
  return words.map(plainOf).join('').replace(/ {2,}/g, ' ').trim()
}

/** A code span with any text inside. An empty text has none, and shows as nothing. */
export function codeSpan(text: string, surroundings: Surroundings = 'prose'): string {
  const line = visibleLine(clip(text, longestQuote))
  if (surroundings === 'prose') return fencedSpan(line)
  // No escape for | inside a code span survives every parser next to a backslash, so it stands between two spans.
  return line.split('|').map(fencedSpan).join('&#124;')
}

/** Text to copy as it is, in a fence that nothing inside can close. */
export function codeBlock(text: string): string {
  const lines = visibleLines(text).replace(/\n+$/, '')
  const fence = '`'.repeat(Math.max(3, longestRun(lines) + 1))
  return `${fence}\n${lines}\n${fence}`
}

/** A value as JSON in which nothing is hidden: object keys as given, two spaces. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => (typeof item === 'string' ? visibleLines(item) : item), 2)
}

interface Character {
  readonly text: string
  readonly outside: boolean
}

type Run =
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'prose'; readonly characters: readonly Character[] }

/**
 * Neighbouring segments of prose become one run, since a harmless quote beside a `#` of ours could make a reference.
 */
function runsOf(words: Words): Run[] {
  const runs: Run[] = []
  let characters: Character[] = []
  for (const segment of words) {
    if (segment.kind === 'code') {
      if (visibleLine(segment.text) === '') continue
      if (characters.length > 0) runs.push({ kind: 'prose', characters })
      characters = []
      runs.push({ kind: 'code', text: segment.text })
    } else {
      characters.push(...charactersOf(segment))
    }
  }
  if (characters.length > 0) runs.push({ kind: 'prose', characters })
  return runs
}

function charactersOf(segment: Segment): Character[] {
  const outside = segment.kind === 'quote'
  return [...plainOf(segment)].map((text) => ({ text, outside }))
}

/** Spaces at the ends belong to our own words; text from outside is cut out without them. */
function plainOf({ kind, text }: Segment): string {
  return kind === 'ours' || kind === 'reference' ? showSpaces(text) : visibleLine(clip(text, longestQuote))
}

/** `visibleLine` that keeps one space at either end, where sentences and quotes meet. */
function showSpaces(text: string): string {
  const line = visibleLine(text)
  if (line === '') return text === '' ? '' : ' '
  return `${startsBlank(text) ? ' ' : ''}${line}${endsBlank(text) ? ' ' : ''}`
}

function prose(characters: readonly Character[], surroundings: Surroundings, atStart: boolean): string {
  const pieces: string[] = []
  let word: Character[] = []
  let first = atStart
  const endWord = () => {
    if (word.length === 0) return
    pieces.push(proseWord(word, surroundings, first))
    first = false
    word = []
  }
  for (const character of characters) {
    if (character.text === ' ') {
      endWord()
      if (pieces.at(-1) !== ' ' && !first) pieces.push(' ')
    } else {
      word.push(character)
    }
  }
  endWord()
  return pieces.join('')
}

function proseWord(word: readonly Character[], surroundings: Surroundings, first: boolean): string {
  if (word.some((character) => character.outside) && comesAlive(textOf(word))) return liveWord(word, surroundings)
  const inert = inertText(textOf(word))
  return first ? withoutBlockStart(inert) : inert
}

/** Our own quotation marks and full stops around it stay outside of the code span. */
function liveWord(word: readonly Character[], surroundings: Surroundings): string {
  const isOurMark = ({ text, outside }: Character) => !outside && /["'“”(),.;:]/.test(text)
  const start = word.findIndex((character) => !isOurMark(character))
  const end = word.findLastIndex((character) => !isOurMark(character)) + 1
  const before = inertText(textOf(word.slice(0, start)))
  return `${before}${codeSpan(textOf(word.slice(start, end)), surroundings)}${inertText(textOf(word.slice(end)))}`
}

function textOf(characters: readonly Character[]): string {
  return characters.map((character) => character.text).join('')
}

function inertText(text: string): string {
  // An underscore between letters or digits begins nothing, and names are full of them.
  return text.replace(/(?<![0-9A-Za-z])_|_(?![0-9A-Za-z])|[\\`*~[\]<&|$]/g, (character) => {
    return entities[character] ?? `\\${character}`
  })
}

/** An entity holds inside table cells and before every other character; a backslash is easier to read. */
const entities: Readonly<Record<string, string>> = { '|': '&#124;', '<': '&lt;', '&': '&amp;', '\\': '&#92;' }

/** Whether GitHub would make something out of a word: a mention, a reference, a commit, a link, an emoji, a formula. */
function comesAlive(word: string): boolean {
  return (
    /[@$]|#\d|\bGH-\d|:\/\/|www\.|:[\w+-]+:|\b(?:mailto|xmpp):/i.test(word) ||
    /(?<![0-9a-z])[0-9a-f]{7,64}(?![0-9a-z])/i.test(word)
  )
}

/** Headings, lists, rules, underlines and quotes begin with these; all but quotes want a space or a line end after them. */
function withoutBlockStart(word: string): string {
  if (/^\d{1,9}[.)]$/.test(word)) return `${word.slice(0, -1)}\\${word.slice(-1)}`
  return /^(?:#{1,6}|\+|-+|=+)$|^>/.test(word) ? `\\${word}` : word
}

/** Backticks inside make the fence longer; a space at either end is stripped by Markdown and keeps them apart. */
function fencedSpan(text: string): string {
  if (text === '') return ''
  const fence = '`'.repeat(longestRun(text) + 1)
  const touches = /^`|`$/.test(text) || (/^ .* $/.test(text) && text.trim() !== '')
  return touches ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0)
}
