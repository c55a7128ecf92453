import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { BaseFacts } from '../../../src/domain/charts-facts.ts'
import { evaluateCharts } from '../../../src/evaluate/charts/evaluate.ts'
import { compareVersions, versionKey } from '../../../src/facts/parse/version-order.ts'
import { baseOf, type FactsSpec, factsOf, type PullSpec, plain, policyOf, seenOf } from './facts.ts'

const claim = { version: '1.9.94' }

function kinds(spec: FactsSpec, policy = policyOf()): Record<number, string> {
  const evaluations = evaluateCharts(factsOf(spec), policy)
  return Object.fromEntries([...evaluations].map(([number, evaluation]) => [number, seenOf(evaluation).kind]))
}

describe('who holds a number', () => {
  test.each<[string, readonly PullSpec[], number]>([
    [
      'the earliest first-seen',
      [
        { number: 1, age: 1, charts: [claim] },
        { number: 2, age: 2, charts: [claim] },
      ],
      2,
    ],
    [
      'the lowest number among equals',
      [
        { number: 2, age: 1, charts: [claim] },
        { number: 1, age: 1, charts: [claim] },
      ],
      1,
    ],
    [
      'ready before draft',
      [
        { number: 1, age: 9, draft: true, charts: [claim] },
        { number: 2, age: 1, charts: [claim] },
      ],
      2,
    ],
    [
      'a draft, where all are',
      [
        { number: 1, age: 9, draft: true, charts: [claim] },
        { number: 2, age: 1, draft: true, charts: [claim] },
      ],
      1,
    ],
    [
      'another spelling of it too',
      [
        { number: 1, charts: [{ version: '1.9.94+x' }] },
        { number: 2, charts: [claim] },
      ],
      1,
    ],
    [
      'across bases',
      [
        { number: 1, base: 'next', charts: [claim] },
        { number: 2, charts: [claim] },
      ],
      1,
    ],
    [
      'across directories of one name',
      [
        { number: 1, charts: [claim] },
        { number: 2, charts: [{ ...claim, directory: 'other' }] },
      ],
      1,
    ],
  ])('%s', (_, pulls, holder) => {
    const bases = ['develop', 'next'].map((name) => baseOf(name, [{ version: '1.9.93' }]))
    const seen = kinds({ bases, pulls })
    expect(seen[holder]).toBe('pass')
    expect(Object.values(seen).sort()).toEqual(['block', 'pass'])
  })

  test('several wait', () => {
    const pulls = [1, 2, 3, 4, 5].map((number) => ({ number, charts: [claim] }))
    const evaluations = evaluateCharts(factsOf({ pulls }), policyOf())
    expect(seenOf(evaluations.get(1)).title).toBe('client 1.9.94 is held by this pull request; #2 and 3 more wait')
    expect(seenOf(evaluations.get(5)).title).toBe('client 1.9.94 is held by #1; next free is 1.9.95')
  })

  test('holder: none blocks all', () => {
    const pulls = [1, 2, 3].map((number) => ({ number, charts: [claim] }))
    const policy = policyOf({ collision: { holder: 'none', staleAfter: 1 } })
    const evaluations = evaluateCharts(factsOf({ pulls }), policy)
    expect([1, 2, 3].map((number) => seenOf(evaluations.get(number)).title)).toEqual([
      'client 1.9.94 is also claimed by #2; next free is 1.9.95',
      'client 1.9.94 is also claimed by #1; next free is 1.9.95',
      'client 1.9.94 is also claimed by #1; next free is 1.9.95',
    ])
  })

  test('a claim that is blocked for another reason holds nothing', () => {
    const bases = [
      baseOf('main', [{ version: '1.9.94' }]),
      baseOf('old', [{ version: '1.9.0' }]),
      baseOf('develop', []),
    ]
    // #1 is behind main; were it to hold 1.9.93, #2 would wait for it
    const pulls = [
      { number: 1, base: 'main', charts: [{ version: '1.9.93', before: '1.9.92' }] },
      { number: 2, base: 'old', charts: [{ version: '1.9.93' }] },
    ]
    expect(kinds({ bases, pulls })).toEqual({ 1: 'block', 2: 'pass' })
  })
})

