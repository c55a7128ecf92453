import { beforeEach, describe, expect, test } from '@jest/globals'
import type { ChartPull, ChartsFacts, TouchedChart } from '../../../src/domain/charts-facts.ts'
import { type ChartsCache, createChartsCache } from '../../../src/facts/charts/cache.ts'
import { readCharts } from '../../../src/facts/charts/read-charts.ts'
import { GitHubFailure } from '../../../src/github/client.ts'
import { type Content, SmallGitHub } from './small-github.ts'

const repository = { owner: 'acme', name: 'charts' }
const readAt = Date.UTC(2026, 10, 1)
const chart = (version: string, name = 'client', more = '') => `name: ${name}\nversion: ${version}\n${more}`

let github: SmallGitHub
let cache: ChartsCache
let base: string

beforeEach(() => {
  github = new SmallGitHub()
  cache = createChartsCache()
  base = github.push('main', {
    'client/Chart.yaml': chart('1.9.93'),
    'client/values.yaml': 'a: 1',
    'README.md': 'hello',
  })
})

async function read(now = readAt, full = false): Promise<ChartsFacts> {
  const options = { now, appId: 7, full, readClaimTimes: (text: string) => JSON.parse(text) }
  return (await readCharts(github, repository, cache, options)).facts
}

function pullsOf(facts: ChartsFacts): readonly ChartPull[] {
  if (!facts.pulls.known) throw new Error(facts.pulls.what)
  return facts.pulls.value
}

function pullOf(facts: ChartsFacts, number: number): ChartPull {
  const pull = pullsOf(facts).find((each) => each.number === number)
  if (pull === undefined) throw new Error(`no #${number}`)
  return pull
}

function touchedOf(facts: ChartsFacts, number: number): readonly TouchedChart[] {
  const { charts } = pullOf(facts, number)
  if (!charts.known) throw new Error(charts.what)
  return charts.value
}

function onlyChart(facts: ChartsFacts, number: number): TouchedChart {
  const [first, ...others] = touchedOf(facts, number)
  if (first === undefined || others.length > 0) throw new Error(`#${number} touches ${others.length + 1} charts`)
  return first
}

/** The version that a reading of a chart tells, or why it tells none. */
function versionOf(reading: TouchedChart['head'] | TouchedChart['mergeBase']): string {
  if (reading === 'not-read') return reading
  if (!reading.known) return `${reading.reason}, ${reading.retry}`
  return reading.value?.file.loads === true ? reading.value.file.version.written : 'none'
}

function open(number: number, files: Record<string, Content>, from = base) {
  return github.open(number, github.commit(files, [from]))
}

