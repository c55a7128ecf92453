import { isPartlyInOtherWords } from './denial-languages.ts'
import { clauseStart, endsClause, isTransparent, markAt, opensClause, wordAt, wordsAt } from './denial-words.ts'
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
  'preliminary',
  'interim',
  'provisional',
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
/** Work that comes before the work: "groundwork to fix #12". */
const PREPARING = new Set(
  'groundwork scaffolding preparation preparations preparatory prep prerequisite prerequisites foundation foundations precursor spadework'.split(
    ' ',
  ),
)
/** What stands between such a piece and the keyword: "half of the work that is needed to fix #12". */
const LINKS = new Set(
  'of that which for in order work works changes code needed required necessary closer towards toward being prs pulls requests parts steps two three four several many'.split(
    ' ',
  ),
)
const LEADS_ON = new Set(['of', 'closer', 'towards', 'toward'])
const FIRST = new Set(['first', 'one'])
const COMPLETING = new Set(['last', 'final', 'remaining', 'missing', 'other', 'second'])
const EXCEPTING = new Set(['except', 'excluding', 'minus'])

/** Whether the words say that only a part of the issue is done: "partially fixes", "(partial)", "first step: fixes". */
export function isPartial(tokens: readonly Token[], keyword: number, reference: number, tail: string): boolean {
  return (
    partBefore(tokens, keyword) ||
    pieceOfWorkBefore(tokens, keyword) ||
    prepares(tokens, keyword) ||
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
    if (isPartly(word) || HELPING.has(word)) return true
    if (PIECES.has(word)) return ORDINALS.has(wordAt(tokens, at - 1) ?? '') || wordAt(tokens, at - 1) === 'in'
    if (!isTransparent(word)) return false
  }
  return false
}

/** "Half of the work to close #12", "groundwork to fix #12"; not "the last part of the work". */
function pieceOfWorkBefore(tokens: readonly Token[], keyword: number): boolean {
  for (let at = keyword - 1; at >= Math.max(0, keyword - 12); at -= 1) {
    const word = wordAt(tokens, at)
    if (word === undefined) return false
    if (PREPARING.has(word)) return true
    if (PIECES.has(word) && at < keyword - 1)
      return LEADS_ON.has(wordAt(tokens, at + 1) ?? '') && !COMPLETING.has(wordAt(tokens, at - 1) ?? '')
    if (wordsAt(tokens, at, FIRST, 'of') && isSeveral(wordAt(tokens, at + 2))) return true
    if (!LINKS.has(word) && !isTransparent(word)) return false
  }
  return false
}

/** "First of two PRs to close #12". */
function isSeveral(word: string | undefined): boolean {
  return word !== undefined && /^(?:two|three|four|five|six|several|many|\d+)$/.test(word)
}

/** "Prepares the schema to fix #12". */
function prepares(tokens: readonly Token[], keyword: number): boolean {
  if (wordAt(tokens, keyword - 1) !== 'to') return false
  for (let at = keyword - 2; at >= Math.max(0, keyword - 7); at -= 1) {
    const word = wordAt(tokens, at)
    if (word === undefined || opensClause(word) || word === 'and') return false
    if (/^(?:prepares?|preparing|paves?|paving)$/.test(word)) return true
  }
  return false
}

function isPartly(word: string): boolean {
  return PARTLY.has(word) || isPartlyInOtherWords(word)
}

/** "First step: closes #12", "Part 1 - closes #12". */
function partInLabel(tokens: readonly Token[], keyword: number): boolean {
  const start = clauseStart(tokens, keyword)
  if (start === 0 || start !== keyword) return false
  const labelStart = clauseStart(tokens, start - 1)
  const label = tokens.slice(labelStart, start - 1)
  if (label.length === 0 || label.length > 5 || label.some((token) => token.kind !== 'word')) return false
  return label.some(
    (_, index) => (isPartly(wordAt(label, index) ?? '') && !qualifies(label, index)) || pieceAt(label, index),
  )
}

function partBehind(tokens: readonly Token[], reference: number): boolean {
  let at = reference + 1
  while (
    /^(?:open|comma|dash|colon)$/.test(markAt(tokens, at) ?? '') ||
    /^(?:s|but|only|at|least|as|a|the|this|is|it's|for|just|though)$/.test(wordAt(tokens, at) ?? '')
  )
    at += 1
  const word = wordAt(tokens, at) ?? ''
  if (isPartly(word) && !qualifies(tokens, at)) return true
  if (onPlaceOnly(tokens, reference + 1) || notInAnotherPlace(tokens, reference)) return true
  if (
    EXCEPTING.has(word) ||
    wordsAt(tokens, at, 'apart', 'from') ||
    wordsAt(tokens, at, 'aside', 'from') ||
    wordsAt(tokens, at, 'other', 'than')
  )
    return true
  return pieceAt(tokens, at) || (word === 'in' && wordAt(tokens, at + 1) === 'part')
}

/** "partial" in "partial reads are retried", "half" in "half-open": an adjective of what follows. */
function qualifies(tokens: readonly Token[], at: number): boolean {
  if (markAt(tokens, at + 1) === 'hyphen') return true
  const next = wordAt(tokens, at + 1)
  return ADJECTIVES.has(wordAt(tokens, at) ?? '') && next !== undefined && !BEHIND_PARTIAL.has(next)
}

const ADJECTIVES = new Set(['partial', 'half', 'incomplete', 'preliminary', 'interim', 'provisional'])
const BEHIND_PARTIAL = new Set(
  'fix fixes fixed solution implementation work progress only for so and but because until as at see on in done of'.split(
    ' ',
  ),
)

/** "on Linux only", "only for new accounts". */
function onPlaceOnly(tokens: readonly Token[], from: number): boolean {
  const marked = /^(?:open|comma|dash)$/.test(markAt(tokens, from) ?? '') ? from + 1 : from
  const at = wordAt(tokens, marked) === 'but' ? marked + 1 : marked
  if (wordAt(tokens, at) === 'only') return PLACES.has(wordAt(tokens, at + 1) ?? '')
  if (!PLACES.has(wordAt(tokens, at) ?? '')) return false
  for (let index = at + 1; index <= at + 4; index += 1) {
    if (wordAt(tokens, index) === undefined) return false
    if (wordAt(tokens, index) === 'only') return wordAt(tokens, index + 1) === undefined
  }
  return false
}

/** "in the API but not yet in the UI": two places, one of them denied. */
function notInAnotherPlace(tokens: readonly Token[], reference: number): boolean {
  const place = wordAt(tokens, reference + 1) ?? ''
  if (!PLACES.has(place)) return false
  for (let at = reference + 2; at < tokens.length && !endsClause(markAt(tokens, at)); at += 1) {
    if (tokens[at]?.kind === 'reference') return false
    if (wordAt(tokens, at) !== 'not') continue
    if (wordsAt(tokens, at + 1, 'yet', place)) return true
    return wordAt(tokens, at + 1) === place && !wordsAt(tokens, at + 2, ARTICLES, MANNERS)
  }
  return false
}

const ARTICLES = new Set(['the', 'a', 'that'])
const MANNERS = new Set(['way', 'manner', 'sense', 'form', 'usual', 'nicest', 'reason'])

const PLACES = new Set(['on', 'for', 'in', 'under', 'with'])

/** "first step", "part 1". */
function pieceAt(tokens: readonly Token[], at: number): boolean {
  const [here, next] = [wordAt(tokens, at) ?? '', wordAt(tokens, at + 1) ?? '']
  return (ORDINALS.has(here) && PIECES.has(next)) || (PIECES.has(here) && ORDINALS.has(next))
}