describe('no rivals', () => {
  const two = (a: Partial<PullSpec>, b: Partial<PullSpec>): readonly PullSpec[] => [
    { number: 1, charts: [claim], ...a },
    { number: 2, charts: [claim], ...b },
  ]

  test.each<[string, FactsSpec]>([
    [
      'one head is an ancestor of the other',
      { pulls: two({}, {}), ancestry: [{ ancestor: 'head-1', descendant: 'head-2' }] },
    ],
    ['the same the other way round', { pulls: two({}, {}), ancestry: [{ ancestor: 'head-2', descendant: 'head-1' }] }],
    ['both have one head', { pulls: two({ head: 'x' }, { head: 'x' }) }],
    ['one is based on the other', { pulls: two({ branch: 'feature' }, { base: 'feature' }) }],
    [
      'a promotion merges the base of the other',
      { pulls: two({ base: 'develop' }, { base: 'main', branch: 'develop' }) },
    ],
    [
      'one is based on the other over a third',
      { pulls: [...two({ branch: 'a' }, { base: 'b' }), { number: 3, base: 'a', branch: 'b', charts: [] }] },
    ],
  ])('%s', (_, spec) => {
    const bases = ['develop', 'main', 'feature', 'a', 'b'].map((name) => baseOf(name, [{ version: '1.9.93' }]))
    expect(kinds({ ...spec, bases })).toMatchObject({ 1: 'pass', 2: 'pass' })
  })

  test.each<[string, readonly PullSpec[]]>([
    [
      'the branch of a fork with the name of the base',
      two({ branch: 'feature', repository: 'fork/client' }, { base: 'feature' }),
    ],
    [
      'two on one feature branch',
      [...two({ base: 'feature' }, { base: 'feature' }), { number: 3, branch: 'feature', charts: [] }],
    ],
  ])('but still rivals: %s', (_, pulls) => {
    const bases = ['develop', 'feature'].map((name) => baseOf(name, [{ version: '1.9.93' }]))
    expect(kinds({ pulls, bases })).toMatchObject({ 1: 'pass', 2: 'block' })
  })

  test('identical content is a note, not a block', () => {
    const same = { ...claim, content: 'same' }
    const evaluations = evaluateCharts(factsOf({ pulls: two({ charts: [same] }, { charts: [same] }) }), policyOf())
    expect(seenOf(evaluations.get(1))).toMatchObject({ kind: 'pass', rules: [] })
    expect(seenOf(evaluations.get(2))).toEqual({
      kind: 'pass',
      title: 'client 1.9.94 is claimed by #1 too, with the same content',
      rules: ['version-collision: note'],
    })
  })

  test('content that was not read is not taken for identical', () => {
    const unread = { ...claim, content: null }
    expect(kinds({ pulls: two({ charts: [unread] }, { charts: [unread] }) })).toEqual({ 1: 'pass', 2: 'block' })
  })

  test('a third stands against a stack as against one claim', () => {
    const pulls = [...two({ branch: 'feature' }, { base: 'feature' }), { number: 3, charts: [claim] }]
    const bases = ['develop', 'feature'].map((name) => baseOf(name, [{ version: '1.9.93' }]))
    expect(kinds({ pulls, bases })).toEqual({ 1: 'pass', 2: 'pass', 3: 'block' })
  })
})

