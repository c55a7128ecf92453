import { describe, expect, test } from '@jest/globals'
import type { IssueRuleId, RuleSeverity } from '../../../src/domain/finding.ts'
import type { ClosingPull, IssueTarget, RelatedIssue } from '../../../src/domain/issues-facts.ts'
import { known, unknown } from '../../../src/domain/reading.ts'
import { evaluateIssues } from '../../../src/evaluate/issues/evaluate.ts'
import { defaultPolicy } from '../../../src/policy/schema.ts'
import { backend, facts, found, issue, plain, policyWith, ref, type World, whole } from './issues-facts.ts'

const shown = (world: World, rule: IssueRuleId, policy = defaultPolicy) =>
  found(world, rule, policy).map((finding) => [finding.severity, plain(finding.says), plain(finding.seen)])

/** A pull request that closes #7, whose acceptance is met. */
const closing = (more: Partial<IssueTarget>, world: Partial<World> = {}): World => ({
  body: 'Closes #7',
  linked: [ref(7)],
  issues: [issue(ref(7), { body: '- [x] built', ...more })],
  ...world,
})

const failed = unknown('unavailable', 'GitHub did not answer', 'may-cure')
const severities: readonly [RuleSeverity, string[]][] = [
  ['block', ['unknown']],
  ['warn', ['warn']],
  ['note', ['note']],
  ['ignore', []],
]

describe('rival-closer', () => {
  const rival = (number: number, createdAt: number, more: Partial<ClosingPull> = {}): ClosingPull => ({
    reference: ref(number),
    visibility: 'PRIVATE',
    createdAt,
    ...more,
  })
  const self = rival(951, 1000)
  const rivals = (...closers: ClosingPull[]): World =>
    closing({ closers: known([self, ...closers]) }, { pull: { createdAt: 1000 } })

  test('names the other and the older of the two', () => {
    expect(shown(rivals(rival(922, 500)), 'rival-closer')).toEqual([
      [
        'warn',
        'Merging would close #7, as would #922',
        '#922 is open and closes it; the older #922 is the first claimant',
      ],
    ])
    expect(shown(rivals(rival(952, 2000)), 'rival-closer')).toEqual([
      [
        'warn',
        'Merging would close #7, as would #952',
        '#952 is open and closes it; this pull request is the older and the first claimant',
      ],
    ])
  })

  test('counts several, and lets the first claimant ask the other', () => {
    const world = rivals(rival(953, 3000), rival(952, 2000))
    expect(shown(world, 'rival-closer')).toEqual([
      [
        'warn',
        'Merging would close #7, as would 2 other open pull requests',
        '#952, #953 are open and close it; this pull request is the older and the first claimant',
      ],
    ])
    expect(found(world, 'rival-closer')[0]?.fixes.map(({ how, paste }) => [plain(how), paste])).toEqual([
      ['Leave it open: replace Closes #7 on line 1 of the description by', 'Part of #7'],
      ['Or have #952 name it without closing it', 'Part of #7'],
    ])
  })

  test('does not name what fewer people can read', () => {
    const hidden = rival(3, 500, { reference: ref(3, backend) })
    const world = { ...rivals(hidden), pull: { createdAt: 1000, visibility: 'PUBLIC' as const } }
    const open = {
      ...world,
      issues: [issue(ref(7), { body: '- [x] a', visibility: 'PUBLIC', closers: known([self, hidden]) })],
    }
    expect(shown(open, 'rival-closer')).toEqual([
      [
        'warn',
        'Merging would close #7, as would 1 other open pull request',
        '1 that is not shown here is open and closes it; an older one is the first claimant',
      ],
    ])
  })

  test('asks nobody to step back where the other is the older, or may not be named', () => {
    const ways = (world: World) => found(world, 'rival-closer')[0]?.fixes.map(({ how }) => plain(how))
    const leave = ['Leave it open: replace Closes #7 on line 1 of the description by']
    expect(ways(rivals(rival(922, 500)))).toEqual(leave)
    const hidden = rivals(rival(3, 2000, { reference: ref(3, backend) }))
    expect(ways({ ...hidden, pull: { createdAt: 1000, visibility: 'PUBLIC' } })).toEqual(leave)
  })

  test('of those opened in the same moment the one with the lower number is the older', () => {
    expect(shown(rivals(rival(960, 500), rival(922, 500)), 'rival-closer')[0]?.[2]).toBe(
      '#922, #960 are open and close it; the older #922 is the first claimant',
    )
    expect(shown(rivals(rival(960, 1000)), 'rival-closer')[0]?.[2]).toBe(
      '#960 is open and closes it; this pull request is the older and the first claimant',
    )
  })

  test('says what was wanted, also where it could not be told', () => {
    const wanted = 'one pull request that closes #7'
    expect(whole(found(rivals(rival(922, 500)), 'rival-closer')[0])).toMatchObject({ wanted, line: 1 })
    expect(whole(found(closing({ closers: failed }), 'rival-closer')[0])).toMatchObject({
      seen: 'GitHub did not answer',
      wanted,
      fixes: [],
      line: 1,
    })
  })

  test('is silent without a rival', () => {
    expect(shown(rivals(), 'rival-closer')).toEqual([])
  })

  test.each(severities)('configured %s it speaks %p where it could not be told', (severity, wanted) => {
    const world = closing({ closers: failed })
    const findings = found(world, 'rival-closer', policyWith({ 'rival-closer': severity }))
    expect(findings.map((finding) => finding.severity)).toEqual(wanted)
    if (findings[0] !== undefined) {
      expect(plain(findings[0].says)).toBe('Whether another pull request closes #7 too cannot be told')
    }
  })
})

