import { expect, test } from '@jest/globals'
import type { ClaimRoute, Denial, DenialKind, Mention } from '../../../src/domain/closing-claim.ts'
import { rewritableMentions } from '../../../src/evaluate/issues/rewritable.ts'
import { ref } from './issues-facts.ts'

const mention = (line: number, more: Partial<Mention> = {}): Mention => ({
  keyword: 'Closes',
  target: ref(7),
  text: 'Closes #7',
  line,
  sentence: `sentence ${line}`,
  start: 0,
  end: 9,
  ...more,
})
const described = (line: number, more: Partial<Mention> = {}): ClaimRoute => ({
  route: 'description',
  mention: mention(line, more),
})
const denial = (line: number, kind: DenialKind = 'negated', more: Partial<Denial> = {}): Denial => ({
  kind,
  target: ref(7),
  line,
  sentence: `sentence ${line}`,
  ...more,
})

test.each<[string, readonly ClaimRoute[], readonly Denial[], number[]]>([
  ['each keyword of the description', [described(1), described(5)], [], [1, 5]],
  ['one that says it is in the description', [described(1, { place: 'description' })], [], [1]],
  ['none in the title', [described(1, { place: 'title' })], [], []],
  ['none that only GitHub lists', [{ route: 'description' }, { route: 'sidebar' }], [], []],
  ['none of a commit', [{ route: 'commit', mention: mention(1) }], [], []],
  ['none on a line that denies', [described(1), described(3)], [denial(3)], [1]],
  [
    'none in a sentence that denies on another line',
    [described(1)],
    [denial(2, 'partial', { sentence: 'sentence 1' })],
    [],
  ],
  ['one in a sentence beside the denial', [described(1)], [denial(2)], [1]],
  ['one where the issue is said to stay open', [described(1)], [denial(1, 'stays-open')], [1]],
  ['one that only a commit denies', [described(1)], [denial(1, 'negated', { place: 'commit' })], [1]],
  [
    'none where the denial says it is in the description',
    [described(1)],
    [denial(1, 'negated', { place: 'description' })],
    [],
  ],
])('"Part of" can stand in for %s', (_name, routes, denials, lines) => {
  expect(rewritableMentions({ routes, denials }).map(({ line }) => line)).toEqual(lines)
})
