import { describe, expect, test } from '@jest/globals'
import { known, type Unknown, unknown } from '../../../src/domain/reading.ts'
import { closing, found, judge, plain, policyWith, ref, type World, whole } from './issues-facts.ts'

describe('target-unreadable', () => {
  const elsewhere = ref(9, { owner: 'other', name: 'secret' })
  const unreadable = unknown('unreadable', 'the app cannot read other/secret', 'cannot-cure')

  test('names the remedies, and is never green whatever the policy says', () => {
    const world: World = { body: 'Closes other/secret#9', targets: [{ reference: elsewhere, target: unreadable }] }
    const { verdict, claims } = judge(world, policyWith({ 'target-unreadable': 'ignore' }))
    expect([verdict.kind, verdict.retry]).toEqual(['unknown', 'cannot-cure'])
    expect(whole(verdict.findings[0])).toEqual({
      severity: 'unknown',
      claim: 'other/secret#9',
      says: 'Merging would close other/secret#9, which cannot be read',
      seen: 'the app cannot read other/secret',
      wanted: 'other/secret#9 readable, so that its acceptance can be told',
      fixes: [
        ["Install the app on other/secret, so that it can read the issue's acceptance"],
        ['Leave it open: replace Closes other/secret#9 on line 1 of the description by', 'Part of other/secret#9'],
      ],
      line: 1,
    })
    expect(claims).toMatchObject([{ state: 'unknown', criteria: null }])
  })

  test.each<[string, Unknown['reason'], string, string]>([
    ['elsewhere that could not be read for now', 'unavailable', 'other/secret', 'Closes other/secret#9'],
    ['here that cannot be read', 'unreadable', 'tracebloc/client', 'Closes #9'],
  ])('an issue %s needs no installation', (_name, reason, repository, closer) => {
    const [owner = '', name = ''] = repository.split('/')
    const target = unknown(reason, 'GitHub did not answer', 'may-cure')
    const world: World = {
      body: closer,
      linked: [ref(9, { owner, name })],
      targets: [{ reference: ref(9, { owner, name }), target }],
    }
    expect(whole(found(world, 'target-unreadable')[0])?.fixes).toEqual([
      [
        `Leave it open: replace ${closer} on line 1 of the description by`,
        repository === 'tracebloc/client' ? 'Part of #9' : 'Part of other/secret#9',
      ],
    ])
  })

  test('an issue that GitHub lists as linked and does not find may be told later', () => {
    const world: World = {
      body: 'Work.',
      linked: [ref(9)],
      targets: [{ reference: ref(9), target: known({ kind: 'absent' }) }],
    }
    expect(judge(world).verdict).toMatchObject({ kind: 'unknown', retry: 'may-cure' })
    expect(whole(found(world, 'target-unreadable')[0])).toMatchObject({
      says: 'Merging would close #9, which cannot be read',
      seen: 'GitHub lists it as linked, and finds no such issue',
      fixes: [
        ['Leave it open: take the closing keyword before the number out of the description, and write', 'Part of #9'],
      ],
    })
  })

  test.each<[Unknown['reason'], string[]]>([
    [
      'unreadable',
      [
        'Install the app on the repositories of the linked issues, or take those links out of "Development" in the sidebar',
      ],
    ],
    ['incomplete', ['Squash the commits into fewer, or split the pull request, so that GitHub lists all of them']],
    ['too-large', ['Shorten the description, and simplify its Markdown']],
    ['unavailable', []],
  ])('what is about no single issue, and %s, has these remedies: %j', (reason, remedies) => {
    const linked = unknown(reason, 'the list was not read', 'may-cure')
    expect(found({ body: 'Work.', facts: { linked } }, 'target-unreadable').map(whole)).toEqual([
      {
        severity: 'unknown',
        claim: '*',
        says: 'What merging would close cannot be told',
        seen: 'the list was not read',
        wanted: 'a whole reading of what this pull request closes',
        fixes: remedies.map((remedy) => [remedy]),
        line: undefined,
      },
    ])
  })

  test('a list of linked issues that could not be read is unknown', () => {
    const world: World = {
      body: 'Work.',
      facts: { linked: unknown('unavailable', 'GitHub did not answer', 'may-cure') },
    }
    const { verdict } = judge(world)
    expect([verdict.kind, verdict.retry, plain(verdict.title)]).toEqual([
      'unknown',
      'may-cure',
      'What merging would close cannot be told',
    ])
  })

  test('a warning beside it does not make it incurable', () => {
    const world: World = {
      body: 'Work. `Fixes #8`',
      facts: { linked: unknown('unavailable', 'GitHub did not answer', 'may-cure') },
    }
    expect(judge(world).verdict).toMatchObject({ kind: 'unknown', retry: 'may-cure' })
  })

  test('a description that cannot be read is unknown', () => {
    expect(judge({ body: 'x'.repeat(2_000_000) }).verdict).toMatchObject({ kind: 'unknown', retry: 'cannot-cure' })
  })

  test('an issue whose body cannot be read is unknown', () => {
    expect(judge(closing('Closes #7', 'x'.repeat(2_000_000))).verdict.kind).toBe('unknown')
  })

  test('block outranks it', () => {
    const world = closing('Closes #7, closes other/secret#9', '- [ ] built', {
      targets: [{ reference: elsewhere, target: unreadable }],
    })
    expect(judge(world).verdict.kind).toBe('block')
  })
})