describe('what a pull request touches', () => {
  test('a bump ahead of the tip is read at the head only', async () => {
    open(922, { 'client/Chart.yaml': chart('1.9.94'), 'client/values.yaml': 'a: 2' })
    const touched = onlyChart(await read(), 922)
    expect(touched).toMatchObject({
      directory: 'client',
      path: 'client/Chart.yaml',
      chartFileChanged: true,
      changedPaths: ['client/Chart.yaml', 'client/values.yaml'],
      mergeBase: 'not-read',
      equalsTip: 'not-read',
    })
    expect(versionOf(touched.head)).toBe('1.9.94')
    expect(github.calls.filter((call) => call.includes('compare'))).toEqual([])
  })

  test('a change without Chart.yaml claims nothing and needs no merge base', async () => {
    open(1, { 'client/values.yaml': 'a: 2' })
    expect(onlyChart(await read(), 1)).toMatchObject({ chartFileChanged: false, mergeBase: 'not-read' })
  })

  test('a change elsewhere touches no chart', async () => {
    open(1, { 'README.md': 'bye' })
    expect(touchedOf(await read(), 1)).toEqual([])
  })

  test('a new chart', async () => {
    open(1, { 'server/Chart.yaml': chart('0.1.0', 'server') })
    const touched = onlyChart(await read(), 1)
    expect([versionOf(touched.head), touched.mergeBase]).toEqual(['0.1.0', 'not-read'])
  })

  test('a deleted chart has none at the head', async () => {
    open(1, { 'client/Chart.yaml': '', 'client/values.yaml': '' })
    const touched = onlyChart(await read(), 1)
    expect([versionOf(touched.head), touched.mergeBase]).toEqual(['none', 'not-read'])
  })

  test('at the tip’s version the merge base tells whether the diff set it', async () => {
    open(1, { 'client/Chart.yaml': chart('1.9.94') })
    open(2, { 'client/Chart.yaml': chart('1.9.93', 'client', 'description: new\n') })
    github.push('main', { 'client/Chart.yaml': chart('1.9.94'), 'client/values.yaml': 'a: 3' })
    const facts = await read()
    expect(versionOf(onlyChart(facts, 1).mergeBase)).toBe('1.9.93')
    expect(onlyChart(facts, 1).equalsTip).toEqual({ known: true, value: true })
    expect(versionOf(onlyChart(facts, 2).mergeBase)).toBe('1.9.93')
    expect(onlyChart(facts, 2).equalsTip).toBe('not-read')
  })

  test('a swallowed bump with other content does not equal the tip', async () => {
    open(1, { 'client/Chart.yaml': chart('1.9.94'), 'client/values.yaml': 'a: 2' })
    github.push('main', { 'client/Chart.yaml': chart('1.9.94'), 'client/values.yaml': 'a: 3' })
    expect(onlyChart(await read(), 1).equalsTip).toEqual({ known: true, value: false })
  })

  test('an edit at the tip’s version sets no version', async () => {
    open(1, { 'client/Chart.yaml': chart('1.9.93', 'client', 'description: new\n') })
    const facts = await read()
    expect(onlyChart(facts, 1).equalsTip).toBe('not-read')
    expect(pullOf(facts, 1).firstSeen).toEqual({})
  })

  test('a base that takes over a part of the head’s history makes the diff smaller', async () => {
    const below = github.commit({ 'client/Chart.yaml': chart('1.9.94') }, [base])
    open(1, { 'client/values.yaml': 'a: 2' }, below)
    expect(onlyChart(await read(), 1).chartFileChanged).toBe(true)
    github.merge('main', below, {})
    expect(onlyChart(await read(), 1).chartFileChanged).toBe(false)
  })

  test('a moved chart is found under its old path at the merge base', async () => {
    open(1, { 'client/Chart.yaml': '', 'client/values.yaml': '', 'charts/client/Chart.yaml': chart('1.9.93') })
    const moved = touchedOf(await read(), 1).find(({ directory }) => directory === 'charts/client')
    expect(moved && versionOf(moved.mergeBase)).toBe('1.9.93')
  })

  test('a chart that both sides moved is found by its name', async () => {
    open(1, { 'client/Chart.yaml': '', 'client/values.yaml': '', 'x/Chart.yaml': chart('1.9.93') })
    github.push('main', { 'client/Chart.yaml': '', 'client/values.yaml': '', 'y/Chart.yaml': chart('1.9.93') })
    const moved = touchedOf(await read(), 1).find(({ directory }) => directory === 'x')
    expect(moved && versionOf(moved.mergeBase)).toBe('1.9.93')
  })

  test('heads without common history have no chart at a merge base', async () => {
    const stranger = github.commit({ 'client/Chart.yaml': chart('1.9.93') })
    github.open(1, stranger)
    expect(versionOf(onlyChart(await read(), 1).mergeBase)).toBe('none')
  })

  test('a chart at the repository’s root', async () => {
    github = new SmallGitHub()
    base = github.push('main', {
      'Chart.yaml': chart('1.0.0', 'root'),
      'charts/redis/Chart.yaml': chart('2.0.0', 'redis'),
    })
    open(1, { 'Chart.yaml': chart('1.0.1', 'root') })
    open(2, { 'charts/redis/Chart.yaml': chart('2.0.1', 'redis') })
    const facts = await read()
    expect(versionOf(onlyChart(facts, 1).head)).toBe('1.0.1')
    expect(touchedOf(facts, 2).map((each) => [each.directory, each.chartFileChanged, versionOf(each.head)])).toEqual([
      ['.', false, '1.0.0'],
      ['charts/redis', true, '2.0.1'],
    ])
    const [first] = facts.bases
    const charts = first?.charts.known ? first.charts.value : []
    expect(charts.map(({ directory, treeOid }) => [directory, typeof treeOid])).toEqual([
      ['.', 'string'],
      ['charts/redis', 'string'],
    ])
  })
})

