import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { type Increment, incrementBetween, nextFree, nextFreeOfEachKind } from '../../../src/facts/parse/increment.ts'
import { compareVersions, versionKey } from '../../../src/facts/parse/version-order.ts'

describe('the kind of a step', () => {
  test.each([
    ['1.9.93', '1.9.94', 'patch'],
    ['1.9.93', '1.10.0', 'minor'],
    ['1.9.93', '2.0.0', 'major'],
    ['1.9', '1.10', 'minor'],
    ['1.9.93', '1.10.0-rc.1', 'prerelease'],
    ['1.10.0-rc.1', '1.10.0-rc.2', 'prerelease'],
    ['1.10.0-rc.1', '1.10.0', 'minor'],
    ['2.0.0-rc.1', '2.0.0', 'major'],
    ['1.9.94-rc.1', '1.9.94', 'patch'],
    ['1.9.93', '1.9.93', 'none'],
    ['1.9.93', '1.9.92', 'none'],
    ['1.9.93', '1.2.3.4', 'none'],
  ])('%s to %s is %s', (from, to, kind) => {
    expect(incrementBetween(from, to)).toBe(kind)
  })
})

function next(kind: Increment, above: string | null, like: string, taken: readonly string[] = []): string {
  const keys = new Set(taken.map((version) => versionKey(version)))
  return nextFree({ kind, above, like, isTaken: (key) => keys.has(key) })
}

describe('the next free version', () => {
  test.each([
    ['patch', '1.9.93', '1.9.94', ['1.9.94'], '1.9.95'],
    ['patch', '1.9.93', '1.9.94', ['v1.9.94', '1.9.95+x'], '1.9.96'],
    ['minor', '1.9.93', '1.10.0', ['1.10.0'], '1.11.0'],
    ['major', '1.9.93', '2.0.0', ['2.0.0'], '3.0.0'],
    ['none', '1.9.93', '1.9.90', [], '1.9.94'],
    ['patch', '1.9.93', '1.9.93', ['1.9.93'], '1.9.94'],
    ['patch', 'v1.9.93', 'v1.9.94', ['1.9.94'], 'v1.9.95'],
    ['minor', '1.9', '1.10', ['1.10'], '1.11'],
    ['patch', '1.9', '1.10', [], '1.9.1'],
    ['major', '1', '2', ['2'], '3'],
    ['patch', null, '0.1.0', ['0.1.0'], '0.1.1'],
    ['patch', '1.10.0-rc.1', '1.10.0', [], '1.10.0'],
    ['patch', '1.10.0-rc.1', '1.10.0', ['1.10.0'], '1.10.1'],
    ['minor', '1.9.5-rc.1', '1.10.0', [], '1.10.0'],
    ['prerelease', '1.9.93', '1.10.0-rc.1', ['1.10.0-rc.1'], '1.10.0-rc.2'],
    ['prerelease', '1.10.0-rc.8', '1.10.0-rc.9', ['1.10.0-rc.9', '1.10.0-rc.10'], '1.10.0-rc.11'],
    ['prerelease', '1.10.0-rc.8', '1.10.0-rc.2', ['1.10.0-rc.2'], '1.10.0-rc.9'],
    ['prerelease', '1.10.0', '1.10.0-rc.2', ['1.10.0-rc.2'], '1.10.1-rc.1'],
    ['prerelease', '1.10.0-beta.1', '1.10.0-alpha.1', ['1.10.0-alpha.1'], '1.10.1-alpha.1'],
    ['prerelease', '1.9.93', '1.10.0-beta', ['1.10.0-beta'], '1.10.0-beta.1'],
    ['prerelease', '1.9.93', '1.10.0-rc9', ['1.10.0-rc9'], '1.10.0-rc9.1'],
  ] as const)('of kind %s above %s like %s, without %j, is %s', (kind, above, like, taken, wanted) => {
    expect(next(kind, above, like, taken)).toBe(wanted)
  })

  test('of each kind', () => {
    expect(nextFreeOfEachKind({ above: '1.9.93', like: '1.9.93', isTaken: (key) => key === '1.9.94' })).toEqual({
      patch: '1.9.95',
      minor: '1.10.0',
      major: '2.0.0',
    })
  })

  const version = fc
    .tuple(fc.nat(3), fc.nat(3), fc.nat(3), fc.constantFrom('', '', '-rc.1', '-rc.2', '-alpha.1', '-beta', '-rc9'))
    .map(([a, b, c, label]) => `${a}.${b}.${c}${label}`)
  const kind = fc.constantFrom<Increment>('patch', 'minor', 'major', 'prerelease', 'none')

  test('is above the tip and really free', () => {
    fc.assert(
      fc.property(kind, version, version, fc.array(version, { maxLength: 60 }), (step, above, like, taken) => {
        const found = next(step, above, like, taken)
        expect(compareVersions(found, above)).toBeGreaterThan(0)
        expect(taken.map((one) => versionKey(one))).not.toContain(versionKey(found))
      }),
    )
  })
})
