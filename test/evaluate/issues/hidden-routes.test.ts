import { describe, expect, test } from '@jest/globals'
import { known, unknown } from '../../../src/domain/reading.ts'
import { defaultPolicy } from '../../../src/policy/schema.ts'
import { found, issue, judge, plain, policyWith, ref, spoken, type World } from './issues-facts.ts'

const rules = (world: World, policy = defaultPolicy) =>
  judge(world, policy).verdict.findings.map(({ rule, severity }) => `${rule}: ${severity}`)

const done = issue(ref(7), { body: '- [x] built' })
const open = issue(ref(7), { body: '- [ ] built' })
const closed = issue(ref(7), { state: 'CLOSED', stateReason: 'COMPLETED' })
/** One commit whose message is given, and #7. */
const committed = (message: string, more: Partial<World> = {}): World => ({
  body: 'Why.',
  commits: [message],
  issues: [done],
  ...more,
})

describe('hidden-closer', () => {
  test('names the commit, the line, the merge methods and the ways out', () => {
    const [finding] = found(committed('Work\n\nCloses #7'), 'hidden-closer')
    expect(
      finding === undefined ? {} : { ...finding, fixes: finding.fixes.map(({ how, paste }) => [plain(how), paste]) },
    ).toMatchObject({
      severity: 'warn',
      claim: 'tracebloc/client#7',
      wanted: [{ kind: 'ours', text: 'a closing keyword in the description, where reviewers see it, or none' }],
      fixes: [
        [
          'Leave it open: in line 3 of the message of commit 111111111111, replace Closes #7 (amend or rebase, then push) by',
          'Part of #7',
        ],
        ['Or, if the merge is to close #7, say so in the description', 'Closes #7'],
      ],
    })
    expect(finding?.place).toBeUndefined()
    expect(plain(finding?.says ?? [])).toBe(
      'Merging would close #7 by commit 111111111111, which the page does not show',
    )
    expect(plain(finding?.seen ?? [])).toBe(
      'line 3 of the message of commit 111111111111: Closes #7, by a merge commit, rebasing or squashing',
    )
  })

  test('in the title', () => {
    const [finding] = found(
      { body: 'Why.', commits: ['a', 'b'], issues: [done], pull: { title: 'Fix #7' } },
      'hidden-closer',
    )
    expect(plain(finding?.says ?? [])).toBe('Merging would close #7 by the title, which the page does not show')
    expect(plain(finding?.seen ?? [])).toBe('the title: Fix #7, by a merge commit or squashing')
    expect(finding?.fixes.map(({ how }) => plain(how))[0]).toBe('Leave it open: replace Fix #7 in the title by')
  })

  test('in words that GitHub itself would begin', () => {
    const world = { body: 'Why.', issues: [done], commits: ['a'], pull: { headRefName: 'fix', title: '#7 again' } }
    const [finding] = found(world, 'hidden-closer')
    expect(plain(finding?.says ?? [])).toBe(
      'Merging would close #7 by the text of the merge, which the page does not show',
    )
    expect(plain(finding?.seen ?? [])).toBe('the text of the merge: fix\n\n#7, by a merge commit')
    expect(finding?.fixes.map(({ how }) => plain(how))[0]).toBe(
      'Leave it open: when merging, replace fix\n\n#7 in the text of the commit by',
    )
  })

  test('in several commits, one behind the other', () => {
    const world = { body: 'Why.', issues: [done], commits: ['Closes #7', 'Fix #7'] }
    expect(plain(found(world, 'hidden-closer')[0]?.seen ?? [])).toBe(
      [
        'line 1 of the message of commit 111111111111: Closes #7, by a merge commit, rebasing or squashing',
        'line 1 of the message of commit 222222222222: Fix #7, by a merge commit, rebasing or squashing',
      ].join('; '),
    )
  })

  test('is silent about a claim that only the list of links shows', () => {
    expect(found({ body: 'Why.', linked: [ref(7)], issues: [done] }, 'hidden-closer')).toEqual([])
  })

  test('in the text of auto-merge', () => {
    const autoMerge = { mergeMethod: 'SQUASH' as const, commitHeadline: 'All', commitBody: 'Closes #7' }
    const [finding] = found(committed('Work', { merging: { autoMerge } }), 'hidden-closer')
    expect(plain(finding?.seen ?? [])).toBe('the text typed for auto-merge: Closes #7, by squashing')
    expect(finding?.fixes.map(({ how }) => plain(how))[0]).toBe(
      'Leave it open: disarm auto-merge, and arm it again with Closes #7 replaced by',
    )
  })

  test.each<[string, World]>([
    ['the description closes it too', committed('Closes #7', { body: 'Closes #7', linked: [ref(7)] })],
    ['it is linked by hand', committed('Closes #7', { manual: [ref(7)] })],
    [
      'no such issue',
      committed('Closes #7', { issues: [], targets: [{ reference: ref(7), target: known({ kind: 'absent' }) }] }),
    ],
    ['it is closed', committed('Closes #7', { issues: [closed] })],
    [
      'no merge method brings the commit along',
      committed('Closes #7', {
        merging: {
          mergeCommitAllowed: false,
          rebaseMergeAllowed: false,
          squashMergeCommitTitle: 'PR_TITLE',
          squashMergeCommitMessage: 'PR_BODY',
        },
      }),
    ],
    ['a promotion carries it', committed('Closes #7', { facts: { promotes: known(true) } })],
    ['the policy ignores it', committed('Closes #7')],
  ])('is silent where %s', (why, world) => {
    const policy = why.includes('policy') ? policyWith({ 'hidden-closer': 'ignore' }) : defaultPolicy
    expect(found(world, 'hidden-closer', policy)).toEqual([])
  })

  test('speaks where it could not be told whether it is a promotion', () => {
    const promotes = unknown('unavailable', 'GitHub did not answer', 'may-cure')
    expect(rules(committed('Closes #7', { facts: { promotes } }))).toEqual(['hidden-closer: warn'])
  })

  test('lists at most five of many commits', () => {
    const [finding] = found(
      { body: '', issues: [done], commits: Array.from({ length: 8 }, () => 'Closes #7') },
      'hidden-closer',
    )
    expect(plain(finding?.seen ?? [])).toMatch(/; and 3 more$/)
    expect(finding?.fixes).toHaveLength(6)
  })
})