describe('what cannot be read', () => {
  test.each<[string, Content, string]>([
    ['over 512 KB', { bytes: 600_000 }, 'too-large, cannot-cure'],
    ['binary', { binary: true }, 'binary, cannot-cure'],
    ['a symbolic link', { link: '../Chart.yaml' }, 'no-plain-file, cannot-cure'],
  ])('a Chart.yaml at a head: %s', async (_, content, expected) => {
    open(1, { 'client/Chart.yaml': content })
    open(2, { 'client/Chart.yaml': chart('1.9.94') })
    const facts = await read()
    expect(versionOf(onlyChart(facts, 1).head)).toBe(expected)
    expect(versionOf(onlyChart(facts, 2).head)).toBe('1.9.94')
  })

  test.each<[string, Content, string]>([
    ['over 512 KB', { bytes: 600_000 }, 'too-large, cannot-cure'],
    ['binary', { binary: true }, 'binary, cannot-cure'],
    ['a symbolic link', { link: '../Chart.yaml' }, 'no-plain-file, cannot-cure'],
  ])('a Chart.yaml at the tip, %s, is unknown for those who change it only', async (_, content, expected) => {
    base = github.push('main', { 'other/Chart.yaml': content })
    open(1, { 'other/Chart.yaml': chart('1.0.0', 'other') })
    open(2, { 'client/Chart.yaml': chart('1.9.94') })
    const facts = await read()
    expect(versionOf(onlyChart(facts, 1).mergeBase)).toBe(expected)
    expect(onlyChart(facts, 2).mergeBase).toBe('not-read')
    expect(facts.bases[0]?.charts).toMatchObject({ known: true, value: [{ directory: 'client' }] })
  })

  test('a head that has not arrived may come', async () => {
    const pull = open(1, { 'client/Chart.yaml': chart('1.9.94') })
    await read()
    cache = createChartsCache()
    github.fault = (name) => {
      if (name === 'chartsAtCommits') github.hidden.add(pull.heads[0] ?? '')
      return null
    }
    expect(versionOf(onlyChart(await read(), 1).head)).toBe('not-yet, may-cure')
    github.fault = () => null
    github.hidden.clear()
    expect(versionOf(onlyChart(await read(), 1).head)).toBe('1.9.94')
  })

  test('fewer files than GitHub counts', async () => {
    open(1, { 'client/Chart.yaml': chart('1.9.94') }).changedFiles = 2
    open(2, { 'client/Chart.yaml': chart('1.9.95') })
    const facts = await read()
    expect(pullOf(facts, 1).charts).toMatchObject({ known: false, reason: 'incomplete', retry: 'may-cure' })
    expect(versionOf(onlyChart(facts, 2).head)).toBe('1.9.95')
  })

  test('more than 3,000 files: unknown for itself, its claims are still read for the others', async () => {
    open(1, { 'client/Chart.yaml': chart('1.9.94') }).changedFiles = 3001
    open(2, { 'README.md': 'bye' }).changedFiles = 3001
    const facts = await read()
    expect(pullOf(facts, 1)).toMatchObject({
      charts: { known: false, reason: 'too-large', retry: 'cannot-cure' },
      readAnyway: [{ directory: 'client', chartFileChanged: true, head: { known: true } }],
      firstSeen: { 'client@1.9.94': readAt },
    })
    expect(pullOf(facts, 2).readAnyway).toBeUndefined()
  })

  test('files are listed to the last page', async () => {
    const files = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`client/files/${index}`, 'x']))
    open(1, files)
    expect(onlyChart(await read(), 1).changedPaths).toHaveLength(250)
  })

  test('a list that cannot be read leaves all unknown', async () => {
    open(1, { 'client/Chart.yaml': chart('1.9.94') })
    github.fault = () => new GitHubFailure('unavailable', 'test')
    expect((await read()).pulls).toMatchObject({ known: false, reason: 'unavailable', retry: 'may-cure' })
  })

  test('a repository that is not there', async () => {
    github.fault = () => new GitHubFailure('not-found', 'test')
    expect((await read()).pulls).toMatchObject({ known: false, reason: 'unreadable' })
  })

  test.each(['chartPullsPageWithFiles', 'chartsAtCommits', 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}'])(
    'a rate limit at %s is thrown, so that the queue can wait',
    async (where) => {
      open(1, { 'client/Chart.yaml': chart('1.9.94') })
      const limit = new GitHubFailure('rate-limited', 'test', { retryAt: 1 })
      github.fault = (name) => (name === where ? limit : null)
      await expect(read()).rejects.toBe(limit)
    },
  )

  test('charts at the tip that cannot be read are unknown for the base', async () => {
    open(1, { 'client/Chart.yaml': chart('1.9.94') })
    github.fault = (name) => (name === 'chartBlobs' ? new GitHubFailure('unavailable', 'test') : null)
    expect((await read()).bases[0]?.charts).toMatchObject({ known: false, retry: 'may-cure' })
    github.fault = () => null
    expect((await read()).bases[0]?.charts).toMatchObject({ known: true, value: [{ directory: 'client' }] })
  })

  test('a merge base that cannot be read is unknown, not absent', async () => {
    open(1, { 'client/Chart.yaml': chart('1.9.93', 'client', 'description: new\n') })
    github.fault = (name) => (name.includes('compare') ? new GitHubFailure('unavailable', 'test') : null)
    expect(versionOf(onlyChart(await read(), 1).mergeBase)).toBe('unavailable, may-cure')
  })

  test('one pull request whose diff GitHub cannot show is unknown alone', async () => {
    for (const number of [1, 2, 3]) open(number, { 'client/Chart.yaml': chart(`1.9.9${number + 3}`) })
    const sick = github.pull(2)
    const changedPaths = github.changedPaths.bind(github)
    let asked = ''
    github.fault = (name) => {
      asked = name
      return null
    }
    github.changedPaths = (pull) => {
      if (pull === sick && asked !== 'chartPullsPage') throw new GitHubFailure('unavailable', 'test')
      return changedPaths(pull)
    }
    const run = github.graphql.bind(github)
    github.graphql = async (query, variables) => {
      try {
        return await run(query, variables)
      } catch {
        throw new GitHubFailure('partial', 'test')
      }
    }
    const facts = await read()
    expect(pullOf(facts, 2).charts).toMatchObject({ known: false, reason: 'unavailable', retry: 'may-cure' })
    expect([1, 3].map((number) => versionOf(onlyChart(facts, number).head))).toEqual(['1.9.94', '1.9.96'])
  })
})

