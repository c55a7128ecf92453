import { describe, expect, test } from '@jest/globals'
import { unknown } from '../../src/domain/reading.ts'
import { noLateFacts } from '../../src/render/check-run.ts'
import { toldFinding } from '../../src/render/told-findings.ts'
import { renderUnread } from '../../src/render/unread.ts'
import { base, headSha, home, readAt, unmet } from './story.ts'

const what = 'GitHub did not say what this pull request would close'

function unread(retry: 'may-cure' | 'cannot-cure') {
  const reason = unknown('unavailable', what, retry)
  return renderUnread('claims/issues', { home, headSha, readAt, pulls: [base], unknown: reason })
}

describe('a check that could not begin', () => {
  test.each([
    ['may-cure', true, 'It is read again by itself'],
    ['cannot-cure', false, 'somebody has to act on the reason above'],
  ] as const)('that %s says what and what comes next, is never green, and offers Re-check', (retry, mayCure, says) => {
    const run = unread(retry)
    expect(run).toMatchObject({ conclusion: 'action_required', mayCure, title: `Not judged: ${what}` })
    const { summary } = run.outputWith(noLateFacts)
    expect(summary).toMatch(new RegExp(`^Not judged: ${what}\n\nWhat could not be read is never shown as fine`))
    expect(summary).toContain(says)
    expect(run.actions.map(({ identifier }) => identifier)).toEqual(['recheck'])
  })

  test('carries on what the last evaluation found', () => {
    const earlier = toldFinding(unmet, 'b'.repeat(40), undefined)
    const output = unread('may-cure').outputWith({ ...noLateFacts, earlier: new Map([[base.number, [earlier]]]) })
    expect(output.summary).toContain(
      '| `acceptance-unmet` | `tracebloc/backend#2961` | `bbbbbbbbbbbb` | no longer readable; it is looked for again |',
    )
    expect(output.told.pulls[base.number]).toEqual([{ ...earlier, unread: true }])
  })
})
