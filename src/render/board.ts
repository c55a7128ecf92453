import type { Board, BoardRow } from '../domain/version-claim.ts'
import { code, join, reference, type Words, words } from '../domain/words.ts'
import type { Block } from './cut.ts'
import { toMarkdown } from './escape.ts'
import { ageText, momentText } from './moment.ts'
import { ours } from './ours.ts'

/** All open claims on one chart, with the tips they must pass and what is free. */
export function boardBlocks(board: Board): Block[] {
  const blocks: Block[] = [`### Board of ${toMarkdown([code(board.chart)])}`, toMarkdown(boardSummary(board))]
  if (board.rows.length === 0) return [...blocks, 'No open pull request claims a version of it.']
  return [
    ...blocks,
    {
      head: boardHead,
      rows: board.rows.map((row) => boardCells(row, board.readAt).map((cell) => toMarkdown(cell, 'cell'))),
    },
  ]
}

export const boardHead = ['Pull request', 'Version', 'Base', 'Author', 'Seen first', 'State']

/** The tips, what is published, and what is free. */
export function boardSummary({ tips, next, latestPublished, readAt }: Board): Words {
  const tipWords = tips.map(({ baseRefName, version }) =>
    version === null ? words`${code(baseRefName)} has no version` : words`${code(baseRefName)} has ${code(version)}`,
  )
  const free =
    next === null
      ? words`no next free version can be told`
      : words`next free: patch ${code(next.patch)}, minor ${code(next.minor)}, major ${code(next.major)}`
  const published = latestPublished == null ? [] : [words`latest published: ${code(latestPublished)}`]
  return join([...tipWords, ...published, free, words`as of ${ours(momentText(readAt))}`], ' · ')
}

/** One row below `boardHead`. */
export function boardCells(row: BoardRow, readAt: number): Words[] {
  const { claim } = row
  return [
    reference(`#${claim.pull}`),
    code(claim.version),
    code(claim.baseRefName),
    claim.author ?? ours('deleted account'),
    ours(`${ageText(claim.firstSeen, readAt)} ago`),
    [...standingWords(row), ...ours(claim.isDraft ? ', draft' : '')],
  ].map((cell) => words`${cell}`)
}

/** How a claim stands among the others, as a sentence part. */
export function standingWords({ standing, heldBy, claim }: BoardRow): Words {
  switch (standing) {
    case 'free':
      return words`claimed by nobody else`
    case 'holder':
      return words`holds it`
    case 'waiting':
      return heldBy === undefined ? words`waits` : words`waits for ${reference(`#${heldBy}`)}`
    case 'stale':
      return words`not ahead of its base`
    case 'lapsed':
      return claim.lapsed?.why === 'released' ? words`given up, holds nothing` : words`lapsed, holds nothing`
    case 'blocked':
      return words`blocked, holds nothing`
    case 'unknown':
      return words`could not be told`
  }
}
