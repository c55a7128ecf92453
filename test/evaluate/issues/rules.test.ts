import { describe, expect, test } from '@jest/globals'
import type { Finding, IssueRuleId, RuleSeverity } from '../../../src/domain/finding.ts'
import { known, type Unknown, unknown } from '../../../src/domain/reading.ts'
import { evaluateIssues } from '../../../src/evaluate/issues/evaluate.ts'
import { issueRules } from '../../../src/evaluate/issues/rules.ts'
import { defaultPolicy } from '../../../src/policy/schema.ts'
import { backend, facts, issue, plain, policyWith, ref, spoken, type World, whole } from './issues-facts.ts'

const judge = (world: World, policy = defaultPolicy) => evaluateIssues(facts(world), policy)
const found = (world: World, rule: IssueRuleId, policy = defaultPolicy): readonly Finding[] =>
  judge(world, policy).verdict.findings.filter((finding) => finding.rule === rule)

/** A pull request that closes #7 by its first line, whose body is given. */
const closing = (body: string, issueBody: string, more: Partial<World> = {}): World => ({
  body,
  linked: [ref(7)],
  issues: [issue(ref(7), { body: issueBody })],
  ...more,
})

test('the rules are these', () => {
  expect(issueRules.map((rule) => rule.id)).toEqual([
    'acceptance-unmet',
    'claim-contradicted',
    'target-protected',
    'open-sub-issues',
    'target-is-pull-request',
    'acceptance-unstated',
    'target-unreadable',
    'target-already-closed',
    'open-blockers',
    'rival-closer',
    'hidden-closer',
    'ticket-unnamed',
    'work-disclaimed',
    'keyword-inert',
  ])
})

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

describe('claim-contradicted', () => {
  test.each([
    ['This does not close #7.', 'Merging would close #7, but the description says that it does not'],
    ['Close #7 once #86 lands.', 'Merging would close #7, but the description leaves that to something later'],
    ['Partially fixes #7', 'Merging would close #7, but the description says that it is done only in part'],
    ['It said "closes #7".', 'Merging would close #7, but the description only quotes the keyword'],
    ['Closes #7\n\nPart of #7', 'Merging would close #7, but the description says that it stays open'],
    ['Out of scope:\n- fixes #7', 'Merging would close #7, but the description lists it under what is left out'],
  ])('%j', (body, says) => {
    expect(found(closing(body, '- [x] built'), 'claim-contradicted').map(spoken)).toEqual([
      ['claim-contradicted', 'block', says],
    ])
  })

  test('quotes the sentence, and asks to rewrite it instead of replacing words in it', () => {
    expect(whole(found(closing('Work.\n\nThis does not close #7.', '- [x] built'), 'claim-contradicted')[0])).toEqual({
      severity: 'block',
      claim: 'tracebloc/client#7',
      says: 'Merging would close #7, but the description says that it does not',
      seen: 'line 3: "This does not close #7."',
      wanted: 'a description that agrees with what the merge does to #7',
      fixes: [
        [
          'Leave it open: rewrite line 3 of the description without a closing keyword before the number, for GitHub reads no negation; for example',
          'Part of #7',
        ],
        ['Or, if the work is done, take back the sentence on line 3 of the description'],
      ],
      line: 3,
    })
  })

  test('speaks for a sidebar link too', () => {
    const world: World = { body: 'Part of #7.', manual: [ref(7)], issues: [issue(ref(7), { body: '- [x] built' })] }
    expect(judge(world).verdict.kind).toBe('block')
  })

  test('is silent about a number that nothing closes', () => {
    expect(judge({ body: 'Part of #7. #8 stays open.' }).verdict.findings).toEqual([])
  })

  test('is silent about a closed issue', () => {
    const world = { body: 'This does not close #7.', linked: [ref(7)], issues: [issue(ref(7), { state: 'CLOSED' })] }
    expect(judge(world).verdict.findings.map((finding) => finding.rule)).toEqual(['target-already-closed'])
  })
})

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

describe('keyword-inert', () => {
  test.each([
    [
      'Closes #7, #8',
      'Merging leaves #8 as it is: in a list, each number needs its own keyword',
      'line 1: Closes #7, #8',
    ],
    ['Closes #7\n\n`Fixes #8`', 'Merging leaves #8 as it is: GitHub reads no keyword in code', 'line 3: Fixes #8'],
    [
      'Closes #7\n\nFixes issue #8',
      'Merging leaves #8 as it is: something stands between keyword and number',
      'line 3: Fixes issue #8',
    ],
    ['Closes #7\n\nclosing #8', 'Merging leaves #8 as it is: the form in -ing is no keyword', 'line 3: closing #8'],
    [
      'Closes #7\n\nCloses:\n#8',
      'Merging leaves #8 as it is: a line break parts keyword and number',
      'line 3: Closes: #8',
    ],
  ])('%j', (body, says, seen) => {
    const [finding] = found(closing(body, '- [x] built'), 'keyword-inert')
    expect([finding?.severity, plain(finding?.says ?? []), plain(finding?.seen ?? [])]).toEqual(['note', says, seen])
    expect(finding?.fixes.map((fix) => fix.paste)).toEqual(['Closes #8'])
  })

  test('on another base it says that keywords do nothing there', () => {
    const { verdict } = judge({ body: 'Fixes #8', pull: { baseRefName: 'release' } })
    expect(verdict.findings.map(spoken)).toEqual([
      [
        'keyword-inert',
        'note',
        'Merging leaves #8 as it is: keywords do nothing on release, which is not the default branch',
      ],
    ])
    expect(plain(verdict.title)).toBe('Merging closes no issue')
  })

  test('is silent where other words close the number', () => {
    expect(found(closing('Closes #7, and `Fixes #7`', '- [x] built'), 'keyword-inert')).toEqual([])
  })
})

