import { sameReference } from '../../domain/repository.ts'
import { LATER_IN_OTHER_WORDS } from './denial-languages.ts'
import { clauseStart, markAt, wordAt, wordsAt } from './denial-words.ts'
import type { Token } from './sentences-tokens.ts'

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

const SOMEBODY = set(
  'whoever someone somebody anyone maintainer maintainers owner owners reviewer reviewers reporter team you',
)
const MODALS = set('should can must will may could please')
const OTHER = set(
  'follow followup next later future separate another second subsequent other different previous earlier prior upcoming',
)
const WORK = set(
  'pr prs mr mrs pull request requests change changes commit commits release releases patch patches version step iteration attempt branch one work up',
)
/** Times for which something is left: "in the next sprint". */
const TIMES = set('sprint milestone cycle round time point day stage week month quarter')
/** A pull request has commits of its own, and "the second one" may be one of them. */
const OF_ANOTHER = set('follow followup future separate another subsequent later upcoming')
const LATER = new Set([
  ...set('later afterwards afterward manually separately elsewhere next eventually soon tomorrow'),
  ...LATER_IN_OTHER_WORDS,
])

/** Whether the closer is left to somebody or something else than this pull request, or to a later time. */
export function isLeftToOthers(
  tokens: readonly Token[],
  keyword: number,
  reference: number,
  self: number | undefined,
): boolean {
  return (
    leftToOthers(tokens, keyword, reference, self) ||
    laterInFront(tokens, keyword) ||
    laterBehind(tokens, reference, self)
  )
}

/** "Whoever owns it should close #81", "#99 will fix #12", "a follow-up fixes #12", "we still need to fix #12". */
function leftToOthers(tokens: readonly Token[], keyword: number, reference: number, self: number | undefined): boolean {
  const start = clauseStart(tokens, keyword)
  const before = tokens.slice(start, keyword)
  const has = (words: ReadonlySet<string>) => before.some((token) => token.kind === 'word' && words.has(token.word))
  const parted = before.some(
    (_, index) => /^(?:comma)$/.test(markAt(before, index) ?? '') || wordAt(before, index) === 'and',
  )
  const mustDo = wordsAt(tokens, keyword - 2, set('has have needs'), 'to')
  if (!parted && has(SOMEBODY) && (has(MODALS) || mustDo)) return true
  const at = lastSolid(tokens, keyword, start)
  if (at === undefined) return false
  if (/^(?:needs?|have|has|remains)$/.test(wordAt(tokens, at) ?? '') && wordAt(tokens, at - 1) === 'still') return true
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
  const relative = /^(?:that|which)$/.test(wordAt(tokens, at) ?? '')
  for (let index = relative ? at - 1 : at; index >= Math.max(start, at - 4); index -= 1) {
    const word = wordAt(tokens, index) ?? ''
    if (OTHER.has(word)) {
      const article = /^(?:a|an|the|my|our|your|in)$/.test(wordAt(tokens, index - 1) ?? '') ? index - 1 : index
      return isOtherWork(tokens, index) && (relative ? isNamed(tokens, article) : isMeant(tokens, article, start))
    }
    if (!WORK.has(word) && markAt(tokens, index) !== 'hyphen') return false
  }
  return false
}

/** "another PR that fixes #12", but not "this is the second PR that fixes #12". */
function isNamed(tokens: readonly Token[], article: number): boolean {
  return !/^(?:is|it's)$/.test(wordAt(tokens, article - 1) ?? '')
}

/** It opens the clause, or is what the clause asks for: "needs a follow-up to fix #12". */
function isMeant(tokens: readonly Token[], article: number, start: number): boolean {
  return (
    article === start ||
    markAt(tokens, article - 1) === 'comma' ||
    /^(?:and|but|so|that|which|needs?|requires?|takes?|awaits?)$/.test(wordAt(tokens, article - 1) ?? '')
  )
}

/** "a second PR" is another one; "the second commit", "the next one" may stand in this pull request. */
function isOtherWork(tokens: readonly Token[], other: number): boolean {
  const at = markAt(tokens, other + 1) === 'hyphen' ? other + 3 : other + 1
  return !/^(?:commits?|one)$/.test(wordAt(tokens, at) ?? '') || OF_ANOTHER.has(wordAt(tokens, other) ?? '')
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
  if (!/^(?:in|by|with|via|at)$/.test(wordAt(tokens, at) ?? '')) return isOtherTime(tokens, at)
  let next = at + 1
  while (/^(?:a|an|the|my|our|pr|pull|request)$/.test(wordAt(tokens, next) ?? '')) next += 1
  const token = tokens[next]
  if (token?.kind === 'reference')
    return /^(?:in|by)$/.test(wordAt(tokens, at) ?? '') && isOther(token, tokens[reference], self)
  return OTHER.has(wordAt(tokens, next) ?? '') && isOtherWork(tokens, next) && isWorkPhrase(tokens, next + 1)
}

/** "will fix #12 another day". */
function isOtherTime(tokens: readonly Token[], at: number): boolean {
  return wordAt(tokens, at) === 'another' && TIMES.has(wordAt(tokens, at + 1) ?? '')
}

function isWorkPhrase(tokens: readonly Token[], at: number): boolean {
  if (markAt(tokens, at) === 'hyphen') return wordAt(tokens, at + 1) === 'up'
  const word = wordAt(tokens, at)
  return word === undefined || WORK.has(word) || TIMES.has(word) || word === 'ups'
}
