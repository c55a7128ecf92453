import { describe, expect, test } from '@jest/globals'
import { readCommits } from '../../../src/facts/issues/commits.ts'
import { GitHubFailure } from '../../../src/github/client.ts'
import { home } from '../../evaluate/issues/issues-facts.ts'
import { scriptedClient } from './scripted-client.ts'

const commit = (message: string, parents = 1) => ({
  commit: { oid: message, message, parents: { totalCount: parents } },
})
const page = (nodes: readonly ReturnType<typeof commit>[], totalCount: number, hasNextPage = false) => ({
  totalCount,
  pageInfo: { hasNextPage, endCursor: 'c' },
  nodes,
})
const headRefOid = 'a'.repeat(40)
const next = (messages: unknown, head = headRefOid) => ({
  data: { repository: { pullRequest: { headRefOid: head, messages } } },
})
const read = (first: ReturnType<typeof page> | null, ...answers: Parameters<typeof scriptedClient>[0]) =>
  readCommits(scriptedClient(answers), home, { number: 951, headRefOid, messages: first })

describe('the messages of all commits', () => {
  test('come page by page, the oldest first', async () => {
    const commits = await read(page([commit('One')], 2, true), next(page([commit('Two', 2)], 2)))
    expect(commits).toEqual({
      known: true,
      value: [
        { oid: 'One', message: 'One', isMerge: false },
        { oid: 'Two', message: 'Two', isMerge: true },
      ],
    })
  })

  test.each<[string, Parameters<typeof read>, object]>([
    ['fewer than counted', [page([commit('One')], 2)], { reason: 'incomplete', retry: 'cannot-cure' }],
    ['no list', [null], { reason: 'unavailable', retry: 'may-cure' }],
    [
      'a page that fails',
      [page([commit('One')], 2, true), new GitHubFailure('unavailable', 'scripted')],
      { reason: 'unavailable', retry: 'may-cure' },
    ],
    [
      'a push between the pages',
      [page([commit('One')], 2, true), next(page([commit('Two')], 2), 'b'.repeat(40))],
      { reason: 'not-yet', retry: 'may-cure' },
    ],
  ])('%s is unknown', async (_name, args, wanted) => {
    expect(await read(...args)).toMatchObject({ known: false, ...wanted })
  })

  test('a limit is passed on', async () => {
    const limited = new GitHubFailure('rate-limited', 'scripted')
    await expect(read(page([commit('One')], 2, true), limited)).rejects.toBe(limited)
  })
})
