import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { readToldFindings, type ToldFindings, toldFinding, writeToldFindings } from '../../src/render/told-findings.ts'
import { unmet } from './story.ts'

const head = 'a'.repeat(40)
const finding = toldFinding(unmet, head, '0123456789ab')
const told: ToldFindings = { head, pulls: { 951: [finding, { ...finding, unread: true }] } }
const [line = ''] = writeToldFindings(told)

test('a run that found nothing says nothing', () => {
  expect(writeToldFindings({ head, pulls: { 951: [] } })).toEqual([])
})

test('what is written is read, whatever a claim says', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }), (claim) => {
      const hostile = { head, pulls: { 7: [{ ...finding, claim: claim.slice(0, 200) }] } }
      const [written = ''] = writeToldFindings(hostile)
      expect(written).toMatch(/^<!-- claimwarden:findings:1 [ -~]+ -->$/)
      expect(written.slice(4, -3)).not.toMatch(/--|[<>@#]/)
      expect(readToldFindings(`any text\n\n${written}`)).toEqual(hostile)
    }),
  )
})

test('it stands last, or before the times of version claims', () => {
  expect(readToldFindings(line)).toEqual(told)
  expect(readToldFindings(`${line}\n<!-- claimwarden:claim-times:1 {} -->\n`)).toEqual(told)
})

describe('is not read', () => {
  test.each([
    ['from further up, where quoted text may stand', `${line}\n\na\n\nb`],
    ['when cut', line.slice(0, -10)],
    ['with another version', line.replace('findings:1', 'findings:2')],
    ['with an unknown rule', line.replace('acceptance\\u002dunmet', 'made\\u002dup')],
    ['with a key too many', line.replace('"severity"', '"x":1,"severity"')],
    ['with a head that is none', line.replace(head, 'HEAD')],
    ['when it is no JSON', '<!-- claimwarden:findings:1 {oops -->'],
    ['when it is too long', line.replace('{', `{${' '.repeat(16_000)}`)],
    ['from nothing', ''],
  ])('%s', (_, text) => {
    expect(readToldFindings(text)).toBeNull()
  })
})

test('more than fits is left out at the end', () => {
  const many = Array.from({ length: 500 }, (_, index) => ({ ...finding, claim: `x/y#${index}` }))
  const [written = ''] = writeToldFindings({ head, pulls: { 951: many } })
  expect(written.length).toBeLessThanOrEqual(16_000)
  expect(readToldFindings(written)?.pulls[951]?.[0]?.claim).toBe('x/y#0')
})
