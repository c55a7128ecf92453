import { describe, expect, test } from '@jest/globals'
import { parseCommand } from '../../src/commands/grammar.ts'
import { commands } from '../../src/commands/registry.ts'
import { commandVerbs } from '../../src/policy/policy-file.ts'

describe('a command without arguments', () => {
  test.each([
    ['/claims recheck', 'recheck'],
    ['  /claims   recheck  ', 'recheck'],
    ['/Claims Recheck', 'recheck'],
    ['/claims recheck please', 'recheck'],
    ['/claims status', 'status'],
    ['/claims help', 'help'],
    ['/claims', 'unknown'],
    ['/claims rechek', 'unknown'],
    ['/claims constructor', 'unknown'],
  ])('%p is the command %s', (line, verb) => {
    expect(parseCommand(line)).toEqual({ verb })
  })
})

describe('accept', () => {
  test.each([
    ['/claims accept #7 -- seen', '#7', [], 'seen'],
    ['/claims accept backend#2961 AC2 -- run 33548 shows it', 'backend#2961', ['AC2'], 'run 33548 shows it'],
    ['/claims accept a/b#7 AC1,AC2, AC3 -- x', 'a/b#7', ['AC1', 'AC2', 'AC3'], 'x'],
    ['/claims accept https://github.com/a/b/issues/7 AC1 — done', 'https://github.com/a/b/issues/7', ['AC1'], 'done'],
    ['/claims accept #7 AC1 – done', '#7', ['AC1'], 'done'],
    ['/claims ACCEPT #7 -- a -- b', '#7', [], 'a -- b'],
  ])('%s', (line, issue, criteria, reason) => {
    expect(parseCommand(line)).toEqual({ verb: 'accept', issue, criteria, reason })
  })

  test.each([
    ['/claims accept', 'it names no issue'],
    ['/claims accept -- because', 'it names no issue'],
    ['/claims accept #7 AC1', 'it gives no reason behind --'],
    ['/claims accept #7 AC1 --', 'it gives no reason behind --'],
    ['/claims accept #7 AC1 -- ...', 'it gives no reason behind --'],
    ['/claims accept #7 AC1 --because', 'it gives no reason behind --'],
  ])('%s is misused: %s', (line, why) => {
    expect(parseCommand(line)).toEqual({ verb: 'misused', of: 'accept', why })
  })
})

test.each([
  ['/claims unaccept #7', '#7', []],
  ['/claims unaccept #7 AC1 AC2 -- wrong after all', '#7', ['AC1', 'AC2']],
])('%s', (line, issue, criteria) => {
  expect(parseCommand(line)).toEqual({ verb: 'unaccept', issue, criteria })
})

test('unaccept without an issue is misused', () => {
  expect(parseCommand('/claims unaccept')).toEqual({ verb: 'misused', of: 'unaccept', why: 'it names no issue' })
})

test.each(['', 'please /claims recheck', '/claimsrecheck', '> /claims recheck', '`/claims recheck`', '/claim recheck'])(
  '%p is not addressed to us',
  (line) => {
    expect(parseCommand(line)).toBeNull()
  },
)

test.each([
  ['/claims release', null],
  ['/claims Release client', 'client'],
  ['/claims release client -- no time for it', 'client'],
])('%s', (line, chart) => {
  expect(parseCommand(line)).toEqual({ verb: 'release', chart })
})

test('release of two charts at once is misused', () => {
  const why = 'it takes one chart, or none for all'
  expect(parseCommand('/claims release client server')).toEqual({ verb: 'misused', of: 'release', why })
})

test('everything that the help shows is parsed', () => {
  const example = (usage: string) =>
    usage.replace('<issue>', '#7').replace('[criteria]', 'AC1').replace('<reason>', 'seen').replace('[chart]', 'client')
  expect(commands.map(({ usage }) => parseCommand(example(usage))?.verb)).toEqual(commands.map(({ verb }) => verb))
})

test('the policy gives phrases to the commands that there are, by name', () => {
  expect(commands.map(({ verb }) => verb)).toEqual(['recheck', 'status', 'accept', 'unaccept', 'release', 'help'])
  expect([...commandVerbs]).toEqual(commands.map(({ verb }) => verb))
})
