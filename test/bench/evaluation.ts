import type { ChartsFacts } from '../../src/domain/charts-facts.ts'
import { known } from '../../src/domain/reading.ts'
import { evaluateCharts } from '../../src/evaluate/charts/evaluate.ts'
import { factsOf, policyOf, pullOf } from '../evaluate/charts/facts.ts'
import { atMost, type Figure, median, seen } from './figure.ts'

/** Of pull requests that set a version, in public history, so few met another at their number: 55 of 7,735. */
const oftenContested = 7735 / 55

/**
 * Judging 10,000 version claims on one chart, each verdict worded as it is for its check run. Every claim contested is
 * the dearest case, nearly none the usual one.
 */
export async function evaluationFigures(): Promise<Figure[]> {
  timesOf(factsWith(1000, () => true))
  const usual = timesOf(factsWith(10_000, (pair) => pair % oftenContested < 1))
  const small = timesOf(factsWith(1000, () => true))
  const large = timesOf(factsWith(10_000, () => true))
  return [
    atMost('judging 10,000 version claims, as many contested as in public history', median(usual), 'ms', 100),
    atMost('  all contested', median(large), 'ms', 100),
    seen('  all contested, the first time', large[0] ?? 0, 'ms'),
    atMost('  ten times the claims take so many times as long', median(large) / median(small), '×', 15),
  ]
}

/** Pull requests in pairs, whose second takes the number of the first where the pair contests one. */
function factsWith(count: number, isContested: (pair: number) => boolean): ChartsFacts {
  const pulls = Array.from({ length: count }, (_, index) => {
    const pair = index >> 1
    const version = `1.9.${94 + (isContested(pair) ? 2 * pair : index)}`
    return pullOf({ number: index + 1, charts: [{ version, content: `of ${index}` }] })
  })
  return { ...factsOf({ pulls: [] }), pulls: known(pulls) }
}

/** Milliseconds of each run, the first of them included. */
function timesOf(facts: ChartsFacts): readonly number[] {
  return Array.from({ length: 15 }, () => {
    const started = performance.now()
    let judged = 0
    for (const [, { verdict }] of evaluateCharts(facts, policyOf())) judged += verdict.findings.length >= 0 ? 1 : 0
    if (judged !== (facts.pulls.known ? facts.pulls.value.length : 0)) throw new Error('not every claim was judged')
    return performance.now() - started
  })
}