describe('open-sub-issues', () => {
  const sub = (number: number, state: 'OPEN' | 'CLOSED', more: Partial<RelatedIssue> = {}): RelatedIssue => ({
    reference: ref(number),
    visibility: 'PRIVATE',
    state,
    ...more,
  })
  const parent = (
    listed: readonly RelatedIssue[],
    counts: { total?: number; completed?: number } = {},
    world: Partial<World> = {},
  ) => {
    const completed = listed.filter(({ state }) => state === 'CLOSED').length
    return closing({ subIssues: known({ total: listed.length, completed, listed, ...counts }) }, world)
  }

  test('counts the open ones and names them', () => {
    const world = parent([sub(8, 'OPEN'), sub(9, 'CLOSED'), sub(3, 'OPEN', { reference: ref(3, backend) })])
    expect(shown(world, 'open-sub-issues')).toEqual([
      ['block', 'Merging would close #7: 2 of 3 sub-issues open', 'open: #8, backend#3'],
    ])
    expect(
      found(world, 'open-sub-issues')[0]
        ?.fixes.map(({ how }) => plain(how))
        .at(-1),
    ).toBe('Or close the open sub-issues first, or take them out of #7')
  })

  test('says what was wanted, of one as of several', () => {
    expect(whole(found(parent([sub(8, 'OPEN')]), 'open-sub-issues')[0])).toMatchObject({
      says: 'Merging would close #7: 1 of 1 sub-issue open',
      wanted: 'every sub-issue of #7 closed before a merge closes it',
      line: 1,
    })
    expect(whole(found(closing({ subIssues: failed }), 'open-sub-issues')[0])).toMatchObject({
      wanted: 'every sub-issue of #7 closed before a merge closes it',
      fixes: [['Leave it open: replace Closes #7 on line 1 of the description by', 'Part of #7']],
    })
  })

  test('names ten and counts the rest, also of those that are not shown', () => {
    const numbers = Array.from({ length: 12 }, (_, index) => index + 20)
    const names = numbers.slice(0, 10).map((number) => `#${number}`)
    const many = parent(numbers.map((number) => sub(number, 'OPEN')))
    expect(shown(many, 'open-sub-issues')[0]?.[2]).toBe(`open: ${names.join(', ')} and 2 more`)
    const elsewhere = [1, 2].map((number) => sub(number, 'OPEN', { reference: ref(number, backend), visibility: null }))
    expect(shown(parent(elsewhere), 'open-sub-issues')[0]?.[2]).toBe('open: 2 that are not shown here')
  })

  test.each<[string, World, number]>([
    ['all closed', parent([sub(8, 'CLOSED')]), 0],
    ['none', parent([]), 0],
    [
      'a summary that says one is open, though the list shows all of them closed',
      parent([sub(8, 'CLOSED')], { completed: 0 }),
      0,
    ],
    [
      'a summary that says all are closed, though the list shows an open one',
      parent([sub(8, 'OPEN')], { completed: 1 }),
      1,
    ],
  ])('%s', (_name, world, count) => {
    expect(found(world, 'open-sub-issues')).toHaveLength(count)
  })

  test.each<[string, string, number]>([
    ['with its acceptance met does not count', '- [x] built', 0],
    ['with its acceptance unmet counts', '- [ ] built', 1],
    ['with a part of its acceptance met counts', '- [x] built\n- [ ] tested', 1],
    ['that states none counts', 'Please.', 1],
  ])('one that this pull request closes too %s', (_name, body, count) => {
    const world = parent([sub(8, 'OPEN')])
    const both = {
      ...world,
      body: 'Closes #7, closes #8',
      linked: [ref(7), ref(8)],
      issues: [...(world.issues ?? []), issue(ref(8), { body })],
    }
    expect(found(both, 'open-sub-issues')).toHaveLength(count)
  })

  test('more open ones than the app is shown cannot be told', () => {
    const world = parent([sub(8, 'CLOSED')], { total: 3, completed: 1 })
    expect(shown(world, 'open-sub-issues')).toEqual([
      [
        'unknown',
        'Whether all sub-issues of #7 are closed cannot be told',
        '2 of its 3 sub-issues cannot be read by the app, and not all of them are closed',
      ],
    ])
    expect(found(world, 'open-sub-issues')[0]?.retry).toBe('cannot-cure')
    expect(found(parent([sub(8, 'CLOSED')], { total: 3, completed: 3 }), 'open-sub-issues')).toEqual([])
    const one = parent([sub(8, 'OPEN'), sub(9, 'OPEN')], { total: 4, completed: 0 })
    expect(shown(one, 'open-sub-issues').map(([severity]) => severity)).toEqual(['block'])
  })

  test.each(severities)('configured %s it speaks %p where they could not be listed', (severity, wanted) => {
    const findings = found(
      closing({ subIssues: failed }),
      'open-sub-issues',
      policyWith({ 'open-sub-issues': severity }),
    )
    expect(findings.map((finding) => finding.severity)).toEqual(wanted)
  })
})

