import { describe, expect, test } from '@jest/globals'
import { quote, words } from '../../src/domain/words.ts'
import { annotationsOf } from '../../src/render/annotations.ts'
import { colliding, disclaimed, headSha, unavailable, unmet } from './story.ts'

describe('an annotation', () => {
  test('of a chart stands on the columns of its version and carries the finding as JSON', () => {
    const [annotation] = annotationsOf(colliding.verdict.findings, headSha)
    expect(annotation).toEqual({
      path: 'chart/Chart.yaml',
      start_line: 4,
      end_line: 4,
      start_column: 10,
      end_column: 15,
      annotation_level: 'failure',
      title: 'version-collision: client@1.9.94',
      message:
        'client 1.9.94 is held by #922; next free is 1.9.95\nSeen: #922 claims it since 3 d\nWanted: a version that nobody else claims\nFix: Take the next free version in chart/Chart.yaml, line 4\nversion: 1.9.95',
      raw_details: expect.any(String),
    })
    expect(JSON.parse(annotation?.raw_details ?? '')).toEqual({
      rule: 'version-collision',
      severity: 'block',
      claim: 'client@1.9.94',
      seen: '#922 claims it since 3 d',
      wanted: 'a version that nobody else claims',
      fix: [{ how: 'Take the next free version in chart/Chart.yaml, line 4', text: 'version: 1.9.95' }],
      head: headSha,
    })
  })

  test('of a description stands on .github with the line in its title', () => {
    expect(annotationsOf([unmet], headSha)).toMatchObject([
      {
        path: '.github',
        start_line: 1,
        end_line: 1,
        title: 'acceptance-unmet: tracebloc/backend#2961 (description, line 12)',
      },
    ])
  })

  test('has no columns when it spans lines, which GitHub would refuse', () => {
    const place = { path: 'a', startLine: 1, endLine: 2, startColumn: 3, endColumn: 4 }
    expect(annotationsOf([{ ...unmet, place }], headSha)[0]).not.toHaveProperty('start_column')
  })

  test.each([
    [unmet, 'failure'],
    [unavailable, 'warning'],
    [{ ...unmet, severity: 'warn' } as const, 'warning'],
    [disclaimed, 'notice'],
  ])('speaks as loud as its finding', (finding, level) => {
    expect(annotationsOf([finding], headSha)[0]?.annotation_level).toBe(level)
  })

  test('shows what is hidden', () => {
    const seen = words`${quote('a\u202Eb\u200B')}`
    const [annotation] = annotationsOf([{ ...unmet, seen, fixes: [{ how: seen, paste: 'x\u2066' }] }], headSha)
    expect(annotation?.message).toContain('Seen: a⟨U+202E⟩b⟨U+200B⟩')
    expect(JSON.parse(annotation?.raw_details ?? '')).toMatchObject({
      seen: 'a⟨U+202E⟩b⟨U+200B⟩',
      fix: [{ text: 'x⟨U+2066⟩' }],
    })
  })
})
