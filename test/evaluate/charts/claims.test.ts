import { describe, expect, test } from '@jest/globals'
import { known } from '../../../src/domain/reading.ts'
import { versionClaims } from '../../../src/evaluate/charts/claims.ts'
import { evaluateCharts } from '../../../src/evaluate/charts/evaluate.ts'
import { baseOf, type ChartSpec, factsOf, never, policyOf, seenOf, soon, type TouchSpec } from './facts.ts'

function judgeOne(chart: TouchSpec, tips: readonly ChartSpec[] = [{ version: '1.9.93' }], policy = policyOf()) {
  return evaluateCharts(
    factsOf({ bases: [baseOf('develop', tips)], pulls: [{ number: 951, charts: [chart] }] }),
    policy,
  ).get(951)
}

describe('what claims nothing', () => {
  test.each<[string, TouchSpec, string]>([
    ['a deleted chart', { version: '1.9.93', deleted: true }, 'No chart version claimed'],
    [
      'a moved chart without a bump',
      { version: '1.9.93', directory: 'moved', before: '1.9.93', content: 'as it was' },
      'No chart version claimed',
    ],
    [
      'an unreadable Chart.yaml that it does not change',
      { version: '1', chartFileChanged: false, head: never },
      'No chart version claimed',
    ],
    [
      'a bump whose files equal the base already',
      { version: '1.9.93', before: '1.9.92', equalsTip: known(true) },
      'client 1.9.93 is on develop already, with the same content',
    ],
    [
      'the very tree of the base',
      { version: '1.9.93', before: '1.9.92', content: 'client 1.9.93 at the tip', equalsTip: soon },
      'client 1.9.93 is on develop already, with the same content',
    ],
  ])('%s', (_, chart, title) => {
    expect(seenOf(judgeOne(chart))).toEqual({ kind: 'pass', title, rules: [] })
  })

  test.each<[string, TouchSpec]>([
    ['a chart whose Chart.yaml is not changed', { version: '1.9.90', chartFileChanged: false }],
    ['a stale branch that carries an old number', { version: '1.9.90', before: '1.9.90' }],
    ['quotes around the same version', { version: '1.9.90', written: '"1.9.90"', before: '1.9.90' }],
  ])('%s, but changes the package', (_, chart) => {
    const evaluation = judgeOne(chart)
    expect(evaluation?.claims).toEqual([])
    expect(seenOf(evaluation)).toEqual({
      kind: 'pass',
      title: 'No chart version claimed: client 1.9.90 changes without a new version; next free is 1.9.94',
      rules: ['bump-missing: warn'],
    })
  })

  test('a pull request without charts', () => {
    const evaluations = evaluateCharts(factsOf({ pulls: [{ number: 1, charts: [] }] }), policyOf())
    expect(seenOf(evaluations.get(1))).toEqual({ kind: 'pass', title: 'No chart touched', rules: [] })
  })

  test('a placeholder is noted', () => {
    expect(seenOf(judgeOne({ version: '0.0.0', before: '1.9.93' }))).toEqual({
      kind: 'pass',
      title: 'No chart version claimed',
      rules: ['version-invalid: note'],
    })
  })
})

describe('three-way', () => {
  test.each<[string, TouchSpec, readonly ChartSpec[], string]>([
    ['a new chart', { version: '0.1.0' }, [], 'pass: '],
    ['above the tip', { version: '1.9.94' }, [{ version: '1.9.93' }], 'pass: '],
    ['above a tip that moved on', { version: '1.9.95', before: '1.9.90' }, [{ version: '1.9.93' }], 'pass: '],
    [
      'at the tip with other content',
      { version: '1.9.93', before: '1.9.92' },
      [{ version: '1.9.93' }],
      'block: bump-swallowed: block',
    ],
    [
      'added on both sides with other content',
      { version: '0.1.0', before: null },
      [{ version: '0.1.0' }],
      'block: bump-swallowed: block',
    ],
    [
      'below the tip',
      { version: '1.9.92', before: '1.9.91' },
      [{ version: '1.9.93' }],
      'block: version-not-ahead: block',
    ],
    [
      'a downgrade',
      { version: '1.9.92', before: '1.9.93' },
      [{ version: '1.9.93' }],
      'block: version-not-ahead: block',
    ],
    [
      'the tip spelled otherwise',
      { version: '1.9.93+b', before: '1.9.93' },
      [{ version: '1.9.93' }],
      'block: version-not-ahead: block',
    ],
    ['a release of a prerelease', { version: '2.0.0' }, [{ version: '2.0.0-rc.1' }], 'pass: '],
    ['a tip that Helm refuses', { version: '1.9.92' }, [{ version: '1.9.93.1' }], 'pass: '],
    ['a tip with a placeholder', { version: '1.9.92' }, [{ version: '0.0.0' }], 'pass: '],
    ['a moved chart with a bump', { version: '1.9.94', directory: 'moved' }, [{ version: '1.9.93' }], 'pass: '],
    [
      'a moved chart that goes back',
      { version: '1.9.92', directory: 'moved', before: '1.9.93' },
      [{ version: '1.9.93' }],
      'block: version-not-ahead: block',
    ],
    [
      'another directory that has the number',
      { version: '1.9.94' },
      [{ version: '1.9.93' }, { version: '1.9.94', directory: 'other' }],
      'block: version-collision: block',
    ],
    [
      'another directory with the same content',
      { version: '1.9.94', content: 'same' },
      [{ version: '1.9.93' }, { version: '1.9.94', directory: 'other', content: 'same' }],
      'pass: ',
    ],
  ])('%s', (_, chart, tips, wanted) => {
    const { kind, rules } = seenOf(judgeOne(chart, tips))
    expect(`${kind}: ${rules.join(', ')}`).toBe(wanted)
  })

  test('a backport is compared with its release branch', () => {
    const facts = factsOf({
      bases: [baseOf('develop', [{ version: '2.0.0' }]), baseOf('release-1.9', [{ version: '1.9.93' }])],
      pulls: [{ number: 1, base: 'release-1.9', charts: [{ version: '1.9.94' }] }],
    })
    expect(seenOf(evaluateCharts(facts, policyOf()).get(1)).title).toBe('client 1.9.94 is free')
  })
})