describe('open-blockers', () => {
  const blocked = (listed: readonly RelatedIssue[], open = listed.length, more: Partial<IssueTarget> = {}) =>
    closing({ relations: known({ type: null, blockedBy: known({ open, listed }) }), ...more })
  const blocker = (number: number, state: 'OPEN' | 'CLOSED' = 'OPEN'): RelatedIssue => ({
    reference: ref(number),
    visibility: null,
    state,
  })

  test('names them', () => {
    expect(shown(blocked([blocker(8), blocker(9, 'CLOSED')], 1), 'open-blockers')).toEqual([
      ['warn', 'Merging would close #7, which 1 open issue blocks', 'blocked by #8'],
    ])
    expect(shown(blocked([blocker(8), blocker(9)], 3), 'open-blockers')).toEqual([
      ['warn', 'Merging would close #7, which 3 open issues block', 'blocked by #8, #9 and 1 more'],
    ])
  })

  test('says what to do, and what was wanted where it could not be told', () => {
    const leave = ['Leave it open: replace Closes #7 on line 1 of the description by', 'Part of #7']
    expect(whole(found(blocked([blocker(8)]), 'open-blockers')[0])).toMatchObject({
      wanted: 'nothing open that blocks #7',
      fixes: [leave, ['Or finish what blocks #7 first, or take the dependency away if it is none']],
      line: 1,
    })
    expect(whole(found(closing({ relations: failed }), 'open-blockers')[0])).toMatchObject({
      says: 'Whether open issues block #7 cannot be told',
      seen: 'GitHub did not answer',
      wanted: 'nothing open that blocks #7',
      fixes: [],
      line: 1,
    })
  })

  test('does not name one in a repository whose readers were not told', () => {
    const far = { reference: ref(3, backend), visibility: null, state: 'OPEN' as const }
    expect(shown(blocked([far]), 'open-blockers')).toEqual([
      ['warn', 'Merging would close #7, which 1 open issue blocks', 'blocked by 1 that is not shown here'],
    ])
  })

  test('is silent without an open one, and where it was not asked for', () => {
    expect(shown(blocked([blocker(9, 'CLOSED')], 0), 'open-blockers')).toEqual([])
    expect(shown(closing({ relations: 'not-needed' }), 'open-blockers')).toEqual([])
    expect(shown(closing({ relations: known({ type: null, blockedBy: 'not-needed' }) }), 'open-blockers')).toEqual([])
  })

  test.each(severities)('configured %s it speaks %p where they could not be read', (severity, wanted) => {
    const policy = policyWith({ 'open-blockers': severity, 'target-protected': 'ignore' })
    for (const relations of [failed, known({ type: null, blockedBy: failed })]) {
      const findings = found(closing({ relations }), 'open-blockers', policy)
      expect(findings.map((finding) => finding.severity)).toEqual(wanted)
    }
  })
})

