import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { startTestbed, type Testbed } from '../github/http/testbed.ts'
import type { PullRequest } from '../github/world/model.ts'
import { claimwarden, type Ended, toSimulated } from './claimwarden.ts'

let bed: Testbed
let directory: string

beforeEach(async () => {
  bed = await startTestbed()
  directory = mkdtempSync(join(tmpdir(), 'claimwarden-'))
})

afterEach(async () => {
  const { unsupported } = bed.github.calls
  await bed.close()
  rmSync(directory, { recursive: true })
  expect(unsupported).toEqual([])
})

function check(args: readonly string[], environment: Record<string, string> = {}): Promise<Ended> {
  return claimwarden(['check', ...args], { ...toSimulated(bed.github.host), ...environment })
}

function open(
  branch: string,
  change: { files?: Record<string, string>; title?: string; body?: string } = {},
): PullRequest {
  const { world, ada, repository } = bed
  world.branches.create(ada, repository, branch, 'main')
  world.branches.commit(ada, repository, branch, change.files ?? { [`notes/${branch}`]: branch })
  const { title = `Work on ${branch}`, body = '' } = change
  return world.pulls.open(ada, repository, { head: branch, title, body })
}

function bump(branch: string, version: string): PullRequest {
  return open(branch, {
    files: { 'charts/a/Chart.yaml': `name: a\nversion: ${version}\n`, [`charts/a/${branch}`]: branch },
  })
}