describe('tips of other bases', () => {
  const main = baseOf('main', [{ version: '1.9.94' }])
  const develop = baseOf('develop', [{ version: '1.9.93' }])
  const pull: PullSpec = { number: 1, charts: [claim] }

  test('the default branch has it: taken', () => {
    const evaluations = evaluateCharts(
      factsOf({ defaultBranch: 'main', bases: [main, develop], pulls: [pull] }),
      policyOf(),
    )
    expect(seenOf(evaluations.get(1))).toEqual({
      kind: 'block',
      title: 'client 1.9.94 is taken on main already; next free is 1.9.95',
      rules: ['version-collision: block'],
    })
    expect(evaluations.get(1)?.boards[0]?.rows[0]?.standing).toBe('blocked')
    expect(evaluations.get(1)?.boards[0]?.tips).toEqual([
      { baseRefName: 'main', version: '1.9.94' },
      { baseRefName: 'develop', version: '1.9.93' },
    ])
  })

  test('the default branch has it with the same content: a merge back', () => {
    const same = baseOf('main', [{ version: '1.9.94', content: 'same' }])
    const pulls = [{ number: 1, charts: [{ ...claim, content: 'same' }] }]
    expect(kinds({ defaultBranch: 'main', bases: [same, develop], pulls })).toEqual({ 1: 'pass' })
  })

  test('a base that is the head of an open pull request does not count', () => {
    const feature = baseOf('feature', [{ version: '1.9.94' }])
    const pulls = [{ number: 1, branch: 'feature', charts: [claim] }]
    expect(kinds({ bases: [develop, feature], pulls })).toEqual({ 1: 'pass' })
    expect(
      kinds({ bases: [develop, feature], pulls: [{ ...pull, repository: 'fork/client', branch: 'feature' }] }),
    ).toEqual({ 1: 'block' })
  })
})

describe('properties', () => {
  const number = fc.constantFrom('1.9.92', '1.9.93', '1.9.94', '1.9.95', '1.10.0', 'v1.9.94', '1.9.94+x')
  const pulls = fc
    .array(
      fc.record({
        version: number,
        age: fc.nat(4),
        draft: fc.boolean(),
        content: fc.option(fc.constantFrom('x', 'y'), { nil: undefined }),
        base: fc.constantFrom('develop', 'develop', 'main', 'branch-3'),
      }),
      { minLength: 1, maxLength: 9 },
    )
    .map((specs) =>
      specs.map(
        ({ version, age, draft, base, content }, index): PullSpec => ({
          number: index + 1,
          age,
          draft,
          base,
          charts: [{ version, before: '1.9.90', ...(content === undefined ? {} : { content }) }],
        }),
      ),
    )
  const bases: readonly BaseFacts[] = ['develop', 'main', 'branch-3'].map((name) =>
    baseOf(name, [{ version: '1.9.93' }]),
  )

  function told(spec: readonly PullSpec[]) {
    const evaluations = evaluateCharts(factsOf({ pulls: spec, bases }), policyOf())
    return [...evaluations].sort(([a], [b]) => a - b)
  }

  test('the order of pull requests changes no verdict', () => {
    fc.assert(
      fc.property(
        pulls.chain((specs) => fc.tuple(fc.constant(specs), fc.shuffledSubarray(specs, { minLength: specs.length }))),
        ([specs, shuffled]) => {
          expect(told(shuffled)).toEqual(told(specs))
        },
      ),
    )
  })

  test('of the rivals for a version exactly one is unblocked', () => {
    const rivals = fc.array(fc.record({ age: fc.nat(4), draft: fc.boolean() }), { minLength: 2, maxLength: 8 })
    fc.assert(
      fc.property(rivals, (specs) => {
        const seen = kinds({ pulls: specs.map((spec, index) => ({ ...spec, number: index + 1, charts: [claim] })) })
        expect(Object.values(seen).filter((kind) => kind === 'pass')).toHaveLength(1)
      }),
    )
  })

  test('the next free version that is named is really free', () => {
    fc.assert(
      fc.property(pulls, (specs) => {
        const claimed = new Set(
          specs.flatMap(({ charts }) => ('known' in charts ? [] : charts.map((one) => versionKey(one.version)))),
        )
        for (const [, { verdict }] of told(specs)) {
          const next = /next free is (\S+)/.exec(plain(verdict.title))?.[1]
          if (next === undefined) continue
          expect(claimed).not.toContain(versionKey(next))
          expect(compareVersions(next, '1.9.93')).toBeGreaterThan(0)
        }
      }),
    )
  })

  test('taking the next free version unblocks', () => {
    fc.assert(
      fc.property(pulls, (specs) => {
        for (const [number, { verdict }] of told(specs)) {
          const next = /next free is (\S+)/.exec(plain(verdict.title))?.[1]
          if (next === undefined) continue
          const moved = specs.map((spec) =>
            spec.number === number ? { ...spec, charts: [{ version: next, before: '1.9.90' }] } : spec,
          )
          expect(told(moved).find(([other]) => other === number)?.[1].verdict.kind).toBe('pass')
        }
      }),
    )
  })
})