describe('target-protected by type', () => {
  const typed = (type: string | null) => closing({ relations: known({ type, blockedBy: 'not-needed' }) })

  test('in any case, and not by another type', () => {
    expect(shown(typed('epic'), 'target-protected')).toEqual([
      [
        'block',
        'Merging would close #7, which is protected from closing by a merge',
        '#7 is protected by its type epic',
      ],
    ])
    expect(shown(typed('Bug'), 'target-protected')).toEqual([])
    expect(shown(typed(null), 'target-protected')).toEqual([])
  })

  test('a label decides without it', () => {
    expect(shown(closing({ labels: ['epic'], relations: failed }), 'target-protected')[0]?.[0]).toBe('block')
  })

  test('says what to do, also where the type could not be read', () => {
    const leave = ['Leave it open: replace Closes #7 on line 1 of the description by', 'Part of #7']
    const common = { wanted: 'a person who closes #7 when all of it is done', fixes: [leave], line: 1 }
    expect(whole(found(typed('epic'), 'target-protected')[0])).toMatchObject(common)
    expect(whole(found(closing({ relations: failed }), 'target-protected')[0])).toMatchObject({
      ...common,
      says: 'Whether #7 is protected from closing cannot be told',
      seen: 'GitHub did not answer',
    })
  })

  test('is no matter where the policy protects no type, or none was asked for', () => {
    const { issues } = defaultPolicy
    const untyped = { ...defaultPolicy, issues: { ...issues, protected: { ...issues.protected, types: [] } } }
    expect(shown(closing({ relations: failed }), 'target-protected', untyped)).toEqual([])
    expect(shown(closing({ relations: 'not-needed' }), 'target-protected')).toEqual([])
  })

  test('by a milestone of the policy', () => {
    const { issues } = defaultPolicy
    const policy = {
      ...defaultPolicy,
      issues: { ...issues, protected: { ...issues.protected, milestones: ['Later'] } },
    }
    expect(shown(closing({ milestone: 'later' }), 'target-protected', policy)[0]?.[2]).toBe(
      '#7 is protected by its milestone later',
    )
    expect(shown(closing({ milestone: 'Sooner' }), 'target-protected', policy)).toEqual([])
    expect(shown(closing({ milestone: null }), 'target-protected', policy)).toEqual([])
  })

  test.each(severities)('configured %s it speaks %p where the type could not be read', (severity, wanted) => {
    const policy = policyWith({ 'target-protected': severity, 'open-blockers': 'ignore' })
    const findings = found(closing({ relations: failed }), 'target-protected', policy)
    expect(findings.map((finding) => finding.severity)).toEqual(wanted)
  })
})

