import { describe, expect, test } from '@jest/globals'
import { known, type Unknown, unknown } from '../../../src/domain/reading.ts'
import { defaultPolicy } from '../../../src/policy/schema.ts'
import { closing, found, issue, judge, plain, policyWith, ref, spoken, type World, whole } from './issues-facts.ts'

describe('acceptance-unmet', () => {
  test('names what is open and the ways out', () => {
    const world = closing('Closes #7', '## Acceptance\n- [x] built\n- [ ] AC9: tested\n- [ ] post-merge: seen live')
    expect(whole(found(world, 'acceptance-unmet')[0])).toEqual({
      severity: 'block',
      claim: 'tracebloc/client#7',
      says: 'Merging would close #7: 2 of 3 criteria unmet',
      seen: 'AC9 "tested": it is open in the issue; AC3 "seen live": it can only be met after the merge, so the merge must not close the issue',
      wanted: 'every criterion of #7 met before a merge closes it',
      fixes: [
        ['Leave it open: replace Closes #7 on line 1 of the description by', 'Part of #7'],
        ['Finish what is open, and tick it in #7'],
        [
          'Or attest what is met in the description: write behind the colon a changed file, a commit, a check, or an issue, pull request or run by URL, and tick the box',
          '## Acceptance evidence\n\n- [ ] #7 AC9: ',
        ],
        [
          'Or somebody with write permission who is not the author accepts what holds, in a comment with the reason behind the dashes',
          '/claims accept #7 AC9 AC3 -- ',
        ],
      ],
      line: 1,
    })
  })

  test('is silent when all is met', () => {
    expect(found(closing('Closes #7', '- [x] built\n- [x] tested'), 'acceptance-unmet')).toEqual([])
  })

  test('is unknown where evidence cannot be told, and the verdict with it', () => {
    const untold = unknown('unreadable', 'the app may not read checks', 'cannot-cure')
    const nothing = 'not-needed' as const
    const proofs = { checks: untold, paths: nothing, labels: nothing, comments: nothing, reviews: nothing }
    const issue = '## Acceptance\n- [x] built <!-- proof: check "e2e" -->'
    const { verdict } = judge(closing('Closes #7', issue, { facts: { proofs } }))
    expect([verdict.kind, verdict.retry, plain(verdict.title)]).toEqual([
      'unknown',
      'cannot-cure',
      'Whether 1 of 1 criteria of #7 is met cannot be told',
    ])
  })

  test('is unknown, and may be cured, where a followed issue could not be read', () => {
    const world = closing('Closes #7', '- [ ] #8', {
      facts: { followed: [{ reference: ref(8), target: unknown('unavailable', 'GitHub did not answer', 'may-cure') }] },
    })
    expect(judge(world).verdict).toMatchObject({ kind: 'unknown', retry: 'may-cure' })
  })

  test.each<[string, Unknown['retry'], Unknown['retry'], string]>([
    ['may be cured where each may', 'may-cure', 'may-cure', 'may-cure'],
    ['cannot be cured where one cannot', 'may-cure', 'cannot-cure', 'cannot-cure'],
  ])('what cannot be told of two criteria %s', (_name, one, other, retry) => {
    const followed = [
      { reference: ref(8), target: unknown('unavailable', 'GitHub did not answer', one) },
      { reference: ref(9), target: unknown('unavailable', 'GitHub did not answer', other) },
    ]
    const world = closing('Closes #7', '- [ ] #8\n- [ ] #9\n- [x] built', { facts: { followed } })
    expect(found(world, 'acceptance-unmet')).toHaveLength(1)
    expect(found(world, 'acceptance-unmet')[0]?.retry).toBe(retry)
    expect(whole(found(world, 'acceptance-unmet')[0])).toMatchObject({
      severity: 'unknown',
      says: 'Whether 2 of 3 criteria of #7 are met cannot be told',
      seen: [8, 9]
        .map(
          (number, index) =>
            `AC${index + 1} "#${number}": it follows #${number}, which cannot be read: GitHub did not answer`,
        )
        .join('; '),
    })
  })

  test('says what is unmet and what cannot be told apart', () => {
    expect(found(closing('Closes #7', '- [ ] #8\n- [ ] built'), 'acceptance-unmet').map(spoken)).toEqual([
      ['acceptance-unmet', 'block', 'Merging would close #7: 1 of 2 criteria unmet'],
      ['acceptance-unmet', 'unknown', 'Whether 1 of 2 criteria of #7 is met cannot be told'],
    ])
  })

  test('takes the text to paste for an answer only when somebody writes evidence into it', () => {
    const world = closing('Closes #7', '- [ ] built')
    const paste = found(world, 'acceptance-unmet')[0]?.fixes.find((fix) => fix.paste?.includes('evidence'))?.paste ?? ''
    const pasted = (text: string) =>
      judge({
        ...world,
        body: `Closes #7\n\n${text}`,
        facts: { pointers: known({ paths: ['src/app.ts'], commits: [], checks: [], references: [] }) },
      }).verdict.kind
    expect(pasted(paste)).toBe('block')
    expect(pasted(paste.replace('[ ]', '[x]'))).toBe('block')
    expect(pasted(`${paste.replace('[ ]', '[x]')}src/app.ts`)).toBe('pass')
  })

  test('offers no attestation where the policy asks for a maintainer', () => {
    const policy = policyWith({})
    const strict = {
      ...policy,
      issues: { ...policy.issues, acceptance: { ...policy.issues.acceptance, attestation: 'maintainer' as const } },
    }
    expect(
      found(closing('Closes #7', '- [ ] built'), 'acceptance-unmet', strict)[0]?.fixes.map(({ paste }) => paste),
    ).toEqual(['Part of #7', undefined, '/claims accept #7 AC1 -- '])
  })

  describe('the ways out', () => {
    const { issues } = defaultPolicy
    const ways = (body: string, acceptance: Partial<typeof issues.acceptance> = {}) =>
      whole(
        found(closing('Closes #7', body), 'acceptance-unmet', {
          ...defaultPolicy,
          issues: { ...issues, acceptance: { ...issues.acceptance, ...acceptance } },
        })[0],
      )?.fixes.slice(1)
    const finish = ['Finish what is open, and tick it in #7']

    test('ask for no evidence that nobody could give', () => {
      expect(ways('- [ ] post-merge: seen live')).toEqual([finish, [expect.any(String), '/claims accept #7 AC1 -- ']])
    })

    test('ask for words where the policy takes any evidence, and let the author accept where it allows that', () => {
      expect(ways('- [ ] built', { evidence: 'any', selfAccept: true })).toEqual([
        finish,
        [
          'Or attest what is met in the description: write behind the colon what shows it, and tick the box',
          '## Acceptance evidence\n\n- [ ] #7 AC1: ',
        ],
        [
          'Or somebody with write permission accepts what holds, in a comment with the reason behind the dashes',
          '/claims accept #7 AC1 -- ',
        ],
      ])
    })

    test.each([
      [20, ` ${Array.from({ length: 20 }, (_, index) => `AC${index + 1}`).join(' ')}`],
      [21, ''],
    ])('of %i criteria the command names %j', (count, named) => {
      expect(ways('- [ ] a\n'.repeat(count))?.at(-1)?.[1]).toBe(`/claims accept #7${named} -- `)
    })
  })

  test('for a sidebar link the way out is the sidebar', () => {
    const world: World = { body: 'Work.', manual: [ref(7)], issues: [issue(ref(7), { body: '- [ ] built' })] }
    const [finding] = found(world, 'acceptance-unmet')
    expect(plain(finding?.fixes[0]?.how ?? [])).toBe('Leave it open: take #7 out of "Development" in the sidebar')
    expect(finding?.place).toBeUndefined()
    expect(judge(world).claims[0]?.routes).toEqual([{ route: 'sidebar' }])
  })
})
