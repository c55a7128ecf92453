import { describe, expect, test } from '@jest/globals'
import type { EvidenceWatch } from '../../src/reconcile/evidence-watch.ts'

const here = { owner: 'acme', name: 'client' }
const [sha, later] = ['a'.repeat(40), 'c'.repeat(40)]
const pull = { repository: here, number: 7, headRefOid: sha, state: 'OPEN' as const }
const needs = { checks: true, reviews: false, comments: false }

/** What every implementation of the port does. */
export function testEvidenceWatch(where: string, create: () => Promise<EvidenceWatch>): void {
  describe(`which verdicts depend on evidence, ${where}`, () => {
    test('each need by itself, whatever the case of the repository', async () => {
      const watch = await create()
      await watch.remember(pull, { checks: false, reviews: true, comments: false })
      await watch.remember({ ...pull, number: 8 }, { checks: false, reviews: false, comments: true })
      const loud = { owner: 'ACME', name: 'Client' }
      expect(await watch.needs(loud, 7, 'reviews')).toBe(true)
      expect(await watch.needs(loud, 7, 'comments')).toBe(false)
      expect(await watch.needs(loud, 8, 'comments')).toBe(true)
      expect(await watch.needs(loud, 9, 'comments')).toBe(false)
      expect(await watch.needingChecks(here, sha)).toEqual([])
    })

    test('a pull request is forgotten with its needs, its old head with a push', async () => {
      const watch = await create()
      await watch.remember(pull, needs)
      await watch.remember({ ...pull, number: 8 }, needs)
      expect(await watch.needingChecks({ owner: 'ACME', name: 'Client' }, sha)).toEqual([7, 8])
      await watch.remember({ ...pull, headRefOid: later }, needs)
      expect(await watch.needingChecks(here, sha)).toEqual([8])
      expect(await watch.needingChecks(here, later)).toEqual([7])
      await watch.remember({ ...pull, number: 8, state: 'CLOSED' }, needs)
      expect(await watch.needingChecks(here, sha)).toEqual([])
      await watch.remember({ ...pull, headRefOid: later }, { ...needs, comments: true, checks: false })
      expect(await watch.needingChecks(here, later)).toEqual([])
      expect(await watch.needs(here, 7, 'comments')).toBe(true)
      await watch.remember({ ...pull, state: 'MERGED' }, { ...needs, comments: true })
      expect(await watch.needs(here, 7, 'comments')).toBe(false)
    })
  })
}
