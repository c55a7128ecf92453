import type { Nodes } from 'mdast'
import { type FlowPart, flowOf, type ProsePart, slicePieces, type TitlePart } from './acceptance-flow.ts'
import type { AcceptanceTitles } from './acceptance-titles.ts'
import type { TextPiece } from './markdown-text.ts'

/** What an acceptance section holds, in reading order: nodes as they are, and stretches of prose. */
export interface AcceptanceSection {
  readonly content: readonly SectionContent[]
}

export type SectionContent =
  | { readonly kind: 'node'; readonly node: Nodes }
  /** `statement`: prose that an opening word introduces; its full stop belongs to the sentence, not to the criterion. */
  | { readonly kind: 'prose' | 'statement'; readonly pieces: readonly TextPiece[]; readonly start: number }

interface OpenSection {
  readonly form: TitlePart['form']
  readonly depth: number
  readonly content: SectionContent[]
}

/** Every section of a body that states acceptance, quoted text left out. */
export function acceptanceSections(
  children: readonly Nodes[],
  source: string,
  titles: AcceptanceTitles,
): readonly AcceptanceSection[] {
  const parts = flowOf(children, source, (title) => titles.matches(title))
  return sectionsOf(parts, titles, (part, next) => {
    if (part.kind === 'prose') return sentenceSections(part, next, titles)
    if (part.kind === 'title') return sentenceSections({ ...part, kind: 'prose' }, next, titles)
    return itemSections(part, source, titles)
  })
}

/** Titled sections, and between them what `loose` finds. */
function sectionsOf(
  parts: readonly FlowPart[],
  titles: AcceptanceTitles,
  loose: (part: FlowPart, next: FlowPart | undefined) => readonly AcceptanceSection[],
): readonly AcceptanceSection[] {
  const sections: AcceptanceSection[] = []
  let open: OpenSection | null = null
  for (const [index, part] of parts.entries()) {
    if (open !== null && ends(open, part)) open = null
    if (open !== null) {
      open.content.push(...contentOf(part, titles))
    } else if (part.kind === 'title' && titles.matches(part.title)) {
      open = { form: part.form, depth: part.depth, content: statement(part) }
      sections.push(open)
    } else {
      sections.push(...loose(part, parts[index + 1]))
    }
  }
  return sections
}

function ends(open: OpenSection, part: FlowPart): boolean {
  if (part.kind === 'rule') return open.form !== 'heading'
  if (part.kind !== 'title') return false
  if (open.form === 'heading') return part.form === 'heading' && part.depth <= open.depth
  // A label with text behind it ends a section only when that section has said something.
  return part.rest.length === 0 || part.form !== 'label' || open.content.length > 0
}

function contentOf(part: FlowPart, titles: AcceptanceTitles): readonly SectionContent[] {
  if (part.kind === 'rule') return []
  if (part.kind === 'node' || part.kind === 'prose') return [part]
  if (titles.matches(part.title)) return statement(part)
  // A label with text behind it is a paragraph like any other; one without is a title within the section.
  return part.rest.length === 0 ? [] : [{ kind: 'prose', pieces: part.pieces, start: part.start }]
}

function statement(part: TitlePart): SectionContent[] {
  return part.rest.length === 0 ? [] : [{ kind: 'statement', pieces: part.rest, start: part.start }]
}

/**
 * `- **Acceptance:**` with a list below it, at any depth. A task item is a criterion itself, never a title, and a
 * sentence within a list is no statement about the whole issue.
 */
function itemSections(part: FlowPart, source: string, titles: AcceptanceTitles): readonly AcceptanceSection[] {
  if (part.kind !== 'node' || part.node.type !== 'list') return []
  return part.node.children.flatMap((item) => {
    if (typeof item.checked === 'boolean') return []
    const parts = flowOf(item.children, source, (title) => titles.matches(title))
    return sectionsOf(parts, titles, (inner) => itemSections(inner, source, titles))
  })
}

function sentenceSections(
  prose: ProsePart,
  next: FlowPart | undefined,
  titles: AcceptanceTitles,
): readonly AcceptanceSection[] {
  const text = prose.pieces.map((piece) => (piece.code ? '\uFFFC'.repeat(piece.text.length) : piece.text)).join('')
  const sections: AcceptanceSection[] = []
  for (const { start, end } of sentences(text)) {
    const opening = titles.openingOf(text.slice(start, end))
    if (opening === null) continue
    const introduces = end === text.length && text.trimEnd().endsWith(':') && next?.kind === 'node'
    if (introduces) sections.push({ content: [next] })
    else {
      const pieces = slicePieces(prose.pieces, start + opening, end)
      sections.push({ content: [{ kind: 'statement', pieces, start: pieces[0]?.offsets[0] ?? prose.start }] })
    }
  }
  return sections
}

/** Sentences end at a mark that is followed by white space and no lower-case letter; "e.g. X" does not end one. */
function sentences(text: string): readonly { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = []
  let start = 0
  for (const mark of text.matchAll(/[.!?]["')\]]?\s+(?=[^\s\p{Ll}])/gu)) {
    const before = text.slice(Math.max(start, mark.index - 5), mark.index + 1)
    if (/(?:\be\.g|\bi\.e|\bvs|\betc|\bcf|\bno)\.$/iu.test(before)) continue
    found.push({ start, end: mark.index + mark[0].length })
    start = mark.index + mark[0].length
  }
  found.push({ start, end: text.length })
  return found
}
