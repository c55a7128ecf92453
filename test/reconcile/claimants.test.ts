import { describe, expect, test } from '@jest/globals'
import { known, unknown } from '../../src/domain/reading.ts'
import { createClaimants, dependenciesOf } from '../../src/reconcile/claimants.ts'
import { backend, facts, issue, ref } from '../evaluate/issues/issues-facts.ts'

const pull = (number: number) => ({ installationId: 1, ...ref(number) })
const numbers = (pulls: readonly { number: number }[]) => pulls.map(({ number }) => number)

describe('which pull requests depend on an issue', () => {
  test('those that claim it and those that are judged by it, whatever the case of its repository', () => {
    const claimants = createClaimants(10)
    claimants.remember(pull(1), { targets: [ref(7)], around: [ref(8)] })
    claimants.remember(pull(2), { targets: [ref(8, { owner: 'TRACEBLOC', name: 'Client' })], around: [] })
    expect(numbers(claimants.dependingOn(ref(8)))).toEqual([1, 2])
    expect(numbers(claimants.claiming(ref(8)))).toEqual([2])
    expect(claimants.dependingOn(ref(9))).toEqual([])
  })

  test('what a pull request no longer names is forgotten, and so is a closed one', () => {
    const claimants = createClaimants(10)
    claimants.remember(pull(1), { targets: [ref(7)], around: [] })
    claimants.remember(pull(1), { targets: [ref(9)], around: [] })
    expect(claimants.dependingOn(ref(7))).toEqual([])
    claimants.forget(pull(1))
    expect(claimants.dependingOn(ref(9))).toEqual([])
  })

  test('it says which targets came and went', () => {
    const claimants = createClaimants(10)
    expect(claimants.remember(pull(1), { targets: [ref(7), ref(8)], around: [ref(1)] })).toEqual([ref(7), ref(8)])
    expect(claimants.remember(pull(1), { targets: [ref(8), ref(9)], around: [] })).toEqual([ref(7), ref(9)])
    expect(claimants.remember(pull(1), { targets: [ref(9), ref(8)], around: [ref(2)] })).toEqual([])
  })

  test('no more pull requests are kept than allowed, and nothing of those that went', () => {
    const claimants = createClaimants(2)
    for (const number of [1, 2, 3]) claimants.remember(pull(number), { targets: [ref(7)], around: [] })
    expect(numbers(claimants.dependingOn(ref(7)))).toEqual([2, 3])
  })
})

test('a verdict depends on targets by all their names, sub-issues, blockers and followed issues', () => {
  const target = issue(ref(70, backend), {
    subIssues: known({
      total: 1,
      completed: 0,
      listed: [{ reference: ref(71, backend), visibility: 'PRIVATE', state: 'OPEN' }],
    }),
    relations: known({
      type: null,
      blockedBy: known({ open: 1, listed: [{ reference: ref(72), visibility: null, state: 'OPEN' }] }),
    }),
  })
  const read = facts({
    body: '',
    targets: [
      { reference: ref(7), target: known(target) },
      { reference: ref(8), target: known({ kind: 'absent' }) },
      { reference: ref(9), target: unknown('unreadable', 'the app cannot read it', 'cannot-cure') },
    ],
    facts: { followed: [{ reference: ref(12), target: known(issue(ref(12))) }] },
  })
  const { targets, around } = dependenciesOf(read)
  expect(targets).toEqual([ref(7), ref(70, backend), ref(9)])
  expect(around).toEqual([ref(12), ref(12), ref(71, backend), ref(72)])
})
