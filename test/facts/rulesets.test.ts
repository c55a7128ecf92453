import { expect, test } from '@jest/globals'
import { createRulesetCache, readRequirement } from '../../src/facts/rulesets.ts'
import { type GitHubClient, GitHubFailure, type RestAnswer } from '../../src/github/client.ts'

const branch = { repository: { owner: 'acme', name: 'shop' }, baseRefName: 'main' }
const check = { name: 'claims/issues', appId: 7 }

function requires(context: string, id?: number | null): unknown {
  return {
    type: 'required_status_checks',
    parameters: { required_status_checks: [{ context, ...(id === undefined ? {} : { integration_id: id }) }] },
  }
}

/** Answers pages of rules, the last one again and again. */
function answering(...pages: (readonly unknown[] | GitHubFailure)[]): { client: GitHubClient; asked: () => number } {
  let count = 0
  const client: GitHubClient = {
    graphql: () => Promise.reject(new Error('no query was expected')),
    async rest<T>(): Promise<RestAnswer<T>> {
      const page = pages[Math.min(count, pages.length - 1)] ?? []
      count += 1
      if (page instanceof GitHubFailure) throw page
      return { status: 200, data: page as T, headers: {} }
    },
  }
  return { client, asked: () => count }
}

const others = Array.from({ length: 100 }, () => ({ type: 'deletion' }))

test.each([
  ['no rule at all', [[]], { kind: 'not-required' }],
  ['another check', [[requires('ci', 7)]], { kind: 'not-required' }],
  ['rules of other kinds', [[{ type: 'deletion' }]], { kind: 'not-required' }],
  ['this check from this app', [[requires('claims/issues', 7)]], { kind: 'required', source: 'this-app' }],
  ['this check from anybody', [[requires('claims/issues')]], { kind: 'required', source: 'anyone' }],
  ['this check from another app', [[requires('claims/issues', 8)]], { kind: 'required', source: 'another-app' }],
  [
    'this app in one ruleset, anybody in another',
    [[requires('claims/issues'), requires('claims/issues', 7)]],
    { kind: 'required', source: 'this-app' },
  ],
  ['a second page', [others, [requires('claims/issues', 7)]], { kind: 'required', source: 'this-app' }],
  ['no answer', [new GitHubFailure('unavailable', 'x')], { kind: 'unread' }],
  ['no permission', [new GitHubFailure('forbidden', 'x')], { kind: 'unread' }],
])('%s', async (_, pages, wanted) => {
  const { client } = answering(...pages)
  expect(
    await readRequirement(
      client,
      branch,
      check,
      createRulesetCache(() => 1),
    ),
  ).toEqual(wanted)
})

test('is asked once for both checks, and again after some minutes; a failure is not remembered', async () => {
  let now = 1
  const cache = createRulesetCache(() => now)
  const failing = answering(new GitHubFailure('unavailable', 'x'))
  await readRequirement(failing.client, branch, check, cache)
  const { client, asked } = answering([])
  await readRequirement(client, branch, check, cache)
  await readRequirement(client, branch, { ...check, name: 'claims/chart-versions' }, cache)
  expect(asked()).toBe(1)
  now += 6 * 60_000
  await readRequirement(client, branch, check, cache)
  expect(asked()).toBe(2)
})

test('a limit of GitHub stops the work, as it must', async () => {
  const { client } = answering(new GitHubFailure('rate-limited', 'x'))
  await expect(
    readRequirement(
      client,
      branch,
      check,
      createRulesetCache(() => 1),
    ),
  ).rejects.toThrow(GitHubFailure)
})
