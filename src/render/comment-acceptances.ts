import {
  type RecordedAcceptance,
  type RecordRejection,
  type RecordSubject,
  recordLine,
  sealRecord,
} from '../domain/acceptance-record.ts'
import { markerOf } from '../domain/own-comment.ts'
import { linkable, type RepositoryName } from '../domain/repository.ts'
import { code, join, quote, reference, type Words, words } from '../domain/words.ts'
import { type Block, byteLength, joinBlocks } from './cut.ts'
import { toMarkdown } from './escape.ts'

/** What the record's comment is written from. */
export interface AcceptancesComment {
  readonly home: RepositoryName
  readonly subject: RecordSubject
  readonly acceptances: readonly RecordedAcceptance[]
  /** Records that were found and dropped with this writing. */
  readonly dropped: readonly RecordRejection[]
  readonly signingKey: Uint8Array
}

/** GitHub takes 65,536 characters. */
const longestComment = 65_000
/** What the table and its words must have beside the machine part. */
const leastTable = 5_000

/** The comment that records acceptances, for people and for the app; null when they are too many for one comment. */
export function acceptancesComment(input: AcceptancesComment): string | null {
  const { acceptances, subject, signingKey } = input
  const last = recordLine(sealRecord(acceptances, subject, signingKey))
  if (byteLength(last) > longestComment - leastTable) return null
  return joinBlocks([`${markerOf('acceptances')}\n### Acceptances`, ...blocksOf(input)], [last], longestComment)
}

function blocksOf({ acceptances, home, dropped }: AcceptancesComment): Block[] {
  const note =
    dropped.length === 0
      ? []
      : ['An earlier record here was edited by hand, or its signature failed. It was dropped with all its acceptances.']
  if (acceptances.length === 0) return [...note, 'No acceptance stands.']
  const table: Block = {
    head: ['Issue', 'Criteria', 'Accepted by', 'Reason', 'At head'],
    rows: commandsOf(acceptances).map((one) => cellsOf(one, home).map((cell) => toMarkdown(cell, 'cell'))),
  }
  return [
    ...note,
    table,
    'An acceptance holds for the text that a criterion had. `/claims unaccept` takes it back. Do not edit this comment: then nothing in it counts.',
  ]
}

type GroupedAcceptance = readonly [RecordedAcceptance, ...RecordedAcceptance[]]

function commandsOf(acceptances: readonly RecordedAcceptance[]): readonly GroupedAcceptance[] {
  const groups = new Map<string, [RecordedAcceptance, ...RecordedAcceptance[]]>()
  for (const one of acceptances) {
    const key = JSON.stringify([one.commentId, one.target])
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [one])
    else group.push(one)
  }
  return [...groups.values()]
}

function cellsOf(group: GroupedAcceptance, home: RepositoryName): Words[] {
  const [{ target, actor, reason, headSha }] = group
  const criteria = group.map(({ criterionId, criterionText }) =>
    criterionText === '' ? words`${code(criterionId)}` : words`${code(criterionId)} ${quote(criterionText)}`,
  )
  return [
    words`${reference(linkable(target, home))}`,
    join(criteria, '; '),
    words`${code(actor)}`,
    words`${quote(reason)}`,
    words`${code(headSha.slice(0, 12))}`,
  ]
}

/** The title of a criterion in the record: enough to know it again. */
export function recordedText(text: string): string {
  return text.length <= 60 ? text : `${[...text].slice(0, 59).join('')}…`
}
