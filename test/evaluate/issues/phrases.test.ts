import { expect, test } from '@jest/globals'
import { fitting, ours } from '../../../src/evaluate/issues/phrases.ts'

const long = (length: number) => ours('x'.repeat(length))

test.each([
  ['the first where it is shorter than 100 characters', [99, 50], 99],
  ['the next where the first has 100', [100, 50], 50],
  ['the last where none is short enough', [120, 101, 110], 110],
])('a title takes %s', (_name, [first = 0, ...others], wanted) => {
  expect(fitting(long(first), ...others.map(long))).toEqual([{ kind: 'ours', text: 'x'.repeat(wanted) }])
})