describe('ticket-unnamed', () => {
  const policy = policyWith({ 'ticket-unnamed': 'block' })
  const withPatterns = (...patterns: string[]) => ({ ...policy, issues: { ...policy.issues, tickets: { patterns } } })

  test('is silent unless it is asked for', () => {
    expect(found({ body: 'Work.' }, 'ticket-unnamed')).toEqual([])
  })

  test('says so, and what to write', () => {
    const [finding] = found({ body: 'Work.' }, 'ticket-unnamed', policy)
    expect(whole(finding)).toEqual({
      severity: 'block',
      claim: '*',
      says: 'This pull request names no issue',
      seen: 'no reference to an issue or ticket in the title, the description or a commit',
      wanted: 'the issue that this work belongs to',
      fixes: [['Name the issue in the description, with its number behind', 'Part of #']],
      line: undefined,
    })
  })

  test.each<[string, World]>([
    ['a number', { body: 'See #7.' }],
    ['a repository of the same owner', { body: 'See backend#7.' }],
    ['another repository', { body: 'See other/thing#7.' }],
    ['a URL', { body: 'https://github.com/tracebloc/backend/issues/7' }],
    ['the title', { body: '', pull: { title: 'Collect logs (#7)' } }],
    ['a commit', { body: '', commits: ['Work for #7'] }],
    ['a link by hand', { body: '', manual: [ref(7)], issues: [issue(ref(7), { body: '- [x] a' })] }],
    ['the pull request’s number elsewhere', { body: 'See tracebloc/backend#951.' }],
    ['a ticket', { body: 'BLO-12' }],
    ['a ticket in the branch’s name', { body: '', pull: { headRefName: 'feature/BLO-12-logs' } }],
  ])('%s is a name', (_name, world) => {
    expect(found(world, 'ticket-unnamed', withPatterns('BLO-[0-9]+'))).toEqual([])
  })

  test.each<[string, World]>([
    ['a number in code', { body: '`#7`' }],
    ['a number in a block of code', { body: '```\n#7 BLO-12\n```' }],
    ['the pull request itself', { body: 'Reopens #951.' }],
    ['the pull request itself, spelled otherwise', { body: 'Reopens GH-951.' }],
    ['a ticket of another pattern', { body: 'ABC-12' }],
    ['a branch with a number', { body: '', pull: { headRefName: 'fix-#7' } }],
  ])('%s is none', (_name, world) => {
    expect(found(world, 'ticket-unnamed', withPatterns('BLO-[0-9]+'))).toHaveLength(1)
  })
})

test('what hangs on an issue that fewer people can read is counted, never named', () => {
  const far = { visibility: 'PRIVATE' as const, state: 'OPEN' as const }
  const target = ref(2961, backend)
  const world: World = {
    body: 'Closes tracebloc/backend#2961',
    linked: [target],
    pull: { visibility: 'PUBLIC' },
    issues: [
      issue(target, {
        body: '- [x] a',
        closers: known([{ reference: ref(41, backend), visibility: 'PRIVATE', createdAt: 0 }]),
        subIssues: known({ total: 1, completed: 0, listed: [{ reference: ref(42, backend), ...far }] }),
        relations: known({
          type: 'Epic',
          blockedBy: known({ open: 1, listed: [{ reference: ref(43, backend), ...far }] }),
        }),
      }),
    ],
  }
  const { verdict } = evaluateIssues(facts(world), defaultPolicy)
  expect(verdict.findings.map(({ rule }) => rule)).toEqual([
    'target-protected',
    'open-sub-issues',
    'open-blockers',
    'rival-closer',
  ])
  expect(JSON.stringify(verdict)).not.toMatch(/4[123]|Epic/)
})
