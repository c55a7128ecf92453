import { markerOf } from '../domain/own-comment.ts'
import { linkable, type NumberedReference, type RepositoryName } from '../domain/repository.ts'
import { code, reference, type Words, words } from '../domain/words.ts'
import type { ClosedUndone } from '../evaluate/issues/after-merge.ts'
import { joinBlocks } from './cut.ts'
import { toMarkdown } from './escape.ts'
import { ours } from './ours.ts'

export interface AfterMergeComment {
  /** The issue's repository, where the comment stands. */
  readonly home: RepositoryName
  readonly eventId: string
  /** What closed it, where its readers may know; null where they may not. */
  readonly by:
    | { readonly kind: 'pull'; readonly pull: NumberedReference }
    | { readonly kind: 'commit'; readonly oid: string }
    | null
  readonly undone: ClosedUndone
  readonly said: 'blocked' | 'unknown' | 'never-shown' | 'overtaken'
  readonly reopens: boolean
}

/** Tells the issue's readers that a merge closed it although its acceptance was not met. */
export function afterMergeComment({ home, eventId, by, undone, said, reopens }: AfterMergeComment): string {
  const { unmet, total } = undone
  const what = words`${closer(by, home)} closed this issue, and ${unmet.length} of ${total} criteria of its acceptance ${ours(unmet.length === 1 ? 'is' : 'are')} unmet:`
  const list = unmet.map(({ criterion }) => `- ${toMarkdown(words`${code(criterion.id)} ${criterion.text}`)}`)
  const next = reopens
    ? 'It is reopened. Close it by hand if it is done all the same: then it stays closed.'
    : 'Reopen it if it is not done.'
  const blocks = [
    `${markerOf('after-merge')}\n${eventLine(eventId)}\n${toMarkdown(what)}`,
    list.join('\n'),
    whySaid[said],
  ]
  return joinBlocks(blocks, [next], longestComment)
}

/** Whether one of the app's comments is about this closing. */
export function speaksOf(bodies: readonly string[], eventId: string): boolean {
  return bodies.some((body) => body.startsWith(`${markerOf('after-merge')}\n${eventLine(eventId)}\n`))
}

function eventLine(eventId: string): string {
  return `<!-- closed by event ${eventId.replace(/[^A-Za-z0-9_=]/g, '.')} -->`
}

function closer(by: AfterMergeComment['by'], home: RepositoryName): Words {
  if (by === null) return words`A merge`
  return by.kind === 'pull'
    ? words`Merging ${reference(linkable(by.pull, home))}`
    : words`Commit ${code(by.oid.slice(0, 12))}`
}

const whySaid = {
  blocked: 'The check `claims/issues` had blocked that merge.',
  unknown: 'The check `claims/issues` could not tell before that merge.',
  overtaken: 'The check `claims/issues` had passed before the last change; the merge was faster than its next look.',
  'never-shown': 'The check `claims/issues` had not seen that it would be closed.',
}

/** GitHub takes 65,536 characters. */
const longestComment = 65_000
