import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Proof } from '../../../src/domain/proof.ts'
import { readProofs } from '../../../src/facts/parse/proof.ts'

describe('a proof', () => {
  test.each<[string, Proof]>([
    ['check "e2e / linux"', { kind: 'check', name: 'e2e / linux' }],
    ['Check "e2e" From "GitHub-Actions"', { kind: 'check', name: 'e2e', app: 'github-actions' }],
    ['path "charts/**/*.yaml"', { kind: 'path', glob: 'charts/**/*.yaml' }],
    ['label "qa: passed"', { kind: 'label', name: 'qa: passed' }],
    ['comment "/fr-pass"', { kind: 'comment', line: '/fr-pass', notAuthor: false }],
    ['comment "/fr-pass" not-author', { kind: 'comment', line: '/fr-pass', notAuthor: true }],
    ['review "@Acme/QA-team"', { kind: 'review', by: { kind: 'team', organisation: 'Acme', slug: 'qa-team' } }],
    ['review "@ada"', { kind: 'review', by: { kind: 'user', login: 'ada' } }],
    ['review "@ada_acme"', { kind: 'review', by: { kind: 'user', login: 'ada_acme' } }],
  ])('%s', (text, proof) => {
    expect(readProofs(text)).toEqual([proof])
  })

  test.each([
    ['', 'it is empty'],
    [' , \n', 'it is empty'],
    ['"e2e"', 'it does not start with the kind of proof'],
    ['chek "e2e"', 'only check, path, label, comment, review can prove something'],
    ['check e2e', 'it needs a text in "quotation marks"'],
    ['check', 'it needs a text in "quotation marks"'],
    ['check " "', 'it needs a text in "quotation marks"'],
    ['check "e2e', 'a quotation mark is not closed'],
    ['check "e2e" by "app"', 'behind the name only from "APP" can follow'],
    ['check "e2e" from app', 'behind the name only from "APP" can follow'],
    ['check "e2e" from', 'behind the name only from "APP" can follow'],
    ['check "e2e" from "app" now', 'behind the name only from "APP" can follow'],
    ['comment "/ok" "not-author"', 'behind the line only not-author can follow'],
    ['comment "/ok" not-author please', 'behind the line only not-author can follow'],
    ['path "a" "b"', 'nothing can follow behind the quotation marks'],
    ['label "a" b', 'nothing can follow behind the quotation marks'],
    ['review "ada"', 'a reviewer is "@user" or "@organisation/team"'],
    ['review "@a/b/c"', 'a reviewer is "@user" or "@organisation/team"'],
    ['constructor "a"', 'only check, path, label, comment, review can prove something'],
  ])('%p is malformed: %s', (text, why) => {
    expect(readProofs(text)).toEqual([{ kind: 'malformed', written: text.trim() === ',' ? '' : text.trim(), why }])
  })
})

test('several are separated by commas or new lines, not within quotation marks', () => {
  expect(readProofs('check "a, b", path "c"\nlabel "d"\r\n\n').map(({ kind }) => kind)).toEqual([
    'check',
    'path',
    'label',
  ])
})

test('a quotation mark left open spoils its own line only', () => {
  const kinds = readProofs('check "a\nlabel "b", path "c"').map(({ kind }) => kind)
  expect(kinds).toEqual(['malformed', 'label', 'path'])
})

test('anything at all becomes at least one proof', () => {
  fc.assert(fc.property(fc.string(), (text) => readProofs(text).length > 0))
})
