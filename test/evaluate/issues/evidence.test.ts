import { describe, expect, test } from '@jest/globals'
import type { Criterion, CriterionState } from '../../../src/domain/acceptance.ts'
import type { PointerFacts, Target } from '../../../src/domain/issues-facts.ts'
import type { ProofFacts } from '../../../src/domain/proof.ts'
import { known, type Reading, unknown } from '../../../src/domain/reading.ts'
import type { Words } from '../../../src/domain/words.ts'
import { judgeCriteria } from '../../../src/evaluate/issues/evidence.ts'
import type { EvidenceSources, JudgedCriterion } from '../../../src/evaluate/issues/judged-criterion.ts'
import { readAcceptance } from '../../../src/facts/parse/acceptance.ts'
import { readAttestations } from '../../../src/facts/parse/attestation.ts'

const client = { owner: 'acme', name: 'client' }
const backend = { owner: 'acme', name: 'backend' }
const target = { repository: backend, number: 7 }
const down = unknown('unavailable', 'GitHub answered 502', 'may-cure')

const standard = { attestation: 'author', evidence: 'pointer', selfAccept: false, dismissOnPush: false } as const

const noProofs: ProofFacts = {
  checks: known([]),
  paths: known([]),
  labels: known([]),
  comments: known([]),
  reviews: known([]),
}

const existing: PointerFacts = {
  paths: ['src/a.ts', 'tests/telemetry_test.yaml'],
  commits: ['0123abc0123abc0123abc0123abc0123abc01234'],
  checks: ['e2e / linux', 'claims/issues'],
  references: [{ repository: client, number: 12 }, { repository: client, number: 951 }, target],
  runs: [{ repository: client, runId: 33548 }],
}

function criteriaOf(issue: string): readonly Criterion[] {
  const reading = readAcceptance(issue, {
    home: backend,
    headings: ['acceptance'],
    sectionsOnly: false,
    postMergeWords: ['post-merge'],
  })
  return reading.known && reading.value.stated ? reading.value.criteria : []
}

function judge(issue: string, description: string, changes: Partial<EvidenceSources> = {}): readonly JudgedCriterion[] {
  const attestations = readAttestations(description, { home: client })
  if (!attestations.known) throw new Error(attestations.what)
  return judgeCriteria({
    pull: { repository: client, number: 951 },
    target: [target],
    criteria: criteriaOf(issue),
    claimedIssues: 1,
    attestations: attestations.value,
    pointers: known(existing),
    followed: [],
    author: 'dora',
    policy: standard,
    ...changes,
  })
}

function outcome(judged: JudgedCriterion): string {
  if (judged.met === 'unknown') return `unknown (${judged.retry})`
  return judged.met ? `met: ${judged.by}` : `unmet: ${judged.why}`
}

function plain(detail: Words): string {
  return detail.map((segment) => segment.text).join('')
}

describe('the state in the issue', () => {
  test.each([
    ['- [x] a', ['met: ticked'], 'ticked in the issue'],
    ['- [ ] a', ['unmet: open'], 'it is open in the issue'],
    ['- [ ] ~~a~~', ['met: waived'], 'waived in the issue, no reason given'],
    ['- [ ] ~~a~~ — moved to #9', ['met: waived'], 'waived in the issue: moved to #9'],
    [
      '- [ ] post-merge: a',
      ['unmet: post-merge'],
      'it can only be met after the merge, so the merge must not close the issue',
    ],
    ['- [x] post-merge: a', ['met: ticked'], 'ticked in the issue'],
    [
      '- [x] a\n  - [ ] b',
      ['unmet: open-child', 'unmet: open'],
      'its box is ticked, but 1 of its nested items is open',
    ],
    [
      '- [x] a\n  - [ ] b\n  - [ ] c',
      ['unmet: open-child', 'unmet: open', 'unmet: open'],
      'its box is ticked, but 2 of its nested items are open',
    ],
  ])('%j', (issue, outcomes, detail) => {
    const judged = judge(issue, '')
    expect(judged.map(outcome)).toEqual(outcomes)
    expect(judged[0] && plain(judged[0].detail)).toBe(detail)
  })

  test('is judged for every criterion, in order', () => {
    const judged = judge('- [x] a\n- [ ] b\n- [x] c', '')
    expect(judged.map(({ criterion }) => criterion.text)).toEqual(['a', 'b', 'c'])
  })
})

