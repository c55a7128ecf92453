import { describe, expect, test } from '@jest/globals'
import type { Visibility } from '../../../src/domain/repository.ts'
import { evaluateIssues } from '../../../src/evaluate/issues/evaluate.ts'
import { mayName } from '../../../src/evaluate/issues/visibility.ts'
import { defaultPolicy } from '../../../src/policy/schema.ts'
import { backend, facts, home, issue, plain, ref, type World, whole } from './issues-facts.ts'

describe('what stands in another repository may be named', () => {
  const readers: readonly (Visibility | null)[] = ['PUBLIC', 'INTERNAL', 'PRIVATE', null]
  const named = (pull: Visibility, isFork: boolean, repository = backend) =>
    readers.filter((visibility) => mayName(repository, visibility, { repository: home, visibility: pull, isFork }))

  test.each<[Visibility, boolean, (Visibility | null)[]]>([
    ['PUBLIC', false, ['PUBLIC']],
    ['INTERNAL', false, ['PUBLIC', 'INTERNAL']],
    ['PRIVATE', false, ['PUBLIC', 'INTERNAL', 'PRIVATE']],
    ['PUBLIC', true, ['PUBLIC']],
    ['INTERNAL', true, ['PUBLIC']],
    ['PRIVATE', true, ['PUBLIC']],
  ])('in a repository that is %s (a fork: %s) when it is one of %j', (pull, isFork, wanted) => {
    expect(named(pull, isFork)).toEqual(wanted)
  })

  test('always in the same repository, whatever the case of its name', () => {
    expect(named('PUBLIC', true, { owner: 'TraceBloc', name: 'Client' })).toEqual(readers)
  })
})

describe('an issue that fewer people can read', () => {
  const target = ref(2961, backend)
  const world = (body: string, more: Partial<Parameters<typeof issue>[1]> = {}): World => ({
    body: 'Closes tracebloc/backend#2961',
    linked: [target],
    pull: { visibility: 'PUBLIC' },
    issues: [issue(target, { body, ...more })],
  })
  const judge = (given: World) => evaluateIssues(facts(given), defaultPolicy)

  test('shows of a criterion its place, whether it is met, and nothing else', () => {
    const body = '## Acceptance\n- [x] SEC-1: one\n- [ ] SEC-2: two\n- [ ] #12 <!-- proof: label "x" -->'
    const criteria = judge(world(body)).claims[0]?.criteria ?? []
    expect(
      criteria.map(({ detail, criterion: { hash: _, ...criterion }, ...judged }) => ({
        ...judged,
        criterion,
        detail: plain(detail),
      })),
    ).toEqual(
      [
        { id: 'AC1', state: { kind: 'met' }, judged: { met: true, by: 'ticked', detail: 'met' } },
        { id: 'AC2', state: { kind: 'open' }, judged: { met: false, why: 'open', detail: 'unmet' } },
        {
          id: 'AC3',
          state: { kind: 'open' },
          judged: { met: 'unknown', retry: 'may-cure', detail: 'could not be told' },
        },
      ].map(({ id, state, judged }) => ({
        ...judged,
        criterion: {
          id,
          idIsExplicit: false,
          text: '(not shown: more people can read this check than the issue)',
          state,
          line: 1,
          proofs: [],
        },
      })),
    )
  })

  test('is blocked with counts, and asks for attestations by a place to fill in', () => {
    const { verdict } = judge(world('- [x] one\n- [ ] two\n- [ ] three'))
    expect(whole(verdict.findings[0])).toMatchObject({
      says: 'Merging would close backend#2961: 2 of 3 criteria unmet',
      seen: 'criteria whose text is not shown, because more people can read this check than the issue',
      fixes: expect.arrayContaining([
        [
          expect.any(String),
          '## Acceptance evidence\n\n- [ ] tracebloc/backend#2961 AC: \n- [ ] tracebloc/backend#2961 AC: ',
        ],
      ]),
    })
  })

  test('is not called open where a criterion cannot be told', () => {
    const { verdict } = judge(world('- [ ] #12'))
    expect(whole(verdict.findings[0])).toMatchObject({
      says: 'Whether 1 of 1 criteria of backend#2961 is met cannot be told',
      seen: 'criteria whose text is not shown, because more people can read this check than the issue',
    })
  })

  test.each([
    ['a label', { labels: ['epic'] }, 'backend#2961 is protected by one of its labels'],
    ['a milestone', { milestone: 'Later' }, 'backend#2961 is protected by its milestone'],
  ])('is protected by %s that is not named', (_name, more, seen) => {
    const { issues } = defaultPolicy
    const policy = {
      ...defaultPolicy,
      issues: { ...issues, protected: { ...issues.protected, milestones: ['later'] } },
    }
    const { verdict } = evaluateIssues(facts(world('- [x] one', more)), policy)
    expect(verdict.findings.map(({ rule, seen: words }) => [rule, plain(words)])).toEqual([['target-protected', seen]])
  })
})
