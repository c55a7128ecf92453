import { describe, expect, test } from '@jest/globals'
import type { CheckAtHead, ProofFacts, ProvingComment, ReviewOpinion } from '../../../src/domain/proof.ts'
import { known, unknown } from '../../../src/domain/reading.ts'
import { judgeProofs } from '../../../src/evaluate/issues/evidence-proof.ts'
import type { EvidenceSources } from '../../../src/evaluate/issues/judged-criterion.ts'

const policy = { attestation: 'author', evidence: 'pointer', selfAccept: false, dismissOnPush: false } as const
const pull = { repository: { owner: 'acme', name: 'client' }, number: 951 }

/** `met: …`, `unmet: …` or `unknown (retry): …` for a criterion with these proofs. */
function judged(
  written: string,
  facts: Partial<ProofFacts>,
  more: Partial<Pick<EvidenceSources, 'author' | 'policy'>> = {},
): string {
  const none = 'not-needed' as const
  const proofs = { checks: none, paths: none, labels: none, comments: none, reviews: none, ...facts }
  const criterion = {
    id: 'AC1',
    idIsExplicit: false,
    text: 'a',
    hash: 'h',
    state: { kind: 'open' } as const,
    line: 1,
    proofs: [written],
  }
  const sources = {
    pull,
    target: [pull] as const,
    criteria: [criterion],
    claimedIssues: 1,
    attestations: [],
    pointers: none,
    followed: [],
    author: 'dora',
    policy,
    proofs,
    ...more,
  }
  const { met, detail, ...rest } = judgeProofs(criterion, sources)
  const state = met === 'unknown' ? `unknown (${'retry' in rest ? rest.retry : ''})` : met ? 'met' : 'unmet'
  return `${state}: ${detail.map(({ text }) => text).join('')}`
}

describe('check', () => {
  const check = (name: string, state: CheckAtHead['state'], app: string | null = 'github-actions') => ({
    name,
    state,
    app,
  })
  const checks = known([
    check('e2e', 'succeeded'),
    check('slow', 'running'),
    check('broken', 'failed'),
    check('twice', 'succeeded'),
    check('twice', 'failed', 'imitator'),
    check('status', 'succeeded', null),
    check('claims/issues', 'succeeded', 'claimwarden'),
  ])
  test.each([
    ['check "e2e"', 'met: proved: the check e2e succeeded'],
    ['check "e2e" from "GitHub-Actions"', 'met: proved: the check e2e from github-actions succeeded'],
    ['check "e2e" from "circleci"', 'unmet: no check e2e from circleci has reported at the head'],
    ['check "E2E"', 'unmet: no check E2E has reported at the head'],
    ['check "status"', 'met: proved: the check status succeeded'],
    ['check "status" from "github-actions"', 'unmet: no check status from github-actions has reported at the head'],
    ['check "slow"', 'unmet: the check slow has not finished'],
    ['check "broken"', 'unmet: the check broken did not succeed'],
    ['check "twice"', 'unmet: the check twice did not succeed'],
    ['check "twice" from "github-actions"', 'met: proved: the check twice from github-actions succeeded'],
    ['check "claims/issues"', "unmet: the check claims/issues is this app's own and proves nothing"],
    ['check "e2e", check "broken"', 'unmet: the check broken did not succeed'],
    ['check "e2e", check "status"', 'met: proved: the check e2e succeeded; the check status succeeded'],
    [
      'check "e2e", chek "e2e"',
      'unmet: the proof chek "e2e" cannot be used: only check, path, label, comment, review can prove something',
    ],
  ])('%s', (written, wanted) => {
    expect(judged(written, { checks })).toBe(wanted)
  })
})

describe('path', () => {
  const paths = known(['charts/shop/values.yaml', '.github/workflows/ci.yml'])
  test.each([
    ['path "charts/**"', 'met: proved: it changes charts/shop/values.yaml'],
    ['path "**/*.yml"', 'met: proved: it changes .github/workflows/ci.yml'],
    ['path "docs/**"', 'unmet: the pull request changes no file that matches docs/**'],
    ['path "!docs/**"', 'met: proved: it changes charts/shop/values.yaml'],
    [
      'path "+(a|aa)"',
      'unmet: the proof path +(a|aa) cannot be used: its glob holds an extended group such as +(…), which is not supported',
    ],
    ['path "a[b"', 'unmet: the proof path a[b cannot be used: its glob has a bracket that is not closed'],
  ])('%s', (written, wanted) => {
    expect(judged(written, { paths })).toBe(wanted)
  })
})

test.each([
  ['label "QA"', 'met: proved: it has the label QA'],
  ['label "other"', 'unmet: the pull request does not have the label other'],
])('%s', (written, wanted) => {
  expect(judged(written, { labels: known(['qa']) })).toBe(wanted)
})