describe('the list', () => {
  test('pages that time out are read in halves', async () => {
    for (let number = 1; number <= 60; number += 1) open(number, { 'README.md': `${number}` })
    github.fault = (name, { first }) =>
      name === 'chartPullsPageWithFiles' && Number(first) > 10 ? new GitHubFailure('unavailable', 'test') : null
    expect(pullsOf(await read())).toHaveLength(60)
  })

  test('remembered cursors find what was opened and closed meanwhile', async () => {
    for (let number = 1; number <= 250; number += 1) open(number, { 'README.md': `${number}` })
    await read()
    github.takeCalls()
    for (const number of [5, 120, 121]) github.close(number)
    open(251, { 'client/Chart.yaml': chart('1.9.94') })
    const facts = await read()
    expect(pullsOf(facts)).toHaveLength(248)
    expect(versionOf(onlyChart(facts, 251).head)).toBe('1.9.94')
    expect(github.takeCalls()).toEqual(['chartPullsPages', 'chartPullsByNumber', 'chartsAtCommits'])
  })

  test('a pull request reopened amid full pages makes the list be read anew', async () => {
    for (let number = 1; number <= 250; number += 1) open(number, { 'README.md': `${number}` })
    github.close(50)
    await read()
    github.takeCalls()
    github.pull(50).state = 'OPEN'
    expect(pullsOf(await read())).toHaveLength(250)
    expect(github.takeCalls().slice(0, 4)).toEqual([
      'chartPullsPages',
      'chartPullsPage',
      'chartPullsPage',
      'chartPullsPage',
    ])
  })

  test('a count that never agrees is an unknown', async () => {
    open(1, { 'README.md': 'bye' })
    const graphql = github.graphql.bind(github)
    github.graphql = async <T>(...[query, variables]: Parameters<SmallGitHub['graphql']>): Promise<T> => {
      const answer = await graphql<{ repository: { page0?: { totalCount: number } } }>(query, variables)
      if (answer.repository.page0 !== undefined) answer.repository.page0.totalCount += 1
      return answer as T
    }
    expect((await read()).pulls).toMatchObject({ known: false, reason: 'incomplete', retry: 'may-cure' })
  })

  test('a full reading lists with files again', async () => {
    open(1, { 'client/Chart.yaml': chart('1.9.94') })
    await read()
    github.takeCalls()
    await read(readAt, true)
    expect(github.takeCalls()).toEqual(['chartPullsPageWithFiles'])
  })

  test('a second reading of the same world costs one request', async () => {
    open(1, { 'client/Chart.yaml': chart('1.9.94') })
    const first = await read()
    github.takeCalls()
    expect(await read()).toEqual(first)
    expect(github.takeCalls()).toEqual(['chartPullsPages'])
  })

  test('a repository without charts costs two requests, then one', async () => {
    github = new SmallGitHub()
    base = github.push('main', { 'README.md': 'hello' })
    open(1, { 'README.md': 'bye' })
    expect((await read()).bases).toMatchObject([{ charts: { known: true, value: [] } }])
    expect(github.takeCalls()).toHaveLength(2)
    await read()
    expect(github.takeCalls()).toHaveLength(1)
  })

  test('an empty repository', async () => {
    github = new SmallGitHub()
    expect(await read()).toMatchObject({ defaultBranch: null, bases: [], pulls: { known: true, value: [] } })
  })

  test('a bot is spelled as in a policy file', async () => {
    open(1, { 'README.md': 'bye' }).author = { __typename: 'Bot', login: 'renovate' }
    open(2, { 'README.md': 'hi' }).author = null
    expect(pullsOf(await read()).map(({ author }) => author)).toEqual(['renovate[bot]', null])
  })
})

