import { describe, expect, test } from '@jest/globals'
import { type ChartsCache, createChartsCache } from '../../../src/facts/charts/cache.ts'
import { readCharts } from '../../../src/facts/charts/read-charts.ts'
import { SmallGitHub } from './small-github.ts'

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
  const reading = await readCharts(github, repository, cache, { now: 1, appId: 7, readClaimTimes: () => null })
  expect(reading.facts.pulls.known && reading.facts.pulls.value.filter(({ charts }) => !charts.known)).toEqual([])
  return { requests: github.takeCalls().length, points: github.points }
}

describe('requests and points for 1,000 open pull requests, 300 of them touching one chart', () => {
  test('cold, all claims ahead of the tip', async () => {
    const { github } = thousand((number) => `1.0.${number}`)
    expect(await read(github, createChartsCache())).toEqual({ requests: 48, points: 47 })
  })

  test('one pull request opened, then another event: two warm readings', async () => {
    const { github, base } = thousand((number) => `1.0.${number}`)
    const cache = createChartsCache()
    await read(github, cache)
    github.open(1001, github.commit({ 'client/Chart.yaml': file('1.1.0') }, [base]))
    expect(await read(github, cache)).toEqual({ requests: 5, points: 5 })
    expect(await read(github, cache)).toEqual({ requests: 3, points: 3 })
  })

  test('cold, all claiming one number', async () => {
    const { github, base } = thousand(() => '1.0.1')
    const cache = createChartsCache()
    expect(await read(github, cache)).toEqual({ requests: 54, points: 59 })
    github.open(1001, github.commit({ 'client/Chart.yaml': file('1.0.1') }, [base]))
    expect((await read(github, cache)).requests).toBe(6)
  })

  test('the base moves: each claim at or behind the tip costs one comparison, once', async () => {
    const { github } = thousand((number) => (number <= 10 ? '1.0.1' : `1.0.${number}`))
    const cache = createChartsCache()
    await read(github, cache)
    github.push('main', { 'client/Chart.yaml': file('1.0.1') })
    github.push('main', { 'client/values.yaml': 'b: 1' })
    const moved = await read(github, cache)
    // The list, the tree of the tip, ten comparisons, the charts at their merge base, the changed paths at the tip.
    expect(moved.requests).toBe(2 + 1 + 10 + 1 + 1)
    expect((await read(github, cache)).requests).toBe(2)
  })
})
