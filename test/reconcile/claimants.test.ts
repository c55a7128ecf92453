import { expect, test } from '@jest/globals'
import { known, unknown } from '../../src/domain/reading.ts'
import { createClaimants, dependenciesOf } from '../../src/reconcile/claimants.ts'
import { backend, facts, issue, ref } from '../evaluate/issues/issues-facts.ts'
import { testClaimants } from './claimants-contract.ts'

const pull = (number: number) => ({ installationId: 1, ...ref(number) })

testClaimants('in this process', async () => createClaimants(10))

test('in this process no more pull requests are kept than allowed, and nothing of those that went', async () => {
  const claimants = createClaimants(2)
  for (const number of [1, 2, 3]) await claimants.remember(pull(number), { targets: [ref(7)], around: [] })
  expect((await claimants.dependingOn(ref(7))).map(({ number }) => number)).toEqual([2, 3])
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
