import { expect, test } from '@jest/globals'
import { openRecord, type RecordedAcceptance, sealRecord } from '../../src/domain/acceptance-record.ts'

const key = new TextEncoder().encode('a key')
const subject = { repositoryId: 7, number: 951 }
const acceptance: RecordedAcceptance = {
  target: { repository: { owner: 'tracebloc', name: 'backend' }, number: 2961 },
  criterionId: 'AC2',
  criterionHash: '0123456789abcdef',
  criterionText: 'a',
  actor: 'grace',
  reason: 'seen on the edge — "works" -->',
  headSha: 'a'.repeat(40),
  at: 1_700_000_000_000,
  commentId: 42,
}

test('a sealed record opens to what was sealed, and holds nothing that could end an HTML comment', () => {
  const sealed = sealRecord([acceptance, { ...acceptance, criterionId: 'AC3' }], subject, key)
  expect(openRecord(sealed, subject, key)).toEqual([acceptance, { ...acceptance, criterionId: 'AC3' }])
  expect(sealed).toMatch(/^cw1:[A-Za-z0-9+/=]+:[0-9a-f]{64}$/)
})

const sealed = sealRecord([acceptance], subject, key)
const [version, text = '', signature = ''] = sealed.split(':')
const forged = Buffer.from(Buffer.from(text, 'base64').toString().replace('grace', 'mallory')).toString('base64')

test.each([
  ['of another pull request', sealed, { ...subject, number: 952 }, key],
  ['of another repository', sealed, { ...subject, repositoryId: 8 }, key],
  ['signed by another key', sealed, subject, new TextEncoder().encode('another')],
  ['with another actor', `${version}:${forged}:${signature}`, subject, key],
  ['without a signature', `${version}:${text}`, subject, key],
  ['with a cut signature', sealed.slice(0, -1), subject, key],
  ['of another version', sealed.replace('cw1', 'cw2'), subject, key],
  ['with something behind it', `${sealed}:x`, subject, key],
  ['that is none', '', subject, key],
])('a record %s does not open', (_name, given, about, by) => {
  expect(openRecord(given, about, by)).toBeNull()
})
