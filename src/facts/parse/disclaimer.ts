import type { Nodes } from 'mdast'
import type { Disclaimer } from '../../domain/closing-claim.ts'
import { closersOf, sentenceAround } from './closing-keywords.ts'
import type { ReferenceOptions } from './closing-reference.ts'
import { isNegated } from './denial-negation.ts'
import { clauseStart, isNegator, markAt, wordAt } from './denial-words.ts'
import { denyingLabel, SOLVED, SOLVING_VERBS } from './disclaimer-labels.ts'
import { type MarkdownDocument, oneLine, type VisibleBlock, visibleBlocks } from './markdown.ts'
import { type Span, splitSentences } from './sentences.ts'
import { type Token, tokenize } from './sentences-tokens.ts'

/**
 * Words by which a description limits its own work without a closing keyword. `denies-solving`: a heading or a sentence
 * about this pull request with a negated verb of solving; `leaves-out`: sections of work left for later, which honest
 * complete work has too. A heading like "What this does not do" is the first kind only with such a sentence below it.
 */
export function readDisclaimers(document: MarkdownDocument, options: ReferenceOptions): Disclaimer[] {
  const disclaimers: Disclaimer[] = []
  for (const block of visibleBlocks(document)) {
    if (block.kind === 'code' || isQuotation(block)) continue
    const label = labelOf(block, options)
    const kind = label === undefined ? undefined : denyingLabel(label.text)
    const at = (offset: number) => document.lineAt(block.sourceOffset(offset))
    if (label !== undefined && kind !== undefined)
      disclaimers.push({ kind, text: oneLine(label.text), line: at(label.start) })
    if (label?.whole === true) continue
    for (const sentence of solvingDenied(block, options)) {
      disclaimers.push({ kind: 'denies-solving', text: sentence.text, line: at(sentence.start) })
    }
  }
  return disclaimers
}

/** A block quote repeats somebody; an alert (`> [!WARNING]`) is the author's own. */
function isQuotation(block: VisibleBlock): boolean {
  return block.ancestors.some((ancestor) => ancestor.type === 'blockquote' && !isAlert(ancestor))
}

function isAlert(quote: Nodes): boolean {
  const [paragraph] = quote.type === 'blockquote' ? quote.children : []
  const [first] = paragraph?.type === 'paragraph' ? paragraph.children : []
  return first?.type === 'text' && /^\[!(?:note|tip|important|warning|caution)\]/i.test(first.value)
}

interface Label {
  readonly text: string
  readonly start: number
  /** The block is nothing but the label. */
  readonly whole: boolean
}

/** A heading, a bold line, or words before a colon at the start of a block. One that holds a closer is no label. */
function labelOf(block: VisibleBlock, options: ReferenceOptions): Label | undefined {
  const label = writtenLabel(block)
  const end = label === undefined ? 0 : label.start + label.text.length
  return closersOf(block, options).some((closer) => closer.start < end) ? undefined : label
}

function writtenLabel(block: VisibleBlock): Label | undefined {
  if (block.kind === 'heading') return { text: block.text, start: 0, whole: true }
  const bold = block.pieces.findIndex((piece) => !piece.strong && piece.text.trim() !== '')
  if (block.kind === 'paragraph' && bold === -1 && block.pieces.length > 0)
    return { text: block.text, start: 0, whole: true }
  const firstLine = block.text.split('\n')[0] ?? ''
  const colon = firstLine.indexOf(':')
  if (colon === -1 || colon > LONGEST_LABEL) return undefined
  const rest = block.text.slice(colon + 1).trim()
  return { text: firstLine.slice(0, colon), start: 0, whole: rest === '' }
}

const LONGEST_LABEL = 80

/** Sentences longer than this are lists or noise. */
const LONGEST_SENTENCE = 4_000

function solvingDenied(
  block: VisibleBlock,
  options: ReferenceOptions,
): { readonly text: string; readonly start: number }[] {
  const closers = closersOf(block, options)
  const sentences = splitSentences(block.text, closers)
  return sentences.flatMap((sentence) => {
    if (closers.some((closer) => inside(closer, sentence)) || sentence.end - sentence.start > LONGEST_SENTENCE)
      return []
    const tokens = tokenize(block.prose, sentence.start, sentence.end, options)
    if (!deniesSolving(tokens)) return []
    return [
      {
        text: sentenceAround(block.text, [sentence], { start: sentence.start, end: sentence.start }),
        start: sentence.start,
      },
    ]
  })
}

