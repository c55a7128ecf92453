import { clauseStart, isTransparent, markAt, wordAt, wordsAt } from './denial-words.ts'
import type { Token } from './sentences-tokens.ts'

const PARTLY = new Set([
  'partially',
  'partly',
  'partial',
  'half',
  'halfway',
  'mostly',
  'almost',
  'nearly',
  'largely',
  'somewhat',
  'incomplete',
])
const HELPING = new Set(['help', 'helps', 'begins', 'begin', 'starts', 'start'])
const PIECES = new Set(['part', 'step', 'half', 'phase', 'slice', 'piece', 'pass', 'stage', 'portion', 'bit'])
const ORDINALS = new Set([
  'first',
  'second',
  'third',
  'next',
  'another',
  'one',
  '1',
  '2',
  '3',
  '4',
  'i',
  'ii',
  'server',
  'client',
])
const EXCEPTING = new Set(['except', 'excluding', 'minus'])

/** Whether the words say that only a part of the issue is done: "partially fixes", "(partial)", "first step: fixes". */
export function isPartial(tokens: readonly Token[], keyword: number, reference: number, tail: string): boolean {
  return (
    partBefore(tokens, keyword) ||
    partInLabel(tokens, keyword) ||
    partBehind(tokens, reference) ||
    /^\s*[([]\s*\d{1,3}\s*(?:\/|of)\s*\d{1,3}\s*[)\]]/.test(tail)
  )
}

function partBefore(tokens: readonly Token[], keyword: number): boolean {
  for (let at = keyword - 1; at >= Math.max(0, keyword - 8); at -= 1) {
    if (markAt(tokens, at) === 'hyphen') continue
    const word = wordAt(tokens, at)
    if (word === undefined) return false
    if (PARTLY.has(word) || HELPING.has(word)) return true
    if (PIECES.has(word)) return ORDINALS.has(wordAt(tokens, at - 1) ?? '') || wordAt(tokens, at - 1) === 'in'
    if (!isTransparent(word)) return false
  }
  return false
}

/** "First step: closes #12", "Part 1 - closes #12". */
function partInLabel(tokens: readonly Token[], keyword: number): boolean {
  const start = clauseStart(tokens, keyword)
  if (start === 0 || start !== keyword) return false
  const labelStart = clauseStart(tokens, start - 1)
  const label = tokens.slice(labelStart, start - 1)
  if (label.length === 0 || label.length > 5 || label.some((token) => token.kind !== 'word')) return false
  return label.some((_, index) => PARTLY.has(wordAt(label, index) ?? '') || pieceAt(label, index))
}

function partBehind(tokens: readonly Token[], reference: number): boolean {
  let at = reference + 1
  while (
    /^(?:open|comma|dash|colon)$/.test(markAt(tokens, at) ?? '') ||
    /^(?:s|but|only|at|least|as|a|the|this|is|it's|for|just|though)$/.test(wordAt(tokens, at) ?? '')
  )
    at += 1
  const word = wordAt(tokens, at) ?? ''
  if (PARTLY.has(word) && !(word === 'half' && markAt(tokens, at + 1) === 'hyphen')) return true
  if (
    EXCEPTING.has(word) ||
    wordsAt(tokens, at, 'apart', 'from') ||
    wordsAt(tokens, at, 'aside', 'from') ||
    wordsAt(tokens, at, 'other', 'than')
  )
    return true
  return pieceAt(tokens, at) || (word === 'in' && wordAt(tokens, at + 1) === 'part')
}

/** "first step", "part 1". */
function pieceAt(tokens: readonly Token[], at: number): boolean {
  const [here, next] = [wordAt(tokens, at) ?? '', wordAt(tokens, at + 1) ?? '']
  return (ORDINALS.has(here) && PIECES.has(next)) || (PIECES.has(here) && ORDINALS.has(next))
}
