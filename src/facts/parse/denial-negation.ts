import { negatedBehindInOtherWords, ONLY_IN_OTHER_WORDS } from './denial-languages.ts'
import {
  endsClause,
  isBaseForm,
  isNegator,
  isTransparent,
  markAt,
  NEGATIVE_SUBJECTS,
  opensClause,
  wordAt,
  wordsAt,
} from './denial-words.ts'
import type { Token } from './sentences-tokens.ts'

/** How far back from the keyword a negation is looked for, in tokens. */
const REACH = 24

/** Words that turn "not" into an emphasis: "not only fixes". */
const NOT_ONLY = new Set(['only', 'just', 'merely', 'simply', 'solely', ...ONLY_IN_OTHER_WORDS])

/** Adverbs that stand between two commas without parting the sentence: "does not, however, close". */
const ASIDES = new Set([
  'however',
  'though',
  'yet',
  'unfortunately',
  'sadly',
  'in',
  'itself',
  'alone',
  'therefore',
  'by',
  'on',
  'its',
  'own',
  'of',
  'course',
  'as',
  'such',
])

/** Whether a negation before or behind it governs the closer whose keyword and reference stand at these tokens. */
export function isNegated(tokens: readonly Token[], keyword: number, reference: number): boolean {
  return (
    negatedBefore(tokens, keyword) ||
    (wordsAt(tokens, keyword - 2, 'yet', 'to') && markAt(tokens, keyword - 3) !== 'comma') ||
    (wordAt(tokens, keyword - 1) === 'to' && wordAt(tokens, keyword - 3) === 'too') ||
    negatedBehind(tokens, reference) ||
    negatedBehindInOtherWords([1, 2, 3].map((step) => wordAt(tokens, reference + step)))
  )
}

/**
 * Walks back from the keyword to a negation. Words of its own between the two mean that the negation is about
 * something else ("does not crash and fixes #12"), unless it is carried over by a list of verbs in the base form
 * ("does not touch the cache or fix #12") or denies the subject ("nothing in the tests fixes #12").
 */
function negatedBefore(tokens: readonly Token[], keyword: number): boolean {
  const base = isBaseForm(wordAt(tokens, keyword) ?? '')
  const stop = Math.max(0, keyword - REACH)
  let reach: 'direct' | 'listed' | 'subject' = 'direct'
  let at = keyword - 1
  while (at >= stop) {
    const mark = markAt(tokens, at)
    if (mark === 'close') {
      if (wordAt(tokens, at - 1) === 'not' && markAt(tokens, at - 2) === 'open') return true
      at = openingOf(tokens, at) - 1
      continue
    }
    if (mark === 'comma') {
      const aside = asideBefore(tokens, at)
      if (aside !== undefined) at = aside
      else if (base && reach !== 'subject' && (reach === 'listed' || listGoesOn(tokens, keyword))) reach = 'listed'
      else return false
    } else if (endsClause(mark)) return false
    const word = wordAt(tokens, at)
    if (word !== undefined) {
      if (isNegation(tokens, at, reach)) return !NOT_ONLY.has(wordAt(tokens, at + 1) ?? '')
      const next = reachBeyond(tokens, at, word, reach, base)
      if (next === undefined) return false
      reach = next
    } else if (tokens[at]?.kind === 'reference' && reach === 'direct') return false
    at -= 1
  }
  return false
}

function reachBeyond(
  tokens: readonly Token[],
  at: number,
  word: string,
  reach: 'direct' | 'listed' | 'subject',
  base: boolean,
): 'direct' | 'listed' | 'subject' | undefined {
  if (reach === 'direct' && isTransparent(word)) return 'direct'
  if (word === 'or' || word === 'and' || word === 'nor') return base && reach !== 'subject' ? 'listed' : undefined
  if (opensClause(word)) return undefined
  if (reach === 'listed') return word === 'to' && markAt(tokens, at - 1) === 'comma' ? undefined : 'listed'
  return SUBJECT_BREAKERS.has(word) ? undefined : 'subject'
}

