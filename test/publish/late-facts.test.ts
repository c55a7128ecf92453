import { describe, expect, test } from '@jest/globals'
import type { OwnRun } from '../../src/facts/queries/own-runs.ts'
import type { GitHubClient, RestAnswer } from '../../src/github/client.ts'
import { createLateMemory, isRemembered, readLateFacts, remember } from '../../src/publish/late-facts.ts'
import type { PublishInput } from '../../src/publish/publish-input.ts'
import { renderCheckRun } from '../../src/render/check-run.ts'
import { toldFinding, writeToldFindings } from '../../src/render/told-findings.ts'
import { closing, headSha, home, issuesInput, unmet } from '../render/story.ts'

const otherHead = 'b'.repeat(40)
const told = toldFinding(unmet, headSha, undefined)
const rendered = renderCheckRun(issuesInput(closing([unmet])))

function run(id: number): OwnRun {
  return { id, completed: true, conclusion: 'failure', externalId: '', startedAt: null }
}

function input(changes: Partial<PublishInput> = {}): PublishInput {
  const subject = { kind: 'pull' as const, number: 951, baseRefName: 'develop', sharing: [952] }
  return { repository: home, headSha, rendered, subject, newest: null, fresh: false, ...changes }
}

const noRules: GitHubClient = {
  graphql: () => Promise.reject(new Error('no query was expected')),
  rest: async <T>(): Promise<RestAnswer<T>> => ({ status: 200, data: [] as T, headers: {} }),
}

function memoryOfRun5() {
  const memory = createLateMemory(() => 1)
  remember(memory, input(), 5, { head: headSha, pulls: { 951: [told] } })
  return memory
}

describe('what this process remembers counts', () => {
  test.each<[string, Partial<PublishInput>, boolean]>([
    ['on a later head', { headSha: otherHead }, true],
    ['when its own run is the newest on the head', { newest: run(5) }, true],
    ['when the newest run was not read', { newest: undefined }, true],
    ['not when another process has written a newer one', { newest: run(6) }, false],
    ['not for another repository', { repository: { owner: 'x', name: 'y' } }, false],
    ['whatever the case of its name', { repository: { owner: 'Tracebloc', name: 'Client' }, newest: run(5) }, true],
    [
      'nor asks anything for a merge group, which has no earlier evaluation',
      { subject: { kind: 'merge-group', headRef: 'r', pulls: [951] } },
      true,
    ],
  ])('%s', (_, changes, wanted) => {
    expect(isRemembered(memoryOfRun5(), input(changes))).toBe(wanted)
  })

  test('a fresh process remembers nothing', () => {
    expect(
      isRemembered(
        createLateMemory(() => 1),
        input(),
      ),
    ).toBe(false)
  })
})

describe('earlier findings', () => {
  test('come from memory, also for a pull request that shares the head and had none', async () => {
    const late = await readLateFacts(noRules, input(), null, { appId: 7, late: memoryOfRun5() })
    expect([...late.earlier]).toEqual([
      [951, [told]],
      [952, []],
    ])
    expect(late.requirements.get('develop')).toEqual({ kind: 'not-required' })
  })

  test('come from the text of a run that was read', async () => {
    const [text = ''] = writeToldFindings({ head: headSha, pulls: { 951: [told] } })
    const late = await readLateFacts(noRules, input(), text, { appId: 7, late: createLateMemory(() => 1) })
    expect(late.earlier.get(951)).toEqual([told])
  })

  test('a run that says nothing found nothing; no run at all is no evaluation', async () => {
    const options = { appId: 7, late: createLateMemory(() => 1) }
    expect((await readLateFacts(noRules, input(), '', options)).earlier.get(951)).toEqual([])
    expect((await readLateFacts(noRules, input(), null, options)).earlier.has(951)).toBe(false)
  })
})