describe('a criterion that follows', () => {
  const followed = { repository: backend, number: 12 }
  const issue = (
    state: 'OPEN' | 'CLOSED',
    stateReason: 'COMPLETED' | 'NOT_PLANNED' | 'DUPLICATE' | 'REOPENED' | null,
  ) =>
    known<Target>({
      kind: 'issue',
      reference: followed,
      visibility: 'PRIVATE',
      state,
      stateReason,
      title: '',
      body: '',
      labels: [],
      milestone: null,
      closers: known([]),
      subIssues: known({ total: 0, completed: 0, listed: [] }),
      relations: 'not-needed',
    })
  const pull = (state: 'OPEN' | 'CLOSED' | 'MERGED') => known<Target>({ kind: 'pull', reference: followed, state })
  const cases: readonly [string, Reading<Target>, string, string][] = [
    ['an open issue', issue('OPEN', null), 'unmet: followed-open', 'it follows backend#12, which is open'],
    ['a reopened issue', issue('OPEN', 'REOPENED'), 'unmet: followed-open', 'it follows backend#12, which is open'],
    ['a completed issue', issue('CLOSED', 'COMPLETED'), 'met: follows', 'backend#12 is closed as completed'],
    ['an issue closed long ago', issue('CLOSED', null), 'met: follows', 'backend#12 is closed as completed'],
    ['an issue not planned', issue('CLOSED', 'NOT_PLANNED'), 'met: waived', 'backend#12 is closed as not planned'],
    ['a duplicate', issue('CLOSED', 'DUPLICATE'), 'met: waived', 'backend#12 is closed as a duplicate'],
    ['an open pull request', pull('OPEN'), 'unmet: followed-open', 'it follows backend#12, which is open'],
    ['a merged pull request', pull('MERGED'), 'met: follows', 'backend#12 is merged'],
    [
      'a closed pull request',
      pull('CLOSED'),
      'unmet: followed-open',
      'it follows backend#12, which was closed without a merge',
    ],
    [
      'nothing that exists',
      known<Target>({ kind: 'absent' }),
      'unmet: followed-open',
      'it follows backend#12, which does not exist',
    ],
    [
      'something unreadable',
      unknown('unreadable', 'the app has no access', 'cannot-cure'),
      'unknown (cannot-cure)',
      'it follows backend#12, which cannot be read: the app has no access',
    ],
    [
      'something that GitHub did not answer',
      down,
      'unknown (may-cure)',
      'it follows backend#12, which cannot be read: GitHub answered 502',
    ],
  ]
  test.each(cases)('%s', (_name, reading, expected, detail) => {
    for (const box of ['- [ ] #12', '- [x] #12']) {
      const [judged] = judge(box, '', { followed: [{ reference: followed, target: reading }] })
      expect(judged && outcome(judged)).toBe(expected)
      expect(judged && plain(judged.detail)).toBe(detail)
    }
  })

  test('something that was not read', () => {
    const judged = judge('- [x] #12', '')
    expect(judged.map(outcome)).toEqual(['unknown (may-cure)'])
    expect(judged.map(({ detail }) => plain(detail))).toEqual(['it follows backend#12, which was not read'])
  })

  test('holds its ticked parent up as long as it is not met', () => {
    const parent = '- [x] p\n  - [ ] #12'
    const open = { followed: [{ reference: followed, target: issue('OPEN', null) }] }
    const done = { followed: [{ reference: followed, target: issue('CLOSED', 'COMPLETED') }] }
    expect(judge(parent, '', open).map(outcome)).toEqual(['unmet: open-child', 'unmet: followed-open'])
    expect(judge(parent, '', done).map(outcome)).toEqual(['met: ticked', 'met: follows'])
    const [untold, ...items] = judge(parent, '')
    expect(items.map(outcome)).toEqual(['unknown (may-cure)'])
    expect(untold && [outcome(untold), plain(untold.detail)]).toEqual([
      'unknown (may-cure)',
      'its box is ticked, but whether 1 of its nested items is met cannot be told',
    ])
  })
})

