import { describe, expect, test } from '@jest/globals'
import type { IssueRuleId } from '../../../src/domain/finding.ts'
import { known } from '../../../src/domain/reading.ts'
import { issueRules } from '../../../src/evaluate/issues/rules.ts'
import {
  backend,
  closing,
  found,
  issue,
  judge,
  plain,
  policyWith,
  ref,
  spoken,
  type World,
  whole,
} from './issues-facts.ts'

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