/** Words that cannot stand inside a denied subject: a verb or a second subject has come in between. */
const SUBJECT_BREAKERS = new Set([
  'is',
  'are',
  'was',
  'were',
  'needed',
  'required',
  'necessary',
  'to',
  'has',
  'have',
  'had',
  'can',
  'with',
  'we',
  'i',
])

function isNegation(tokens: readonly Token[], at: number, reach: 'direct' | 'listed' | 'subject'): boolean {
  const word = wordAt(tokens, at) ?? ''
  if (reach === 'subject') return NEGATIVE_SUBJECTS.has(word) && deniesSubject(tokens, at)
  if (
    word === 'not' &&
    wordsAt(tokens, at - 1, 'or') &&
    tokens.slice(0, at).some((_, index) => wordAt(tokens, index) === 'whether')
  )
    return false
  if (isNegator(word)) return true
  if (reach === 'listed') return false
  if (word === 'of') return wordAt(tokens, at - 1) === 'instead'
  if (word === 'than') return wordAt(tokens, at - 1) === 'rather'
  return NEGATIVE_SUBJECTS.has(word) && !wordsAt(tokens, at + 1, 'doubt')
}

/** "No part of this fixes", but not "with no downtime this fixes" or "no doubt". */
function deniesSubject(tokens: readonly Token[], at: number): boolean {
  if (wordAt(tokens, at) === 'no' && /^(?:longer|doubt|more|matter)$/.test(wordAt(tokens, at + 1) ?? '')) return false
  const before = wordAt(tokens, at - 1)
  return before === undefined || /^(?:that|and|but|as)$/.test(before)
}

/** Behind the comma at `at` stands an aside that another comma opened: the index of that one. */
function asideBefore(tokens: readonly Token[], at: number): number | undefined {
  for (let index = at - 1; index >= Math.max(0, at - 4); index -= 1) {
    if (markAt(tokens, index) === 'comma') return index < at - 1 ? index : undefined
    if (!ASIDES.has(wordAt(tokens, index) ?? '')) return undefined
  }
  return undefined
}

/** "does not fix #1, close #2 or resolve #3": an `or` with another verb in the base form comes later. */
function listGoesOn(tokens: readonly Token[], keyword: number): boolean {
  return tokens.some(
    (_, index) =>
      index > keyword && /^n?or$/.test(wordAt(tokens, index) ?? '') && isBaseForm(wordAt(tokens, index + 1) ?? ''),
  )
}

function openingOf(tokens: readonly Token[], closing: number): number {
  let at = closing - 1
  while (at > 0 && markAt(tokens, at) !== 'open') at -= 1
  return at
}

/** "Closes #12: no", "(fixes #12, not yet)", "Fixes #12 - not in this PR". */
function negatedBehind(tokens: readonly Token[], reference: number): boolean {
  const mark = markAt(tokens, reference + 1)
  if (mark === undefined || mark === 'stop' || mark === 'close' || mark === 'hyphen') return false
  const at = reference + 2
  if (!/^(?:not|no|never)$/.test(wordAt(tokens, at) ?? '')) return false
  const next = tokens[at + 1]
  if (next === undefined || markAt(tokens, at + 1) === 'close' || markAt(tokens, at + 1) === 'stop') return true
  if (wordsAt(tokens, at + 1, PREPOSITIONS, new Set(['this', 'here', 'the']))) return true
  return AFTER_NOT.has(wordAt(tokens, at + 1) ?? '')
}

const PREPOSITIONS = new Set(['in', 'by', 'with'])
const AFTER_NOT = new Set([
  'closing',
  'done',
  'finished',
  'yet',
  'really',
  'here',
  'fully',
  'entirely',
  'completely',
  'quite',
  'actually',
  'now',
])