describe('a ticked parent of several', () => {
  const numbers = { hopeless: 12, passing: 13 }
  const followed = [
    {
      reference: { repository: backend, number: numbers.hopeless },
      target: unknown('unreadable', 'the app has no access', 'cannot-cure'),
    },
    { reference: { repository: backend, number: numbers.passing }, target: down },
  ]
  const open = 'its box is ticked, but 2 of its nested items are open'
  const untold = 'its box is ticked, but whether 2 of its nested items are met cannot be told'
  test.each([
    ['that may be told later', '- [x] p\n  - [ ] #13\n  - [ ] #13', 'unknown (may-cure)', untold],
    ['of which one cannot be told', '- [x] p\n  - [ ] #13\n  - [ ] #12', 'unknown (cannot-cure)', untold],
    ['that cannot be told', '- [x] p\n  - [ ] #12\n  - [ ] #12', 'unknown (cannot-cure)', untold],
    ['of which one is open', '- [x] p\n  - [ ] #12\n  - [ ] c', 'unmet: open-child', open],
    ['of which one is open before the other', '- [x] p\n  - [ ] c\n  - [ ] #12', 'unmet: open-child', open],
  ])('%s', (_name, body, expected, detail) => {
    const [parent] = judge(body, '', { followed })
    expect(parent && outcome(parent)).toBe(expected)
    expect(parent && plain(parent.detail)).toBe(detail)
  })

  test('that are met says so', () => {
    const [parent] = judge('- [x] p\n  - [ ] c', '## Evidence\n- [x] AC2: src/a.ts')
    expect(parent && plain(parent.detail)).toBe('ticked in the issue, and its nested items are met')
  })
})

describe('an acceptance by a maintainer', () => {
  const accepted = (issue: string, changes: Partial<EvidenceSources> = {}) => {
    const acceptances = criteriaOf(issue).map(({ id, hash, text }) => ({
      target,
      criterionId: id,
      criterionHash: hash,
      criterionText: text,
      actor: 'grace',
      reason: 'seen',
      headSha: 'a'.repeat(40),
      at: 0,
      commentId: 1,
    }))
    const record = known({ acceptances, rejected: [], headSha: 'a'.repeat(40) })
    return judge(issue, '', { acceptances: record, ...changes })
  }
  test.each([
    ['an open criterion', '- [ ] a', ['met: acceptance']],
    ['one for after the merge', '- [ ] post-merge: a', ['met: acceptance']],
    ['one whose proof fails', '- [ ] a <!-- proof: label "x" -->', ['met: acceptance']],
    ['one that could not be told', '- [ ] #12', ['met: acceptance']],
    ['a parent with its items', '- [ ] p\n  - [ ] c', ['met: acceptance', 'met: acceptance']],
    ['none that is ticked, waived or followed anyway', '- [x] a\n- [ ] ~~b~~', ['met: ticked', 'met: waived']],
  ])('meets %s', (_name, issue, outcomes) => {
    expect(accepted(issue, { proofs: noProofs }).map(outcome)).toEqual(outcomes)
  })

  test('cannot be told of what nothing else meets, where the record cannot be read', () => {
    const judged = accepted('- [ ] a\n- [x] b', { acceptances: down })
    expect(judged.map(outcome)).toEqual(['unknown (may-cure)', 'met: ticked'])
  })
})

