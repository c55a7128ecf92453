import type { ClaimRoute, Denial, Mention } from '../../domain/closing-claim.ts'
import { code, join, type Words, words } from '../../domain/words.ts'
import { type ClaimContext, type IssuesContext, nameOf } from './context.ts'
import { ours } from './phrases.ts'

type Placed = Pick<Mention | Denial, 'place' | 'oid' | 'line'>

/** Where words stand, as a part of a sentence: "line 3 of the description", "line 3 of commit `0a1b…`", "the title". */
export function whereIs({ place = 'description', oid, line }: Placed): Words {
  switch (place) {
    case 'description':
      return words`line ${line} of the description`
    case 'title':
      return words`the title`
    case 'commit':
      return words`line ${line} of the message of commit ${code((oid ?? '').slice(0, 12))}`
    case 'merge-text':
      return words`the text of the merge`
    case 'auto-merge':
      return words`the text typed for auto-merge`
  }
}

/** The text itself, as the subject of a sentence. */
export function textNamed({ place = 'description', oid }: Pick<Placed, 'place' | 'oid'>): Words {
  switch (place) {
    case 'description':
      return words`the description`
    case 'title':
      return words`the title`
    case 'commit':
      return words`commit ${code((oid ?? '').slice(0, 12))}`
    case 'merge-text':
      return words`the text of the merge`
    case 'auto-merge':
      return words`the text typed for auto-merge`
  }
}

/** Words that close by the text of a commit, which no page of the pull request shows as a link. */
export function isHidden({ route }: ClaimRoute): boolean {
  return route === 'commit' || route === 'squash-text'
}

/** Whether a claim takes effect only when the base's commits reach the default branch. */
export function firesLater({ routes }: Pick<ClaimContext, 'routes'>, { later }: Pick<IssuesContext, 'later'>): boolean {
  return later && routes.every(isHidden)
}

const METHODS = { MERGE: 'a merge commit', SQUASH: 'squashing', REBASE: 'rebasing' } as const

/** The merge methods that bring the words into the base: "by a merge commit, squashing or rebasing". */
export function byMethods(methods: ClaimRoute['methods'] = []): Words {
  const names = methods.map((method) => ours(METHODS[method]))
  const last = names.at(-1)
  if (last === undefined) return []
  return names.length === 1 ? words`by ${last}` : words`by ${join(names.slice(0, -1), ', ')} or ${last}`
}

/** "Merging would close #7", or "Merging would later close #7" where the base is not the default branch. */
export function wouldClose(claim: ClaimContext, context: IssuesContext): Words {
  return words`Merging would ${ours(firesLater(claim, context) ? 'later close' : 'close')} ${nameOf(claim.target, context)}`
}
