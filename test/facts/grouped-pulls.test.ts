import { expect, test } from '@jest/globals'
import { readGroupedPulls } from '../../src/facts/grouped-pulls.ts'
import type { GitHubClient, GraphqlError, GraphqlOptions } from '../../src/github/client.ts'

type Entry = readonly [number: number, base: string | null, head: string | null]

function queueOf(entries: readonly Entry[] | null): GitHubClient {
  const commit = (oid: string | null) => (oid === null ? null : { oid })
  const nodes = entries?.map(([number, base, head]) => ({
    baseCommit: commit(base),
    headCommit: commit(head),
    pullRequest: { number },
  }))
  const answer = { repository: { mergeQueue: nodes === undefined ? null : { entries: { nodes } } } }
  return {
    graphql: async <T>(_query: unknown, _variables: unknown, _options?: GraphqlOptions) => answer as T,
    rest: async () => {
      throw new Error('not asked')
    },
  }
}

const group = { baseRefName: 'main', baseSha: 'tip', headSha: 'c', pullNumber: 3 }

test.each<[string, readonly Entry[] | null, readonly number[]]>([
  [
    'alone on the group before it',
    [
      [1, 'x', 'tip'],
      [3, 'tip', 'c'],
      [4, 'c', 'd'],
    ],
    [3],
  ],
  [
    'built one after the other within the group',
    [
      [1, 'tip', 'a'],
      [2, 'a', 'b'],
      [3, 'b', 'c'],
      [4, 'c', 'd'],
    ],
    [3, 2, 1],
  ],
  [
    'built at once under one head',
    [
      [1, 'tip', 'c'],
      [3, 'tip', 'c'],
      [4, 'c', 'd'],
    ],
    [3, 1],
  ],
  ['named by the ref, whatever the queue says', [[1, 'tip', 'a']], [3]],
  [
    'without a group yet',
    [
      [3, null, null],
      [2, null, null],
    ],
    [3],
  ],
  [
    'in commits that lead nowhere',
    [
      [3, null, 'c'],
      [2, 'tip', 'b'],
    ],
    [3],
  ],
  [
    'in a circle',
    [
      [3, 'b', 'c'],
      [2, 'c', 'b'],
    ],
    [3, 2],
  ],
  ['in a queue that is not told', null, [3]],
])('pull requests %s', async (_, entries, numbers) => {
  expect(await readGroupedPulls(queueOf(entries), { owner: 'acme', name: 'shop' }, group)).toEqual(numbers)
})

test.each<[string, GraphqlError, boolean]>([
  ['a queue that the installation may not read', { type: 'FORBIDDEN', path: ['repository', 'mergeQueue'] }, true],
  ['a limit', { type: 'RATE_LIMITED', path: ['repository', 'mergeQueue'] }, false],
  ['an answer cut short', { type: '', path: ['repository', 'mergeQueue', 'entries'] }, false],
  ['a repository that may not be read', { type: 'FORBIDDEN', path: ['repository'] }, false],
])('%s', async (_, error, isTolerated) => {
  let tolerates: boolean | undefined
  const client: GitHubClient = {
    ...queueOf(null),
    graphql: async <T>(_query: unknown, _variables: unknown, options?: GraphqlOptions) => {
      tolerates = options?.tolerate?.(error)
      return { repository: { mergeQueue: null } } as T
    },
  }
  await readGroupedPulls(client, { owner: 'acme', name: 'shop' }, group)
  expect(tolerates).toBe(isTolerated)
})