describe('an attestation meets a criterion', () => {
  test.each([
    ['by id', '- [x] AC1: src/a.ts', 'line 2 of the description', 'the changed file src/a.ts'],
    ['by an id in lower case', '- [x] ac1: src/a.ts', 'line 2 of the description', 'the changed file src/a.ts'],
    ['by text', '- [x] **Every** caller moved.: src/a.ts', 'line 2 of the description', 'the changed file src/a.ts'],
    ['by issue and id', '- [x] acme/backend#7 AC1: a.ts', 'line 2 of the description', 'the changed file src/a.ts'],
    [
      'by issue, when it is the only one',
      '- [x] backend#7: a.ts',
      'line 2 of the description',
      'the changed file src/a.ts',
    ],
    [
      'with the end of a path',
      '- [x] AC1: telemetry_test.yaml:3',
      'line 2',
      'the changed file tests/telemetry_test.yaml',
    ],
    ['with a commit', '- [x] AC1: in 0123abc', 'line 2', 'commit 0123abc012'],
    ['with a check', '- [x] AC1: `e2e / linux`', 'line 2', 'the check e2e / linux'],
    ['with another issue', '- [x] AC1: #12', 'line 2', 'pointing at #12'],
    ['with a run', '- [x] AC1: https://github.com/acme/client/actions/runs/33548', 'line 2', 'workflow run 33548'],
  ])('%s', (_name, item, line, evidence) => {
    const [judged] = judge('## Acceptance\n- [ ] Every caller moved', `## Acceptance\n${item}`)
    expect(judged && outcome(judged)).toBe('met: attestation')
    expect(judged && plain(judged.detail)).toContain(line)
    expect(judged && plain(judged.detail)).toContain(evidence)
  })

  test('whose text holds a separator itself', () => {
    const judged = judge('- [ ] Logs: all pods', '## Evidence\n- [x] Logs: all pods — src/a.ts')
    expect(judged.map(outcome)).toEqual(['met: attestation'])
  })

  test('that is nested, and with it its ticked parent', () => {
    const judged = judge('- [x] p\n  - [ ] c', '## Evidence\n- [x] AC2: src/a.ts')
    expect(judged.map(outcome)).toEqual(['met: ticked', 'met: attestation'])
  })

  test('with any evidence where the policy says so', () => {
    const policy = { ...standard, evidence: 'any' } as const
    const judged = judge('- [ ] a', '## Evidence\n- [x] AC1: seen with my own eyes', { policy, pointers: 'not-needed' })
    expect(judged.map(outcome)).toEqual(['met: attestation'])
    expect(judged[0] && plain(judged[0].detail)).toBe('attested on line 2 of the description: seen with my own eyes')
  })

  test('with a commit, which is told in short', () => {
    const [judged] = judge('- [ ] a', '## Evidence\n- [x] AC1: in 0123abc0123abc0')
    expect(judged && plain(judged.detail)).toBe('attested on line 2 of the description, pointing at commit 0123abc012')
  })

  test('with a run among several that were found', () => {
    const runs = [1, 33548].map((runId) => ({ repository: client, runId }))
    const url = 'https://github.com/acme/client/actions/runs/33548'
    const pointers = known({ ...existing, runs })
    expect(judge('- [ ] a', `## Evidence\n- [x] AC1: ${url}`, { pointers }).map(outcome)).toEqual(['met: attestation'])
    const { runs: _, ...without } = existing
    const none = judge('- [ ] a', `## Evidence\n- [x] AC1: ${url}`, { pointers: known(without) })
    expect(none.map(outcome)).toEqual(['unmet: evidence-points-nowhere'])
  })

  test('when one of several does', () => {
    const judged = judge('- [ ] a', '## Evidence\n- [x] AC1\n- [x] AC1: nothing\n- [x] AC1: src/a.ts')
    expect(judged.map(outcome)).toEqual(['met: attestation'])
  })

  test('of an issue by its name before and after a transfer', () => {
    const names = { target: [target, { repository: client, number: 70 }] } as const
    for (const name of ['backend#7', '#70']) {
      expect(judge('- [ ] a', `## Evidence\n- [x] ${name}: src/a.ts`, names).map(outcome)).toEqual(['met: attestation'])
    }
  })
})

