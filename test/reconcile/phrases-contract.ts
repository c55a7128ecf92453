import { describe, expect, test } from '@jest/globals'
import type { CommandPhrases } from '../../src/reconcile/phrases.ts'

const here = { owner: 'acme', name: 'client' }

/** What every implementation of the port does. */
export function testPhrases(where: string, create: () => Promise<CommandPhrases>): void {
  describe(`phrases that mean commands, ${where}`, () => {
    test.each<[string, string, string | null]>([
      ['a whole line', 'bugbot run', 'recheck'],
      ['in any case and with any spaces', '  BugBot   RUN ', 'recheck'],
      ['of another verb', 'what now?', 'status'],
      ['with more words', 'bugbot run please', null],
      ['an empty line', '', null],
    ])('%s', async (_, line, verb) => {
      const phrases = await create()
      await phrases.remember(here, { recheck: ['Bugbot run', 'again'], status: ['what now?'] })
      expect(await phrases.verbOf({ owner: 'ACME', name: 'Client' }, line)).toBe(verb)
      expect(await phrases.verbOf({ owner: 'acme', name: 'other' }, line)).toBeNull()
    })

    test('a policy that gives them up', async () => {
      const phrases = await create()
      await phrases.remember(here, { recheck: ['bugbot run'] })
      await phrases.remember(here, {})
      expect(await phrases.verbOf(here, 'bugbot run')).toBeNull()
    })
  })
}
