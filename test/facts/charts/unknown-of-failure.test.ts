import { describe, expect, test } from '@jest/globals'
import { unknownOf } from '../../../src/facts/charts/unknown-of-failure.ts'
import { type FailureKind, GitHubFailure } from '../../../src/github/client.ts'

describe('unknownOf', () => {
  test.each<[FailureKind, string, string]>([
    ['not-found', 'unreadable', 'may-cure'],
    ['forbidden', 'unreadable', 'cannot-cure'],
    ['rejected', 'unreadable', 'cannot-cure'],
    ['unavailable', 'unavailable', 'may-cure'],
    ['partial', 'unavailable', 'may-cure'],
  ])('%s is %s and a retry %s', (kind, reason, retry) => {
    const reading = unknownOf(new GitHubFailure(kind, 'internal words'), 'the files of #12')
    expect(reading).toMatchObject({ known: false, reason, retry })
    expect(reading.what).toMatch(
      /^the files of #12 (cannot|could not) be read: GitHub |^the files of #12 cannot be read: the app /,
    )
    expect(reading.what).not.toContain('internal words')
  })

  test('a rate limit and a fault of ours are thrown', () => {
    const limit = new GitHubFailure('rate-limited', 'test')
    expect(() => unknownOf(limit, 'x')).toThrow(limit)
    expect(() => unknownOf(new TypeError('ours'), 'x')).toThrow('ours')
  })
})
