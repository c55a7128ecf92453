import type { CriterionState } from '../../domain/acceptance.ts'
import type { NumberedReference } from '../../domain/repository.ts'
import { type ReferenceOptions, readReferences } from './closing-reference.ts'
import { readCriterionId } from './criterion-id.ts'
import { type ItemText, itemText, sliceItem, trimmed } from './criterion-text.ts'
import type { TextPiece } from './markdown-text.ts'

export interface CriterionOptions extends ReferenceOptions {
  /** Words that mark a criterion which can only be met after the merge. */
  readonly postMergeWords: readonly string[]
}

/** One item as it stands in the issue, before it has a place among the others. */
export interface WrittenCriterion {
  readonly id: string | null
  readonly text: string
  /** `open-child` depends on the others and is added by `acceptance.ts`. */
  readonly state: Exclude<CriterionState, { readonly kind: 'open-child' }>
}

/** What the Markdown says about an item: a box, a bullet whose marks count, or prose whose marks do not. */
export type ItemForm = 'ticked-box' | 'open-box' | 'bullet' | 'prose'

/** Reads one item; null when it is an empty placeholder. */
export function readCriterion(
  pieces: readonly TextPiece[],
  form: ItemForm,
  options: CriterionOptions,
): WrittenCriterion | null {
  const { item: unboxed, boxed } = withoutBox(itemText(pieces))
  const { item: unmarked, marked } = withoutCheckMarks(unboxed)
  const { item, id } = withoutId(unmarked)
  const met = form === 'ticked-box' || (form === 'bullet' && !boxed && marked)
  if (isPlaceholder(item)) return null
  const waiver = readStrike(item) ?? readNotApplicable(item)
  if (waiver !== null) return { id, text: waiver.text, state: waived(waiver.reason) }
  const kept = withoutStruck(item)
  const followed = onlyReference(kept, pieces, options)
  if (followed !== null) return { id, text: kept.text, state: { kind: 'follows', reference: followed } }
  const postMerge = readPostMerge(kept, options.postMergeWords)
  if (postMerge !== null) return { id, text: postMerge, state: { kind: met ? 'met' : 'post-merge' } }
  return { id, text: kept.text, state: { kind: met ? 'met' : 'open' } }
}

/** Whether a list item that GFM takes for no task item starts with a box all the same: `[-]`, `[~]`. */
export function startsWithBox(pieces: readonly TextPiece[]): boolean {
  return withoutBox(itemText(pieces)).boxed
}

function withoutBox(item: ItemText): { item: ItemText; boxed: boolean } {
  // One digit in brackets is a citation, and text that is linked is no box either.
  const box = /^\[[^\p{N}[\]\uFFFC]?\](?= |$)/u.exec(item.prose)
  return box === null ? { item, boxed: false } : { item: sliceItem(item, box[0].length), boxed: true }
}

const checkMark = '(?:[\\u2705\\u2611\\u2714]\\uFE0F?|:(?:white_check_mark|ballot_box_with_check|heavy_check_mark):)'
const leadingMarks = new RegExp(`^(?:${checkMark} ?)+`, 'u')
const trailingMarks = new RegExp(`(?: ?${checkMark}){1,4}$`, 'u')

function withoutCheckMarks(item: ItemText): { item: ItemText; marked: boolean } {
  const leading = leadingMarks.exec(item.prose)?.[0].length ?? 0
  const trailing = trailingMarks.exec(item.prose.slice(leading))?.[0].length ?? 0
  return { item: sliceItem(item, leading, item.text.length - trailing), marked: leading + trailing > 0 }
}

function withoutId(item: ItemText): { item: ItemText; id: string | null } {
  const written = readCriterionId(item.prose)
  if (written === null) return { item, id: null }
  const separator = /^ ?[:.)\]]?(?: ?(?:[—–-]|=>)(?= ))?/u.exec(item.prose.slice(written.length))?.[0].length ?? 0
  return { item: sliceItem(item, written.length + separator), id: written.id }
}

function isPlaceholder(item: ItemText): boolean {
  return !/[\p{L}\p{N}]/u.test(item.text) || /^\W*(?:no response|n\/a|none)\W*$/iu.test(item.prose)
}

