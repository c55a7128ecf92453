/** A part of a text; offsets in UTF-16 units, end exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Words after which a full stop does not end a sentence. */
const ABBREVIATIONS = new Set(['e.g', 'i.e', 'etc', 'vs', 'cf', 'approx', 'no', 'nr', 'incl', 'resp', 'fig', 'sec'])

/** A line that ends in one of these runs on, whatever the next line begins with. */
const RUNS_ON = new Set(
  (
    'a an the of in on at to by for from with and or nor not never than that this does do did is are was be will ' +
    'would can could should must may might cannot without instead rather partially'
  ).split(' '),
)

/**
 * Cuts a text into sentences. A blank line always ends one; a single newline does when the next line begins a sentence
 * of its own (a capital or a list mark, and the line before does not run on), because descriptions are hard-wrapped as
 * often as they are lists of short lines. No cut falls inside one of the `kept` spans, which must be in order.
 */
export function splitSentences(text: string, kept: readonly Span[] = []): Span[] {
  const sentences: Span[] = []
  let start = 0
  let nextKept = 0
  for (const cut of cuts(text)) {
    while (nextKept < kept.length && (kept[nextKept]?.end ?? 0) <= cut) nextKept += 1
    const span = kept[nextKept]
    if (span !== undefined && span.start < cut && cut < span.end) continue
    pushTrimmed(sentences, text, start, cut)
    start = cut
  }
  pushTrimmed(sentences, text, start, text.length)
  return sentences
}

function* cuts(text: string): Generator<number> {
  for (const match of text.matchAll(/[.!?…]{1,8}["'”’)\]*_]{0,4}(?=\s|$)|[。！？]{1,8}[”’」』）]{0,4}|\n/gu)) {
    const end = match.index + match[0].length
    if (match[0] === '\n' ? newlineCuts(text, match.index) : stopCuts(text, match.index, match[0], end)) yield end
  }
}

function stopCuts(text: string, index: number, stop: string, end: number): boolean {
  if (stop !== '.') return true
  const before = /[\p{L}.]+$/u.exec(text.slice(Math.max(0, index - 12), index))?.[0].toLowerCase()
  if (before !== undefined && ABBREVIATIONS.has(before)) return false
  return (
    !/^[^\S\n]+\p{Ll}/u.test(text.slice(end, end + 8)) || /^\s+(?:close|fix|resolve)/.test(text.slice(end, end + 12))
  )
}

function newlineCuts(text: string, index: number): boolean {
  const next = /^[^\S\n]*(?:\n|\p{Lu}|[-*+•#>]\s|\d+[.)]\s|(?:closes|fixes|resolves)\b)/u
  if (!next.test(text.slice(index + 1, index + 60))) return false
  if (/^\s*\n/.test(text.slice(index + 1, index + 60))) return true
  const lineStart = text.lastIndexOf('\n', index - 1) + 1
  const last = /([\p{L}']+)[^\S\n]*$/u.exec(text.slice(Math.max(lineStart, index - 40), index))?.[1]?.toLowerCase()
  return last === undefined || !(RUNS_ON.has(last) || last.endsWith("n't"))
}

function pushTrimmed(sentences: Span[], text: string, start: number, end: number): void {
  const piece = text.slice(start, end)
  const from = start + (piece.length - piece.trimStart().length)
  const to = from + piece.trim().length
  if (to > from) sentences.push({ start: from, end: to })
}
