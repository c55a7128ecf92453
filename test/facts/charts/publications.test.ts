import { beforeEach, describe, expect, test } from '@jest/globals'
import type { Publication, PublishedFacts } from '../../../src/domain/charts-facts.ts'
import { createChartsCache } from '../../../src/facts/charts/cache.ts'
import type { ParseIndex } from '../../../src/facts/charts/parse-index.ts'
import { readCharts } from '../../../src/facts/charts/read-charts.ts'
import { parseChartIndex } from '../../../src/facts/parse/chart-index.ts'
import { GitHubFailure } from '../../../src/github/client.ts'
import type { ChartsPolicy } from '../../../src/policy/policy.ts'
import { defaultPolicy } from '../../../src/policy/schema.ts'
import { SmallGitHub } from './small-github.ts'

const repository = { owner: 'acme', name: 'charts' }
const parseIndex: ParseIndex = async (text) => parseChartIndex(text)

let github: SmallGitHub
let cache = createChartsCache()
let tip: string

beforeEach(() => {
  github = new SmallGitHub()
  cache = createChartsCache()
  tip = github.push('main', { 'client/Chart.yaml': chart('1.0.0'), 'client/values.yaml': 'a: 1' })
})

function chart(version: string, name = 'client'): string {
  return `name: ${name}\nversion: ${version}\n`
}

function claim(version: string, number = 1): string {
  const head = github.commit({ 'client/Chart.yaml': chart(version) }, [tip])
  github.open(number, head)
  return head
}

async function read(published: Partial<ChartsPolicy['published']> = {}, full = false): Promise<PublishedFacts> {
  const policy = { ...defaultPolicy.charts, published: { ...defaultPolicy.charts.published, ...published } }
  const options = { now: 1, appId: 7, readClaimTimes: () => null, policy, parseIndex, full }
  const { facts } = await readCharts(github, repository, cache, options)
  if (facts.published === undefined) throw new Error('publications were not read')
  return facts.published
}

function brief(found: PublishedFacts['claims'][number]['found'] | undefined): unknown {
  if (found === undefined || !found.known) return found?.reason
  return found.value.map(({ source, where, version, chart: at }: Publication) => {
    if (at === 'not-told') return `${source} ${where} ${version}`
    return `${source} ${where} ${version}: ${at.known ? (at.value?.directory ?? 'no chart') : at.reason}`
  })
}

async function found(published: Partial<ChartsPolicy['published']> = {}): Promise<unknown> {
  return brief((await read(published)).claims[0]?.found)
}

