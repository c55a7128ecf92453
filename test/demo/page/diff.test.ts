import { expect, test } from '@jest/globals'
import { linesBetween } from './diff.ts'

test.each([
  ['a changed line', 'a\nb\nc\n', 'a\nB\nc\n', ['same 1 1 a', 'removed 2 - b', 'added - 2 B', 'same 3 3 c']],
  ['a new file', '', 'a\n', ['added - 1 a']],
  ['a line more at the top', 'a\n', 'x\na\n', ['added - 1 x', 'same 1 2 a']],
  ['a line less', 'x\r\na\r\n', 'a\r\n', ['removed 1 - x', 'same 2 1 a']],
])('%s shows with the numbers of both sides', (_what, before, after, wanted) => {
  const lines = linesBetween(before, after)
  expect(lines.map((line) => `${line.kind} ${line.before ?? '-'} ${line.after ?? '-'} ${line.text}`)).toEqual(wanted)
})
