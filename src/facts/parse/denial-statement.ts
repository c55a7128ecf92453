import type { DenialKind } from '../../domain/closing-claim.ts'
import type { NumberedReference } from '../../domain/repository.ts'
import { isNegated } from './denial-negation.ts'
import { isNegator, markAt, wordAt, wordsAt } from './denial-words.ts'
import type { Token } from './sentences-tokens.ts'

export interface Statement {
  readonly target: NumberedReference
  readonly kind: DenialKind
  readonly start: number
}

/**
 * What a sentence says about numbers without a closing keyword: "Part of #12", "#12 stays open", "#12 will be closed
 * by the next release", "without closing #12". Denials only where the same number is also claimed.
 */
export function readStatements(tokens: readonly Token[]): Statement[] {
  const statements: Statement[] = []
  tokens.forEach((token, index) => {
    if (token.kind !== 'reference') return
    const kind = statementKind(tokens, index)
    if (kind !== undefined) statements.push({ target: token.target, kind, start: token.start })
  })
  return statements
}

function statementKind(tokens: readonly Token[], reference: number): DenialKind | undefined {
  const head = listHead(tokens, reference)
  if (isPartOf(tokens, head) || keepsOpen(tokens, head, reference) || staysOpen(tokens, listTail(tokens, reference)))
    return 'stays-open'
  if (solvesNot(tokens, head)) return 'negated'
  return leftToLater(tokens, listTail(tokens, reference)) ? 'conditional' : undefined
}

/** Index of the last word before a list of references: "Part of #1, #2 and #3" leads all three. */
function listHead(tokens: readonly Token[], reference: number): number {
  let at = reference - 1
  for (;;) {
    let before = at
    while (markAt(tokens, before) === 'comma' || /^(?:and|or)$/.test(wordAt(tokens, before) ?? '')) before -= 1
    if (before === at || tokens[before]?.kind !== 'reference') break
    at = before - 1
  }
  while (markAt(tokens, at) === 'colon' || /^(?:the|issue|issues|epic|ticket|work|in)$/.test(wordAt(tokens, at) ?? ''))
    at -= 1
  return at
}

/** Index of the first token behind a list of references. */
function listTail(tokens: readonly Token[], reference: number): number {
  let at = reference + 1
  for (;;) {
    let after = at
    while (markAt(tokens, after) === 'comma' || /^(?:and|or)$/.test(wordAt(tokens, after) ?? '')) after += 1
    if (after === at || tokens[after]?.kind !== 'reference') return at
    at = after + 1
  }
}

const WHOLE = /^(?:remaining|last|final|missing|whole|entire|not)$/

function isPartOf(tokens: readonly Token[], at: number): boolean {
  const word = wordAt(tokens, at) ?? ''
  const before = wordAt(tokens, at - 1) ?? ''
  if (word === 'of') {
    if (!/^(?:part|parts|half|portion|piece|slice|step|bit|subset|some|most|much|start|beginning|chunk)$/.test(before))
      return false
    const earlier = wordAt(tokens, at - 2) ?? ''
    return !WHOLE.test(earlier) && !isNegator(earlier)
  }
  if (/^(?:towards?|toward)$/.test(word)) return true
  if (word === 'to') return /^(?:contributes?|contributing|contribution)$/.test(before)
  if (word === 'on') return before === 'progress'
  return word === 'for' && before === 'step'
}

/** "keep #12 open", "leaves #12 open". */
function keepsOpen(tokens: readonly Token[], head: number, reference: number): boolean {
  return (
    /^(?:keep|keeps|keeping|kept|leave|leaves|leaving|left)$/.test(wordAt(tokens, head) ?? '') &&
    wordAt(tokens, listTail(tokens, reference)) === 'open'
  )
}

/** "#12 stays open", "#12 is still open", "#12 should remain open", "#12 is not closed by this". */
function staysOpen(tokens: readonly Token[], from: number): boolean {
  let at = from
  if (markAt(tokens, at) === 'colon' || markAt(tokens, at) === 'open') at += 1
  while (
    /^(?:will|should|must|can|may|would|therefore|itself|also|is|are|does|s|being|to|be)$/.test(
      wordAt(tokens, at) ?? '',
    )
  )
    at += 1
  if (/^(?:stays?|remains?|still|kept|left|stay|staying|remaining)$/.test(wordAt(tokens, at) ?? '')) {
    while (/^(?:stays?|remains?|still|kept|left)$/.test(wordAt(tokens, at) ?? '')) at += 1
    return /^(?:open|unresolved|unsolved|unfixed|needs|requires|lacks|misses|needed)$/.test(wordAt(tokens, at) ?? '')
  }
  if (!isNegator(wordAt(tokens, at) ?? '')) return false
  const done = wordsAt(tokens, at + 1, new Set(['yet', 'be', 'fully', 'completely'])) ? at + 2 : at + 1
  return /^(?:closed|fixed|resolved|solved|done|complete|completed|finished)$/.test(wordAt(tokens, done) ?? '')
}

/** "#12 will be closed by #86", "#12 is to be fixed in a follow-up"; not when it is this pull request that closes. */
function leftToLater(tokens: readonly Token[], from: number): boolean {
  let at = from
  if (!/^(?:will|is|to|gets|should|must|can)$/.test(wordAt(tokens, at) ?? '')) return false
  const begun = wordsAt(tokens, at, 'is', 'to') ? 'to' : wordAt(tokens, at)
  while (/^(?:will|to|be|should|must|get|gets|then|is|can)$/.test(wordAt(tokens, at) ?? '')) at += 1
  if (!/^(?:closed|fixed|resolved|solved|addressed|handled|done)$/.test(wordAt(tokens, at) ?? '')) return false
  const how = wordAt(tokens, at + 1)
  if (how === undefined) return false
  if (/^(?:later|separately|manually|elsewhere|afterwards)$/.test(how)) return true
  if (!/^(?:by|in|with|once|when|after)$/.test(how) || (begun === 'is' && how !== 'by')) return false
  return !/^(?:this|it|these|merging|merge|merged)$/.test(wordAt(tokens, at + 2) ?? '') && tokens[at + 2] !== undefined
}

/** "without closing #12", "this does not solve #12". */
function solvesNot(tokens: readonly Token[], head: number): boolean {
  if (
    !/^(?:closing|fixing|resolving|solving|solve|solves|address|addresses|complete|completes|finish|finishes)$/.test(
      wordAt(tokens, head) ?? '',
    )
  )
    return false
  return isNegated(tokens, head, head)
}