describe('tags', () => {
  test.each<[string, string, readonly string[]]>([
    ['by name and version', 'client-1.0.1', ['tag client-1.0.1 1.0.1: client']],
    ['by version alone, of the only chart', '1.0.1', ['tag 1.0.1 1.0.1: client']],
    ['by version with v, of the only chart', 'v1.0.1', ['tag v1.0.1 1.0.1: client']],
    ['of another version', 'client-1.0.2', []],
    ['of another chart', 'server-1.0.1', []],
  ])('%s', async (_, tag, expected) => {
    claim('1.0.1')
    github.tags.set(tag, tip)
    expect(await found()).toEqual(expected)
  })

  test.each([
    ['1.0.1+up2', 'client-1.0.1', '1.0.1'],
    ['1.0.1', 'client-1.0.1+up1', '1.0.1+up1'],
    ['1.0.1+up2', 'client-1.0.1+up1', '1.0.1+up1'],
  ])('a claim on %s is out by the tag %s: equal in order', async (version, tag, spelled) => {
    claim(version)
    github.tags.set(tag, tip)
    expect(await found()).toEqual([`tag ${tag} ${spelled}: client`])
  })

  test('by version alone are nobody’s where there are two charts', async () => {
    tip = github.push('main', { 'server/Chart.yaml': chart('2.0.0', 'server') })
    claim('1.0.1')
    github.tags.set('v1.0.1', tip)
    expect(await found()).toEqual([])
  })

  test('by version alone are not a new chart’s', async () => {
    github = new SmallGitHub()
    tip = github.push('main', { 'README.md': 'an application' })
    claim('1.0.1')
    github.tags.set('v1.0.1', tip)
    expect(await found()).toEqual([])
  })

  test('a chart in an excluded directory does not make a second one', async () => {
    tip = github.push('main', { 'fixtures/x/Chart.yaml': chart('2.0.0', 'x') })
    claim('1.0.1')
    github.tags.set('v1.0.1', tip)
    const policy = { ...defaultPolicy.charts, exclude: ['fixtures/**'] }
    const options = { now: 1, appId: 7, readClaimTimes: () => null, policy, parseIndex }
    const { facts } = await readCharts(github, repository, cache, options)
    expect(brief(facts.published?.claims[0]?.found)).toEqual(['tag v1.0.1 1.0.1: client'])
  })

  test('on a commit where the chart stands elsewhere, or not at all', async () => {
    claim('1.0.1')
    github.tags.set('client-1.0.1', github.commit({ 'old/Chart.yaml': chart('1.0.1') }))
    github.tags.set('v1.0.1', github.commit({ 'README.md': 'x' }))
    expect(await found()).toEqual(['tag client-1.0.1 1.0.1: old', 'tag v1.0.1 1.0.1: no chart'])
  })

  test('by the policy’s templates only', async () => {
    claim('1.0.1')
    github.tags.set('charts/client/1.0.1', tip)
    github.tags.set('client-1.0.1', tip)
    const tags = ['charts/{name}/{version}']
    expect(await found({ tags })).toEqual(['tag charts/client/1.0.1 1.0.1: client'])
  })

  test('a short version is also looked for in three numbers', async () => {
    claim('"1.2"')
    github.tags.set('client-1.2.0', tip)
    expect(await found()).toEqual(['tag client-1.2.0 1.2.0: client'])
  })
})

describe('releases', () => {
  test('count without tags, drafts do not', async () => {
    claim('1.0.1')
    claim('1.0.2', 2)
    github.releases.set('client-1.0.1', { isDraft: false, oid: tip })
    github.releases.set('client-1.0.2', { isDraft: true, oid: tip })
    const { claims } = await read({ tags: [] })
    expect(claims.map((one) => brief(one.found))).toEqual([['release client-1.0.1 1.0.1: client'], []])
    const without = await read({ tags: [], releases: false })
    expect(without.claims.map((one) => brief(one.found))).toEqual([[], []])
  })
})

describe('the index', () => {
  const index = (versions: readonly string[]) =>
    `apiVersion: v1\nentries:\n  client:\n${versions.map((version) => `  - version: ${version}\n`).join('')}`

  test('lists the version by Helm’s rule, and is read once per blob', async () => {
    claim('1.0.1')
    github.push('gh-pages', { 'index.yaml': index(['v1.0.1', '0.9.0']) })
    expect(await found()).toEqual(['index gh-pages:index.yaml v1.0.1'])
    github.takeCalls()
    expect((await read()).versions).toEqual([{ chart: 'client', versions: ['v1.0.1', '0.9.0'] }])
    expect(github.takeCalls().filter((call) => call.includes('/blobs/'))).toEqual([])
    github.push('gh-pages', { 'index.yaml': index(['0.9.0']) })
    expect(await found()).toEqual([])
  })

  test.each<[string, Parameters<SmallGitHub['push']>[1], unknown]>([
    ['absent', { 'other.yaml': 'x' }, []],
    ['no index', { 'index.yaml': '<html></html>' }, 'invalid'],
    ['too large', { 'index.yaml': { bytes: 33 * 1024 * 1024 } }, 'too-large'],
    ['a directory', { 'index.yaml/x': 'x' }, 'invalid'],
  ])('%s', async (_, files, expected) => {
    claim('1.0.1')
    github.push('gh-pages', files)
    expect(await found()).toEqual(expected)
  })

  test('elsewhere, or not asked for', async () => {
    claim('1.0.1')
    github.push('pages', { 'charts/index.yaml': index(['1.0.1']) })
    expect(await found({ index: { branch: 'pages', path: 'charts/index.yaml' } })).toEqual([
      'index pages:charts/index.yaml 1.0.1',
    ])
    github.push('gh-pages', { 'index.yaml': '<html></html>' })
    expect(await found({ index: false })).toEqual([])
  })

  test('a parser that gives up is an unknown', async () => {
    claim('1.0.1')
    github.push('gh-pages', { 'index.yaml': index(['1.0.1']) })
    const gaveUp = async () => await Promise.reject(new Error('out of memory'))
    const policy = defaultPolicy.charts
    const options = { now: 1, appId: 7, readClaimTimes: () => null, policy, parseIndex: gaveUp }
    const { facts } = await readCharts(github, repository, cache, options)
    expect(brief(facts.published?.claims[0]?.found)).toBe('too-large')
  })
})

