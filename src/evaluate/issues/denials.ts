import type { Denial, TextPlace } from '../../domain/closing-claim.ts'
import type { IssuesFacts } from '../../domain/issues-facts.ts'
import { type NumberedReference, sameReference } from '../../domain/repository.ts'
import { type DenialOptions, readDenials, readRawDenials } from '../../facts/parse/denial.ts'
import type { HiddenCloser } from '../../facts/parse/hidden-closers.ts'
import type { MarkdownDocument } from '../../facts/parse/markdown.ts'
import type { ReadClaim } from './claims.ts'

/** What the pull request's own words say against a claim, wherever they stand. */
export type DenialsOf = (claim: ReadClaim) => readonly Denial[]

export interface DeniableTexts {
  /** Null when it could not be parsed. */
  readonly description: MarkdownDocument | null
  readonly hidden: readonly HiddenCloser[]
}

export function denialsIn(facts: IssuesFacts, texts: DeniableTexts, options: DenialOptions): DenialsOf {
  const { description } = texts
  const described = description === null ? [] : readDenials(description, options)
  const always = [...described, ...titleDenials(facts.pull.title, options), ...typedDenials(facts, options)]
  const committed = committedDenials(facts, texts.hidden, options)
  return (claim) => {
    const own = always.filter((denial) => isAbout(claim, denial.target))
    // A description that closes outspeaks the commits, which tell how the work went on.
    const isDescribed = claim.routes.some(({ route, mention }) => route === 'description' && mention !== undefined)
    return isDescribed ? own : [...own, ...committed(claim)]
  }
}

/** "(partial)" in a title says which part of the work a pull request is, not that the issue stays open. */
function titleDenials(title: string, options: DenialOptions): readonly Denial[] {
  return placed(readRawDenials(title, options), 'title').filter(({ kind }) => kind !== 'partial')
}

/** Denials in the text that was typed for auto-merge. */
function typedDenials({ merging: { autoMerge } }: IssuesFacts, options: DenialOptions): readonly Denial[] {
  const text = [autoMerge?.commitHeadline ?? '', autoMerge?.commitBody ?? ''].join('\n\n')
  return placed(readRawDenials(text, options), 'auto-merge')
}

/** The last commit that names an issue behind a keyword has the last word on it: earlier ones say "not yet". */
function committedDenials(facts: IssuesFacts, hidden: readonly HiddenCloser[], options: DenialOptions): DenialsOf {
  const messages = new Map(facts.commits.known ? facts.commits.value.map(({ oid, message }) => [oid, message]) : [])
  const order = [...messages.keys()]
  const read = new Map<string, readonly Denial[]>()
  return (claim) => {
    const naming = new Set(
      hidden.flatMap(({ mention: { oid, target } }) => (oid !== undefined && isAbout(claim, target) ? [oid] : [])),
    )
    const last = order.findLast((oid) => naming.has(oid))
    if (last === undefined) return []
    const known = read.get(last)
    const denials = known ?? placed(readRawDenials(messages.get(last) ?? '', options), 'commit', last)
    if (known === undefined) read.set(last, denials)
    return denials.filter((denial) => isAbout(claim, denial.target))
  }
}

function isAbout({ names }: ReadClaim, target: NumberedReference): boolean {
  return names.some((name) => sameReference(name, target))
}

function placed(denials: readonly Denial[], place: TextPlace, oid?: string): readonly Denial[] {
  return denials.map((denial) => ({ ...denial, place, ...(oid === undefined ? {} : { oid }) }))
}
