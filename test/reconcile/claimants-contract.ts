import { describe, expect, test } from '@jest/globals'
import type { Claimants } from '../../src/reconcile/claimants.ts'
import { ref } from '../evaluate/issues/issues-facts.ts'

const pull = (number: number) => ({ installationId: 1, ...ref(number) })
const numbers = (pulls: readonly { number: number }[]) => pulls.map(({ number }) => number)

/** What every implementation of the port does. */
export function testClaimants(where: string, create: () => Promise<Claimants>): void {
  describe(`which pull requests depend on an issue, ${where}`, () => {
    test('those that claim it and those that are judged by it, whatever the case of its repository', async () => {
      const claimants = await create()
      await claimants.remember(pull(1), { targets: [ref(7)], around: [ref(8)] })
      await claimants.remember(pull(2), { targets: [ref(8, { owner: 'TRACEBLOC', name: 'Client' })], around: [] })
      expect(numbers(await claimants.dependingOn(ref(8)))).toEqual([1, 2])
      expect(await claimants.claiming(ref(8))).toEqual([pull(2)])
      expect(await claimants.dependingOn(ref(9))).toEqual([])
    })

    test('what a pull request no longer names is forgotten, and so is a closed one', async () => {
      const claimants = await create()
      await claimants.remember(pull(1), { targets: [ref(7)], around: [ref(8)] })
      await claimants.remember(pull(1), { targets: [ref(9)], around: [] })
      expect(await claimants.dependingOn(ref(7))).toEqual([])
      expect(await claimants.dependingOn(ref(8))).toEqual([])
      await claimants.forget(pull(1))
      expect(await claimants.dependingOn(ref(9))).toEqual([])
      await claimants.forget(pull(1))
    })

    test('it says which targets came and went', async () => {
      const claimants = await create()
      const remember = (targets: number[], around: number[]) =>
        claimants.remember(pull(1), { targets: targets.map((n) => ref(n)), around: around.map((n) => ref(n)) })
      expect(await remember([7, 8], [1])).toEqual([ref(7), ref(8)])
      expect(await remember([8, 9], [])).toEqual([ref(7), ref(9)])
      expect(await remember([9, 8], [2])).toEqual([])
    })
  })
}
