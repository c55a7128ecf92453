import { describe, expect, test } from '@jest/globals'
import type { RuleSeverity } from '../../../src/domain/finding.ts'
import { closing, found, judge, plain, policyWith, whole } from './issues-facts.ts'

describe('acceptance-unstated', () => {
  test('warns, and says so in the title', () => {
    const world = closing('Closes #7', 'Please fix.')
    expect(whole(found(world, 'acceptance-unstated')[0])).toEqual({
      severity: 'warn',
      claim: 'tracebloc/client#7',
      says: 'Merging would close #7, which states no acceptance',
      seen: 'no section of acceptance and no box in the issue',
      wanted: 'acceptance criteria in #7, so that a merge can be held against them',
      fixes: [
        ['Leave it open: replace Closes #7 on line 1 of the description by', 'Part of #7'],
        ['Or state in #7 what must hold before it is done, under a heading', '## Acceptance criteria\n\n- [ ] '],
      ],
      line: 1,
    })
    expect(plain(judge(world).verdict.title)).toBe('Merging closes #7, which states no acceptance')
  })

  test.each<[RuleSeverity, string, string[]]>([
    ['warn', 'This PR does not fix the crash.', ['block']],
    ['block', 'All done.', ['block']],
    ['note', 'This PR does not fix the crash.', ['note']],
    ['ignore', 'This PR does not fix the crash.', []],
    ['warn', '## Out of scope\n\n- docs', ['warn']],
  ])('configured %s, with %j it speaks %j', (severity, text, expected) => {
    const world = closing(`Closes #7\n\n${text}`, 'Please fix.')
    const findings = found(world, 'acceptance-unstated', policyWith({ 'acceptance-unstated': severity }))
    expect(findings.map((finding) => finding.severity)).toEqual(expected)
  })

  test('quotes the sentence that denies', () => {
    const [finding] = found(closing('Closes #7\n\nThis PR does not fix the crash.', 'x'), 'acceptance-unstated')
    expect(plain(finding?.seen ?? [])).toBe(
      'no section of acceptance and no box in the issue; line 3 of the description: "This PR does not fix the crash."',
    )
  })

  test('is silent where acceptance is stated', () => {
    expect(found(closing('Closes #7', '- [ ] built'), 'acceptance-unstated')).toEqual([])
  })
})
