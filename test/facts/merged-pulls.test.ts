import { describe, expect, test } from '@jest/globals'
import { listMergedPulls, underRebase } from '../../src/facts/merged-pulls.ts'
import type { GitHubClient } from '../../src/github/client.ts'

function copied(name: string, minute = 0) {
  return { authoredDate: `2026-11-01T00:${String(minute).padStart(2, '0')}:00Z`, message: name }
}

function written(name: string, minute = 0, parents = 1) {
  return { ...copied(name, minute), oid: `oid of ${name}`, parents: { totalCount: parents } }
}

describe('the commit under a rebase', () => {
  test.each<[string, Parameters<typeof underRebase>, string | null]>([
    [
      'both were copied',
      [
        [copied('a'), copied('b')],
        [written('b'), written('a'), written('base')],
      ],
      'oid of base',
    ],
    [
      'a merge inside the branch was left out',
      [
        [copied('a'), copied('Merge main'), copied('b')],
        [written('b'), written('a'), written('base')],
      ],
      'oid of base',
    ],
    [
      'the base says the same at another time',
      [
        [copied('a', 1), copied('b', 2)],
        [written('b', 2), written('a', 1), written('a', 0)],
      ],
      'oid of a',
    ],
    [
      'the base says at the same time something else',
      [
        [copied('a'), copied('b')],
        [written('b'), written('a'), written('c')],
      ],
      'oid of c',
    ],
    ['nothing was copied', [[copied('a')], [written('Squash')]], 'oid of Squash'],
    [
      'a merge commit is no copy',
      [
        [copied('a'), copied('b')],
        [written('b'), written('a', 0, 2)],
      ],
      'oid of a',
    ],
    [
      'it lies deeper than what was listed',
      [
        [copied('a'), copied('b')],
        [written('b'), written('a')],
      ],
      null,
    ],
    ['nothing was listed', [[copied('a')], []], null],
  ])('%s', (_, [own, listed], base) => {
    expect(underRebase(own, listed)).toBe(base)
  })
})

interface Listed {
  readonly number: number
  readonly merged: number
  readonly updated: number
}

/** GitHub's list of merged pull requests, the last touched first. */
function listing(pulls: readonly Listed[]) {
  const sorted = pulls.toSorted((a, b) => b.updated - a.updated)
  const pages: number[] = []
  const at = (day: number) => new Date(Date.UTC(2026, 0, day)).toISOString()
  const client: GitHubClient = {
    async graphql<T>(_: unknown, variables: Record<string, unknown>) {
      const first = Number(variables.first)
      const start = Number(variables.after ?? 0)
      pages.push(start)
      const nodes = sorted.slice(start, start + first).map(({ number, merged, updated }) => {
        return { number, mergedAt: at(merged), updatedAt: at(updated) }
      })
      const pageInfo = { hasNextPage: start + first < sorted.length, endCursor: String(start + first) }
      return { repository: { defaultBranchRef: null, pullRequests: { pageInfo, nodes } } } as T
    },
    rest: () => Promise.reject(new Error('no REST is needed')),
  }
  return { client, pages }
}

describe('the newest merged pull requests', () => {
  const repository = { owner: 'acme', name: 'charts' }

  test('old ones that were touched since do not push newer merges out', async () => {
    const { client, pages } = listing([
      { number: 1, merged: 1, updated: 30 },
      { number: 2, merged: 2, updated: 29 },
      { number: 3, merged: 10, updated: 10 },
      { number: 4, merged: 9, updated: 9 },
      { number: 5, merged: 8, updated: 8 },
    ])
    const { pulls } = await listMergedPulls(client, repository, 2)
    expect(pulls.map(({ number }) => number)).toEqual([3, 4])
    expect(pages).toEqual([0, 2])
  })

  test('is read no further than until none to come can be among them', async () => {
    const { client, pages } = listing([4, 3, 2, 1].map((day) => ({ number: day, merged: day, updated: day })))
    const { pulls } = await listMergedPulls(client, repository, 1)
    expect(pulls.map(({ number }) => number)).toEqual([4])
    expect(pages).toEqual([0])
  })

  test('all there are, where there are fewer', async () => {
    const { client } = listing([{ number: 1, merged: 1, updated: 1 }])
    expect((await listMergedPulls(client, repository, 200)).pulls).toHaveLength(1)
  })

  test('a repository whose old pull requests are all touched again is not read to its end', async () => {
    const many = Array.from({ length: 40 }, (_, index) => ({ number: index, merged: 1, updated: 50 + index }))
    const { client, pages } = listing(many)
    await listMergedPulls(client, repository, 1)
    expect(pages.length).toBeLessThanOrEqual(11)
  })
})
