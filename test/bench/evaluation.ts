import { known } from '../../src/domain/reading.ts'
import { evaluateCharts } from '../../src/evaluate/charts/evaluate.ts'
import { factsOf, policyOf, pullOf } from '../evaluate/charts/facts.ts'
import { atMost, type Figure, median } from './figure.ts'

/** Judging 10,000 version claims on one chart, in pairs that contest a number. */
export async function evaluationFigures(): Promise<Figure[]> {
  const timeOf = (count: number) => {
    const pulls = Array.from({ length: count }, (_, index) => {
      const charts = [{ version: `1.9.${94 + (index >> 1)}`, content: `of ${index}` }]
      return pullOf({ number: index + 1, charts })
    })
    const facts = { ...factsOf({ pulls: [] }), pulls: known(pulls) }
    const times = Array.from({ length: 7 }, () => {
      const started = performance.now()
      evaluateCharts(facts, policyOf())
      return performance.now() - started
    })
    return median(times)
  }
  timeOf(1000)
  const small = timeOf(1000)
  const large = timeOf(10_000)
  return [
    atMost('judging 10,000 version claims', large, 'ms', 100),
    atMost('  ten times the claims take so many times as long', large / small, '×', 15),
  ]
}