function waived(reason: string): CriterionState & { kind: 'waived' } {
  return /[\p{L}\p{N}]/u.test(reason) ? { kind: 'waived', reason } : { kind: 'waived' }
}

interface Waiver {
  readonly text: string
  readonly reason: string
}

/**
 * Struck through as a whole, or struck through and followed by a reason behind a separator. With plain words behind it
 * (`~~use Redis~~ use memory`) the item was reworded, not waived.
 */
function readStrike(item: ItemText): Waiver | null {
  const struck = /^(?:x| (?=x))+/.exec(item.struck)?.[0].length ?? 0
  if (struck === 0) return null
  const rest = item.prose.slice(struck)
  const separator = /^[ .]*(?:$|[:;,(—–]|->|=>|- )[ ]*/u.exec(rest)
  if (separator === null) return null
  const reason = item.text.slice(struck + separator[0].length)
  return { text: item.text.slice(0, struck).trim(), reason: reason.replace(/\)\.?$/u, '').trim() }
}

function withoutStruck(item: ItemText): ItemText {
  const kept = (mask: string): string =>
    mask
      .split('')
      .filter((_, index) => item.struck.charAt(index) !== 'x')
      .join('')
  return sliceItem({ text: kept(item.text), prose: kept(item.prose), struck: kept(item.struck) }, 0)
}

const notApplicable: readonly RegExp[] = [
  // In front: `N/A: reason`, `N/A`
  /^\W*n\/a\b[)\]]?\s*(?:$|(?:[:;,—–-]|\()\s*(?<reason>.*?)\)?$)/iu,
  // At the end: `text N/A`, `text (N/A)`, `text N/A (reason)`
  /(?:^|[\s([:—–,-])n\/a[)\]]?\.?(?:\s*\((?<reason>[^()]*)\))?$/iu,
  // At the end behind a separator, with a reason: `text — N/A: reason`, `text (N/A - reason)`
  /(?:[:;—–(]|\s-)\s*n\/a\s*(?:[:;,—–]|-\s)\s*(?<reason>.*?)\)?\.?$/iu,
]

/** `N/A` within running prose ("handle N/A values") is a word like any other. */
function readNotApplicable(item: ItemText): Waiver | null {
  for (const pattern of notApplicable) {
    const match = pattern.exec(item.prose)
    if (match !== null) return { text: item.text, reason: match.groups?.reason?.trim() ?? '' }
  }
  return null
}

function onlyReference(
  item: ItemText,
  pieces: readonly TextPiece[],
  options: CriterionOptions,
): NumberedReference | null {
  const text = trimmed(item.prose, /[\s().,;:]/)
  const [reference] = readReferences(text, options)
  if (reference === undefined || reference.start !== 0 || reference.end !== text.length) return null
  // `[#12](https://github.com/owner/repo/issues/12)` is what the link says, wherever a bare #12 would lead.
  const url = pieces.find((piece) => piece.url !== undefined)?.url
  const linked = url === undefined ? undefined : readReferences(url, options)[0]
  return linked?.target ?? reference.target
}

function readPostMerge(item: ItemText, configured: readonly string[]): string | null {
  const words = configured.map(wordPattern).filter((pattern) => pattern !== '')
  if (words.length === 0) return null
  const any = `(?:${words.join('|')})`
  const leading = new RegExp(`^(?:[([]${any}[)\\]]\\s*[:—–-]?|${any}\\s*(?:[:—–,]|-(?=\\s)))\\s*`, 'iu').exec(
    item.prose,
  )
  if (leading !== null) return sliceItem(item, leading[0].length).text || item.text
  const trailing = new RegExp(`(?:\\s*[([]${any}[)\\]]|\\s+[—–-]\\s+${any})\\.?$`, 'iu').exec(item.prose)
  return trailing === null ? null : sliceItem(item, 0, trailing.index).text || item.text
}

/** `post-merge` and `post merge` are one word. */
function wordPattern(word: string): string {
  return word
    .trim()
    .split(/[\s-]+/u)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
    .join('[\\s-]+')
}
