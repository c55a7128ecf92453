import { describe, expect, test } from '@jest/globals'
import { type ChartsCache, createChartsCache } from '../../../src/facts/charts/cache.ts'
import { readCharts } from '../../../src/facts/charts/read-charts.ts'
import { defaultPolicy } from '../../../src/policy/schema.ts'
import { SmallGitHub } from './small-github.ts'

const policy = defaultPolicy.charts
const repository = { owner: 'acme', name: 'charts' }

/** 1,000 open pull requests over one chart; 300 touch it. */
function thousand(versionOf: (number: number) => string): { github: SmallGitHub; base: string } {
  const github = new SmallGitHub()
  const base = github.push('main', { 'client/Chart.yaml': file('1.0.0'), 'client/values.yaml': '', 'README.md': '' })
  for (let number = 1; number <= 1000; number += 1) {
    const files = number <= 300 ? { 'client/Chart.yaml': file(versionOf(number)) } : { 'README.md': `${number}` }
    github.open(number, github.commit(files, [base]))
  }
  return { github, base }
}

function file(version: string): string {
  return `name: client\nversion: ${version}\n`
}

async function read(github: SmallGitHub, cache: ChartsCache) {
  github.takeCalls()
  github.points = 0
  const reading = await readCharts(github, repository, cache, { now: 1, appId: 7, readClaimTimes: () => null, policy })
  expect(reading.facts.pulls.known && reading.facts.pulls.value.filter(({ charts }) => !charts.known)).toEqual([])
  return { requests: github.takeCalls().length, points: github.points }
}

describe('requests and points for 1,000 open pull requests, 300 of them touching one chart', () => {
  test('cold, all claims ahead of the tip', async () => {
    const { github } = thousand((number) => `1.0.${number}`)
    expect(await read(github, createChartsCache())).toEqual({ requests: 49, points: 48 })
  })

  test('one pull request opened, then another event: two warm readings', async () => {
    const { github, base } = thousand((number) => `1.0.${number}`)
    const cache = createChartsCache()
    await read(github, cache)
    github.open(1001, github.commit({ 'client/Chart.yaml': file('1.1.0') }, [base]))
    expect(await read(github, cache)).toEqual({ requests: 6, points: 6 })
    expect(await read(github, cache)).toEqual({ requests: 4, points: 4 })
  })

  test('cold, all claiming one number', async () => {
    const { github, base } = thousand(() => '1.0.1')
    const cache = createChartsCache()
    expect(await read(github, cache)).toEqual({ requests: 55, points: 60 })
    github.open(1001, github.commit({ 'client/Chart.yaml': file('1.0.1') }, [base]))
    expect((await read(github, cache)).requests).toBe(7)
  })

  test('the base moves: each claim at or behind the tip costs one comparison, once', async () => {
    const { github } = thousand((number) => (number <= 10 ? '1.0.1' : `1.0.${number}`))
    const cache = createChartsCache()
    await read(github, cache)
    github.push('main', { 'client/Chart.yaml': file('1.0.1') })
    github.push('main', { 'client/values.yaml': 'b: 1' })
    const moved = await read(github, cache)
    // The list, the tree of the tip, ten comparisons, the charts at their merge base, the changed paths at the tip, what is published.
    expect(moved.requests).toBe(2 + 1 + 10 + 1 + 1 + 1)
    expect((await read(github, cache)).requests).toBe(3)
  })

  test('a repository with many tags, then one more of them', async () => {
    const { github, base } = thousand((number) => `1.0.${number}`)
    for (let number = 0; number < 500; number += 1) github.tags.set(`client-0.9.${number}`, base)
    const cache = createChartsCache()
    // Three names for each of 300 claims, 200 a query, and the newest tags of the chart.
    expect(await read(github, cache)).toEqual({ requests: 49 + 5 + 1, points: 48 + 5 + 1 })
    expect(await read(github, cache)).toEqual({ requests: 3, points: 3 })
    github.tags.set('client-1.0.0', base)
    expect(await read(github, cache)).toEqual({ requests: 3 + 5 + 1, points: 3 + 5 + 1 })
  })
})
