import type { Mention } from '../domain/closing-claim.ts'
import type { RuleId } from '../domain/finding.ts'

/** One closing keyword to take out of a description, and why. */
export interface KeywordToRewrite {
  readonly mention: Mention
  readonly rule: RuleId
}

export interface RewrittenDescription {
  readonly body: string
  /** The mentions that were rewritten, in the order of the text. */
  readonly rewritten: readonly Mention[]
}

/**
 * Writes "Part of" for each of these keywords, and nothing else but a comment beside each that tells the next person
 * why. A keyword that does not stand where it was found is left alone.
 */
export function usePartOf(body: string, keywords: readonly KeywordToRewrite[]): RewrittenDescription {
  const inPlace = keywords
    .filter(({ mention: { start, keyword } }) => body.slice(start, start + keyword.length) === keyword)
    .sort((a, b) => a.mention.start - b.mention.start)
  let result = ''
  let from = 0
  const rewritten: Mention[] = []
  for (const { mention, rule } of inPlace) {
    if (mention.start < from) continue
    const { start, end, keyword } = mention
    const words = /^\p{Lu}/u.test(keyword) ? 'Part of' : 'part of'
    result += `${body.slice(from, start)}${words}${body.slice(start + keyword.length, end)} ${commentFor(rule)}`
    from = end
    rewritten.push(mention)
  }
  return { body: result + body.slice(from), rewritten }
}

const reasons: Partial<Record<RuleId, string>> = {
  'acceptance-unmet': 'its acceptance is not met yet',
  'acceptance-unstated': 'it states no acceptance',
  'claim-contradicted': 'this description says that it is not done here',
  'target-protected': 'it is on the list of issues that a merge leaves open',
  'open-sub-issues': 'it has open sub-issues',
  'open-blockers': 'something that blocks it is open',
  'target-already-closed': 'it was done before this pull request',
  'rival-closer': 'another pull request claims it too',
}

/** It holds no number: a keyword before one would close again, since a squash text carries comments along. */
function commentFor(rule: RuleId): string {
  return `<!-- Claimwarden: "Part of", not a closing keyword, because ${reasons[rule] ?? 'the check claims/issues blocked it'}. -->`
}