describe('few requests', () => {
  function tagMany(count: number): void {
    for (let index = 0; index < count; index += 1) github.tags.set(`client-0.0.${index}`, tip)
  }

  async function calls(): Promise<readonly string[]> {
    github.takeCalls()
    await read()
    return github.takeCalls().filter((call) => /chartPublications|chartTags/.test(call))
  }

  test('nothing is asked where nothing is claimed', async () => {
    expect(await calls()).toEqual([])
  })

  test('one query where all tags fit into it', async () => {
    claim('1.0.1')
    tagMany(100)
    expect(await calls()).toEqual(['chartPublications'])
  })

  test('of many tags those that are claimed, until one comes or goes', async () => {
    claim('0.0.5')
    tagMany(150)
    expect(await calls()).toEqual(['chartPublications', 'chartTagsWith', 'chartTags'])
    expect(await found()).toEqual(['tag client-0.0.5 0.0.5: client'])
    expect(await calls()).toEqual(['chartPublications'])
    github.tags.delete('client-0.0.5')
    expect(await found()).toEqual([])
    github.tags.set('client-0.0.5', tip)
    expect(await found()).toEqual(['tag client-0.0.5 0.0.5: client'])
  })

  test('a moved tag is seen by a full reading', async () => {
    claim('0.0.5')
    tagMany(150)
    await read()
    github.tags.set('client-0.0.5', github.commit({ 'README.md': 'x' }))
    expect(brief((await read({}, true)).claims[0]?.found)).toEqual(['tag client-0.0.5 0.0.5: no chart'])
  })

  test('the newest tags, and the claimed one, tell which versions are out', async () => {
    claim('0.0.5')
    tagMany(250)
    const { versions } = await read()
    expect(versions[0]?.versions).toHaveLength(101)
    expect(versions[0]?.versions).toContain('0.0.249')
  })
})

describe('what cannot be read', () => {
  test.each<[string, string]>([
    ['the tags and the index', 'chartPublications'],
    ['one page of tags', 'chartTags'],
    ['the index', 'GET /repos/{owner}/{repo}/git/blobs/{file_sha}'],
  ])('%s: unknown at the claim', async (_, name) => {
    claim('1.0.1')
    for (let index = 0; index < 150; index += 1) github.tags.set(`client-0.0.${index}`, tip)
    github.push('gh-pages', { 'index.yaml': 'entries: {}\n' })
    github.fault = (call) => (call === name ? new GitHubFailure('unavailable', 'down') : null)
    expect(await found()).toBe('unavailable')
    github.fault = () => null
    expect(await found()).toEqual([])
  })

  test('a chart at a tag', async () => {
    claim('1.0.1')
    const gone = github.commit({ 'client/Chart.yaml': chart('1.0.1') })
    github.tags.set('client-1.0.1', gone)
    github.hidden.add(gone)
    expect(await found()).toEqual(['tag client-1.0.1 1.0.1: not-yet'])
  })
})