describe('an attestation does not meet a criterion', () => {
  test.each([
    ['of another id', '- [x] AC9: src/a.ts', 'unmet: open'],
    ['of another issue', '- [x] backend#8 AC1: src/a.ts', 'unmet: open'],
    ['of another text', '- [x] Every caller: src/a.ts', 'unmet: open'],
    ['when it is not ticked', '- [ ] AC1: src/a.ts', 'unmet: open'],
    ['without evidence', '- [x] AC1', 'unmet: attestation-without-evidence'],
    ['with open evidence', '- [x] AC1: …', 'unmet: attestation-without-evidence'],
    ['with words only', '- [x] AC1: works on my machine', 'unmet: evidence-points-nowhere'],
    ['with a file that is not changed', '- [x] AC1: src/b.ts', 'unmet: evidence-points-nowhere'],
    ['with part of a file name', '- [x] AC1: est.yaml', 'unmet: evidence-points-nowhere'],
    ['with a commit that is not its own', '- [x] AC1: abcdef0', 'unmet: evidence-points-nowhere'],
    ['with a check that is not there', '- [x] AC1: `unit`', 'unmet: evidence-points-nowhere'],
    ['with a check of this app', '- [x] AC1: `claims/issues`', 'unmet: evidence-points-nowhere'],
    ['with an issue that does not exist', '- [x] AC1: #13', 'unmet: evidence-points-nowhere'],
    ['with the target itself', '- [x] AC1: acme/backend#7', 'unmet: evidence-points-nowhere'],
    ['with the pull request itself', '- [x] AC1: #951', 'unmet: evidence-points-nowhere'],
    [
      'with a run that does not exist',
      '- [x] AC1: https://github.com/acme/client/actions/runs/1',
      'unmet: evidence-points-nowhere',
    ],
    ['with quoted evidence', '- [x] AC1: see\n  > src/a.ts', 'unmet: evidence-points-nowhere'],
  ])('%s', (_name, item, expected) => {
    const [judged] = judge('## Acceptance\n- [ ] Every caller moved', `## Acceptance\n${item}`)
    expect(judged && outcome(judged)).toBe(expected)
  })

  test.each([
    ['AC1: src/a.ts', 'unmet: attestation-names-no-issue'],
    ['backend#7 AC1: src/a.ts', 'met: attestation'],
  ])('when several issues would be closed and it says %j', (item, expected) => {
    expect(judge('- [ ] a', `## Evidence\n- [x] ${item}`, { claimedIssues: 2 }).map(outcome)).toEqual([expected])
  })

  test('by issue alone, when the issue has several', () => {
    const judged = judge('- [ ] a\n- [ ] b', '## Evidence\n- [x] backend#7: src/a.ts')
    expect(judged.map(outcome)).toEqual(['unmet: open', 'unmet: open'])
  })

  test('by an id that several have', () => {
    const judged = judge('- [ ] AC2: a\n- [ ] AC2: b', '## Evidence\n- [x] AC2: src/a.ts')
    expect(judged.map(outcome)).toEqual(['unmet: attestation-ambiguous', 'unmet: attestation-ambiguous'])
  })

  test('by an id that stands at another', () => {
    const judged = judge('- [ ] AC2: a\n- [ ] b', '## Evidence\n- [x] AC2: src/a.ts')
    expect(judged.map(outcome)).toEqual(['met: attestation', 'unmet: attestation-ambiguous'])
  })

  test('where the policy asks for a maintainer', () => {
    for (const evidence of ['any', 'pointer'] as const) {
      const policy = { ...standard, attestation: 'maintainer', evidence } as const
      const judged = judge('- [ ] a', '## Evidence\n- [x] AC1: src/a.ts', { policy })
      expect(judged.map(outcome)).toEqual(['unmet: attestation-not-enough'])
    }
  })

  test.each<[string, string, string, Partial<EvidenceSources>, string]>([
    [
      'that names no issue of two',
      '- [ ] a',
      'AC1: src/a.ts',
      { claimedIssues: 2 },
      'line 2 of the description does not say which of the 2 issues it means',
    ],
    [
      'that names an id of two criteria',
      '- [ ] AC1: a\n- [ ] AC1: b',
      'AC1: src/a.ts',
      {},
      'several criteria of the issue have the id that line 2 of the description names',
    ],
    ['that gives no evidence', '- [ ] a', 'AC1', {}, 'line 2 of the description ticks it and gives no evidence'],
    [
      'that the policy does not take',
      '- [ ] a',
      'AC1: src/a.ts',
      { policy: { ...standard, attestation: 'maintainer' } },
      'line 2 of the description attests it, and the policy asks for a maintainer',
    ],
    [
      'whose evidence is not there',
      '- [ ] a',
      'AC1: src/b.ts',
      {},
      'the evidence on line 2 of the description names no file that this pull request changes, none of its commits, no check at its head, and no other issue, pull request or run: src/b.ts',
    ],
    [
      'whose evidence was not looked for',
      '- [ ] a',
      'AC1: src/a.ts',
      { pointers: 'not-needed' },
      'what line 2 of the description points at was not read',
    ],
    [
      'whose evidence could not be looked for',
      '- [ ] a',
      'AC1: src/a.ts',
      { pointers: down },
      'what line 2 of the description points at cannot be read: GitHub answered 502',
    ],
  ])('%s, and says why', (_name, issue, item, changes, detail) => {
    const [judged] = judge(issue, `## Evidence\n- [x] ${item}`, changes)
    expect(judged && plain(judged.detail)).toBe(detail)
  })

  test('by nothing at all, when the issue has one criterion', () => {
    const attestation = { criterionText: '', evidence: 'src/a.ts', evidenceSource: 'src/a.ts', line: 1 }
    expect(judge('- [ ] a', '', { attestations: [attestation] }).map(outcome)).toEqual(['unmet: open'])
  })

  test('that is for after the merge', () => {
    expect(judge('- [ ] post-merge: a', '## Evidence\n- [x] AC1: src/a.ts').map(outcome)).toEqual(['unmet: post-merge'])
  })
})

