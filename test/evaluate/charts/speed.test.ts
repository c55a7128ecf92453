import { describe, expect, test } from '@jest/globals'
import type { ChartPull, ChartsFacts } from '../../../src/domain/charts-facts.ts'
import { known } from '../../../src/domain/reading.ts'
import { evaluateCharts } from '../../../src/evaluate/charts/evaluate.ts'
import { settle } from '../../../src/evaluate/charts/holder.ts'
import type { Contender } from '../../../src/evaluate/charts/rivals.ts'
import { factsOf, policyOf, pullOf, readAt, soon } from './facts.ts'

interface Claimed {
  readonly name?: string
  readonly version: string
  readonly content?: string
}

/** Without parsing: that is not what is measured here. */
function pullsOf(count: number, claimed: (index: number) => Claimed | null): ChartsFacts {
  const pulls = Array.from({ length: count }, (_, index): ChartPull => {
    const spec = claimed(index)
    const pull = pullOf({ number: index + 1, charts: soon })
    return spec === null ? pull : { ...pull, charts: known([touchedBy(index, spec)]) }
  })
  return { ...factsOf({ pulls: [] }), pulls: known(pulls) }
}

function touchedBy(index: number, { name = 'client', version, content = `of ${index}` }: Claimed) {
  const directory = `charts/${name}`
  const path = `${directory}/Chart.yaml`
  const position = { line: 3, startColumn: 10, endColumn: 15 }
  const written = { written: version, packaged: version, style: 'plain' as const, strict: true, position }
  const file = { loads: true as const, name, version: written }
  return {
    directory,
    path,
    chartFileChanged: true,
    changedPaths: [path],
    head: known({ directory, path, blobOid: content, treeOid: content, file }),
    mergeBase: known(null),
    equalsTip: known(false),
  }
}

/** Each verdict is worded when it is asked for. */
function judgeEach(facts: ChartsFacts): void {
  const evaluations = evaluateCharts(facts, policyOf())
  let judged = 0
  for (const [, { verdict }] of evaluations) if (verdict.title.length > 0) judged += 1
  expect(judged).toBe(evaluations.size)
}

/** Milliseconds of the fastest of several runs: the machine may be busy. */
function fastest(facts: ChartsFacts): number {
  const times = [1, 2, 3].map(() => {
    const start = performance.now()
    judgeEach(facts)
    return performance.now() - start
  })
  return Math.min(...times)
}

// Ten times the claims take some ten times as long (a busy machine blurs that); each against each takes a hundred times.
describe('time grows with the number of claims, not with its square', () => {
  test.each<[string, (index: number) => Claimed | null]>([
    ['in pairs', (index) => ({ version: `1.9.${94 + (index >> 1)}` })],
    ['of different charts', (index) => ({ name: `c${index}`, version: '1.9.94' })],
    ['half of them unread', (index) => (index % 2 === 0 ? null : { version: `1.9.${94 + index}` })],
  ])('%s', (_, claimed) => {
    const few = fastest(pullsOf(1_000, claimed))
    const many = fastest(pullsOf(10_000, claimed))
    expect(many / few).toBeLessThan(60)
  })
})

describe('settling one number', () => {
  test.each<[string, (index: number) => string]>([
    ['with one content', () => 'same'],
    ['with different contents', (index) => `tree ${index}`],
  ])('%s compares each claim with few others', (_, treeOf) => {
    const count = 2_000
    let reads = 0
    const contenders = Array.from({ length: count }, (_, index): Contender => {
      const pull = pullOf({ number: index + 1, charts: soon })
      const { number, isDraft, headRefOid, baseRefName, author } = pull
      const place = { chart: 'client', directory: '.', path: 'Chart.yaml', version: '1.9.94' }
      const position = { line: 3, startColumn: 10, endColumn: 15 }
      const claim = { ...place, pull: number, position, isDraft, headRefOid, baseRefName, author, firstSeen: readAt }
      const counted = Object.defineProperty(claim, 'treeOid', {
        get: () => {
          reads += 1
          return treeOf(index)
        },
      })
      return { claim: counted, pull, isCertain: true }
    })
    expect(settle(contenders, () => false, 'first').size).toBe(count)
    expect(reads).toBeLessThan(20 * count)
  })
})
