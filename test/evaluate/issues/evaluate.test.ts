import { describe, expect, test } from '@jest/globals'
import type { IssuesFacts, PointerFacts } from '../../../src/domain/issues-facts.ts'
import { known, unknown } from '../../../src/domain/reading.ts'
import { evaluateIssues } from '../../../src/evaluate/issues/evaluate.ts'
import { defaultPolicy } from '../../../src/policy/schema.ts'
import { facts, issue, plain, policyWith, ref, type World } from './issues-facts.ts'

const judge = (world: World, policy = defaultPolicy, hosts?: string[]) =>
  evaluateIssues(facts(world), policy, hosts === undefined ? {} : { hosts })
const failed = unknown('unavailable', 'GitHub did not answer', 'may-cure')
const hopeless = unknown('unreadable', 'the app may not read it', 'cannot-cure')

const pointers: Partial<IssuesFacts> = {
  pointers: known<PointerFacts>({ paths: ['a.ts'], commits: [], checks: [], references: [ref(30)] }),
}
const unmet = issue(ref(7), { body: '- [ ] built' })

describe('an attestation that names no issue', () => {
  const attesting = (closers: string, more: World['issues'], targets: World['targets'] = []) => {
    const body = `${closers}\n\n## Evidence\n- [x] AC1: a.ts`
    const linked = (more ?? []).map(({ reference }) => reference)
    const { claims } = judge({ body, linked, issues: more ?? [], targets, facts: pointers })
    return claims.find(({ target }) => target.number === 7)?.criteria?.map((judged) => judged.met)
  }

  test.each<[string, string, World['issues'], World['targets'], boolean]>([
    ['counts where one issue would be closed', 'Closes #7', [unmet], [], true],
    ['does not count beside another open issue', 'Closes #7, closes #8', [unmet, issue(ref(8))], [], false],
    ['counts beside a closed issue', 'Closes #7, closes #8', [unmet, issue(ref(8), { state: 'CLOSED' })], [], true],
    [
      'counts beside an open pull request',
      'Closes #7, closes #9',
      [unmet],
      [{ reference: ref(9), target: known({ kind: 'pull', reference: ref(9), state: 'OPEN' }) }],
      true,
    ],
    [
      'does not count beside what could not be read',
      'Closes #7, closes other/far#9',
      [unmet],
      [{ reference: ref(9, { owner: 'other', name: 'far' }), target: failed }],
      false,
    ],
  ])('%s', (_name, closers, issues, targets, met) => {
    expect(attesting(closers, issues, targets)).toEqual([met])
  })
})

describe('facts that speak for a criterion reach it', () => {
  const states = (world: World, policy = defaultPolicy, hosts?: string[]) =>
    judge({ linked: [ref(7)], ...world }, policy, hosts).claims[0]?.criteria?.map(({ met }) => met)

  test('proofs', () => {
    const none = 'not-needed' as const
    const proofs = { checks: none, paths: none, labels: known(['qa']), comments: none, reviews: none }
    const world = { body: 'Closes #7', issues: [issue(ref(7), { body: '- [ ] built <!-- proof: label "qa" -->' })] }
    expect(states(world)).toEqual(['unknown'])
    expect(states({ ...world, facts: { proofs } })).toEqual([true])
  })

  test('acceptances', () => {
    const hash = judge({ body: 'Closes #7', linked: [ref(7)], issues: [unmet] }).claims[0]?.criteria?.[0]?.criterion
      .hash
    const acceptance = {
      target: ref(7),
      criterionId: 'AC1',
      criterionHash: hash ?? '',
      criterionText: 'built',
      actor: 'grace',
      reason: 'seen',
      headSha: 'a'.repeat(40),
      at: 0,
      commentId: 1,
    }
    const acceptances = known({ acceptances: [acceptance], rejected: [], headSha: 'a'.repeat(40) })
    expect(states({ body: 'Closes #7', issues: [unmet] })).toEqual([false])
    expect(states({ body: 'Closes #7', issues: [unmet], facts: { acceptances } })).toEqual([true])
    expect(states({ body: 'Closes #7', issues: [unmet], facts: { acceptances: failed } })).toEqual(['unknown'])
  })

  test('URLs of an Enterprise host, in the issue and in the evidence', () => {
    const url = 'https://git.example.com/tracebloc/client/issues/30'
    const followed = [{ reference: ref(30), target: known(issue(ref(30), { state: 'CLOSED' })) }]
    const following = { body: 'Closes #7', issues: [issue(ref(7), { body: `- [ ] ${url}` })], facts: { followed } }
    const attested = { body: `Closes #7\n\n## Evidence\n- [x] AC1: ${url}`, issues: [unmet], facts: pointers }
    for (const world of [following, attested]) {
      expect(states(world)).toEqual([false])
      expect(states(world, defaultPolicy, ['git.example.com'])).toEqual([true])
    }
  })
})

