import { clauseStart, endsClause, isTransparent, markAt, wordAt, wordsAt } from './denial-words.ts'
import type { Token } from './sentences-tokens.ts'

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** Behind these a condition follows, whatever it is about. */
const STRONG = set('once until unless pending awaiting provided')
/** These also describe the fault that is fixed ("fixes #12 when the file is empty"): the condition must be a delivery. */
const WEAK = set('after when if assuming')
const DELIVERY = set(
  'land lands landed merge merges merged ship ships shipped deployed deploys released rolled rollout verified confirmed approved',
)
/** The whole of a condition that the merge itself fulfils: "once this is merged". */
const OWN_MERGE = set(
  'this it the pr pull request change patch is are gets has been merge merged merges merging land lands landed in to into main master approved reviewed and branch on',
)
const FIXED_PHRASES = set('and for a per again more every')
const PHRASES = [
  ['as', 'soon', 'as'],
  ['as', 'long', 'as'],
  ['so', 'long', 'as'],
  ['subject', 'to'],
  ['depending', 'on'],
  ['conditional', 'on'],
  ['on', 'condition'],
]

const PEOPLE = set('we i you they qa ops')
const MODALS = set('should can could must will may might')

/** Whether the closer is put under a condition other than the merge of this pull request. */
export function isConditional(tokens: readonly Token[], keyword: number, reference: number): boolean {
  return (
    conditionBehind(tokens, keyword, reference) ||
    conditionInFront(tokens, keyword) ||
    conditionForPeople(tokens, keyword) ||
    subordinate(tokens, keyword)
  )
}

/** "close #81 once #86 lands". */
function conditionBehind(tokens: readonly Token[], keyword: number, reference: number): boolean {
  let at = reference + 1
  while (/^(?:comma|open|dash)$/.test(markAt(tokens, at) ?? '') || LEADS_IN.has(wordAt(tokens, at) ?? '')) at += 1
  const only = wordAt(tokens, at - 1) === 'only' || wordAt(tokens, keyword - 1) === 'only'
  return isCondition(tokens, at, only || isForPeople(tokens, keyword))
}

/** "We can close #94 after …": people close it, at a time of their own. */
function isForPeople(tokens: readonly Token[], keyword: number): boolean {
  const then = wordAt(tokens, keyword - 1) === 'then'
  const before = then ? keyword - 2 : keyword - 1
  if (wordsAt(tokens, before - 1, PEOPLE, MODALS) || /^(?:we|i|you|they)'ll$/.test(wordAt(tokens, before) ?? ''))
    return true
  return then && PEOPLE.has(wordAt(tokens, before) ?? '')
}

/** "Once #86 lands we can close #12", "the release brings it; we then close #12". */
function conditionForPeople(tokens: readonly Token[], keyword: number): boolean {
  if (!isForPeople(tokens, keyword)) return false
  const start = clauseStart(tokens, keyword)
  const people = tokens.findLastIndex(
    (_, index) => index < keyword && /^(?:we|i|you|they|qa|ops)(?:'ll)?$/.test(wordAt(tokens, index) ?? ''),
  )
  return isCondition(tokens.slice(0, people), start, true) || wordsAt(tokens, keyword - 2, PEOPLE, 'then')
}

const LEADS_IN = set('but only then for now good automatically itself')

/** "Once #86 lands, this closes #81". */
function conditionInFront(tokens: readonly Token[], keyword: number): boolean {
  const start = clauseStart(tokens, keyword)
  const comma = tokens.findIndex((_, index) => index > start && index < keyword && markAt(tokens, index) === 'comma')
  if (comma === -1) return false
  const condition = tokens.slice(start, comma)
  const only = wordAt(condition, 0) === 'only'
  const told = condition.some((_, index) => /^(?:was|were|had|broke|started)$/.test(wordAt(condition, index) ?? ''))
  return (
    !told &&
    isCondition(condition, only ? 1 : 0, only) &&
    (!WEAK.has(wordAt(condition, 0) ?? '') || delivers(condition))
  )
}

function isCondition(tokens: readonly Token[], at: number, only: boolean): boolean {
  const phrase = PHRASES.find((words) => wordsAt(tokens, at, ...words))
  const word = wordAt(tokens, at) ?? ''
  if (phrase === undefined && !STRONG.has(word) && !WEAK.has(word)) return false
  const from = at + (phrase?.length ?? 1)
  if (word === 'once' && FIXED_PHRASES.has(wordAt(tokens, from) ?? '')) return false
  const rest = restOfClause(tokens, from)
  if (rest.every((token) => token.kind === 'word' && OWN_MERGE.has(token.word))) return false
  return (
    only ||
    phrase !== undefined ||
    STRONG.has(word) ||
    delivers(rest) ||
    isSwitchedOn(rest) ||
    rest.some((token) => token.kind === 'reference')
  )
}

/** "if the feature flag is on": what is delivered is off. Other flags tell of the fault ("when --json is set"). */
function isSwitchedOn(tokens: readonly Token[]): boolean {
  return tokens.some((_, index) => wordsAt(tokens, index, 'feature', set('flag toggle switch')))
}

function delivers(tokens: readonly Token[]): boolean {
  return tokens.some((token) => token.kind === 'word' && DELIVERY.has(token.word))
}

function restOfClause(tokens: readonly Token[], from: number): readonly Token[] {
  const end = tokens.findIndex(
    (_, index) => index >= from && (endsClause(markAt(tokens, index)) || markAt(tokens, index) === 'close'),
  )
  return tokens.slice(from, end === -1 ? undefined : end)
}

/** "until we can close #12", "if you fix #12": the closer itself is the condition or the time of something else. */
function subordinate(tokens: readonly Token[], keyword: number): boolean {
  let subject: 'none' | 'this' | 'people' = 'none'
  for (let at = keyword - 1; at >= Math.max(0, keyword - 8); at -= 1) {
    const word = wordAt(tokens, at)
    if (word === undefined) return false
    if (/^(?:before|until|unless|lest)$/.test(word)) return true
    if (/^(?:once|when|after|if)$/.test(word)) return subject === 'people'
    if (!isTransparent(word)) return false
    if (/^(?:we|i|you|they)$/.test(word)) subject = 'people'
    else if (/^(?:this|it|pr|that)$/.test(word)) subject = 'this'
  }
  return false
}