describe('versions that Helm reads otherwise', () => {
  test.each([
    ['1.10', '1.10', 'block', 'client: 1.10 is written, Helm would package 1.1', 'version: "1.10"'],
    ['010', '010', 'block', 'client: 010 is written, Helm would package 8', 'version: "010"'],
    [
      '1.9.94.1',
      '1.9.94.1',
      'block',
      'Helm would not load client: its version is no SemVer that Helm accepts',
      'version: 0.9.95',
    ],
    [
      '72445e2',
      '72445e2',
      'block',
      'Helm would not load client: its unquoted version is 7.2445e+06 to YAML',
      'version: 0.9.95',
    ],
    ['v1.9.94', 'v1.9.94', 'pass', 'client v1.9.94 is free', 'version: 1.9.94'],
    ['1.10', '"1.10"', 'pass', 'client 1.10 is free', 'version: "1.10.0"'],
    ['1.11', '1.11', 'pass', 'client 1.11 is free', 'version: "1.11"'],
    ['1.9.94', "'01.9.94'", 'pass', 'client 01.9.94 is free', "version: '1.9.94'"],
  ])('%s written %s: %s, "%s"', (version, written, kind, title, paste) => {
    const evaluation = judgeOne({ version, written }, [{ version: '0.9.94' }])
    expect(seenOf(evaluation)).toEqual({
      kind,
      title,
      rules: [`version-invalid: ${kind === 'block' ? 'block' : 'warn'}`],
    })
    expect(evaluation?.verdict.findings[0]?.fixes[0]?.paste).toBe(paste)
  })

  test('a Chart.yaml that Helm refused before as well is a warning', () => {
    expect(seenOf(judgeOne({ version: '1.2.3.5', before: '1.2.3.4' })).rules).toEqual(['version-invalid: warn'])
  })

  test('a claim that Helm reads otherwise holds nothing', () => {
    const facts = factsOf({
      bases: [baseOf('develop', [{ version: '1.0.0' }])],
      pulls: [
        { number: 1, charts: [{ version: '1.10', written: '1.10' }] },
        { number: 2, charts: [{ version: '1.1.0' }] },
      ],
    })
    const evaluations = evaluateCharts(facts, policyOf())
    expect(seenOf(evaluations.get(2)).title).toBe('client 1.1.0 is free')
    expect(evaluations.get(2)?.boards[0]?.rows.map((row) => [row.claim.pull, row.standing])).toEqual([
      [1, 'blocked'],
      [2, 'free'],
    ])
  })

  test.each([
    ["'1.9.93'", "version: '1.9.94'"],
    ['"1.9.93"', 'version: "1.9.94"'],
    ['1.9.93', 'version: 1.9.94'],
  ])('the line to paste keeps the quotes of %s', (written, paste) => {
    const [finding] = judgeOne({ version: '1.9.93', written, before: '1.9.92' })?.verdict.findings ?? []
    expect(finding?.fixes[0]?.paste).toBe(paste)
  })
})

describe('the next free version keeps the kind of increment', () => {
  test.each([
    ['1.9.92', '1.9.93', '1.9.94'],
    ['1.8.0', '1.9.0', '1.10.0'],
    ['0.9.0', '1.0.0', '2.0.0'],
    ['1.9.93-rc.1', '1.9.93-rc.2', '1.9.94-rc.1'],
  ])('from %s to %s over 1.9.93: %s', (before, version, next) => {
    const evaluation = judgeOne({ version, before })
    expect(seenOf(evaluation).title).toContain(`; next free is ${next}`)
  })
})

test('claims are listed with their effect; unknown when the list of pull requests is', () => {
  const facts = factsOf({
    pulls: [{ number: 1, charts: [{ version: '1.9.94' }, { version: '1.0.0', name: 'b', deleted: true }] }],
  })
  const claims = versionClaims(facts, policyOf())
  const [first] = claims.known ? claims.value : []
  expect(first?.states).toMatchObject({
    known: true,
    value: [{ kind: 'claims', effect: 'takes', from: '1.9.93' }, { kind: 'silent' }],
  })
  expect(versionClaims({ ...facts, pulls: soon }, policyOf())).toBe(soon)
})