describe('bases', () => {
  test('each base of an open pull request is read with its own charts', async () => {
    const release = github.commit({ 'client/Chart.yaml': chart('1.8.4') }, [base])
    github.branches.set('release-1.8', release)
    const pull = open(1, { 'client/Chart.yaml': chart('1.8.5') }, release)
    pull.baseRefName = 'release-1.8'
    const facts = await read()
    expect(facts.bases.map(({ baseRefName }) => baseRefName)).toEqual(['main', 'release-1.8'])
    expect(onlyChart(facts, 1).mergeBase).toBe('not-read')
  })

  test('a base that is an open head counts only when someone on it touches a chart', async () => {
    const below = open(1, { 'client/Chart.yaml': chart('1.9.94') })
    github.branches.set('topic-1', below.heads[0] ?? '')
    const above = open(2, { 'README.md': 'bye' }, below.heads[0])
    above.baseRefName = 'topic-1'
    expect((await read()).bases.map(({ baseRefName }) => baseRefName)).toEqual(['main'])
    const third = open(3, { 'client/values.yaml': 'a: 9' }, below.heads[0])
    third.baseRefName = 'topic-1'
    expect((await read()).bases.map(({ baseRefName }) => baseRefName)).toEqual(['main', 'topic-1'])
  })

  test('a base that is gone', async () => {
    open(1, { 'client/Chart.yaml': chart('1.9.94') }).baseRefName = 'gone'
    expect((await read()).bases[1]).toMatchObject({ tipOid: null, charts: { known: false, retry: 'cannot-cure' } })
  })

  test('a tree too large for one listing is walked', async () => {
    base = github.push('main', { 'deep/down/server/Chart.yaml': chart('2.0.0', 'server') })
    const listed = await read()
    cache = createChartsCache()
    github.isTreeTruncated = true
    const walked = await read()
    const charts = (facts: ChartsFacts) => (facts.bases[0]?.charts.known ? [...facts.bases[0].charts.value] : [])
    const byPath = (facts: ChartsFacts) => charts(facts).sort((a, b) => (a.path < b.path ? -1 : 1))
    expect(byPath(walked)).toEqual(byPath(listed))
    expect(charts(walked)).toHaveLength(2)
  })
})

