import { beforeEach, describe, expect, test } from '@jest/globals'
import { createChartsCache } from '../../../src/facts/charts/cache.ts'
import { readMergeGroup } from '../../../src/facts/charts/read-merge-group.ts'
import { GitHubFailure } from '../../../src/github/client.ts'
import { SmallGitHub } from './small-github.ts'

const chart = (version: string) => `name: client\nversion: ${version}\n`

let github: SmallGitHub
let base: string

beforeEach(() => {
  github = new SmallGitHub()
  base = github.push('main', { 'client/Chart.yaml': chart('1.9.93'), 'client/values.yaml': 'a: 1' })
})

function open(number: number, files: Record<string, string>): string {
  const head = github.commit(files, [base])
  github.open(number, head)
  return head
}

async function read(baseSha: string, ...pullNumbers: number[]) {
  const request = { headSha: 'f'.repeat(40), baseSha, baseRefName: 'main', pullNumbers, appId: 7 }
  return await readMergeGroup(github, { owner: 'acme', name: 'charts' }, request, createChartsCache(), 5)
}

describe('readMergeGroup', () => {
  test('compares with the groups before, not with the tip of the branch', async () => {
    const first = open(922, { 'client/Chart.yaml': chart('1.9.94'), 'client/values.yaml': 'a: 2' })
    open(951, { 'client/Chart.yaml': chart('1.9.94'), 'client/values.yaml': 'a: 3' })
    const parent = github.commit({ 'client/Chart.yaml': chart('1.9.94'), 'client/values.yaml': 'a: 2' }, [base, first])
    const facts = await read(parent, 951)
    expect(facts).toMatchObject({
      baseSha: parent,
      readAt: 5,
      parentCharts: { known: true, value: [{ file: { version: { written: '1.9.94' } } }] },
      pulls: [
        {
          number: 951,
          pull: {
            known: true,
            value: {
              number: 951,
              baseRefName: 'main',
              charts: {
                known: true,
                value: [
                  {
                    head: { known: true, value: { file: { version: { written: '1.9.94' } } } },
                    mergeBase: { known: true, value: { file: { version: { written: '1.9.93' } } } },
                    equalsTip: { known: true, value: false },
                  },
                ],
              },
            },
          },
        },
      ],
    })
  })

  test('reads each pull request that it merges, in the order given', async () => {
    open(922, { 'client/Chart.yaml': chart('1.9.94') })
    open(951, { 'client/Chart.yaml': chart('1.9.95') })
    const { pulls } = await read(base, 951, 922)
    expect(pulls).toMatchObject([
      { number: 951, pull: { known: true, value: { number: 951 } } },
      { number: 922, pull: { known: true, value: { number: 922 } } },
    ])
  })

  test('ahead of its parent the merge base is not read', async () => {
    open(922, { 'client/Chart.yaml': chart('1.9.94') })
    const facts = await read(base, 922)
    expect(facts.pulls[0]?.pull).toMatchObject({ value: { charts: { value: [{ mergeBase: 'not-read' }] } } })
  })

  test('a parent that cannot be listed is unknown', async () => {
    open(922, { 'client/Chart.yaml': chart('1.9.94') })
    github.fault = (name) => (name.includes('git/trees') ? new GitHubFailure('unavailable', 'test') : null)
    expect((await read(base, 922)).parentCharts).toMatchObject({ known: false, retry: 'may-cure' })
  })

  test('a pull request that cannot be read is unknown', async () => {
    open(922, { 'client/Chart.yaml': chart('1.9.94') })
    github.fault = (name) => (name === 'chartPullsByNumber' ? new GitHubFailure('partial', 'test') : null)
    expect((await read(base, 922)).pulls[0]?.pull).toMatchObject({
      known: false,
      reason: 'unavailable',
      retry: 'may-cure',
    })
  })

  test('a rate limit is thrown', async () => {
    open(922, { 'client/Chart.yaml': chart('1.9.94') })
    const limit = new GitHubFailure('rate-limited', 'test')
    github.fault = (name) => (name === 'chartPullsByNumber' ? limit : null)
    await expect(read(base, 922)).rejects.toBe(limit)
  })
})