function inside(span: Span, sentence: Span): boolean {
  return sentence.start <= span.start && span.start < sentence.end
}

/** "This PR does not diagnose those failures", "it collects, it does not fix", "Does not fix the upgrade." */
function deniesSolving(tokens: readonly Token[]): boolean {
  return tokens.some((_, index) => {
    const form = solvingForm(tokens, index)
    if (form === undefined || !isNegated(tokens, index, index)) return false
    return form === 'solved' ? isDoneHere(tokens, index) : isAboutThis(tokens, index)
  })
}

/** "fix" and "fixing" have the pull request for a subject, "fixed" the fault. "root-cause" is two words to us. */
function solvingForm(tokens: readonly Token[], index: number): 'solves' | 'solved' | undefined {
  const hyphened = wordAt(tokens, index) === 'root' && markAt(tokens, index + 1) === 'hyphen'
  const verb = hyphened ? `root${wordAt(tokens, index + 2) ?? ''}` : (wordAt(tokens, index) ?? '')
  if (SOLVING_VERBS.has(verb) || GERUNDS.has(verb)) return 'solves'
  return SOLVED.has(verb) ? 'solved' : undefined
}

const GERUNDS: ReadonlySet<string> = new Set(
  [...SOLVING_VERBS].map((verb) => `${verb.endsWith('e') ? verb.slice(0, -1) : verb}ing`),
)

/** "The cause is not fixed here", "… by this PR"; not "was not fixed by the last one". */
function isDoneHere(tokens: readonly Token[], participle: number): boolean {
  const negation = lastNegation(tokens, participle, clauseStart(tokens, participle))
  if (negation === undefined || isPast(tokens, negation)) return false
  const at = participle + 1
  return (
    wordAt(tokens, at) === 'here' ||
    (/^(?:by|in|with)$/.test(wordAt(tokens, at) ?? '') && /^(?:this|it|these)$/.test(wordAt(tokens, at + 1) ?? ''))
  )
}

const SUBJECTS = new Set([
  'this',
  'it',
  'pr',
  'change',
  'changes',
  'patch',
  'commit',
  'branch',
  'request',
  'we',
  'i',
  'these',
])
const AUXILIARIES = new Set(['do', 'does', 'will', 'can', 'is', 'are', 'and', 'also', 'itself', 'but', 'yet', 'cannot'])

/** The negation's subject is this pull request, written or left out at the start of the sentence. */
function isAboutThis(tokens: readonly Token[], verb: number): boolean {
  const start = clauseStart(tokens, verb)
  const negation = lastNegation(tokens, verb, start)
  if (negation === undefined) return false
  if (isPast(tokens, negation)) return false
  if (wordAt(tokens, negation) === 'without') return negation > start && subjectBetween(tokens, start, negation)
  let at = negation - 1
  while (at >= start && AUXILIARIES.has(wordAt(tokens, at) ?? '')) at -= 1
  if (at < start || markAt(tokens, at) === 'comma') return at < start || subjectBetween(tokens, start, at)
  if (SUBJECTS.has(wordAt(tokens, at) ?? '')) return isWholeSubject(tokens, at)
  return /^(?:and|but|yet)$/.test(wordAt(tokens, at + 1) ?? '') && subjectBetween(tokens, start, at)
}

/** Tells of what was, or of what would be. */
function isPast(tokens: readonly Token[], negation: number): boolean {
  return (
    /^(?:didn't|wasn't|weren't|hadn't|couldn't|wouldn't|didnt|wasnt|wouldnt)$/.test(wordAt(tokens, negation) ?? '') ||
    /^(?:did|was|were|had|could|would)$/.test(wordAt(tokens, negation - 1) ?? '')
  )
}

/** "this" and "it" alone, "this change": not "the fix in this", "part of it". */
function isWholeSubject(tokens: readonly Token[], at: number): boolean {
  return !/^(?:of|in|by|with|for|to|on|from)$/.test(wordAt(tokens, at - 1) ?? '')
}

function subjectBetween(tokens: readonly Token[], start: number, end: number): boolean {
  const first = tokens.slice(start, Math.min(end, start + 4))
  return first.some((token) => token.kind === 'word' && SUBJECTS.has(token.word))
}

function lastNegation(tokens: readonly Token[], verb: number, start: number): number | undefined {
  for (let at = verb - 1; at >= start; at -= 1) if (isNegator(wordAt(tokens, at) ?? '')) return at
  return undefined
}
