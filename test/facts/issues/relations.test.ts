import { describe, expect, test } from '@jest/globals'
import { known } from '../../../src/domain/reading.ts'
import { readRelations, relationsNeeded, withRelations } from '../../../src/facts/issues/relations.ts'
import { type FailureKind, GitHubFailure } from '../../../src/github/client.ts'
import { defaultPolicy } from '../../../src/policy/schema.ts'
import { issue, policyWith, ref } from '../../evaluate/issues/issues-facts.ts'
import { scriptedClient } from './scripted-client.ts'

const both = { type: true, blockers: true }
const get = 'GET /repos/{owner}/{repo}/issues/{issue_number}'
const list = `${get}/dependencies/blocked_by`
const url = 'https://api.github.com/repos/tracebloc/client'

describe('what REST tells of an issue', () => {
  test('one request where GitHub counts no open blocker', async () => {
    const client = scriptedClient([
      { data: { number: 7, state: 'open', type: { name: 'Bug' }, issue_dependencies_summary: { blocked_by: 0 } } },
    ])
    expect(await readRelations(client, issue(ref(7)), both)).toEqual(
      known({ type: 'Bug', blockedBy: known({ open: 0, listed: [] }) }),
    )
    expect(client.asked).toEqual([get])
  })

  test('a second for the blockers, with the visibility where it is told', async () => {
    const client = scriptedClient([
      { data: { number: 7, state: 'open', type: null, issue_dependencies_summary: { blocked_by: 1 } } },
      {
        data: [
          { number: 8, state: 'open', repository_url: url },
          { number: 9, state: 'closed', repository_url: url, repository: { visibility: 'internal' } },
          { number: 10, state: 'open', repository_url: url, repository: { private: false } },
        ],
      },
    ])
    expect(await readRelations(client, issue(ref(7)), both)).toEqual(
      known({
        type: null,
        blockedBy: known({
          open: 1,
          listed: [
            { reference: ref(8), visibility: null, state: 'OPEN' },
            { reference: ref(9), visibility: 'INTERNAL', state: 'CLOSED' },
            { reference: ref(10), visibility: 'PUBLIC', state: 'OPEN' },
          ],
        }),
      }),
    )
    expect(client.asked).toEqual([get, list])
  })

  test('a server without types and dependencies has none', async () => {
    const client = scriptedClient([{ data: { number: 7, state: 'open' } }])
    expect(await readRelations(client, issue(ref(7)), both)).toEqual(
      known({ type: null, blockedBy: known({ open: 0, listed: [] }) }),
    )
  })

  test.each<[FailureKind, string]>([
    ['not-found', 'cannot-cure'],
    ['forbidden', 'cannot-cure'],
    ['unavailable', 'may-cure'],
  ])('%s is unknown, and %s', async (kind, retry) => {
    const failure = new GitHubFailure(kind, 'scripted')
    expect(await readRelations(scriptedClient([failure]), issue(ref(7)), both)).toMatchObject({ known: false, retry })
    const blocked = { data: { number: 7, state: 'open', issue_dependencies_summary: { blocked_by: 1 } } }
    expect(await readRelations(scriptedClient([blocked, failure]), issue(ref(7)), both)).toMatchObject({
      known: true,
      value: { blockedBy: { known: false, retry } },
    })
  })

  test('a limit is passed on', async () => {
    const limited = new GitHubFailure('rate-limited', 'scripted')
    await expect(readRelations(scriptedClient([limited]), issue(ref(7)), both)).rejects.toBe(limited)
  })
})

describe('for which targets it is asked', () => {
  const answer = { data: { number: 7, state: 'open' } }
  const target = (number: number, state: 'OPEN' | 'CLOSED' = 'OPEN') => ({
    reference: ref(number),
    target: known(issue(ref(number), { state, relations: 'not-needed' })),
  })

  test('open ones, each once by whatever names', async () => {
    const client = scriptedClient([answer])
    const named = { reference: ref(1), target: target(7).target }
    const read = await withRelations(client, [target(7), named, target(8, 'CLOSED')], defaultPolicy.issues)
    expect(client.asked).toEqual([get])
    expect(
      read.map(({ target: one }) => one.known && one.value.kind === 'issue' && one.value.relations !== 'not-needed'),
    ).toEqual([true, true, false])
  })

  test('none where no rule asks', async () => {
    const client = scriptedClient([])
    const silent = policyWith({ 'open-blockers': 'ignore', 'target-protected': 'ignore' })
    await withRelations(client, [target(7)], silent.issues)
    expect(client.asked).toEqual([])
  })

  test('no more than 200, and the rest says so', async () => {
    const client = scriptedClient(Array.from({ length: 200 }, () => answer))
    const many = Array.from({ length: 201 }, (_, index) => target(index + 1))
    const read = await withRelations(client, many, defaultPolicy.issues)
    expect(client.asked).toHaveLength(200)
    expect(read[200]).toMatchObject({ target: { value: { relations: { known: false, reason: 'too-large' } } } })
  })

  test.each([
    [{}, { type: true, blockers: true }],
    [{ 'open-blockers': 'ignore' as const }, { type: true, blockers: false }],
    [{ 'target-protected': 'ignore' as const }, { type: false, blockers: true }],
  ])('by the policy %j', (rules, wanted) => {
    expect(relationsNeeded(policyWith(rules).issues)).toEqual(wanted)
  })

  test('no type where the policy protects none', () => {
    const { issues } = defaultPolicy
    expect(relationsNeeded({ ...issues, protected: { ...issues.protected, types: [] } }).type).toBe(false)
  })
})
