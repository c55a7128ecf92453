import { expect, test } from '@jest/globals'
import { evaluateCharts } from '../../../src/evaluate/charts/evaluate.ts'
import { baseOf, type ChartSpec, factsOf, policyOf, seenOf, type TouchSpec } from './facts.ts'

const a = { directory: 'charts/a', content: 'a' }
const b = { directory: 'charts/b', content: 'b' }

function judge(
  charts: readonly TouchSpec[],
  tips: readonly ChartSpec[] = [{ version: '1.9.93' }],
  policy = policyOf(),
) {
  const facts = factsOf({ bases: [baseOf('develop', tips)], pulls: [{ number: 951, charts }] })
  return evaluateCharts(facts, policy).get(951)
}

test('two directories get one name and version: blocked, in each place', () => {
  const evaluation = judge([
    { ...a, version: '2.0.0', before: null },
    { ...b, version: 'v2.0.0', before: null },
  ])
  expect(seenOf(evaluation)).toEqual({
    kind: 'block',
    title: '2 of 2 charts blocked: client 2.0.0 is claimed twice by this pull request, in charts/a and charts/b',
    rules: ['version-collision: block', 'version-collision: block', 'version-invalid: warn'],
  })
  const places = evaluation?.verdict.findings.flatMap(({ severity, place }) =>
    severity === 'block' ? [place?.path] : [],
  )
  expect(places).toEqual(['charts/a/Chart.yaml', 'charts/b/Chart.yaml'])
})

test.each<[string, readonly TouchSpec[]]>([
  [
    'other versions',
    [
      { ...a, version: '2.0.0' },
      { ...b, version: '2.0.1' },
    ],
  ],
  [
    'other names',
    [
      { ...a, version: '2.0.0' },
      { ...b, name: 'server', version: '2.0.0' },
    ],
  ],
  [
    'the same content',
    [
      { ...a, version: '2.0.0' },
      { ...b, content: 'a', version: '2.0.0' },
    ],
  ],
  [
    'one of them deleted',
    [
      { ...a, version: '2.0.0' },
      { ...b, version: '2.0.0', deleted: true },
    ],
  ],
])('not with %s', (_, charts) => {
  expect(judge(charts.map((chart) => ({ before: null, ...chart })))?.verdict.kind).toBe('pass')
})

test('a base that keeps both at one version all the time is warned', () => {
  const tips = [
    { ...a, version: '1.0.0' },
    { ...b, version: '1.0.0' },
  ]
  const charts = [
    { ...a, content: 'more a', version: '1.0.1', before: '1.0.0' },
    { ...b, content: 'more b', version: '1.0.1', before: '1.0.0' },
  ]
  expect(seenOf(judge(charts, tips))).toMatchObject({
    kind: 'pass',
    rules: ['version-collision: warn', 'version-collision: warn'],
  })
  const once = [{ ...a, version: '1.0.0' }]
  expect(judge(charts, once)?.verdict.kind).toBe('block')
})

test('the policy says how hard it speaks', () => {
  const charts = [
    { ...a, version: '2.0.0', before: null },
    { ...b, version: '2.0.0', before: null },
  ]
  const ignored = policyOf({ rules: { ...policyOf().charts.rules, 'version-collision': 'ignore' } })
  expect(judge(charts, [{ version: '1.9.93' }], ignored)?.verdict).toMatchObject({ kind: 'pass', findings: [] })
})
