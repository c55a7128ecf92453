import { beforeEach, describe, expect, test } from '@jest/globals'
import { evaluateCharts } from '../../../src/evaluate/charts/evaluate.ts'
import { createChartsCache } from '../../../src/facts/charts/cache.ts'
import { readCharts } from '../../../src/facts/charts/read-charts.ts'
import { GitHubFailure } from '../../../src/github/client.ts'
import { defaultPolicy } from '../../../src/policy/schema.ts'
import { readClaimTimes, writeClaimTimes } from '../../../src/render/claim-times.ts'
import { SmallGitHub } from './small-github.ts'

const repository = { owner: 'acme', name: 'charts' }
const day = 24 * 60 * 60 * 1000
const start = Date.UTC(2026, 0, 1)
const after = (days: number) => start + days * day
const time = (days: number) => new Date(after(days)).toISOString()

let github: SmallGitHub
let cache = createChartsCache()
let tip: string
let heads: string[]

const chart = (version: string) => `name: client\nversion: ${version}\n`

/** Two pull requests claim 1.0.1: #1 since day 0, #2 since day 20. */
beforeEach(() => {
  github = new SmallGitHub()
  cache = createChartsCache()
  tip = github.push('main', { 'client/Chart.yaml': chart('1.0.0') })
  heads = [1, 2].map((number) => {
    const head = github.commit({ 'client/Chart.yaml': chart('1.0.1'), 'client/a': `${number}` }, [tip])
    github.open(number, head, { createdAt: time(number === 1 ? 0 : 20) })
    run(head, number === 1 ? 0 : 20, number)
    return head
  })
})

function run(head: string, days: number, databaseId: number): void {
  const text = writeClaimTimes({ 'client@1.0.1': after(days) })
  github.runs.set(head, { databaseId, text, startedAt: time(days) })
}

async function kinds(days: number): Promise<readonly (string | undefined)[]> {
  const options = { now: after(days), appId: 7, readClaimTimes, policy: defaultPolicy.charts }
  const { facts } = await readCharts(github, repository, cache, options)
  const all = evaluateCharts(facts, defaultPolicy)
  return [1, 2].map((number) => all.get(number)?.verdict.kind)
}

function asked(): number {
  return github.takeCalls().filter((call) => call === 'chartPullActivities').length
}

describe('who still works on an old claim', () => {
  test('is not asked while it is young', async () => {
    expect(await kinds(25)).toEqual(['pass', 'block'])
    expect(asked()).toBe(0)
  })

  test('nobody: the number goes to the next, and a comment does not bring it back', async () => {
    expect(await kinds(31)).toEqual(['block', 'pass'])
    expect(asked()).toBe(1)
    github.pull(1).comments.push({ __typename: 'User', createdAt: time(32) })
    expect(await kinds(33)).toEqual(['block', 'pass'])
    expect(asked()).toBe(0)
    cache = createChartsCache()
    expect(await kinds(34)).toEqual(['block', 'pass'])
  })

  test('a person’s comment in time keeps it, and it is asked again when that is old', async () => {
    github.pull(1).comments.push({ __typename: 'User', createdAt: time(10) })
    expect(await kinds(31)).toEqual(['pass', 'block'])
    expect(asked()).toBe(1)
    expect(await kinds(39)).toEqual(['pass', 'block'])
    expect(asked()).toBe(0)
    expect(await kinds(41)).toEqual(['block', 'pass'])
    expect(asked()).toBe(1)
  })

  test('a bot’s comment does not', async () => {
    github.pull(1).comments.push({ __typename: 'Bot', createdAt: time(10) })
    expect(await kinds(31)).toEqual(['block', 'pass'])
  })

  test('a later push in time keeps it, however old the claim', async () => {
    const next = github.commit({ 'client/a': 'more' }, [heads[0] ?? ''])
    github.pull(1).heads.push(next)
    github.runs.set(next, { databaseId: 9, text: writeClaimTimes({ 'client@1.0.1': start }), startedAt: time(15) })
    expect(await kinds(40)).toEqual(['pass', 'block'])
    expect(await kinds(46)).toEqual(['block', 'pass'])
  })

  test('a push after the lapse makes the claim new, also after a restart', async () => {
    expect(await kinds(31)).toEqual(['block', 'pass'])
    const next = github.commit({ 'client/a': 'more' }, [heads[0] ?? ''])
    github.pull(1).heads.push(next)
    cache = createChartsCache()
    expect(await kinds(35)).toEqual(['block', 'pass'])
    // #2 lapses in its turn, and #1, new since day 35, is next.
    run(next, 35, 9)
    expect(await kinds(51)).toEqual(['pass', 'block'])
  })

  test('a reading that fails is no lapse: all is read again', async () => {
    github.fault = (name) => (name === 'chartPullActivities' ? new GitHubFailure('unavailable', 'down') : null)
    await expect(kinds(31)).rejects.toThrow('down')
  })
})