describe('what an attestation points at', () => {
  const description = '## Evidence\n- [x] AC1: src/a.ts'
  test.each([
    ['could not be read for now', down, 'unknown (may-cure)'],
    ['cannot be read', unknown('too-large', 'too many files', 'cannot-cure'), 'unknown (cannot-cure)'],
    ['was not read', 'not-needed' as const, 'unknown (may-cure)'],
  ])('%s: unknown, never met', (_name, pointers, expected) => {
    expect(judge('- [ ] a', description, { pointers }).map(outcome)).toEqual([expected])
  })

  test('is unknown beside another attestation that points at nothing', () => {
    const longer = `## Evidence\n- [x] AC1\n- [x] AC1: src/a.ts`
    expect(judge('- [ ] a', longer, { pointers: down }).map(outcome)).toEqual(['unknown (may-cure)'])
  })

  test('does not matter for a ticked criterion', () => {
    expect(judge('- [x] a', description, { pointers: down }).map(outcome)).toEqual(['met: ticked'])
  })

  test('does not hide that a followed issue could not be read', () => {
    const judged = judge('- [ ] #12', '## Evidence\n- [x] AC1: nothing')
    expect(judged.map(outcome)).toEqual(['unknown (may-cure)'])
  })
})

describe('a criterion with a proof', () => {
  test.each([
    ['open', '- [ ] a <!-- proof: check "x" -->', ''],
    ['ticked', '- [x] a <!-- proof: check "x" -->', ''],
    ['attested', '- [ ] a <!-- proof: check "x" -->', '## Evidence\n- [x] AC1: src/a.ts'],
  ])('that was not checked yet is unknown when %s', (_name, issue, description) => {
    const [judged] = judge(issue, description)
    expect(judged && outcome(judged)).toBe('unknown (may-cure)')
    expect(judged && plain(judged.detail)).toBe('the proof x was not checked yet')
  })

  test.each([
    ['ticked', '- [x] a <!-- proof: label "x" -->', ''],
    ['attested', '- [ ] a <!-- proof: label "x" -->', '## Evidence\n- [x] AC1: src/a.ts'],
  ])('that fails is unmet although it is %s', (_name, issue, description) => {
    expect(judge(issue, description, { proofs: noProofs }).map(outcome)).toEqual(['unmet: proof-fails'])
  })

  test('is waived when it is waived', () => {
    expect(judge('- [ ] ~~a~~ <!-- proof: check "x" -->', '').map(outcome)).toEqual(['met: waived'])
  })

  test('is unmet when it is for after the merge', () => {
    expect(judge('- [ ] post-merge: a <!-- proof: check "x" -->', '').map(outcome)).toEqual(['unmet: post-merge'])
  })
})

test('only a state that says so meets a criterion', () => {
  const states: readonly CriterionState[] = [
    { kind: 'open' },
    { kind: 'post-merge' },
    { kind: 'follows', reference: target },
    { kind: 'open-child', children: [99] },
  ]
  for (const state of states) {
    const criteria = criteriaOf('- [ ] a').map((criterion) => ({ ...criterion, state }))
    expect(judge('', '', { criteria }).filter(({ met }) => met === true)).toEqual([])
  }
})
