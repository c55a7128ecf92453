import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { startTestbed, type Testbed } from '../github/http/testbed.ts'
import type { Issue, MergeMethod, PullRequest } from '../github/world/model.ts'
import { claimwarden, type Ended, toSimulated } from './claimwarden.ts'

const minute = 60_000
let clock: number
let bed: Testbed

beforeEach(async () => {
  clock = Date.UTC(2026, 10, 1)
  bed = await startTestbed({ world: { now: () => clock } })
})

afterEach(async () => {
  expect(bed.github.calls.unsupported).toEqual([])
  await bed.close()
})

async function backtest(...options: string[]): Promise<Ended> {
  return await claimwarden(['backtest', 'acme/charts', ...options], toSimulated(bed.github.host))
}

function branch(name: string, ...commits: Record<string, string>[]): void {
  const { world, ada, repository } = bed
  world.branches.create(ada, repository, name, 'main')
  for (const files of commits) {
    clock += minute
    world.branches.commit(ada, repository, name, files, `${name}: ${Object.keys(files).join(' ')}`)
  }
}

function chart(version: string): Record<string, string> {
  return { 'charts/a/Chart.yaml': `name: a\nversion: ${version}\n` }
}

function open(head: string, body = ''): PullRequest {
  clock += minute
  return bed.world.pulls.open(bed.ada, bed.repository, { head, body, title: head })
}

function merge(pull: PullRequest, method: MergeMethod = 'squash'): void {
  clock += 60 * minute
  bed.world.merging.merge(bed.ada, pull, { method })
}

function issue(body: string): Issue {
  clock += minute
  return bed.world.issues.open(bed.ada, bed.repository, { title: 'crash', body })
}

/** Two that bumped to one number over one base: git merges the second without a conflict. */
function swallowed(method: MergeMethod): void {
  branch('one', chart('1.0.1'), { 'charts/a/values.yaml': 'one: 1\n' })
  branch('two', chart('1.0.1'), { 'charts/a/templates.yaml': 'two: 2\n' })
  const [one, two] = [open('one'), open('two')]
  merge(one, method)
  merge(two, method)
}

describe('claimwarden backtest of charts', () => {
  test.each<MergeMethod>(['merge', 'squash', 'rebase'])(
    'by %s: the second of two merges that took one number would have been blocked, and names the first',
    async (method) => {
      swallowed(method)
      const { code, out, complaints } = await backtest('--only', 'charts')
      expect({ code, complaints }).toEqual({ code: 0, complaints: '' })
      expect(out).toContain('claims/chart-versions: 1 passed, 1 would have been blocked, 0 could not be told\n')
      expect(out).toContain('#2 by ada into main, merged 2026-11-01: claims/chart-versions\n  bump-swallowed: ')
      expect(out).toContain('; #1 had brought it, 60 min before\n')
      expect(out).not.toContain('claims/issues')
    },
  )

  test('through a merge queue: what the group before it brought counts as the base', async () => {
    const { world, ada, repository } = bed
    const queue = world.mergeQueues.enable(repository, 'main')
    branch('one', chart('1.0.1'), { 'charts/a/values.yaml': 'one: 1\n' })
    branch('two', chart('1.0.1'), { 'charts/a/templates.yaml': 'two: 2\n' })
    for (const pull of [open('one'), open('two')]) world.mergeQueues.enqueue(ada, pull)
    clock += minute
    world.mergeQueues.advance(queue)
    const { out } = await backtest('--only', 'charts', '--json')
    expect(blocksOf(out)).toEqual({ 1: [], 2: ['bump-swallowed'] })
  })

  test('pull requests that touch no chart cost nothing beyond their listing', async () => {
    for (let count = 1; count <= 20; count += 1) {
      branch(`b${count}`, { [`${count}.md`]: 'text' })
      merge(open(`b${count}`))
    }
    const mark = bed.github.calls.mark()
    const { out } = await backtest('--only', 'charts')
    expect(out).toContain('claims/chart-versions: 20 passed')
    expect(bed.github.calls.since(mark).length).toBeLessThan(8)
  })

  test('a number behind the base, one that Helm refuses, and ordinary ones', async () => {
    branch('ordinary', chart('1.1.0'))
    merge(open('ordinary'))
    branch('behind', chart('1.0.9'))
    merge(open('behind'))
    branch('invalid', chart('1.2.0.0'))
    merge(open('invalid'))
    branch('docs', { 'docs.md': 'text' })
    merge(open('docs'))
    const { out } = await backtest('--only', 'charts', '--json')
    expect(blocksOf(out)).toEqual({ 1: [], 2: ['version-not-ahead'], 3: ['version-invalid'], 4: [] })
  })

  test('a chart that moved, was new, or came with the whole of the repository', async () => {
    branch('new', { 'charts/b/Chart.yaml': 'name: b\nversion: 0.1.0\n' })
    merge(open('new'))
    branch('bump', { 'charts/b/Chart.yaml': 'name: b\nversion: 0.1.1\n', ...chart('1.0.1') }, { 'x.md': 'x' })
    merge(open('bump'), 'rebase')
    const { out } = await backtest('--only', 'charts', '--json')
    expect(blocksOf(out)).toEqual({ 1: [], 2: [] })
  })

  test('a chart whose name steers the terminal', async () => {
    branch('one', { 'charts/a/Chart.yaml': 'name: "a\\e[31m"\nversion: 1.0.x\n' })
    merge(open('one'))
    const { out } = await backtest('--only', 'charts')
    expect(out).toContain('1 would have been blocked')
    expect(out).not.toContain('\u001B')
  })
})

