import type { InertMention, Mention } from '../../domain/closing-claim.ts'
import { known, type Reading } from '../../domain/reading.ts'
import type { NumberedReference, RepositoryName } from '../../domain/repository.ts'
import { type Closer, endsInKeyword, findClosers, findListed, findNearClosers } from './closing-grammar.ts'
import { type ReferenceOptions, readReferences } from './closing-reference.ts'
import { type MarkdownDocument, oneLine, parseMarkdown, type VisibleBlock, visibleBlocks } from './markdown.ts'
import { type Span, splitSentences } from './sentences.ts'

/** What a description says about closing, by our reading. GitHub's own parser decides; this explains it. */
export interface DescriptionScan {
  readonly mentions: readonly Mention[]
  readonly inert: readonly InertMention[]
}

export interface ScanOptions {
  /** Hosts whose issue URLs are references. Default `['github.com']`. */
  readonly hosts?: readonly string[]
}

/**
 * Finds closing keywords in a pull request's description as GitHub renders it: code does not count, emphasis does not
 * hide, and a line break parts keyword and reference. Unknown when the text is too large to be parsed.
 */
export function scanDescription(
  body: string,
  home: RepositoryName,
  options: ScanOptions = {},
): Reading<DescriptionScan> {
  const document = parseMarkdown(body)
  return document.known ? known(scanDocument(document.value, { home, ...options })) : document
}

/** The same for a description that is parsed already. */
export function scanDocument(document: MarkdownDocument, options: ReferenceOptions): DescriptionScan {
  const blocks = visibleBlocks(document)
  return {
    mentions: blocks.flatMap((block) => mentionsIn(document, block, options)),
    inert: [
      ...blocks.flatMap((block) => inertIn(document, block, options)),
      ...partedByBlock(document, blocks, options),
    ],
  }
}

/**
 * Finds closing keywords in the text of a commit message, or in a title that may become one. Markdown means nothing
 * there: code spans do not protect, and the reference may stand on a later line.
 */
export function scanRawText(text: string, home: RepositoryName, options: ScanOptions = {}): Mention[] {
  const closers = findClosers(text, 'any', { home, ...options })
  const sentences = splitSentences(text, closers)
  const lineOf = lineCounter(text)
  return closers.map((closer) => ({
    keyword: closer.keyword,
    target: closer.target,
    text: text.slice(closer.start, closer.end),
    sentence: sentenceAround(text, sentences, closer),
    line: lineOf(closer.start),
    start: closer.start,
    end: closer.end,
  }))
}

/** The closers of one block, at offsets of its text; none in code. */
export function closersOf(block: VisibleBlock, options: ReferenceOptions): Closer[] {
  return block.kind === 'code' ? [] : findClosers(block.prose, 'one-line', options)
}

/** How much of a sentence is kept on either side of the words in question. */
const AROUND = 240

/** The sentence that holds a span, on one line; a very long one is cut. `sentences` must be in order. */
export function sentenceAround(text: string, sentences: readonly Span[], span: Span): string {
  const sentence = sentenceOf(sentences, span.start)
  const start = sentence?.start ?? span.start
  const end = Math.max(sentence?.end ?? 0, span.end)
  const from = Math.max(start, span.start - AROUND)
  const to = Math.min(end, span.end + AROUND)
  return oneLine(`${from > start ? '…' : ''}${text.slice(from, to)}${to < end ? '…' : ''}`)
}

/** The sentence that an offset lies in, by binary search. */
export function sentenceOf(sentences: readonly Span[], offset: number): Span | undefined {
  let low = 0
  let high = sentences.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sentences[middle]?.end ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  const found = sentences[low]
  return found !== undefined && found.start <= offset ? found : undefined
}

function mentionsIn(document: MarkdownDocument, block: VisibleBlock, options: ReferenceOptions): Mention[] {
  const closers = closersOf(block, options)
  if (closers.length === 0) return []
  const sentences = splitSentences(block.text, closers)
  return closers.map((closer) => {
    const start = block.sourceOffset(closer.start)
    const end = block.sourceOffset(closer.end - 1) + 1
    return {
      keyword: closer.keyword,
      target: closer.target,
      text: document.source.slice(start, end),
      sentence: sentenceAround(block.text, sentences, closer),
      line: document.lineAt(start),
      start,
      end,
    }
  })
}

function inertIn(document: MarkdownDocument, block: VisibleBlock, options: ReferenceOptions): InertMention[] {
  const live = closersOf(block, options)
  const starts = new Set(live.map((closer) => closer.start))
  const inert = (why: InertMention['why']) => (closer: Closer) => inertAt(document, block, closer, why)
  const hidden = findClosers(block.text, 'one-line', options).filter((closer) => !starts.has(closer.start))
  if (block.kind === 'code') return hidden.map(inert('code'))
  return [
    ...findListed(block.prose, live, options).map(inert('no-keyword-in-list')),
    ...hidden.map(inert('code')),
    ...findNearClosers(block.prose, options).map((closer) => inert(closer.why)(closer)),
  ]
}

function inertAt(
  document: MarkdownDocument,
  block: VisibleBlock,
  closer: Closer,
  why: InertMention['why'],
): InertMention {
  const text = oneLine(block.text.slice(closer.start, closer.end))
  return { why, target: closer.target, text, line: document.lineAt(block.sourceOffset(closer.start)) }
}

/** A keyword alone at the end of a block, its references at the start of the next ones: a heading `Closes`, a list below. */
function partedByBlock(
  document: MarkdownDocument,
  blocks: readonly VisibleBlock[],
  options: ReferenceOptions,
): InertMention[] {
  const inert: InertMention[] = []
  blocks.forEach((block, index) => {
    const waiting = block.kind === 'code' ? undefined : endsInKeyword(block.prose)
    if (waiting === undefined) return
    const line = document.lineAt(block.sourceOffset(waiting.start))
    for (const target of referencesBelow(blocks.slice(index + 1, index + 1 + LIST_BELOW), options)) {
      inert.push({ why: 'line-break', target: target.target, text: `${waiting.keyword} ${target.text}`, line })
    }
  })
  return inert
}

/** How many items below a lone keyword are looked at. */
const LIST_BELOW = 50

function referencesBelow(
  blocks: readonly VisibleBlock[],
  options: ReferenceOptions,
): { readonly target: NumberedReference; readonly text: string }[] {
  const list = blocks[0]?.ancestors.find((ancestor) => ancestor.type === 'list')
  const below = list === undefined ? blocks.slice(0, 1) : blocks.filter((block) => block.ancestors.includes(list))
  return below.flatMap((block) => {
    const first = readReferences(block.prose, options)[0]
    return first !== undefined && first.start === 0 && block.kind !== 'code' ? [first] : []
  })
}

/** Lines of offsets that come in order, from 1. */
export function lineCounter(text: string): (offset: number) => number {
  const breaks = text.matchAll(/\r\n|\n|\r/g)
  let next = breaks.next()
  let line = 1
  return (offset) => {
    while (next.done !== true && next.value.index < offset) {
      line += 1
      next = breaks.next()
    }
    return line
  }
}
