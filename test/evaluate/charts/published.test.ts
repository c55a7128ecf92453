import { describe, expect, test } from '@jest/globals'
import type { Publication, PublishedFacts } from '../../../src/domain/charts-facts.ts'
import { known, type Reading } from '../../../src/domain/reading.ts'
import { evaluateCharts, evaluateMergeGroup } from '../../../src/evaluate/charts/evaluate.ts'
import type { Policy } from '../../../src/policy/policy.ts'
import {
  baseOf,
  chartAt,
  factsOf,
  never,
  plain,
  policyOf,
  pullOf,
  readAt,
  seenOf,
  soon,
  type TouchSpec,
  withRules,
} from './facts.ts'

type Found = PublishedFacts['claims'][number]['found']

const taken: TouchSpec = { version: '1.9.94', content: 'of the head' }

function tag(content: string | null, name = 'client-1.9.94', version = '1.9.94'): Publication {
  const chart = content === null ? null : chartAt({ version, content })
  return { source: 'tag', where: name, version, chart: known(chart) }
}

const entry: Publication = { source: 'index', where: 'gh-pages:index.yaml', version: '1.9.94', chart: 'not-told' }

function publishedAs(found: Found, version = '1.9.94', versions: readonly string[] = []): PublishedFacts {
  return { claims: [{ chart: 'client', version, found }], versions: [{ chart: 'client', versions }] }
}

function judge(found: Found, touched: TouchSpec = taken, policy: Policy = policyOf()) {
  const facts = factsOf({ pulls: [{ number: 1, charts: [touched] }], published: publishedAs(found, touched.version) })
  return evaluateCharts(facts, policy).get(1)
}

