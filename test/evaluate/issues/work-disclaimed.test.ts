import { describe, expect, test } from '@jest/globals'
import { closing, found, judge, plain, policyWith, whole } from './issues-facts.ts'

describe('work-disclaimed', () => {
  test('quotes the limits, denials of solving first, and blocks nothing', () => {
    const world = closing('Closes #7\n\n## Out of scope\n\nDocs.\n\nIt does not fix the upgrade.', '- [x] built')
    expect(whole(found(world, 'work-disclaimed')[0])).toEqual({
      severity: 'note',
      claim: 'tracebloc/client#7',
      says: 'Merging would close #7, and the description limits its own work: "It does not fix the upgrade."',
      seen: 'line 7: "It does not fix the upgrade."; line 3: "Out of scope"',
      wanted: 'nothing of #7 among what is left out',
      fixes: [],
      line: 7,
    })
    expect(judge(world).verdict.kind).toBe('pass')
  })

  test('quotes at most five, in the order in which they stand', () => {
    const sections = ['Out of scope', 'Not verified', 'Follow-ups', 'Out of scope', 'Not verified', 'Follow-ups']
    const body = `Closes #7\n\n${sections.map((name) => `## ${name}\n\nDocs.`).join('\n\n')}`
    expect(plain(found(closing(body, '- [x] built'), 'work-disclaimed')[0]?.seen ?? [])).toBe(
      sections
        .slice(0, 5)
        .map((name, index) => `line ${3 + 4 * index}: "${name}"`)
        .join('; '),
    )
  })

  test('can be made to block, and is silent without a claim', () => {
    const text = 'It does not fix the upgrade.'
    const blocking = policyWith({ 'work-disclaimed': 'block' })
    expect(judge(closing(`Closes #7\n\n${text}`, '- [x] built'), blocking).verdict.kind).toBe('block')
    expect(judge({ body: text }, blocking).verdict.findings).toEqual([])
  })
})
