import { describe, expect, test } from '@jest/globals'
import { known } from '../../../src/domain/reading.ts'
import { evaluateIssues } from '../../../src/evaluate/issues/evaluate.ts'
import { defaultPolicy } from '../../../src/policy/schema.ts'
import { facts, issue, plain, policyWith, ref, type World } from './issues-facts.ts'

const title = (world: World, policy = defaultPolicy) => plain(evaluateIssues(facts(world), policy).verdict.title)
const met = (number: number) => issue(ref(number), { body: '- [x] done' })
const open = (number: number) => issue(ref(number), { body: '- [ ] a' })
const closed = (number: number, where = ref(number)) => issue(where, { state: 'CLOSED' })
const closing = (...issues: readonly ReturnType<typeof issue>[]): World => ({
  body: issues
    .map(({ reference: { repository, number } }) => `Closes ${repository.owner}/${repository.name}#${number}`)
    .join('\n'),
  linked: issues.map(({ reference }) => reference),
  issues,
})
const far = { owner: 'o'.repeat(39), name: 'n'.repeat(80) }

describe('a title that passes', () => {
  test.each<[string, World, string]>([
    ['names two', closing(met(7), met(8)), 'Merging closes #7 and #8; all 2 criteria met'],
    [
      'names the one that states none',
      closing(met(7), issue(ref(8))),
      'Merging closes #7 and #8; its one criterion is met, 1 without stated acceptance',
    ],
    ['names closed ones', closing(closed(7)), 'Merging closes no issue: #7 is closed already'],
    [
      'names several closed ones',
      closing(closed(7), closed(8)),
      'Merging closes no issue: #7 and #8 are closed already',
    ],
    [
      'counts closed ones whose names fill it',
      closing(closed(7, ref(7, far))),
      'Merging closes no issue: 1 named issue is closed already',
    ],
    [
      'counts several closed ones whose names fill it',
      closing(closed(7, ref(7, far)), closed(8, ref(8, far))),
      'Merging closes no issue: 2 named issues are closed already',
    ],
    [
      'says nothing of a pull request that is named',
      {
        ...closing(closed(7)),
        body: 'Closes #7, closes #9',
        targets: [{ reference: ref(9), target: known({ kind: 'pull', reference: ref(9), state: 'CLOSED' }) }],
      },
      'Merging closes no issue: #7 is closed already',
    ],
    [
      'does not say later where one of several closes at once',
      {
        body: 'Why.',
        pull: { baseRefName: 'release' },
        manual: [ref(7)],
        commits: ['Closes #8'],
        issues: [met(7), met(8)],
      },
      'Merging closes #7 and #8; all 2 criteria met',
    ],
  ])('%s', (_name, world, wanted) => {
    expect(title(world)).toBe(wanted)
  })

  test('counts what is unmet where that only warns', () => {
    expect(title(closing(met(7), open(8)), policyWith({ 'acceptance-unmet': 'warn' }))).toBe(
      'Merging closes #7 and #8; 1 of 2 criteria unmet',
    )
  })
})

describe('a title that blocks', () => {
  test('counts other claims that block, not those that warn', () => {
    expect(title(closing(open(7), issue(ref(8)), open(9)))).toBe(
      'Merging would close #7: 1 of 1 criteria unmet (and 1 more)',
    )
  })

  test('counts a claim once, whatever is against it', () => {
    const epics = [7, 8].map((number) => issue(ref(number), { body: '- [ ] a', labels: ['epic'] }))
    expect(title(closing(...epics))).toBe('Merging would close #7: 1 of 1 criteria unmet (and 1 more)')
  })

  test('shortens its own name only', () => {
    const longer = issue(ref(7, far), { body: '- [ ] a' })
    expect(title({ ...closing(met(8), longer) })).toBe('Merging would close #7: 1 of 1 criteria unmet')
    const rival = { reference: ref(3), visibility: 'PRIVATE' as const, createdAt: 0 }
    const claimed = issue(ref(7, far), { body: '- [x] a', closers: known([rival]) })
    expect(title(closing(claimed), policyWith({ 'rival-closer': 'block' }))).toBe('Merging would close #7, as would #3')
  })
})
