import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { floatText, resolvePlain } from '../../../src/facts/parse/chart-scalar.ts'

describe('plain scalars as go-yaml resolves them', () => {
  test.each([
    ['1.10', 'number', '1.1'],
    ['1.0', 'number', '1'],
    ['0.6', 'number', '0.6'],
    ['2.09', 'number', '2.09'],
    ['4.13', 'number', '4.13'],
    ['1', 'number', '1'],
    ['1.', 'number', '1'],
    ['.5', 'number', '0.5'],
    ['+5', 'number', '5'],
    ['-5', 'number', '-5'],
    ['010', 'number', '8'],
    ['-010', 'number', '-8'],
    ['08', 'number', '8'],
    ['0x10', 'number', '16'],
    ['0o17', 'number', '15'],
    ['0b101', 'number', '5'],
    ['1_0', 'number', '10'],
    ['1e3', 'number', '1000'],
    ['72445e2', 'number', '7.2445e+06'],
    ['1e100', 'number', '+Inf'],
    ['1e400', 'text', '1e400'],
    ['.inf', 'number', '+Inf'],
    ['18446744073709551615', 'number', '18446744073709551615'],
    ['18446744073709551616', 'number', '1.8446744e+19'],
    ['true', 'boolean', 'true'],
    ['yes', 'boolean', 'true'],
    ['Off', 'boolean', 'false'],
    ['~', 'null', ''],
    ['', 'null', ''],
    ['Null', 'null', ''],
    ['2024-01-01', 'text', '2024-01-01'],
    ['1.9.94', 'text', '1.9.94'],
    ['v1', 'text', 'v1'],
    ['0.46.00', 'text', '0.46.00'],
    ['1:20', 'text', '1:20'],
    ['0x', 'text', '0x'],
    ['-', 'text', '-'],
    ['.e5', 'text', '.e5'],
    ['yEs', 'text', 'yEs'],
  ])('%j is %s %j', (source, kind, text) => {
    expect(resolvePlain(source)).toEqual({ kind, text })
  })
})

describe("Go's shortest 32-bit format", () => {
  test.each([
    [0.1, '0.1'],
    [100000, '100000'],
    [1000000, '1e+06'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [16777217, '1.6777216e+07'],
    [1.23456789012, '1.2345679'],
    [-2.5, '-2.5'],
    [-0, '-0'],
  ])('%d is %s', (value, text) => {
    expect(floatText(value)).toBe(text)
  })

  test('always reads back as the same 32-bit float', () => {
    fc.assert(
      fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(Math.fround(Number(floatText(value)))).toBe(value)
      }),
    )
  })
})
