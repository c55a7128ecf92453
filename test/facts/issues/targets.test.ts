import { describe, expect, test } from '@jest/globals'
import { lookUp } from '../../../src/facts/issues/targets.ts'
import { GitHubFailure } from '../../../src/github/client.ts'
import { home, ref } from '../../evaluate/issues/issues-facts.ts'
import { scriptedClient } from './scripted-client.ts'

const repository = { ...{ name: home.name, owner: { login: home.owner } }, visibility: 'PRIVATE' }
const node = {
  __typename: 'Issue',
  number: 7,
  title: 'T',
  body: '',
  state: 'OPEN',
  stateReason: null,
  labels: { nodes: [] },
  milestone: null,
  repository,
  closers: {
    nodes: [
      { number: 1, state: 'OPEN', createdAt: '1970-01-01T00:00:01Z', repository },
      { number: 2, state: 'MERGED', createdAt: '1970-01-01T00:00:01Z', repository },
    ],
  },
  subIssuesSummary: { total: 1, completed: 1 },
  subIssues: { totalCount: 2, nodes: [{ number: 8, state: 'OPEN', repository }] },
}

async function target(issueOrPullRequest: unknown, errors: { type: string; path: (string | number)[] }[] = []) {
  const client = scriptedClient([{ data: { r0: { issueOrPullRequest } }, errors }])
  return (await lookUp(client, [ref(7)])).targets[0]?.target
}

describe('an issue that is looked up', () => {
  test('has its open closers and its sub-issues, counted by the larger of both counts', async () => {
    expect(await target(node)).toMatchObject({
      value: {
        closers: { known: true, value: [{ reference: ref(1), createdAt: 1000 }] },
        subIssues: { known: true, value: { total: 2, completed: 1, listed: [{ reference: ref(8) }] } },
        relations: 'not-needed',
      },
    })
  })

  test.each(['closers', 'subIssues', 'subIssuesSummary'])(
    'is whole where %s could not be read, which is unknown',
    async (field) => {
      const read = await target({ ...node, [field]: null }, [{ type: '', path: ['r0', 'issueOrPullRequest', field] }])
      const part = field === 'closers' ? 'closers' : 'subIssues'
      expect(read).toMatchObject({ known: true, value: { kind: 'issue', [part]: { known: false, retry: 'may-cure' } } })
    },
  )

  test('is unknown where its labels could not be read: they may protect it', async () => {
    const error = { type: '', path: ['r0', 'issueOrPullRequest', 'labels'] }
    expect(await target({ ...node, labels: null }, [error])).toMatchObject({ known: false, retry: 'may-cure' })
  })

  test('is absent by NOT_FOUND at its number, never by one below it', async () => {
    expect(await target(null, [{ type: 'NOT_FOUND', path: ['r0', 'issueOrPullRequest'] }])).toMatchObject({
      known: true,
      value: { kind: 'absent' },
    })
    const below = { type: 'NOT_FOUND', path: ['r0', 'issueOrPullRequest', 'subIssues', 'nodes', 0, 'repository'] }
    expect(await target(null, [below])).toMatchObject({ known: false })
  })
})

test('what evidence may point at comes along, unless an error stands there', async () => {
  const pointed = { pullRequest: { files: { totalCount: 0, pageInfo: { hasNextPage: false }, nodes: [] } } }
  const error = { type: 'FORBIDDEN', path: ['pointed', 'pullRequest', 'head', 'nodes', 0, 'commit'] }
  const asked = async (errors: (typeof error)[]) => {
    const client = scriptedClient([{ data: { r0: { issueOrPullRequest: node }, pointed }, errors }])
    return lookUp(client, [ref(7)], { pointersOf: { repository: home, number: 1 } })
  }
  expect((await asked([])).pointed).toEqual({ repository: pointed })
  expect(await asked([error])).toMatchObject({ pointed: null, targets: [{ target: { known: true } }] })
})

describe('a branch that may be a base', () => {
  const answer = (based: unknown) => scriptedClient([{ data: { r0: { issueOrPullRequest: node }, based } }])
  const branch = { repository: home, name: 'dev' }

  test.each([
    [2, true],
    [0, false],
  ])('is one of %d open pull requests: %s', async (totalCount, wanted) => {
    const { isBase } = await lookUp(answer({ pullRequests: { totalCount } }), [ref(7)], { branch })
    expect(isBase).toMatchObject({ value: wanted })
  })

  test('is unknown where GitHub did not say, and nothing is asked without a reference', async () => {
    expect((await lookUp(answer(null), [ref(7)], { branch })).isBase).toMatchObject({ known: false })
    const failed = scriptedClient([new GitHubFailure('unavailable', 'scripted')])
    expect((await lookUp(failed, [ref(7)], { branch })).isBase).toMatchObject({ known: false })
    expect((await lookUp(scriptedClient([]), [], { branch })).isBase).toBe('not-needed')
  })
})
