import { describe, expect, test } from '@jest/globals'
import type { IssueTarget } from '../../../src/domain/issues-facts.ts'
import { known, unknown } from '../../../src/domain/reading.ts'
import { type ClosedUndone, closedUndone, closedUndoneByCommit } from '../../../src/evaluate/issues/after-merge.ts'
import { defaultPolicy } from '../../../src/policy/schema.ts'
import { backend, facts, issue, ref, type World } from './issues-facts.ts'

const closed = (body: string, more: Partial<IssueTarget> = {}): IssueTarget =>
  issue(ref(7), { body, state: 'CLOSED', stateReason: 'COMPLETED', ...more })
const failed = unknown('unavailable', 'GitHub did not answer', 'may-cure')

const told = ({ claimed, unmet, total }: ClosedUndone) => ({
  claimed,
  unmet: unmet.map(({ criterion, why }) => `${criterion.id}: ${why}`),
  total,
})

describe('an issue that a merged pull request closed', () => {
  const judged = (world: World, target = closed('- [x] built\n- [ ] tested')) =>
    told(closedUndone(facts({ issues: [target], ...world }), target, defaultPolicy, {}))

  test.each<[string, World, boolean]>([
    ['by a claim that could be seen', { body: 'Closes #7', linked: [ref(7)] }, true],
    ['by a commit', { body: '', commits: ['Closes #7'] }, true],
    ['by nothing that could be seen', { body: 'Work.' }, false],
    ['by a text that was typed at the merge, beside other claims', { body: 'Closes #8', linked: [ref(8)] }, false],
    ['beside another claim', { body: 'Closes #7, closes #8', linked: [ref(8), ref(7)] }, true],
    ['while its list of links could not be read', { body: 'Work.', facts: { linked: failed } }, false],
  ])('%s is judged by the acceptance it had', (_name, world, claimed) => {
    const others = issue(ref(8), { body: '- [x] a' })
    const target = closed('- [x] built\n- [ ] tested')
    expect(judged({ ...world, issues: [others, target] }, target)).toEqual({ claimed, unmet: ['AC2: open'], total: 2 })
  })

  test('is judged by what its body says now, not by what was read with the pull request', () => {
    const world = { body: 'Closes #7', linked: [ref(7)], issues: [closed('- [ ] built')] }
    expect(judged(world, closed('- [x] built'))).toEqual({ claimed: true, unmet: [], total: 1 })
  })

  test('lacks nothing where it states no acceptance', () => {
    expect(judged({ body: 'Closes #7', linked: [ref(7)] }, closed('Please.'))).toEqual({
      claimed: true,
      unmet: [],
      total: 0,
    })
  })

  test('lacks nothing that only could not be told', () => {
    const world = { body: 'Closes #7', linked: [ref(7)] }
    expect(judged(world, closed('- [ ] #12\n- [ ] tested'))).toEqual({
      claimed: true,
      unmet: ['AC2: open'],
      total: 2,
    })
  })

  test('is met by what its pull request attests', () => {
    const world: World = {
      body: 'Closes #7\n\n## Evidence\n- [x] AC2: src/app.ts',
      linked: [ref(7)],
      facts: { pointers: known({ paths: ['src/app.ts'], commits: [], checks: [], references: [] }) },
    }
    expect(judged(world)).toEqual({ claimed: true, unmet: [], total: 2 })
  })
})

describe('an issue that a commit without a pull request closed', () => {
  const judged = (target: IssueTarget, followed: Parameters<typeof closedUndoneByCommit>[1] = [], hosts?: string[]) =>
    told(closedUndoneByCommit(target, followed, defaultPolicy, hosts === undefined ? {} : { hosts }))

  test.each<[string, IssueTarget, { unmet: string[]; total: number }]>([
    ['names what is open', closed('- [x] built\n- [ ] tested'), { unmet: ['AC2: open'], total: 2 }],
    ['lacks nothing when all is ticked', closed('- [x] built'), { unmet: [], total: 1 }],
    ['lacks nothing where it states no acceptance', closed('Please.'), { unmet: [], total: 0 }],
    ['lacks nothing that can be told where it cannot be read', closed('x'.repeat(2_000_000)), { unmet: [], total: 0 }],
    ['does not take what could not be read for open', closed('- [ ] #12'), { unmet: [], total: 1 }],
  ])('%s', (_name, target, wanted) => {
    expect(judged(target)).toEqual({ claimed: false, ...wanted })
  })

  test('follows the issues that its boxes name, in its own repository', () => {
    const far = { ...closed('- [ ] #12'), reference: ref(7, backend) }
    const followed = [{ reference: ref(12, backend), target: known(issue(ref(12, backend))) }]
    expect(judged(far, followed)).toEqual({ claimed: false, unmet: ['AC1: followed-open'], total: 1 })
    expect(judged(far, [{ reference: ref(12), target: known(issue(ref(12))) }])).toEqual({
      claimed: false,
      unmet: [],
      total: 1,
    })
  })

  test('follows URLs of the hosts that are GitHub', () => {
    const target = closed('- [ ] https://git.example.com/tracebloc/client/issues/12')
    const followed = [{ reference: ref(12), target: known(issue(ref(12), { state: 'CLOSED' })) }]
    expect(judged(target, followed).unmet).toEqual(['AC1: open'])
    expect(judged(target, followed, ['git.example.com']).unmet).toEqual([])
  })
})
