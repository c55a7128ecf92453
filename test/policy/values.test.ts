import { describe, expect, test } from '@jest/globals'
import { parseDuration } from '../../src/policy/duration.ts'
import { globProblem } from '../../src/policy/glob.ts'
import { nearestName } from '../../src/policy/nearest-name.ts'
import { compileTicketPattern, ticketPatternProblem } from '../../src/policy/ticket-pattern.ts'

describe('a duration', () => {
  test.each([
    ['12h', 43_200_000],
    ['30d', 2_592_000_000],
    ['2w', 1_209_600_000],
    ['3650d', 315_360_000_000],
    ['3651d', null],
    ['0d', null],
    ['30', null],
    ['30 d', null],
    ['-1d', null],
    ['1.5d', null],
    ['1m', null],
    ['30D', null],
    ['', null],
  ])('%j is %j milliseconds', (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds)
  })
})

describe('a glob', () => {
  test.each(['**', 'main', 'release/*', 'release/**', '{a,b}/*.yaml', 'v[0-9]*', '!x', 'charts/*/ci/**/*.yaml'])(
    '%j is good',
    (glob) => {
      expect(globProblem(glob)).toBeNull()
    },
  )

  test.each([
    ['', 'is empty'],
    ['  ', 'is empty'],
    [' a', 'starts or ends with a space'],
    ['a\\b', 'holds a backslash; paths are written with /'],
    ['/a', 'starts at a root; paths have no leading / or ./'],
    ['./a', 'starts at a root; paths have no leading / or ./'],
    ['+(a|aa)', 'holds an extended group such as +(…), which is not supported'],
    ['a[', 'has a bracket that is not closed'],
    ['{a', 'has a bracket that is not closed'],
    ['a*a*a*a*b', 'holds more than three * between two /'],
    ['**/a/**/b/**/c/**', 'holds more than three **'],
    ['a'.repeat(257), 'is longer than 256 characters'],
  ])('%j %s', (glob, problem) => {
    expect(globProblem(glob)).toBe(problem)
  })
})

describe('a ticket pattern', () => {
  test.each(['BLO-[0-9]+', '(?i)blo-\\d+', '(?:BLO|OPS)-\\d{1,6}', '\\b[A-Z]{2,10}-\\d+\\b', '(ab)+c', '[(+*]x'])(
    '%j is good',
    (pattern) => {
      expect(ticketPatternProblem(pattern)).toBeNull()
    },
  )

  test.each([
    ['', 'is empty'],
    ['(?=a)b', 'looks around, which RE2 does not have'],
    ['(?<!a)b', 'looks around, which RE2 does not have'],
    ['(a)\\1', 'refers back to a group, which RE2 does not have'],
    ['(a+)+b', 'repeats a group that itself repeats or branches'],
    ['((a?)b)*c', 'repeats a group that itself repeats or branches'],
    ['(a|aa)+b', 'repeats a group that itself repeats or branches'],
    ['(a{2,})*b', 'repeats a group that itself repeats or branches'],
    ['a{1000}', 'repeats something more than 100 times'],
    ['a+b+c+d', 'holds more than two of * and +'],
    ['a*', 'matches nothing at all, so every text would name a ticket'],
    ['(', 'is no regular expression that is supported here'],
    ['[[:alpha:]]', 'is no regular expression that is supported here'],
    ['a'.repeat(201), 'is longer than 200 characters'],
  ])('%j %s', (pattern, problem) => {
    expect(ticketPatternProblem(pattern)).toBe(problem)
  })

  test('ignores case when it opens with (?i)', () => {
    expect(compileTicketPattern('(?i)blo-\\d+').test('BLO-7')).toBe(true)
    expect(compileTicketPattern('blo-\\d+').test('BLO-7')).toBe(false)
  })
})

describe('the nearest name', () => {
  test.each([
    ['enforec', 'enforce'],
    ['Enforce', 'enforce'],
    ['afterMerge', 'after-merge'],
    ['after_merge', 'after-merge'],
    ['obs', undefined],
    ['', undefined],
    ['x'.repeat(1000), undefined],
  ])('of %j is %j', (typed, nearest) => {
    expect(nearestName(typed, ['enforce', 'observe', 'after-merge'])).toBe(nearest)
  })
})