/** Rules that would have blocked, by pull request. */
function blocksOf(out: string): Record<string, readonly string[]> {
  const told = JSON.parse(out) as {
    pulls: { number: number; checks: { findings: { rule: string; severity: string }[] }[] }[]
  }
  return Object.fromEntries(
    told.pulls.map(({ number, checks }) => [
      number,
      checks.flatMap(({ findings }) => findings.filter(({ severity }) => severity === 'block').map(({ rule }) => rule)),
    ]),
  )
}

describe('claimwarden backtest of issues', () => {
  const open1 = '## Acceptance\n\n- [ ] it starts\n'

  function mergeWith(body: string): PullRequest {
    const name = `topic-${clock}`
    branch(name, { [name]: 'x' })
    const pull = open(name, body)
    merge(pull)
    return pull
  }

  test('an issue that the merge closed is judged as open, with the acceptance that it states', async () => {
    const unmet = issue(open1)
    const met = issue('## Acceptance\n\n- [x] it starts\n')
    mergeWith(`Closes #${unmet.number}`)
    mergeWith(`Closes #${met.number}`)
    mergeWith('Nothing to close.')
    const { code, out } = await backtest('--only', 'issues')
    expect(unmet.state).toBe('closed')
    expect(code).toBe(0)
    expect(out).toContain('claims/issues: 2 passed, 1 would have been blocked, 0 could not be told\n')
    expect(out).toContain(`#3 by ada into main, merged 2026-11-01: claims/issues\n  acceptance-unmet: `)
    expect(out).toMatch(/\nclaims\/issues +acceptance-unmet +1 +0 +0 +0\n/)
  })

  test('an issue that was closed before the merge is judged as closed', async () => {
    const target = issue(open1)
    branch('late', { late: 'x' })
    const pull = open('late', `Closes #${target.number}`)
    clock += minute
    bed.world.issues.close(bed.ada, target)
    merge(pull)
    const { out } = await backtest('--only', 'issues')
    expect(out).toContain('1 passed, 0 would have been blocked')
    expect(out).toContain('target-already-closed')
  })

  test('what was edited after the merge is said beside the verdict, since today’s text was read', async () => {
    const ticked = issue(open1)
    const pull = mergeWith(`Closes #${ticked.number}`)
    clock += minute
    bed.world.issues.edit(bed.ada, ticked, { body: open1.replace('[ ]', '[x]') })
    const before = await backtest('--only', 'issues')
    expect(before.out).toContain('1 passed, 0 would have been blocked')
    expect(before.out).toContain('Of 1 of these the description or an issue was edited after the merge.')
    clock += minute
    bed.world.issues.edit(bed.ada, ticked, { body: open1 })
    const { out } = await backtest('--only', 'issues')
    expect(out).toContain(`#${pull.number} by ada into main, merged 2026-11-01, edited since: claims/issues\n`)
  })

  test('a protected issue, and one that the policy lets go', async () => {
    const epic = issue('- [x] all')
    bed.world.threads.label(bed.ada, epic, 'epic')
    mergeWith(`Closes #${epic.number}`)
    expect((await backtest('--only', 'issues')).out).toContain('target-protected: ')
    const text = 'issues:\n  rules: {target-protected: ignore}\n'
    bed.world.branches.commit(bed.ada, bed.repository, 'main', { '.github/claimwarden.yml': text })
    const { out } = await backtest('--only', 'issues')
    expect(out).toContain('policy: acme/charts:.github/claimwarden.yml as it is now\n')
    expect(out).toContain('1 passed, 0 would have been blocked')
  })

  test('an issue of a protected type', async () => {
    bed.world.accounts.issueType(bed.organization, 'Epic')
    const epic = issue('- [x] all')
    bed.world.issues.setType(bed.ada, epic, 'Epic')
    mergeWith(`Closes #${epic.number}`)
    expect((await backtest('--only', 'issues')).out).toContain('target-protected: ')
  })

  test('a proof that the issue asks for is looked up', async () => {
    const proved = issue('## Acceptance\n\n- [ ] it is written <!-- proof: path "topic-*" -->\n')
    const unproved = issue('## Acceptance\n\n- [ ] it is written <!-- proof: path "other" -->\n')
    const first = mergeWith(`Closes #${proved.number}`)
    const second = mergeWith(`Closes #${unproved.number}`)
    const { out } = await backtest('--only', 'issues', '--json')
    expect(blocksOf(out)).toEqual({ [first.number]: [], [second.number]: ['acceptance-unmet'] })
  })

  test('a target that cannot be read could not be told, and is never counted as passed', async () => {
    mergeWith('Closes elsewhere/private#7')
    const { code, out } = await backtest('--only', 'issues')
    expect(code).toBe(0)
    expect(out).toContain('claims/issues: 0 passed, 0 would have been blocked, 1 could not be told\n')
    expect(out).toContain(
      'Could not be told:\n#1 by ada into main, merged 2026-11-01: claims/issues\n  target-unreadable: ',
    )
  })
})