describe('who stands on whom', () => {
  test('a head among the other’s commits is its ancestor; strangers are not related', async () => {
    const below = open(1, { 'client/Chart.yaml': chart('1.9.94') })
    open(2, { 'client/values.yaml': 'a: 2' }, below.heads[0])
    open(3, { 'client/Chart.yaml': chart('1.9.94'), 'client/values.yaml': 'a: 3' })
    const [ancestor, descendant] = [1, 2].map((number) => github.pull(number).heads[0])
    expect((await read()).ancestry).toEqual([{ ancestor, descendant }])
  })

  test('through a pull request between them', async () => {
    const below = open(1, { 'client/Chart.yaml': chart('1.9.94') })
    const between = open(2, { 'README.md': 'bye' }, below.heads[0])
    github.branches.set('topic-2', between.heads[0] ?? '')
    const above = open(3, { 'client/Chart.yaml': chart('1.9.94', 'client', 'home: x\n') }, between.heads[0])
    above.baseRefName = 'topic-2'
    // Compared with its own base the topmost changes Chart.yaml without claiming a number.
    const four = open(4, { 'client/Chart.yaml': chart('1.9.94', 'client', 'home: y\n') }, between.heads[0])
    const facts = await read()
    expect(facts.ancestry).toContainEqual({ ancestor: below.heads[0], descendant: four.heads[0] })
  })

  test('through any number of pull requests between them', async () => {
    const heads = [github.commit({ 'client/Chart.yaml': chart('1.9.94') }, [base])]
    github.open(1, heads[0] ?? '')
    for (const number of [2, 3, 4]) {
      github.branches.set(`topic-${number - 1}`, heads.at(-1) ?? '')
      heads.push(
        github.commit({ 'client/Chart.yaml': number === 3 ? chart('1.9.95') : chart('1.9.94') }, [heads.at(-1) ?? '']),
      )
      github.open(number, heads.at(-1) ?? '', { baseRefName: `topic-${number - 1}` })
    }
    expect((await read()).ancestry).toContainEqual({ ancestor: heads[0], descendant: heads[3] })
  })

  test('uncontested claims ask for no history', async () => {
    open(1, { 'client/Chart.yaml': chart('1.9.94') })
    open(2, { 'client/Chart.yaml': chart('1.9.95') })
    await read()
    expect(github.takeCalls()).not.toContain('chartPullHistories')
  })

  test('a history that cannot be read leaves the claim unknown', async () => {
    open(1, { 'client/Chart.yaml': chart('1.9.94') })
    open(2, { 'client/Chart.yaml': chart('v1.9.94') })
    github.fault = (name) => (name === 'chartPullHistories' ? new GitHubFailure('unavailable', 'test') : null)
    const facts = await read()
    expect([1, 2].map((number) => pullOf(facts, number).charts.known)).toEqual([false, false])
  })
})