describe('version-published', () => {
  test.each<[string, readonly Publication[], string]>([
    ['nowhere', [], 'pass: client 1.9.94 is free'],
    ['a tag with the same tree', [tag('of the head')], 'pass: client 1.9.94 is free'],
    ['an entry beside a tag with the same tree', [tag('of the head'), entry], 'pass: client 1.9.94 is free'],
    [
      'a tag with another tree',
      [tag('other')],
      'block: client 1.9.94 is published already: tag client-1.9.94; next free is 1.9.95',
    ],
    [
      'a tag on a commit without the chart',
      [tag(null)],
      'block: client 1.9.94 is published already: tag client-1.9.94; next free is 1.9.95',
    ],
    [
      'two tags of which one has another tree',
      [tag('of the head'), tag('other', 'v1.9.94')],
      'block: client 1.9.94 is published already: tag v1.9.94; next free is 1.9.95',
    ],
    [
      'an entry alone',
      [entry],
      'block: client 1.9.94 is published already: index gh-pages:index.yaml; next free is 1.9.95',
    ],
    [
      'a release',
      [{ ...tag('other'), source: 'release' }],
      'block: client 1.9.94 is published already: release client-1.9.94; next free is 1.9.95',
    ],
  ])('%s', (_, found, expected) => {
    const { kind, title } = seenOf(judge(known(found)))
    expect(`${kind}: ${title}`).toBe(expected)
  })

  test.each<[string, Publication, string]>([
    ['a tag', tag('other'), 'tag client-1.9.94 holds client with other content'],
    ['no chart', tag(null), 'tag client-1.9.94 stands on a commit without a chart client'],
    ['an entry', entry, 'index gh-pages:index.yaml lists client 1.9.94, and no tag beside it shows what that holds'],
  ])('says what was seen: %s', (_, found, expected) => {
    const [finding] = judge(known([found]))?.verdict.findings ?? []
    expect(plain(finding?.seen ?? [])).toBe(expected)
    expect(finding?.fixes[0]?.paste).toBe('version: 1.9.95')
    expect(finding?.place).toMatchObject({ path: 'charts/client/Chart.yaml', startLine: 3 })
  })

  test.each<[string, Reading<readonly Publication[]>, string]>([
    ['could not be read', soon, 'may-cure'],
    ['can never be read', never, 'cannot-cure'],
    ['of which the tree could not be read', known([{ ...tag('x'), chart: soon }]), 'may-cure'],
  ])('a publication that %s is an unknown', (_, found, retry) => {
    const evaluation = judge(found)
    expect(seenOf(evaluation)).toMatchObject({ kind: 'unknown', rules: ['version-published: unknown'] })
    expect(evaluation?.verdict.retry).toBe(retry)
  })

  test('another tree beside an unread one blocks', () => {
    const found = known([{ ...tag('x', 'v1.9.94'), chart: soon }, tag('other')])
    expect(seenOf(judge(found)).kind).toBe('block')
  })

  test('a claim that nobody looked up is an unknown; where the policy does not ask, it is none', () => {
    const pulls = [{ number: 1, charts: [taken] }]
    const facts = factsOf({ pulls, published: { claims: [], versions: [] } })
    expect(seenOf(evaluateCharts(facts, policyOf()).get(1)).kind).toBe('unknown')
    expect(seenOf(evaluateCharts(factsOf({ pulls }), policyOf()).get(1)).kind).toBe('pass')
  })

  test.each<[Policy['charts']['rules']['version-published'], Found, readonly string[]]>([
    ['warn', known([tag('other')]), ['version-published: warn']],
    ['note', known([tag('other')]), ['version-published: note']],
    ['ignore', known([tag('other')]), []],
    ['warn', soon, []],
  ])('as a policy sets it: %s', (severity, found, rules) => {
    expect(seenOf(judge(found, taken, withRules({ 'version-published': severity })))).toMatchObject({
      kind: 'pass',
      rules,
    })
  })

  test('what the base has already is told as such', () => {
    const swallowed: TouchSpec = { version: '1.9.93', before: '1.9.92' }
    expect(seenOf(judge(known([tag('other')]), swallowed)).rules).toEqual(['bump-swallowed: block'])
    const there: TouchSpec = { ...swallowed, equalsTip: known(true) }
    expect(seenOf(judge(known([tag('other')]), there)).rules).toEqual([])
  })

  test('under exact identity another spelling is a warning', () => {
    const policy = policyOf({ identity: 'exact' })
    const found = known([tag('other', 'client-1.9.94+b1', '1.9.94+b1')])
    expect(seenOf(judge(found, taken, policy))).toEqual({
      kind: 'pass',
      title: 'client 1.9.94 is in order equal to 1.9.94+b1, which is published',
      rules: ['version-published: warn'],
    })
    expect(seenOf(judge(found, taken)).kind).toBe('block')
  })

  test('a published number holds nothing against others', () => {
    const pulls = [1, 2].map((number) => ({ number, charts: [{ version: '1.9.94', content: `of ${number}` }] }))
    const facts = factsOf({ pulls, published: publishedAs(known([tag('of 2')])) })
    const all = evaluateCharts(facts, policyOf())
    expect(seenOf(all.get(1)).rules).toEqual(['version-published: block'])
    expect(seenOf(all.get(2)).kind).toBe('pass')
  })

  test('counts in a group of a merge queue', () => {
    const group = {
      repository: { owner: 'tracebloc', name: 'client' },
      readAt,
      headSha: 'head',
      baseSha: 'base',
      baseRefName: 'develop',
      pulls: [{ number: 1, pull: known(pullOf({ number: 1, charts: [taken] })) }],
      parentCharts: known([chartAt({ version: '1.9.93' })]),
    }
    const judged = evaluateMergeGroup({ ...group, published: publishedAs(known([tag('other')])) }, policyOf())
    expect(seenOf(judged.get(1)).rules).toEqual(['version-published: block'])
    expect(seenOf(evaluateMergeGroup(group, policyOf()).get(1)).kind).toBe('pass')
  })
})

describe('what is out is not free', () => {
  const versions = ['1.9.95', 'v1.9.96', '2.0.0-rc.1', '1.10.0', 'nightly']

  test('the next free number passes it by, and the board shows the latest', () => {
    const pulls = [{ number: 1, charts: [taken] }]
    const published = publishedAs(known([tag('other')]), '1.9.94', versions)
    const evaluation = evaluateCharts(factsOf({ pulls, published }), policyOf()).get(1)
    expect(seenOf(evaluation).title).toContain('next free is 1.9.97')
    expect(evaluation?.boards[0]).toMatchObject({
      latestPublished: '1.10.0',
      next: { patch: '1.9.97', minor: '1.11.0', major: '2.0.0' },
    })
  })

  test.each<[string, readonly string[], string | null]>([
    ['only prereleases', ['1.0.0-rc.1', '1.0.0-rc.2'], '1.0.0-rc.2'],
    ['nothing', [], null],
    ['no version at all', ['nightly'], null],
  ])('the latest of %s', (_, versions, expected) => {
    const pulls = [{ number: 1, charts: [taken] }]
    const published = publishedAs(known([]), '1.9.94', versions)
    const evaluation = evaluateCharts(
      factsOf({ bases: [baseOf('develop', [{ version: '1.9.93' }])], pulls, published }),
      policyOf(),
    )
    expect(evaluation.get(1)?.boards[0]?.latestPublished).toBe(expected)
  })
})