describe('who and what is judged', () => {
  const title = (pull: World['pull'], more: Partial<typeof defaultPolicy>) => {
    const { verdict } = judge(
      { body: 'Closes #7', linked: [ref(7)], issues: [unmet], ...(pull && { pull }) },
      policyWith({}, more),
    )
    return plain(verdict.title)
  }
  const blocked = 'Merging would close #7: 1 of 1 criteria unmet'

  test.each<[string, World['pull'], Partial<typeof defaultPolicy>, string]>([
    ['no base at all', {}, { bases: [] }, 'Closing claims are not judged on develop'],
    [
      'a base that begins with a dot, by a glob',
      { baseRefName: '.next', defaultBranch: '.next' },
      { bases: ['*'] },
      blocked,
    ],
    ['an author of another name', {}, { exemptAuthors: ['grace'] }, blocked],
    ['an author whose account is gone', { author: null }, { exemptAuthors: ['grace'] }, blocked],
    [
      'an exempt author in any case',
      { author: 'GRACE' },
      { exemptAuthors: ['grace'] },
      'Closing claims of GRACE are not judged: an exempt author',
    ],
    [
      'a name of 40 characters, which is shown whole',
      { baseRefName: 'b'.repeat(40) },
      { bases: ['main'] },
      `Closing claims are not judged on ${'b'.repeat(40)}`,
    ],
    [
      'a longer name, which is cut',
      { baseRefName: 'b'.repeat(41) },
      { bases: ['main'] },
      `Closing claims are not judged on ${'b'.repeat(39)}…`,
    ],
  ])('%s', (_name, pull, more, wanted) => {
    expect(title(pull, more)).toBe(wanted)
  })
})

describe('an unknown verdict', () => {
  const far = (number: number, target: typeof failed) => ({
    reference: ref(number, { owner: 'other', name: 'far' }),
    target,
  })
  const both = 'Closes other/far#8, closes other/far#9'

  test.each([
    ['may be cured where every reading may', [far(8, failed), far(9, failed)], 'may-cure'],
    ['cannot be cured where one cannot', [far(8, failed), far(9, hopeless)], 'cannot-cure'],
    ['cannot be cured where none can', [far(8, hopeless), far(9, hopeless)], 'cannot-cure'],
  ])('%s', (_name, targets, retry) => {
    expect(judge({ body: both, targets }).verdict).toMatchObject({ kind: 'unknown', retry })
  })

  test('is the only one that says whether reading again may help', () => {
    expect(judge({ body: 'Work.' }).verdict).not.toHaveProperty('retry')
    expect(judge({ body: 'Closes #7', linked: [ref(7)], issues: [unmet] }).verdict).not.toHaveProperty('retry')
  })
})

test('a description that cannot be read speaks for itself, and for no claim', () => {
  const { verdict, claims } = judge({
    body: `${'x'.repeat(2_000_000)}\n\n## Out of scope`,
    manual: [ref(7)],
    issues: [unmet],
  })
  expect(verdict.findings.map(({ rule, severity, seen }) => [rule, severity, plain(seen)])).toEqual([
    ['acceptance-unmet', 'block', expect.any(String)],
    ['target-unreadable', 'unknown', 'the description is too large, or too deeply nested, to be read'],
  ])
  expect(claims.map(({ denials }) => denials)).toEqual([[]])
})

test('nothing is to be read again where GitHub’s list is settled', () => {
  expect(judge({ body: 'Closes #7', linked: [ref(7)], issues: [unmet] })).not.toHaveProperty('rereadAt')
})

test('what a claim is about is told by its state', () => {
  const { claims } = judge({
    body: 'Closes #7, closes #8, closes #9, closes other/far#1',
    linked: [ref(7), ref(8)],
    issues: [unmet, issue(ref(8), { state: 'CLOSED', body: '- [ ] a' })],
    targets: [{ reference: ref(9), target: known({ kind: 'pull', reference: ref(9), state: 'MERGED' }) }, far()],
  })
  expect(claims.map(({ target, state, criteria }) => [target.number, state, criteria?.length ?? null])).toEqual([
    [7, 'open', 1],
    [8, 'closed', null],
    [9, 'pull', null],
    [1, 'unknown', null],
  ])
})

function far() {
  return { reference: ref(1, { owner: 'other', name: 'far' }), target: failed }
}
