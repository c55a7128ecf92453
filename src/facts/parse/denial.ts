import type { Denial, DenialKind, Mention } from '../../domain/closing-claim.ts'
import { sameReference } from '../../domain/repository.ts'
import { type Closer, findClosers } from './closing-grammar.ts'
import { closersOf, sentenceAround } from './closing-keywords.ts'
import type { ReferenceOptions } from './closing-reference.ts'
import { isConditional } from './denial-condition.ts'
import { blocksUnderDenial, labelledAsDenied } from './denial-introduction.ts'
import { isNegated } from './denial-negation.ts'
import { isLeftToOthers } from './denial-others.ts'
import { isPartial } from './denial-part.ts'
import { readStatements } from './denial-statement.ts'
import { markAt } from './denial-words.ts'
import { type MarkdownDocument, visibleBlocks } from './markdown.ts'
import { type Span, splitSentences } from './sentences.ts'
import { type Token, tokenize } from './sentences-tokens.ts'

export interface DenialOptions extends ReferenceOptions {
  /** The pull request's own number: "#951 closes #12" in #951 is no denial. */
  readonly self?: number
}

/** A denial at an offset of the text that it was read from. */
interface Found extends Omit<Denial, 'line'> {
  readonly start: number
  /** Whether it is about a closer, not only about a number. */
  readonly ofCloser: boolean
}

/**
 * What a description says against its own closing claims, on the text as rendered. Numbers that nothing claims are in
 * it too ("Part of #12"): match the targets of claims. Quoted closers count only when no other words close the same.
 */
export function readDenials(document: MarkdownDocument, options: DenialOptions): Denial[] {
  const blocks = visibleBlocks(document)
  const under = blocksUnderDenial(blocks)
  const plain: Mention['target'][] = []
  const denials = blocks.flatMap((block) => {
    if (block.kind === 'code') return []
    const closers = closersOf(block, options)
    const found = denialsIn(block.prose, block.text, closers, options)
    const introduced = under.has(block)
    const all = introduced
      ? [...found, ...closers.flatMap((closer) => introducedBy(block.text, closers, closer))]
      : found
    plain.push(...undenied(closers, all))
    return all.map(({ target, kind, sentence, start }) => ({
      target,
      kind,
      sentence,
      line: document.lineAt(block.sourceOffset(start)),
    }))
  })
  return denials.filter(
    (denial) => denial.kind !== 'mentioned' || !plain.some((target) => sameReference(target, denial.target)),
  )
}

/** The same for the raw text of a commit message or title, where `Revert "Close #35: …"` is a quotation. */
export function readRawDenials(text: string, options: DenialOptions): Denial[] {
  const closers = findClosers(text, 'any', options)
  const found = denialsIn(text, text, closers, options)
  const plain = undenied(closers, found)
  return found
    .filter((denial) => denial.kind !== 'mentioned' || !plain.some((target) => sameReference(target, denial.target)))
    .map(({ target, kind, sentence, start }) => ({
      target,
      kind,
      sentence,
      line: text.slice(0, start).split(/\r\n|\n|\r/).length,
    }))
}

function denialsIn(prose: string, text: string, closers: readonly Closer[], options: DenialOptions): Found[] {
  const sentences = splitSentences(text, closers)
  let next = 0
  return sentences.flatMap((sentence) => {
    const own: Closer[] = []
    for (let closer = closers[next]; closer !== undefined && closer.start < sentence.end; closer = closers[next]) {
      own.push(closer)
      next += 1
    }
    return denialsOfSentence(prose, text, sentence, own, options)
  })
}

/** Sentences longer than this are lists or noise; reading them would take quadratic time. */
const LONGEST_SENTENCE = 4_000

function denialsOfSentence(
  prose: string,
  text: string,
  sentence: Span,
  closers: readonly Closer[],
  options: DenialOptions,
): Found[] {
  if (sentence.end - sentence.start > LONGEST_SENTENCE) return []
  const tokens = tokenize(prose, sentence.start, sentence.end, options)
  const quoted = (span: Span) => sentenceAround(text, [sentence], span)
  const denied = closers.flatMap((closer): Found[] => {
    const kind = kindOf(tokens, prose, sentence, closer, options)
    return kind === undefined
      ? []
      : [{ target: closer.target, kind, sentence: quoted(closer), start: closer.start, ofCloser: true }]
  })
  const stated = readStatements(tokens)
    .filter((statement) => !closers.some((closer) => closer.referenceStart === statement.start))
    .map(
      (statement): Found => ({
        target: statement.target,
        kind: statement.kind,
        sentence: quoted({ start: statement.start, end: statement.start }),
        start: statement.start,
        ofCloser: false,
      }),
    )
  return [...denied, ...stated]
}

function kindOf(
  tokens: readonly Token[],
  text: string,
  sentence: Span,
  closer: Closer,
  options: DenialOptions,
): DenialKind | undefined {
  const keyword = tokens.findIndex((token) => token.start === closer.start)
  const reference = tokens.findIndex((token) => token.start === closer.referenceStart)
  if (keyword === -1 || reference === -1) return undefined
  if (isNegated(tokens, keyword, reference)) return 'negated'
  if (isQuoted(tokens, keyword, reference)) return 'mentioned'
  if (isPartial(tokens, keyword, reference, text.slice(closer.end, closer.end + 20))) return 'partial'
  if (isConditional(tokens, keyword, reference) || isLeftToOthers(tokens, keyword, reference, options.self))
    return 'conditional'
  return labelledAsDenied(
    text.slice(Math.max(0, sentence.start - 2_000), closer.end),
    closer.start - Math.max(0, sentence.start - 2_000),
  )
    ? 'introduced'
    : undefined
}

/** Whether quotation marks open before the keyword and close behind the reference. */
function isQuoted(tokens: readonly Token[], keyword: number, reference: number): boolean {
  let open = false
  for (let at = 0; at < keyword; at += 1) {
    const mark = markAt(tokens, at)
    if (mark === 'quote-open') open = true
    if (mark === 'quote-close') open = false
  }
  return open && tokens.slice(reference + 1).some((token) => token.kind === 'mark' && token.mark === 'quote-close')
}

function introducedBy(text: string, closers: readonly Closer[], closer: Closer): Found[] {
  const sentence = sentenceAround(text, splitSentences(text, closers), closer)
  return [{ target: closer.target, kind: 'introduced', sentence, start: closer.start, ofCloser: true }]
}

function undenied(closers: readonly Closer[], denials: readonly Found[]): Mention['target'][] {
  const denied = new Set(denials.filter((denial) => denial.ofCloser).map((denial) => denial.start))
  return closers.filter((closer) => !denied.has(closer.start)).map((closer) => closer.target)
}