describe('comment', () => {
  const by = (author: string, more: Partial<ProvingComment> = {}): ProvingComment => ({
    line: '/fr-pass',
    author,
    mayWrite: known(true),
    editedByOther: false,
    sinceHead: true,
    ...more,
  })
  const none = 'unmet: nobody with write permission wrote the line /fr-pass'
  const met = 'met: proved: grace wrote /fr-pass'
  test.each([
    ['by somebody with write permission', [by('grace')], met],
    ['by nobody', [], none],
    ['another line', [by('grace', { line: '/other' })], none],
    ['by a reader', [by('grace', { mayWrite: known(false) })], none],
    ['by the author', [by('dora')], 'met: proved: dora wrote /fr-pass'],
    ['edited by somebody else', [by('grace', { editedByOther: true })], none],
    ['before this head', [by('grace', { sinceHead: false })], met],
    ['by a reader and a writer', [by('eve', { mayWrite: known(false) }), by('grace')], met],
    [
      'by somebody whose permission could not be read',
      [by('grace', { mayWrite: unknown('unavailable', 'GitHub did not answer', 'may-cure') })],
      'unknown (may-cure): whether comment /fr-pass holds: GitHub did not answer',
    ],
  ])('written %s', (_name, comments, wanted) => {
    expect(judged('comment "/fr-pass"', { comments: known(comments) })).toBe(wanted)
  })

  test('the author does not count where the proof says so', () => {
    const comments = known([by('Dora')])
    const wanted = 'unmet: nobody with write permission other than the author wrote the line /fr-pass'
    expect(judged('comment "/fr-pass" not-author', { comments })).toBe(wanted)
  })

  test('a push dismisses it where the policy says so', () => {
    const strict = { policy: { ...policy, dismissOnPush: true } }
    const proof = 'comment "/fr-pass"'
    expect(judged(proof, { comments: known([by('grace', { sinceHead: false })]) }, strict)).toBe(
      `${none} since this head was pushed`,
    )
    expect(judged(proof, { comments: known([by('grace')]) }, strict)).toBe(met)
  })
})

describe('review', () => {
  const of = (author: string, more: Partial<ReviewOpinion> = {}): ReviewOpinion => ({
    author,
    approves: true,
    atHead: true,
    teams: { 'acme/qa': known(true) },
    ...more,
  })
  const outside = { teams: { 'acme/qa': known(false) } }
  const hidden = { teams: { 'acme/qa': unknown('unreadable', 'the app needs members: read', 'cannot-cure') } }
  test.each([
    ['review "@Grace"', [of('grace')], 'met: proved: @Grace approves this head'],
    ['review "@grace"', [of('eve')], 'unmet: @grace has not approved this head'],
    ['review "@grace"', [of('grace', { atHead: false })], 'unmet: @grace has not approved this head'],
    ['review "@grace"', [of('grace', { approves: false })], 'unmet: @grace has not approved this head'],
    ['review "@Acme/QA"', [of('grace')], 'met: proved: grace of @Acme/qa approves this head'],
    ['review "@acme/qa"', [of('grace', outside)], 'unmet: nobody of @acme/qa has approved this head'],
    ['review "@acme/qa"', [of('grace', { approves: false })], 'unmet: nobody of @acme/qa has approved this head'],
    [
      'review "@acme/qa"',
      [of('eve', hidden)],
      'unknown (cannot-cure): who is in @acme/qa cannot be told: the app needs members: read',
    ],
    ['review "@acme/qa"', [of('eve', hidden), of('grace')], 'met: proved: grace of @acme/qa approves this head'],
  ])('%s by %j', (written, reviews, wanted) => {
    expect(judged(written, { reviews: known(reviews) })).toBe(wanted)
  })
})

describe('a login that is not there', () => {
  const comment = { line: '/fr-pass', mayWrite: known(true), editedByOther: false, sinceHead: true }
  test('a comment of somebody else counts where the author’s account is gone', () => {
    const comments = known([{ ...comment, author: 'grace' }])
    expect(judged('comment "/fr-pass" not-author', { comments }, { author: null })).toBe(
      'met: proved: grace wrote /fr-pass',
    )
    expect(judged('comment "/fr-pass" not-author', { comments })).toBe('met: proved: grace wrote /fr-pass')
  })

  test('a review whose teams were not asked for is no approval by the team', () => {
    const reviews = known([{ author: 'grace', approves: true, atHead: true, teams: {} }])
    expect(judged('review "@acme/qa"', { reviews })).toBe('unmet: nobody of @acme/qa has approved this head')
  })
})

test.each([
  ['check "a"', 'a'],
  ['check "a" from "app"', 'a from app'],
  ['path "a/**"', 'path a/**'],
  ['label "a"', 'label a'],
  ['comment "/a"', 'comment /a'],
  ['review "@acme/qa"', '@acme/qa'],
])('%s that was not checked is named', (written, name) => {
  expect(judged(written, {})).toBe(`unknown (may-cure): the proof ${name} was not checked yet`)
})

test('what could not be read is unknown, and a failing proof beside it decides', () => {
  const down = unknown('unavailable', 'GitHub did not answer', 'may-cure')
  const hidden = unknown('unreadable', 'the app may not', 'cannot-cure')
  expect(judged('check "a"', { checks: down })).toBe(
    'unknown (may-cure): the proof a cannot be checked: GitHub did not answer',
  )
  expect(judged('check "a", label "b"', { checks: down, labels: hidden })).toMatch(/^unknown \(cannot-cure\)/)
  expect(judged('check "a", label "b"', { checks: down, labels: known([]) })).toMatch(/^unmet/)
})