describe('claimwarden backtest', () => {
  test('both checks by default; the newest merges first, whatever was touched since', async () => {
    for (const name of ['one', 'two', 'three']) branch(name, { [name]: name })
    const [one, two, three] = [open('one'), open('two'), open('three')]
    merge(three)
    merge(one)
    merge(two)
    clock += minute
    bed.world.comments.create(bed.ada, three, 'late thanks')
    const all = JSON.parse((await backtest('--json')).out)
    expect(all.pulls.map(({ number }: { number: number }) => number)).toEqual([2, 1, 3])
    expect(all.checks.map(({ check }: { check: string }) => check).sort()).toEqual([
      'claims/chart-versions',
      'claims/issues',
    ])
    const last = JSON.parse((await backtest('--json', '--last', '2')).out)
    expect(last.pulls.map(({ number }: { number: number }) => number)).toEqual([2, 1])
  })

  test('a repository where nothing was merged', async () => {
    const { code, out } = await backtest()
    expect(code).toBe(0)
    expect(out).toContain('acme/charts: no merged pull request; policy: the defaults\n')
  })

  test('thirty merges cost few requests, and it says how many', async () => {
    for (let count = 1; count <= 30; count += 1) {
      branch(`b${count}`, chart(`1.0.${count}`))
      merge(open(`b${count}`))
    }
    const mark = bed.github.calls.mark()
    const { out } = await backtest()
    const sent = bed.github.calls.since(mark).length
    expect(out).toContain('claims/chart-versions: 30 passed, 0 would have been blocked, 0 could not be told\n')
    expect(out).toContain(`${sent} requests to GitHub.\n`)
    expect(sent).toBeLessThan(30 * 4)
  })

  test('a limit of GitHub ends it: what is known so far, how far it came, and when to go on', async () => {
    for (let count = 1; count <= 30; count += 1) {
      branch(`b${count}`, chart(`1.0.${count}`))
      merge(open(`b${count}`))
    }
    const resetAt = Math.ceil(Date.now() / 1000) * 1000 + 60 * minute
    bed.github.faults.inject({
      when: ({ variables }) => variables?.number === 3,
      effect: { kind: 'primary-limit', resetAt },
    })
    const { code, out, complaints } = await backtest('--json')
    const told = JSON.parse(out)
    expect({ code, complaints, found: told.found }).toEqual({ code: 2, complaints: '', found: 30 })
    expect(told.judged).toBeGreaterThanOrEqual(24)
    expect(told.judged).toBeLessThan(30)
    expect(told.stopped).toContain('GitHub set a limit')
    expect(told.stopped).toContain(new Date(resetAt).toISOString())
  })

  test('one pull request that GitHub does not answer for is unknown, and the others are judged', async () => {
    for (const name of ['one', 'two', 'three']) {
      branch(name, { [name]: name })
      merge(open(name))
    }
    bed.github.faults.inject({
      when: ({ variables }) => Object.values(variables ?? {}).includes(2),
      effect: { kind: 'status', status: 502 },
    })
    const { code, out } = await backtest()
    expect(code).toBe(0)
    expect(out).toContain('claims/issues: 2 passed, 0 would have been blocked, 1 could not be told\n')
    expect(out).toContain('claims/chart-versions: 2 passed, 0 would have been blocked, 1 could not be told\n')
    expect(out).toContain('Could not be told:\n#2, merged 2026-11-01: claims/issues\n  #2 could not be read: ')
  })

  test.each<[string, readonly string[], string]>([
    ['a count that is none', ['--last', 'many'], '--last is a number from 1 to 1000'],
    ['a count of nothing', ['--last', '0'], '--last is a number from 1 to 1000'],
    ['a check that there is not', ['--only', 'policy'], 'issues, charts'],
  ])('%s is wrong usage', async (_, options, complaint) => {
    const { code, out, complaints } = await backtest(...options)
    expect({ code, out }).toEqual({ code: 3, out: '' })
    expect(complaints).toContain(complaint)
  })

  test('an invalid policy is never the defaults', async () => {
    bed.world.branches.commit(bed.ada, bed.repository, 'main', { '.github/claimwarden.yml': 'charts: [' })
    const { code, complaints } = await backtest()
    expect(code).toBe(2)
    expect(complaints).toContain('the policy file is invalid')
  })
})