describe('claimwarden check', () => {
  test('a pull request that claims nothing passes both checks', async () => {
    const { number, headRefOid } = open('topic')
    const { code, out, complaints } = await check([`acme/charts#${number}`])
    expect([code, complaints]).toEqual([0, ''])
    expect(out).toMatch(/^acme\/charts#1\n\n✓ claims\/issues: Merging closes no issue\n/)
    expect(out).toContain('\n✓ claims/chart-versions: No chart touched\n')
    expect(out).toContain(`Head ${headRefOid} · base main at `)
    expect(out).toContain(' · policy: the defaults, as there is no policy file · read ')
  })

  test('a number that another pull request holds blocks, with what was seen, the ways out and the board', async () => {
    bump('one', '1.0.1')
    bump('two', '1.0.1')
    const { code, out } = await check(['acme/charts#2', '--only', 'charts'])
    expect(code).toBe(1)
    expect(out).toContain('✗ claims/chart-versions: a 1.0.1 is held by #1; next free is 1.0.2')
    expect(out).toMatch(/Blocks: version-collision, a@1\.0\.1 \(charts\/a\/Chart\.yaml, line 2\)\n {2}\S/)
    expect(out).toMatch(/\n {2}Seen: .*\n {2}Wanted: .*\n {2}How to unblock:\n {2}1\. .*\n {7}version: 1\.0\.2\n/)
    expect(out).toMatch(/Board of a\nmain has 1\.0\.0 · next free: patch 1\.0\.2/)
    expect(out).toMatch(/\nPull request {2}Version {2}Base {2}Author .*\n#1 .*holds it\n#2 .*waits for #1\n/)
    expect(out).not.toContain('claims/issues')
  })

  test('an issue with unmet acceptance blocks, and the URL of the page names the pull request as well', async () => {
    const { world, ada, repository } = bed
    world.issues.open(ada, repository, { title: 'Do it', body: '## Acceptance\n\n- [ ] works' })
    const pull = open('topic', { body: 'Closes #1' })
    const url = `http://${bed.github.host}/acme/charts/pull/${pull.number}/files`
    const { code, out } = await check([url, '--only', 'issues'])
    expect(code).toBe(1)
    expect(out).toMatch(
      /Issue +Closed by +Seen +Verdict\n#1 +description, line 1: Closes #1 +1 of 1 criteria unmet +blocked\n/,
    )
    expect(out).toContain('✗ claims/issues: Merging would close')
    expect(out).toContain('Part of #1')
  })

  test('what cannot be read is unknown, and ends with 2', async () => {
    const pull = open('topic', { body: 'Closes acme/hidden#5' })
    const { code, out } = await check([`acme/charts#${pull.number}`, '--only', 'issues'])
    expect(code).toBe(2)
    expect(out).toContain('? claims/issues: ')
    expect(out).toContain('Unknown: target-unreadable, acme/hidden#5')
  })

  test('an invalid policy file asks for action in both checks, with line and column', async () => {
    const { world, ada, repository } = bed
    world.branches.commit(ada, repository, 'main', { '.github/claimwarden.yml': 'isues: {}\n' })
    const { code, out } = await check([`acme/charts#${open('topic').number}`])
    expect(code).toBe(2)
    expect(out.match(/^\? claims\/[\w-]+: The policy file is invalid: line 1, /gm)).toHaveLength(2)
    expect(out).toMatch(/Line 1, column 1: .*issues/)
  })

  test('mode observe stops nobody, and says what would have been', async () => {
    const { world, ada, repository } = bed
    world.branches.commit(ada, repository, 'main', { '.github/claimwarden.yml': 'mode: observe\n' })
    bump('one', '1.0.1')
    bump('two', '1.0.1')
    const { code, out } = await check(['acme/charts#2'])
    expect(code).toBe(0)
    expect(out).toContain('- claims/chart-versions: Would block: a 1.0.1 is held by #1')
  })

  test('pull requests that share a head share the verdict, as they share the check', async () => {
    const { world, ada, repository } = bed
    world.branches.create(ada, repository, 'release', 'main')
    bump('topic', '1.0.0-rc.1')
    world.pulls.open(ada, repository, { head: 'topic', base: 'release' })
    const { out } = await check(['acme/charts#2', '--only', 'charts'])
    expect(out).toContain('claims/chart-versions: #1: ')
    expect(out).toContain('base of #1 main at ')
    expect(out).toContain('base of #2 release at ')
  })

  test.each<[string, (pull: PullRequest) => void, string]>([
    ['closed', (pull) => bed.world.pulls.close(bed.ada, pull), 'acme/charts#1 is closed; only open'],
    ['merged', (pull) => void bed.world.merging.merge(bed.ada, pull), 'acme/charts#1 is merged; only open'],
  ])('a %s pull request is not judged, in one line', async (_, act, told) => {
    act(open('topic'))
    const { code, out, complaints } = await check(['acme/charts#1'])
    expect([code, out]).toEqual([2, ''])
    expect(complaints).toContain(`claimwarden: ${told}`)
  })

  test.each<[string, readonly string[], Record<string, string>, number, string]>([
    ['a pull request that is not there', ['acme/charts#99'], {}, 2, 'there is no pull request acme/charts#99'],
    ['a repository that is not there', ['acme/nothing#1'], {}, 2, 'there is no pull request acme/nothing#1'],
    ['a token that GitHub does not know', ['acme/charts#1'], { GITHUB_TOKEN: 'ghp_x' }, 2, 'GitHub could not be read'],
    ['no token', ['acme/charts#1'], { GITHUB_TOKEN: '' }, 3, 'GITHUB_TOKEN is not set'],
    ['no number', ['acme/charts'], {}, 3, 'OWNER/REPO#N'],
    ['number 0', ['acme/charts#0'], {}, 3, 'OWNER/REPO#N'],
    ['a page of another host', ['https://github.com/acme/charts/pull/1'], {}, 3, 'the URL is of github.com'],
    ['a page of something else', ['https://github.com/acme/charts/issues/1'], {}, 3, 'OWNER/REPO#N'],
    ['another check', ['acme/charts#1', '--only', 'tests'], {}, 3, 'Allowed choices are issues, charts'],
    ['a file that cannot be written', ['acme/charts#1', '--save-facts', '/no/such/place'], {}, 3, 'ENOENT'],
  ])('%s', async (_, args, environment, code, told) => {
    open('topic')
    const ended = await check(args, environment)
    expect(ended).toEqual({ code, out: '', complaints: expect.stringContaining(told) })
    expect(ended.complaints.split('\n')).toHaveLength(2)
  })

  test('nothing is written to GitHub', async () => {
    bump('one', '1.0.1')
    const mark = bed.github.calls.mark()
    await check(['acme/charts#1'])
    expect(bed.github.calls.since(mark)).not.toEqual([])
    expect(bed.github.calls.writes(mark)).toEqual([])
  })
})

describe('claimwarden check --json', () => {
  const isFinding = new Ajv2020({ strict: false }).compile(
    JSON.parse(readFileSync(new URL('../../schema/finding.schema.json', import.meta.url), 'utf8')),
  )

  test('each check with title, conclusion, head and base, and findings by the published schema', async () => {
    const { world, ada, repository } = bed
    world.issues.open(ada, repository, { body: '## Acceptance\n\n- [ ] works' })
    bump('one', '1.0.1')
    const pull = open('two', {
      files: { 'charts/a/Chart.yaml': 'name: a\nversion: 1.0.1\n', 'charts/a/x': 'x' },
      body: 'Closes #1',
    })
    const { code, out } = await check([`acme/charts#${pull.number}`, '--json'])
    expect(code).toBe(1)
    const told = JSON.parse(out)
    const common = {
      verdict: 'block',
      conclusion: 'failure',
      mode: 'enforce',
      head: pull.headRefOid,
      base: { ref: 'main', sha: world.branches.tip(repository, 'main') },
      policy: { from: 'defaults' },
      readAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    }
    expect(told).toEqual({
      repository: 'acme/charts',
      number: pull.number,
      checks: [
        {
          ...common,
          name: 'claims/issues',
          title: expect.stringContaining('Merging would close'),
          findings: [expect.objectContaining({ rule: 'acceptance-unmet', head: pull.headRefOid })],
        },
        {
          ...common,
          name: 'claims/chart-versions',
          title: 'a 1.0.1 is held by #2; next free is 1.0.2',
          findings: [expect.objectContaining({ rule: 'version-collision', claim: 'a@1.0.1' })],
          boards: [expect.objectContaining({ chart: 'a' })],
        },
      ],
    })
    for (const { findings } of told.checks) for (const finding of findings) expect(isFinding(finding)).toBe(true)
  })

  test.each([
    ['the repository', 'charts'],
    ['the organisation', '.github'],
  ])('an invalid policy of %s is a finding by the same schema', async (_, name) => {
    const { world, ada, organization, repository } = bed
    const files = { '.github/claimwarden.yml': 'isues: {}\n' }
    if (name === 'charts') world.branches.commit(ada, repository, 'main', files)
    else world.repositories.create(organization, name, { files })
    open('topic')
    const { out } = await check(['acme/charts#1', '--json', '--only', 'issues'])
    const [{ conclusion, findings }] = JSON.parse(out).checks
    expect(conclusion).toBe('action_required')
    expect(findings).toEqual([expect.objectContaining({ rule: 'policy-file', claim: 'isues' })])
    expect(isFinding(findings[0])).toBe(true)
  })
})

describe('text from outside', () => {
  const hostile = '\u001B[2J\u001B]0;owned\u0007 \u202Eeslaf\u202C a\u200Bb\r\nx'

  test('in titles, bodies, criteria and chart names cannot steer the terminal', async () => {
    const { world, ada, repository } = bed
    world.issues.open(ada, repository, { title: hostile, body: `## Acceptance\n\n- [ ] works ${hostile}` })
    world.branches.commit(ada, repository, 'main', {
      'charts/h/Chart.yaml': `name: ${JSON.stringify(hostile)}\nversion: 1.0.0\n`,
    })
    const pull = open('topic', {
      files: { 'charts/h/Chart.yaml': `name: ${JSON.stringify(hostile)}\nversion: 1.0.0\n`, 'charts/h/x': 'x' },
      title: hostile,
      body: `Closes #1 ${hostile}`,
    })
    for (const format of [[], ['--json']]) {
      const { out } = await check([`acme/charts#${pull.number}`, ...format])
      expect(out).toContain('works')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
      expect(out).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u200B-\u200F\u202A-\u202E\u2066-\u2069]/)
      expect(out).toContain('⟨U+001B⟩')
    }
  })
})
