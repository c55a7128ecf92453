import type { TextPlace } from '../../domain/closing-claim.ts'
import type { Place } from '../../domain/finding.ts'
import type { Words } from '../../domain/words.ts'
import type { ClaimContext } from './context.ts'

/** A text of our own that is not known before it runs, such as a plural or what a reading says, as words. */
export function ours(text: string): Words {
  return [{ kind: 'ours', text }]
}

/** Titles stay under this many characters. */
export const TITLE_LIMIT = 100

/** The first sentence that fits into a title, else the last. Long first. */
export function fitting(...sentences: readonly [Words, ...Words[]]): Words {
  return sentences.find((sentence) => lengthOf(sentence) < TITLE_LIMIT) ?? sentences.at(-1) ?? sentences[0]
}

export function lengthOf(sentence: Words): number {
  return sentence.reduce((length, segment) => length + segment.text.length, 0)
}

/** Where the claim stands in the description. Checks have no place for descriptions, so path `.github` carries the line. */
export function placeOf(claim: ClaimContext, line?: number): { readonly place?: Place } {
  const inDescription = claim.routes.find(({ mention }) => mention !== undefined && isDescribed(mention.place))
  const at = line ?? inDescription?.mention?.line
  return at === undefined ? {} : { place: { path: '.github', startLine: at, endLine: at } }
}

/** Whether words stand in the description; words without a place do. */
export function isDescribed(place: TextPlace | undefined): boolean {
  return (place ?? 'description') === 'description'
}
