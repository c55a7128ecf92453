import type { NumberedReference } from '../../domain/repository.ts'
import {
  REFERENCE_GROUPS,
  REFERENCE_SOURCE,
  type ReferenceOptions,
  readReferences,
  targetOf,
} from './closing-reference.ts'

/** GitHub's nine closing keywords. */
export const CLOSING_KEYWORDS = [
  'close',
  'closes',
  'closed',
  'fix',
  'fixes',
  'fixed',
  'resolve',
  'resolves',
  'resolved',
] as const

/** A keyword with its reference in one text; offsets in UTF-16 units, ends exclusive. */
export interface Closer {
  readonly keyword: string
  readonly target: NumberedReference
  readonly start: number
  readonly keywordEnd: number
  readonly referenceStart: number
  readonly end: number
}

/** Where white space between keyword and reference may hold a line break: in a commit message, not in a description. */
export type Gap = 'one-line' | 'any'

/** Left boundary of a keyword. A hyphen is one: GitHub closes by `no-close: #6`. */
const BOUNDARY = '(?<![\\p{L}\\p{N}_])'
const KEYWORD = `(?:${[...CLOSING_KEYWORDS].reverse().join('|')})`
const GERUND = '(?:closing|fixing|resolving)'
const SAME_LINE_SPACE = '[^\\S\\r\\n]+'
const NOUN =
  '(?:the\\s)?(?:github\\s)?(?:issues?|bugs?|tickets?|tasks?|stor(?:y|ies)|problems?|defects?|pull requests?|prs?|number|nr\\.?|no\\.?)'

const CLOSER: Readonly<Record<Gap, RegExp>> = {
  'one-line': new RegExp(`${BOUNDARY}(${KEYWORD}):?(${SAME_LINE_SPACE})(?:${REFERENCE_SOURCE})`, 'giu'),
  any: new RegExp(`${BOUNDARY}(${KEYWORD}):?(\\s+)(?:${REFERENCE_SOURCE})`, 'giu'),
}

/** Every keyword that GitHub would pair with a reference in this text. */
export function findClosers(text: string, gap: Gap, options: ReferenceOptions): Closer[] {
  return matchReferences(text, CLOSER[gap], options)
}

/** A keyword and a reference that look like a pair and are none. */
export interface NearCloser extends Closer {
  readonly why: 'word-between' | 'gerund' | 'line-break'
}

const NEAR: readonly { readonly why: NearCloser['why']; readonly pattern: RegExp }[] = [
  {
    why: 'word-between',
    pattern: new RegExp(
      `${BOUNDARY}(${KEYWORD}):?(\\s+(?:${NOUN}:?\\s+|${NOUN}\\s*[(\\[]|[(\\[=>–—-]+\\s*))(?:${REFERENCE_SOURCE})`,
      'giu',
    ),
  },
  { why: 'gerund', pattern: new RegExp(`${BOUNDARY}(${GERUND}):?(${SAME_LINE_SPACE})(?:${REFERENCE_SOURCE})`, 'giu') },
  {
    why: 'line-break',
    pattern: new RegExp(`${BOUNDARY}(${KEYWORD}):?([^\\S\\n]*\\n\\s*)(?:${REFERENCE_SOURCE})`, 'giu'),
  },
]

/** What readers take for a closer in a description and GitHub does not. */
export function findNearClosers(text: string, options: ReferenceOptions): NearCloser[] {
  return NEAR.flatMap(({ why, pattern }) =>
    matchReferences(text, pattern, options).map((closer) => ({ ...closer, why })),
  )
}

/** References that follow a closer in its list without a keyword of their own: `Closes #1, #2 and #3`. */
export function findListed(text: string, closers: readonly Closer[], options: ReferenceOptions): Closer[] {
  const listed: Closer[] = []
  let next = 0
  let head: Closer | undefined
  let end = 0
  for (const reference of readReferences(text, options)) {
    while ((closers[next]?.end ?? Number.POSITIVE_INFINITY) <= reference.end) {
      head = closers[next]
      end = head?.end ?? 0
      next += 1
    }
    if (head === undefined || reference.end <= end) continue
    if (!LIST_SEPARATOR.test(text.slice(end, reference.start))) head = undefined
    else {
      end = reference.end
      listed.push({ ...head, target: reference.target, referenceStart: reference.start, end })
    }
  }
  return listed
}

const LIST_SEPARATOR = /^\s*(?:[,;/+&]|\band\b|\bor\b)?(?:\s*(?:and|or|&))?\s*$/i

/** Whether a text ends in a keyword that waits for its reference: `Closes:`. */
export function endsInKeyword(text: string): { readonly start: number; readonly keyword: string } | undefined {
  const match = ENDS_IN_KEYWORD.exec(text.slice(-24))
  const keyword = match?.[1]
  return match === null || keyword === undefined
    ? undefined
    : { start: Math.max(0, text.length - 24) + match.index, keyword }
}

const ENDS_IN_KEYWORD = new RegExp(`${BOUNDARY}(${KEYWORD}):?\\s*$`, 'iu')

function matchReferences(text: string, pattern: RegExp, options: ReferenceOptions): Closer[] {
  const found: Closer[] = []
  for (const match of text.matchAll(pattern)) {
    const [whole, keyword, gap, ...groups] = match
    const target = targetOf(groups.slice(0, REFERENCE_GROUPS), options)
    if (keyword === undefined || gap === undefined || target === undefined) continue
    const keywordEnd = match.index + keyword.length
    const colon = text[keywordEnd] === ':' ? 1 : 0
    found.push({
      keyword,
      target,
      start: match.index,
      keywordEnd,
      referenceStart: keywordEnd + colon + gap.length,
      end: match.index + whole.length,
    })
  }
  return found
}
