import { describe, expect, test } from '@jest/globals'
import type { Turns } from '../../src/reconcile/turns.ts'

/** What every implementation of the port does; `create` gives the turns of another process with each call. */
export function testTurns(where: string, create: () => Promise<() => Turns>): void {
  describe(`works that write the same comments, ${where}`, () => {
    test('one after the other, however many ask', async () => {
      const turnsOf = await create()
      const processes = [turnsOf(), turnsOf()]
      let running = 0
      let most = 0
      const done: number[] = []
      const works = Array.from({ length: 8 }, (_, index) =>
        processes[index % 2]?.take('one', async () => {
          running += 1
          most = Math.max(most, running)
          await new Promise((resolve) => setImmediate(resolve))
          running -= 1
          done.push(index)
          return index
        }),
      )
      expect(await Promise.all(works)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
      expect(most).toBe(1)
      expect(done.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    })

    test('others hold nobody up, and a failure is its own', async () => {
      const turns = (await create())()
      let release = () => {}
      const held = turns.take('one', () => new Promise<void>((resolve) => (release = resolve)))
      expect(await turns.take('other', async () => 'free')).toBe('free')
      const failed = turns.take('one', () => Promise.reject(new Error('a failure')))
      const after = turns.take('one', async () => 'goes on')
      release()
      await held
      await expect(failed).rejects.toThrow('a failure')
      expect(await after).toBe('goes on')
    })
  })
}
