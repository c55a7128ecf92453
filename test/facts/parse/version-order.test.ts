import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import semver from 'semver'
import {
  compareVersions,
  isAhead,
  isStrict,
  parseVersion,
  sameVersion,
  versionKey,
} from '../../../src/facts/parse/version-order.ts'

const strictVersion = fc
  .tuple(
    fc.array(fc.nat(30), { minLength: 3, maxLength: 3 }),
    fc.array(fc.oneof(fc.nat(20).map(String), fc.constantFrom('rc', 'alpha', 'rc2', 'rc10', 'x-1', 'A')), {
      maxLength: 3,
    }),
    fc.constantFrom('', '+b.1', '+up1.0.2'),
  )
  .map(([core, labels, build]) => `${core.join('.')}${labels.length > 0 ? `-${labels.join('.')}` : ''}${build}`)

const looseVersion = fc.oneof(
  strictVersion,
  strictVersion.map((version) => `v${version}`),
  fc.tuple(fc.nat(30), fc.nat(30)).map(([a, b]) => `${a}.${b}`),
  fc.tuple(fc.nat(3), fc.nat(9)).map(([a, b]) => `0${a}.0${b}.0`),
)

describe('what Helm loads', () => {
  test.each([
    ['1.2.3', true],
    ['1.2.3-rc.1', true],
    ['1.2.3+b.1', true],
    ['1.2.3+001', true],
    ['v1.2.3', false],
    ['1.2', false],
    ['1', false],
    ['01.2.3', false],
    ['1.2.03', false],
    ['2024.01.01', false],
    ['2024-01-01', false],
    ['0.46.00', false],
  ])('loads %j, strict: %j', (text, strict) => {
    const parsed = parseVersion(text)
    expect(parsed).not.toBeNull()
    expect(parsed !== null && isStrict(parsed)).toBe(strict)
  })

  test.each([
    'V1.2.3',
    '1.2.3.4',
    '1.2.3-',
    '1.2.3+',
    '1.2.3-01',
    '1.2.3-rc.01',
    '1.2.3-rc_1',
    ' 1.2.3',
    '1.2.3 ',
    '1.2.3\n',
    '1 .2.3',
    '1.2.3+a+b',
    '1.x',
    '1.46.',
    '',
    '7.2445e+06',
    `1.2.3-${'a'.repeat(251)}`,
    '18446744073709551616.0.0',
  ])('refuses %j', (text) => {
    expect(parseVersion(text)).toBeNull()
  })

  test('accepts 256 bytes', () => {
    expect(parseVersion(`1.2.3-${'a'.repeat(250)}`)).not.toBeNull()
  })
})

describe('order', () => {
  test.each([
    ['1.2.3', '=', 'v1.2.3'],
    ['1.2', '=', '1.2.0'],
    ['1', '=', '1.0.0'],
    ['01.2.3', '=', '1.2.3'],
    ['1.2.3+a', '=', '1.2.3+b'],
    ['1.2.3-rc.2', '<', '1.2.3-rc.10'],
    ['1.2.3-rc10', '<', '1.2.3-rc2'],
    ['1.2.3-rc.1', '<', '1.2.3'],
    ['1.2.3-1', '<', '1.2.3-alpha'],
    ['1.2.3-rc', '<', '1.2.3-rc.1'],
    ['1.9.94', '<', '1.9.100'],
    ['2024.0.0-01-01', '<', '2024.0.0'],
    ['1.0.20240101120000123', '<', '1.0.20240101120000124'],
    ['1.0.0-b.20240101120000123', '<', '1.0.0-b.20240101120000124'],
  ] as const)('%s %s %s', (left, sign, right) => {
    const wanted = sign === '=' ? 0 : -1
    expect(Math.sign(compareVersions(left, right))).toBe(wanted)
    expect(Math.sign(compareVersions(right, left))).toBe(wanted === 0 ? 0 : 1)
    expect(isAhead(right, left)).toBe(sign === '<')
    expect(sameVersion(left, right)).toBe(sign === '=')
  })

  test('agrees with semver on strict versions', () => {
    fc.assert(
      fc.property(strictVersion, strictVersion, (a, b) => {
        expect(Math.sign(compareVersions(a, b))).toBe(semver.compare(a, b))
      }),
    )
  })

  test('is total: reflexive, antisymmetric, transitive', () => {
    fc.assert(
      fc.property(looseVersion, looseVersion, looseVersion, (a, b, c) => {
        expect(compareVersions(a, a)).toBe(0)
        expect(Math.sign(compareVersions(a, b)) + Math.sign(compareVersions(b, a))).toBe(0)
        const [low, middle, high] = [a, b, c].sort(compareVersions)
        expect(compareVersions(low ?? '', middle ?? '')).toBeLessThanOrEqual(0)
        expect(compareVersions(low ?? '', high ?? '')).toBeLessThanOrEqual(0)
      }),
    )
  })

  test('gives equal keys exactly to versions equal in order', () => {
    fc.assert(
      fc.property(looseVersion, looseVersion, (a, b) => {
        expect(versionKey(a) === versionKey(b)).toBe(compareVersions(a, b) === 0)
      }),
    )
  })

  test('refuses to order what Helm does not load', () => {
    expect(() => compareVersions('1.2.3', '1.2.3.4')).toThrow(RangeError)
  })
})

describe('identity', () => {
  test.each([
    ['109.0.1+up1.0.2', '109.0.1+up1.0.3', true, false],
    ['1.2.3', 'v1.2.3', true, false],
    ['1.2.3', '1.2.3', true, true],
    ['1.2.3', '1.2.4', false, false],
  ])('%s and %s: by precedence %j, exactly %j', (a, b, precedence, exact) => {
    expect(sameVersion(a, b, 'precedence')).toBe(precedence)
    expect(sameVersion(a, b, 'exact')).toBe(exact)
  })
})
