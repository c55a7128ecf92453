import { code, words } from '../domain/words.ts'
import type { Block } from './cut.ts'
import type { Disposition } from './dispositions.ts'
import { toMarkdown } from './escape.ts'

/** What became of each earlier finding, and what is new; no blocks where there is neither. */
export function sinceLast(dispositions: readonly Disposition[]): Block[] {
  if (dispositions.length === 0) return []
  return [
    '### Since the last evaluation',
    {
      head: ['Finding', 'Claim', 'Found on', 'Now'],
      rows: dispositions.map(({ rule, claim, head, detail }) =>
        [
          words`${code(rule)}`,
          claim === '*' ? words`the pull request` : words`${code(claim)}`,
          words`${code(head.slice(0, 12))}`,
          detail,
        ].map((cell) => toMarkdown(cell, 'cell')),
      ),
    },
  ]
}