describe('target-is-pull-request', () => {
  test.each<['OPEN' | 'CLOSED' | 'MERGED', string, string]>([
    ['OPEN', 'block', 'Merging may close #684, which is an open pull request'],
    ['MERGED', 'note', 'A closing keyword names #684, a pull request that is not open'],
  ])('%s: %s', (state, severity, says) => {
    const world: World = {
      body: 'fix #684',
      targets: [{ reference: ref(684), target: known({ kind: 'pull', reference: ref(684), state }) }],
    }
    expect(judge(world).verdict.findings.map(spoken)).toEqual([['target-is-pull-request', severity, says]])
    expect(whole(judge(world).verdict.findings[0])).toMatchObject({
      claim: 'tracebloc/client#684',
      seen: 'a closing keyword before the number of a pull request',
      wanted: 'closing keywords before issues only',
      fixes: [['Leave it open: replace fix #684 on line 1 of the description by', 'Part of #684']],
      line: 1,
    })
  })
})

describe('target-protected', () => {
  test.each<[string, Partial<Parameters<typeof issue>[1]>, string | undefined]>([
    ['a label, in any case', { labels: ['bug', 'Epic'] }, '#7 is protected by its label Epic'],
    ['no such label', { labels: ['epics'] }, undefined],
  ])('%s', (_name, more, seen) => {
    const world: World = {
      body: 'Closes #7',
      linked: [ref(7)],
      issues: [issue(ref(7), { body: '- [x] done', ...more })],
    }
    const [finding] = found(world, 'target-protected')
    expect(finding === undefined ? undefined : plain(finding.seen)).toBe(seen)
  })
})

describe('severity', () => {
  test.each<[IssueRuleId, World]>([
    ['acceptance-unmet', closing('Closes #7', '- [ ] built')],
    ['claim-contradicted', closing('Does not close #7', '- [x] built')],
    ['work-disclaimed', closing('Closes #7\n\n## Out of scope\n\nDocs', '- [x] built')],
    ['target-already-closed', { body: 'Closes #7', linked: [ref(7)], issues: [issue(ref(7), { state: 'CLOSED' })] }],
    ['keyword-inert', { body: '`Closes #7`' }],
    [
      'target-protected',
      { body: 'Closes #7', linked: [ref(7)], issues: [issue(ref(7), { body: '- [x] a', labels: ['meta'] })] },
    ],
  ])('%s speaks no harder than the policy lets it', (rule, world) => {
    expect(found(world, rule, policyWith({ [rule]: 'note' })).map((finding) => finding.severity)).toEqual(['note'])
    expect(found(world, rule, policyWith({ [rule]: 'ignore' }))).toEqual([])
  })

  test('findings come the hardest first', () => {
    const world = closing('Closes #7, #9\n\n## Out of scope\n\nDocs\n\nCloses #8', '- [ ] built', {
      linked: [ref(7), ref(8)],
      issues: [issue(ref(7), { body: '- [ ] built' }), issue(ref(8), { body: 'x' })],
    })
    expect(judge(world).verdict.findings.map((finding) => finding.severity)).toEqual([
      'block',
      'warn',
      'note',
      'note',
      'note',
    ])
  })
})

describe('visibility', () => {
  const secret = '## Acceptance\n- [ ] SECRET-1: the hidden thing\n- [x] another hidden thing\n- [ ] tracebloc/hidden#8'
  const target = ref(2961, backend)
  const hidden = ref(8, { owner: 'tracebloc', name: 'hidden' })
  const world = (visibility: 'PUBLIC' | 'PRIVATE', isFork = false): World => ({
    body: 'Closes tracebloc/backend#2961',
    linked: [target],
    issues: [issue(target, { body: secret, title: 'hidden title', labels: ['epic'] })],
    pull: { visibility, isFork },
    facts: { followed: [{ reference: hidden, target: known(issue(hidden)) }] },
  })

  test.each([
    ['a public repository', world('PUBLIC')],
    ['a fork', world('PRIVATE', true)],
  ])('in %s a private issue shows its number and counts only', (_name, where) => {
    const evaluation = judge(where)
    const text = JSON.stringify(evaluation)
    expect(text).not.toMatch(/hidden|SECRET|epic/i)
    expect(plain(evaluation.verdict.title)).toBe('Merging would close backend#2961: 2 of 3 criteria unmet')
    expect(evaluation.claims[0]?.criteria?.map((criterion) => criterion.met)).toEqual([false, true, false])
  })

  test('in a private repository of the same organisation it is shown', () => {
    expect(JSON.stringify(judge(world('PRIVATE')))).toMatch(/the hidden thing/)
  })
})

describe('what is not judged', () => {
  test.each([
    ['a base outside of the policy', { bases: ['main', 'release/**'] }, 'Closing claims are not judged on develop'],
    ['an exempt author', { exemptAuthors: ['Dora'] }, 'Closing claims of dora are not judged: an exempt author'],
  ])('%s passes and says so', (_name, more, title) => {
    const { verdict, claims } = judge(closing('Closes #7', '- [ ] built'), policyWith({}, more))
    expect([verdict.kind, plain(verdict.title), verdict.findings, claims]).toEqual(['pass', title, [], []])
  })

  test('a base that a glob of the policy names is judged', () => {
    expect(judge(closing('Closes #7', '- [ ] built'), policyWith({}, { bases: ['dev*'] })).verdict.kind).toBe('block')
  })
})