describe('a claim by commit is judged like any other', () => {
  test.each<[string, World, string[]]>([
    ['its acceptance', committed('Closes #7', { issues: [open] }), ['acceptance-unmet: block', 'hidden-closer: warn']],
    ['a closed issue', committed('Closes #7', { issues: [closed] }), ['target-already-closed: warn']],
    [
      'an open pull request',
      committed('Closes #8', {
        issues: [],
        targets: [{ reference: ref(8), target: known({ kind: 'pull', reference: ref(8), state: 'OPEN' }) }],
      }),
      ['target-is-pull-request: block'],
    ],
    ['the pull request itself', committed('Closes #951', { issues: [] }), []],
    [
      'a number that does not exist',
      committed('Closes #7', { issues: [], targets: [{ reference: ref(7), target: known({ kind: 'absent' }) }] }),
      [],
    ],
    [
      'one that could not be read',
      committed('Closes #7', {
        issues: [],
        targets: [{ reference: ref(7), target: unknown('unavailable', 'GitHub did not answer', 'may-cure') }],
      }),
      ['target-unreadable: unknown'],
    ],
    ['one that was not looked up', committed('Closes #7', { issues: [] }), ['target-unreadable: unknown']],
  ])('%s', (_what, world, wanted) => {
    expect(rules(world)).toEqual(wanted)
  })

  test('commits that could not be listed whole are unknown, unless no merge brings them along', () => {
    const commits = unknown('incomplete', 'GitHub lists 250 of its 260 commits', 'cannot-cure')
    const squash = { mergeCommitAllowed: false, rebaseMergeAllowed: false, squashMergeCommitTitle: 'PR_TITLE' as const }
    expect(judge({ body: '', facts: { commits } }).verdict).toMatchObject({ kind: 'unknown', retry: 'cannot-cure' })
    const left = { ...squash, squashMergeCommitMessage: 'BLANK' as const }
    expect(judge({ body: '', merging: left, facts: { commits } }).verdict.kind).toBe('pass')
  })
})

describe('on a base that is not the default branch', () => {
  const elsewhere = { pull: { baseRefName: 'release' } }

  test('commits close later, and every sentence says so', () => {
    const { verdict } = judge(committed('Closes #7', { issues: [open], ...elsewhere }))
    expect(verdict.findings.map(spoken)).toEqual([
      ['acceptance-unmet', 'block', 'Merging would later close #7: 1 of 1 criteria unmet'],
      ['hidden-closer', 'warn', 'Merging would later close #7 by commit 111111111111, which the page does not show'],
    ])
    expect(plain(verdict.findings[1]?.seen ?? [])).toMatch(/; it takes effect when release reaches develop$/)
    expect(verdict.findings[1]?.fixes).toHaveLength(1)
  })

  test('the title of a pass says so too', () => {
    const { verdict } = judge(committed('Closes #7', elsewhere))
    expect(plain(verdict.title)).toBe('Merging later closes #7; its one criterion is met')
  })

  test('keywords of the description are inert, but not where a commit has them too', () => {
    expect(rules({ body: 'Closes #7', issues: [done], ...elsewhere })).toEqual(['keyword-inert: note'])
    expect(rules(committed('Closes #7', { body: 'Closes #7', ...elsewhere }))).toEqual(['hidden-closer: warn'])
  })
})

