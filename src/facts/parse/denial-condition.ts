import { sameReference } from '../../domain/repository.ts'
import { LATER_IN_OTHER_WORDS } from './denial-languages.ts'
import { clauseStart, endsClause, isTransparent, markAt, wordAt, wordsAt } from './denial-words.ts'
import type { Token } from './sentences-tokens.ts'

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** Behind these a condition follows, whatever it is about. */
const STRONG = set('once until unless pending provided')
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

const SOMEBODY = set('whoever someone somebody maintainer maintainers owner owners reviewer reviewers you')
const MODALS = set('should can must will may could please')
const OTHER = set(
  'follow followup next later future separate another second subsequent other different previous earlier prior upcoming',
)
const WORK = set('pr mr pull change commit release patch version step iteration attempt branch one work up')
const LATER = new Set([
  ...set('later afterwards afterward manually separately next eventually soon tomorrow'),
  ...LATER_IN_OTHER_WORDS,
])

/** Whether the closer is put under a condition, or left to somebody or something else than this pull request. */
export function isConditional(
  tokens: readonly Token[],
  keyword: number,
  reference: number,
  self: number | undefined,
): boolean {
  return (
    conditionBehind(tokens, keyword, reference) ||
    conditionInFront(tokens, keyword) ||
    subordinate(tokens, keyword) ||
    leftToOthers(tokens, keyword, reference, self) ||
    laterInFront(tokens, keyword) ||
    laterBehind(tokens, reference, self)
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
  const modal = wordAt(tokens, keyword - 1) === 'then' ? keyword - 2 : keyword - 1
  return wordsAt(tokens, modal - 1, PEOPLE, MODALS)
}

const PEOPLE = set('we i you they qa ops')

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
  const soon = wordsAt(tokens, at, 'as', 'soon', 'as')
  const word = wordAt(tokens, at) ?? ''
  if (!soon && !STRONG.has(word) && !WEAK.has(word)) return false
  const from = at + (soon ? 3 : 1)
  if (word === 'once' && FIXED_PHRASES.has(wordAt(tokens, from) ?? '')) return false
  const rest = restOfClause(tokens, from)
  if (rest.every((token) => token.kind === 'word' && OWN_MERGE.has(token.word))) return false
  return (
    only ||
    soon ||
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

/** "Whoever owns it should close #81", "#99 will fix #12", "a follow-up fixes #12", "we still need to fix #12". */
function leftToOthers(tokens: readonly Token[], keyword: number, reference: number, self: number | undefined): boolean {
  const start = clauseStart(tokens, keyword)
  const before = tokens.slice(start, keyword)
  const has = (words: ReadonlySet<string>) => before.some((token) => token.kind === 'word' && words.has(token.word))
  const parted = before.some(
    (_, index) => /^(?:comma)$/.test(markAt(before, index) ?? '') || wordAt(before, index) === 'and',
  )
  if (!parted && has(SOMEBODY) && has(MODALS)) return true
  const at = lastSolid(tokens, keyword, start)
  if (at === undefined) return false
  if (wordsAt(tokens, at, 'need') || wordsAt(tokens, at, 'needs')) return true
  const token = tokens[at]
  if (token?.kind === 'reference') return isOther(token, tokens[reference], self) && isSubject(tokens, at, start)
  return otherWorkEndsAt(tokens, at, start)
}

/** The last token before the keyword that is no auxiliary or adverb. */
function lastSolid(tokens: readonly Token[], keyword: number, start: number): number | undefined {
  for (let at = keyword - 1; at >= start; at -= 1) {
    const word = wordAt(tokens, at)
    if (word !== undefined && wordAt(tokens, at - 1) === 'still' && /^(?:need|needs|have|has|remains)$/.test(word))
      return at
    if (word === undefined || !AUXILIARIES.has(word)) return at
  }
  return undefined
}

const AUXILIARIES = set(
  'will would should can could must may might be to have has already also then now finally actually properly need needs going is',
)

function isOther(token: Token, target: Token | undefined, self: number | undefined): boolean {
  if (token.kind !== 'reference' || target?.kind !== 'reference') return false
  return !sameReference(token.target, target.target) && token.target.number !== self
}

function isSubject(tokens: readonly Token[], at: number, start: number): boolean {
  if (at === start || /^(?:comma|open)$/.test(markAt(tokens, at - 1) ?? '')) return at === start ? start === 0 : false
  return /^(?:pr|mr|request|that|because|and)$/.test(wordAt(tokens, at - 1) ?? '')
}

function otherWorkEndsAt(tokens: readonly Token[], end: number, start: number): boolean {
  const at = beforeStack(tokens, end)
  if (namedWorkEndsAt(tokens, at, start)) return true
  for (let index = at; index >= Math.max(start, at - 4); index -= 1) {
    const word = wordAt(tokens, index) ?? ''
    if (OTHER.has(word)) {
      const article = /^(?:a|an|the|my|our|your|in)$/.test(wordAt(tokens, index - 1) ?? '') ? index - 1 : index
      return (
        article === start ||
        markAt(tokens, article - 1) === 'comma' ||
        /^(?:and|but|so|that|which)$/.test(wordAt(tokens, article - 1) ?? '')
      )
    }
    if (!WORK.has(word) && word !== 'request' && markAt(tokens, index) !== 'hyphen') return false
  }
  return false
}

/** "the next PR in the stack": the index of "PR". */
function beforeStack(tokens: readonly Token[], end: number): number {
  if (!/^(?:stack|series|chain|queue|line)$/.test(wordAt(tokens, end) ?? '')) return end
  let at = end - 1
  while (/^(?:the|this|our|in|of)$/.test(wordAt(tokens, at) ?? '')) at -= 1
  return at
}

/** "The migration PR will close #12": one with a name is another one, unless the word says no more than "this". */
function namedWorkEndsAt(tokens: readonly Token[], end: number, start: number): boolean {
  const pull = wordsAt(tokens, end - 1, 'pull', 'request') ? end - 1 : end
  if (pull === end && !/^(?:pr|mr)$/.test(wordAt(tokens, end) ?? '')) return false
  const name = wordAt(tokens, pull - 1)
  return (
    name !== undefined && !OWN.has(name) && pull - 2 === start && /^(?:the|a|an|our)$/.test(wordAt(tokens, start) ?? '')
  )
}

const OWN = set(
  'this the that current present my our your new small tiny little draft proposed attached whole same single above open',
)

/** "we will later close #12". */
function laterInFront(tokens: readonly Token[], keyword: number): boolean {
  const word = wordAt(tokens, keyword - 1) ?? ''
  return LATER.has(word) && word !== 'next'
}

/** "will fix #12 later", "closes #12 in a follow-up", "fixes #12 in #86", "close #12 by hand". */
function laterBehind(tokens: readonly Token[], reference: number, self: number | undefined): boolean {
  let at = reference + 1
  if (markAt(tokens, at) === 'open') at += 1
  if (LATER.has(wordAt(tokens, at) ?? '') && !(wordAt(tokens, at) === 'next' && wordAt(tokens, at + 1) === 'to'))
    return true
  if (wordsAt(tokens, at, 'by', 'hand')) return true
  if (!/^(?:in|by|with|via)$/.test(wordAt(tokens, at) ?? '')) return false
  let next = at + 1
  while (/^(?:a|an|the|my|our|pr|pull|request)$/.test(wordAt(tokens, next) ?? '')) next += 1
  const token = tokens[next]
  if (token?.kind === 'reference')
    return /^(?:in|by)$/.test(wordAt(tokens, at) ?? '') && isOther(token, tokens[reference], self)
  return OTHER.has(wordAt(tokens, next) ?? '') && isWorkPhrase(tokens, next + 1)
}

function isWorkPhrase(tokens: readonly Token[], at: number): boolean {
  if (markAt(tokens, at) === 'hyphen') return wordAt(tokens, at + 1) === 'up'
  const word = wordAt(tokens, at)
  return word === undefined || WORK.has(word) || word === 'ups'
}