describe('when a claim was first seen', () => {
  const seen = async (now: number, number = 1) => pullOf(await read(now), number).firstSeen['client@1.9.94']

  test('at the reading that first saw it, and so it stays over later heads', async () => {
    const pull = open(1, { 'client/Chart.yaml': chart('1.9.94') })
    expect(await seen(100)).toBe(100)
    pull.heads.push(github.commit({ 'client/values.yaml': 'a: 5' }, [pull.heads[0] ?? '']))
    expect(await seen(200)).toBe(100)
  })

  test('a claim given up and taken again is new', async () => {
    const pull = open(1, { 'client/Chart.yaml': chart('1.9.94') })
    await read(100)
    pull.heads.push(github.commit({ 'client/Chart.yaml': chart('1.9.95') }, [base]))
    await read(200)
    pull.heads.push(github.commit({ 'client/Chart.yaml': chart('1.9.94') }, [base]))
    expect(await seen(300)).toBe(300)
  })

  test('it starts anew when made ready for review', async () => {
    const pull = open(1, { 'client/Chart.yaml': chart('1.9.94') })
    pull.isDraft = true
    await read(100)
    pull.isDraft = false
    expect(await seen(200)).toBe(200)
    expect(await seen(300)).toBe(200)
  })

  test('it starts anew when closed and reopened', async () => {
    const pull = open(1, { 'client/Chart.yaml': chart('1.9.94') })
    github.runs.set(pull.heads[0] ?? '', { databaseId: 1, text: '{"client@1.9.94":100}' })
    await read(100)
    pull.state = 'CLOSED'
    await read(200)
    pull.state = 'OPEN'
    expect(await seen(300)).toBe(300)
  })

  test('an unreadable head does not make it forgotten', async () => {
    open(1, { 'client/Chart.yaml': chart('1.9.94') })
    await read(100)
    const count = github.pull(1).heads.length
    github.pull(1).changedFiles = 7
    await read(200)
    delete github.pull(1).changedFiles
    expect([count, await seen(300)]).toEqual([1, 100])
  })

  test('after a restart our own run on the head tells', async () => {
    const pull = open(1, { 'client/Chart.yaml': chart('1.9.94') })
    github.runs.set(pull.heads[0] ?? '', { databaseId: 1, text: '{"client@1.9.94":100}' })
    expect(await seen(900)).toBe(100)
  })

  test('after a restart and a push the newest run on an earlier head tells, for a contested number', async () => {
    const pull = open(1, { 'client/Chart.yaml': chart('1.9.94') })
    open(2, { 'client/Chart.yaml': chart('1.9.94'), 'client/values.yaml': 'a: 2' })
    const [first = ''] = pull.heads
    github.runs.set(first, { databaseId: 1, text: '{"client@1.9.94":100}' })
    github.runs.set(github.pull(2).heads[0] ?? '', { databaseId: 2, text: '{"client@1.9.94":200}' })
    pull.heads.push(github.commit({ 'client/Chart.yaml': chart('1.9.94'), 'client/values.yaml': 'a: 4' }, [base]))
    const facts = await read(900)
    expect([1, 2].map((number) => pullOf(facts, number).firstSeen['client@1.9.94'])).toEqual([100, 200])
  })

  test('a run on an earlier head that holds other claims tells that this one is new', async () => {
    const pull = open(1, { 'client/Chart.yaml': chart('1.9.94') })
    open(2, { 'client/Chart.yaml': chart('1.9.94'), 'client/values.yaml': 'a: 2' })
    const [first = ''] = pull.heads
    const second = github.commit({ 'client/Chart.yaml': chart('1.9.95') }, [base])
    const third = github.commit({ 'client/Chart.yaml': chart('1.9.94'), 'client/values.yaml': 'a: 4' }, [base])
    pull.heads.push(second, third)
    github.runs.set(first, { databaseId: 1, text: '{"client@1.9.94":100}' })
    github.runs.set(second, { databaseId: 2, text: '{"client@1.9.95":150}' })
    github.runs.set(github.pull(2).heads[0] ?? '', { databaseId: 3, text: '{"client@1.9.94":200}' })
    expect(await seen(900)).toBe(900)
  })

  test('after a restart a reopening since then counts, for a contested number', async () => {
    const pull = open(1, { 'client/Chart.yaml': chart('1.9.94') })
    open(2, { 'client/Chart.yaml': chart('1.9.94'), 'client/values.yaml': 'a: 2' })
    github.runs.set(pull.heads[0] ?? '', { databaseId: 1, text: '{"client@1.9.94":100}' })
    pull.restarts.push({ __typename: 'ReopenedEvent', createdAt: new Date(5000).toISOString() })
    expect(await seen(9000)).toBe(5000)
  })
})
