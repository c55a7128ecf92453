import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { type Unknown, unknown } from '../../domain/reading.ts'

/** UTF-16 units. GitHub's own limit for a body is 65,536 characters, of at most two units each. */
export const longestMarkdown = 131_072

/** Levels of containers that the tree may have at all. */
const deepestNesting = 400

/** Squared levels times lines: each line that goes on a paragraph tries every container around it. About a second. */
const nestingBudget = 10 ** 7

/** Squared emphasis marks of a paragraph, or as much work of another kind: about half a second. */
const inlineBudget = 2_000 ** 2

/** Each costs about a third of a millisecond. */
const mostDefinitions = 4_000

/**
 * Says why a text is not parsed, or null. The Markdown parser takes quadratic time in the containers that a line
 * opens, and in the marks of one paragraph that find no partner; anybody can write such a text into a description.
 */
export function refusal(source: string): Unknown | null {
  if (source.length > longestMarkdown) return tooLarge(`it is longer than ${longestMarkdown} characters`)
  const lines = source.split(/\r\n|\n|\r/)
  const levels = lines.reduce((most, line) => Math.max(most, levelsOf(line)), 0)
  if (levels > deepestNesting || levels ** 2 * lines.length > nestingBudget) {
    return tooLarge('it nests quotes or lists too deeply')
  }
  if (lines.filter((line) => /^[ \t>]*\[[^\]]+\]:/.test(line)).length > mostDefinitions) {
    return tooLarge('it has too many link definitions')
  }
  if (total(stretches(lines)) <= inlineBudget || total(paragraphs(source)) <= inlineBudget) return null
  return tooLarge('one paragraph of it has too many brackets or emphasis marks')
}

function tooLarge(why: string): Unknown {
  return unknown('too-large', `the text cannot be read as Markdown: ${why}`, 'cannot-cure')
}

/** At least as many containers as the line can be in. */
function levelsOf(line: string): number {
  const marker = /[ \t]*(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))/y
  let levels = 0
  while (levels <= deepestNesting && marker.test(line)) levels += 1
  if (levels === 0) return 0
  // A nested item needs two columns of indentation for each level above it; a tab is worth up to four.
  const indent = /^[ \t]*/.exec(line)?.[0] ?? ''
  return levels + Math.ceil((indent.length + 3 * count(indent, /\t/g)) / 2)
}

function total(texts: Iterable<string>): number {
  let sum = 0
  for (const text of texts) sum += inlineCost(text)
  return sum
}

/** In units of one emphasis mark tried against another; the weights are measured. */
function inlineCost(text: string): number {
  const emphasis = count(text, /[*~]+|(?<![\p{L}\p{N}_])_+|_+(?![\p{L}\p{N}_])/gu)
  const brackets = count(text, /[[\]_]/g)
  const fences = text.match(/`+/g) ?? []
  // Each of these may look for its end through the whole rest of the paragraph.
  const searches = count(text, /<[!?]/g) + new Set(fences.map((fence) => fence.length)).size
  return emphasis ** 2 + (brackets ** 2 + fences.length ** 2) / 16 + (searches * text.length) / 6
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

/** What stands between blank lines: no paragraph is longer, so this is a cheap upper bound. */
function* stretches(lines: readonly string[]): Generator<string> {
  let stretch: string[] = []
  for (const line of [...lines, '']) {
    if (line.trim() !== '') {
      stretch.push(line)
      continue
    }
    yield stretch.join('\n')
    stretch = []
  }
}

/** The real paragraphs, headings and cells, by a parse that leaves out the costly inline marks. */
function* paragraphs(source: string): Generator<string> {
  const root = fromMarkdown(source, {
    extensions: [gfm(), { disable: { null: costlyConstructs } }],
    mdastExtensions: [gfmFromMarkdown()],
  })
  const pending: Nodes[] = [root]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell') {
      yield source.slice(node.position?.start.offset, node.position?.end.offset)
    } else if ('children' in node) pending.push(...node.children)
  }
}

const costlyConstructs = [
  'attention',
  'codeText',
  'htmlText',
  'strikethrough',
  'labelStartImage',
  'labelStartLink',
  'labelEnd',
  'gfmFootnoteCall',
  'gfmPotentialFootnoteCall',
]