describe('a promotion', () => {
  const promotion = { facts: { promotes: known(true) } }

  test('says nothing of what is closed, and judges what is open', () => {
    expect(rules(committed('Closes #7', { issues: [closed], ...promotion }))).toEqual([])
    expect(rules(committed('Closes #7', { issues: [open], ...promotion }))).toEqual(['acceptance-unmet: block'])
  })

  test('says what its own description would close again', () => {
    expect(rules({ body: 'Closes #7', linked: [ref(7)], issues: [closed], ...promotion })).toEqual([
      'target-already-closed: warn',
    ])
  })
})

describe('where the repository closes no linked issues', () => {
  const off = policyWith({}, { issues: { ...defaultPolicy.issues, autoClose: false } })
  const policy = { ...off, issues: { ...off.issues, autoClose: false } }

  test('the description and links by hand close nothing, and say so', () => {
    const { verdict } = judge({ body: 'Closes #7', linked: [ref(7)], issues: [open] }, policy)
    expect(verdict.findings.map(spoken)).toEqual([
      ['keyword-inert', 'note', 'Merging leaves #7 as it is: this repository is set to close no linked issues'],
    ])
    expect(rules({ body: '', manual: [ref(7)], issues: [open] }, policy)).toEqual([])
  })

  test('commits close all the same', () => {
    const { verdict } = judge(committed('Closes #7', { issues: [open] }), policy)
    expect(verdict.kind).toBe('block')
    expect(verdict.findings.find(({ rule }) => rule === 'hidden-closer')?.fixes).toHaveLength(1)
  })

  test('a list of links that could not be read does not matter', () => {
    const linked = unknown('unavailable', 'GitHub did not answer', 'may-cure')
    expect(judge({ body: '', facts: { linked } }, policy).verdict.kind).toBe('pass')
  })
})

describe('claim-contradicted by other texts than the description', () => {
  const said = (world: World) => found(world, 'claim-contradicted').map(({ says, seen }) => [plain(says), plain(seen)])

  test('a commit', () => {
    const world = committed('Refactor\n\nIt does not close #7.')
    expect(said(world)).toEqual([
      [
        'Merging would close #7, but commit 111111111111 says that it does not',
        'line 3 of the message of commit 111111111111: "It does not close #7."',
      ],
    ])
    expect(found(world, 'claim-contradicted')[0]?.fixes.map(({ how, paste }) => [plain(how), paste])).toEqual(
      [
        [
          'Leave it open: rewrite line 3 of the message of commit 111111111111 without a closing keyword before the number, for GitHub reads no negation; for example',
          'Part of #7',
        ],
        ['Or, if the work is done, take back the sentence on line 3 of the message of commit 111111111111'],
      ].map((fix) => [fix[0], fix[1]]),
    )
  })

  test.each<[string, World, boolean]>([
    [
      'the last commit has the last word, denying',
      { body: '', commits: ['Close #7: cache', 'Revert "Close #7: cache"'] },
      true,
    ],
    [
      'the last commit has the last word, closing',
      { body: '', commits: ['Does not close #7 yet', 'Closes #7'] },
      false,
    ],
    [
      'a description that closes outspeaks a commit',
      { body: 'Closes #7', linked: [ref(7)], commits: ['Does not close #7 yet'] },
      false,
    ],
    ['a link by hand does not', { body: '', manual: [ref(7)], commits: ['Does not close #7'] }, true],
    ['"Part of" in an earlier commit', { body: 'Closes #7', linked: [ref(7)], commits: ['Part of #7', 'More'] }, false],
    ['a title that denies', { body: 'Closes #7', linked: [ref(7)], pull: { title: 'Does not fix #7' } }, true],
    ['a title that says partial', { body: '', commits: ['a', 'b'], pull: { title: 'Fix #7 (partial)' } }, false],
    [
      'text typed for auto-merge that denies',
      {
        body: 'Closes #7',
        linked: [ref(7)],
        merging: { autoMerge: { mergeMethod: 'SQUASH', commitHeadline: 'Does not close #7', commitBody: null } },
      },
      true,
    ],
    ['a title that reverts', { body: '', commits: ['a', 'b'], pull: { title: 'Revert "Fix #7"' } }, true],
    ['a description that denies what a commit closes', { body: 'Part of #7', commits: ['Closes #7'] }, true],
  ])('%s', (_name, world, wanted) => {
    expect(said({ ...world, issues: [done] }).length > 0).toBe(wanted)
  })
})

test('a description that becomes commit text as well is one place to change', () => {
  const world = {
    body: 'Closes #7',
    linked: [ref(7)],
    issues: [open],
    commits: ['a', 'b'],
    merging: { squashMergeCommitMessage: 'PR_BODY' as const },
  }
  expect(judge(world).claims[0]?.routes.map(({ route }) => route)).toEqual(['description', 'squash-text'])
  const [finding] = found(world, 'acceptance-unmet')
  expect(finding?.fixes.filter(({ paste }) => paste === 'Part of #7')).toHaveLength(1)
})
