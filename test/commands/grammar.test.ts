import { expect, test } from '@jest/globals'
import { parseCommand } from '../../src/commands/grammar.ts'

test.each([
  ['/claims recheck', 'recheck'],
  ['  /claims   recheck  ', 'recheck'],
  ['/Claims Recheck', 'recheck'],
  ['/claims recheck please', 'recheck'],
  ['/claims', 'unknown'],
  ['/claims rechek', 'unknown'],
])('%p is the command %s', (line, verb) => {
  expect(parseCommand(line)).toEqual({ verb })
})

test.each(['', 'please /claims recheck', '/claimsrecheck', '> /claims recheck', '`/claims recheck`', '/claim recheck'])(
  '%p is not addressed to us',
  (line) => {
    expect(parseCommand(line)).toBeNull()
  },
)
