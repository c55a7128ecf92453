import { describe, expect, test } from '@jest/globals'
import { evaluateCharts } from '../../../src/evaluate/charts/evaluate.ts'
import { baseOf, factsOf, type PullSpec, policyOf, seenOf } from './facts.ts'

// Real pairs: both wrote `version` over `from`, the second merged on a stale green check, and its bump was swallowed.
const pairs = [
  {
    source: 'grafana/helm-charts',
    chart: 'grafana',
    directory: 'charts/grafana',
    from: '5.6.11',
    version: '5.6.12',
    first: 31,
    second: 35,
    next: '5.6.13',
  },
  {
    source: 'grafana/helm-charts',
    chart: 'grafana',
    directory: 'charts/grafana',
    from: '6.17.9',
    version: '6.17.10',
    first: 865,
    second: 862,
    next: '6.17.11',
  },
  {
    source: 'grafana/helm-charts',
    chart: 'loki',
    directory: 'charts/loki',
    from: '2.12.1',
    version: '2.12.2',
    first: 971,
    second: 1337,
    next: '2.12.3',
  },
  {
    source: 'grafana/helm-charts',
    chart: 'loki',
    directory: 'charts/loki',
    from: '2.12.1',
    version: '2.12.2',
    first: 971,
    second: 1513,
    next: '2.12.3',
  },
  {
    source: 'grafana/helm-charts',
    chart: 'tempo-distributed',
    directory: 'charts/tempo-distributed',
    from: '1.6.0',
    version: '1.6.1',
    first: 2579,
    second: 2583,
    next: '1.6.2',
  },
  {
    source: 'prometheus-community/helm-charts',
    chart: 'kube-prometheus-stack',
    directory: 'charts/kube-prometheus-stack',
    from: '10.1.0',
    version: '10.1.1',
    first: 239,
    second: 237,
    next: '10.1.2',
  },
  {
    source: 'prometheus-community/helm-charts',
    chart: 'prometheus-postgres-exporter',
    directory: 'charts/prometheus-postgres-exporter',
    from: '2.2.0',
    version: '2.3.0',
    first: 856,
    second: 815,
    next: '2.4.0',
  },
  {
    source: 'prometheus-community/helm-charts',
    chart: 'prometheus',
    directory: 'charts/prometheus',
    from: '15.5.1',
    version: '15.5.2',
    first: 1839,
    second: 1836,
    next: '15.5.3',
  },
  {
    source: 'prometheus-community/helm-charts',
    chart: 'kube-prometheus-stack',
    directory: 'charts/kube-prometheus-stack',
    from: '78.3.0',
    version: '78.3.1',
    first: 6228,
    second: 6239,
    next: '78.3.2',
  },
  {
    source: 'prometheus-community/helm-charts',
    chart: 'kube-prometheus-stack',
    directory: 'charts/kube-prometheus-stack',
    from: '81.6.7',
    version: '81.6.8',
    first: 6647,
    second: 6646,
    next: '81.6.9',
  },
  {
    source: 'prometheus-community/helm-charts',
    chart: 'kube-prometheus-stack',
    directory: 'charts/kube-prometheus-stack',
    from: '86.3.0',
    version: '86.3.1',
    first: 7006,
    second: 6993,
    next: '86.3.2',
  },
  {
    source: 'argoproj/argo-helm',
    chart: 'argo',
    directory: 'charts/argo',
    from: '0.16.7',
    version: '0.16.8',
    first: 613,
    second: 628,
    next: '0.16.9',
  },
  {
    source: 'sapcc/helm-charts',
    chart: 'cc-gardener',
    directory: 'global/cc-gardener',
    from: '0.38.1',
    version: '0.38.2',
    first: 12247,
    second: 12250,
    next: '0.38.3',
  },
] as const

describe.each(pairs)('$source: #$first and #$second at $chart $version', (pair) => {
  const { chart: name, directory, from, version, first, second, next } = pair
  const claim = { name, directory, version, before: from }
  const judge = (tip: string, pulls: readonly PullSpec[]) =>
    evaluateCharts(
      factsOf({ defaultBranch: 'main', bases: [baseOf('main', [{ name, directory, version: tip }])], pulls }),
      policyOf(),
    )

  test('while both are open exactly the later claim is blocked, naming the first and the next free version', () => {
    const evaluations = judge(from, [
      { number: second, base: 'main', age: 1, charts: [claim] },
      { number: first, base: 'main', age: 2, charts: [claim] },
    ])
    expect(seenOf(evaluations.get(first)).kind).toBe('pass')
    expect(seenOf(evaluations.get(second))).toEqual({
      kind: 'block',
      title: `${name} ${version} is held by #${first}; next free is ${next}`,
      rules: ['version-collision: block'],
    })
  })

  test('once the first has merged, the second is blocked', () => {
    const evaluations = judge(version, [{ number: second, base: 'main', charts: [claim] }])
    expect(seenOf(evaluations.get(second))).toEqual({
      kind: 'block',
      title: `${name} ${version} is taken on main already; next free is ${next}`,
      rules: ['bump-swallowed: block'],
    })
  })

  test('after the second takes the next number, it passes', () => {
    const evaluations = judge(version, [{ number: second, base: 'main', charts: [{ ...claim, version: next }] }])
    expect(seenOf(evaluations.get(second))).toEqual({ kind: 'pass', title: `${name} ${next} is free`, rules: [] })
  })
})
