import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { startTestbed, type Testbed } from '../github/http/testbed.ts'
import { claimwarden as runBuilt, toSimulated } from './claimwarden.ts'

let bed: Testbed
let out: string
let complaints: string

beforeEach(async () => {
  bed = await startTestbed()
  out = ''
  complaints = ''
})

afterEach(async () => {
  expect(bed.github.calls.unsupported).toEqual([])
  await bed.close()
})

async function claimwarden(args: readonly string[], environment: Record<string, string> = {}): Promise<number> {
  const ended = await runBuilt(args, { ...toSimulated(bed.github.host), ...environment })
  out = ended.out
  complaints = ended.complaints
  return ended.code
}

function bump(branch: string, version: string): void {
  const { world, ada, repository } = bed
  const files = { 'charts/a/Chart.yaml': `name: a\nversion: ${version}\n`, [`charts/a/${branch}`]: branch }
  world.branches.create(ada, repository, branch, 'main')
  world.branches.commit(ada, repository, branch, files)
  world.pulls.open(ada, repository, { head: branch })
}

describe('claimwarden next', () => {
  test('the board and what is free, for people', async () => {
    bump('one', '1.0.1')
    bump('two', '1.0.1')
    bed.world.branches.tag(bed.ada, bed.repository, 'a-1.0.2')
    expect(await claimwarden(['next', 'acme/charts'])).toBe(0)
    expect(out).toBe(`a: 1.0.0 on main, latest published 1.0.2
  next free 1.0.3, 1.1.0 or 2.0.0
  1.0.1 #1 by ada into main: holder
  1.0.1 #2 by ada into main: waits for #1
`)
  })

  test('for scripts', async () => {
    bump('one', '1.0.1')
    expect(await claimwarden(['next', 'acme/charts', 'a', '--json'])).toBe(0)
    expect(JSON.parse(out)).toEqual({
      repository: 'acme/charts',
      charts: [
        {
          chart: 'a',
          tips: [{ baseRefName: 'main', version: '1.0.0' }],
          latestPublished: null,
          next: { patch: '1.0.2', minor: '1.1.0', major: '2.0.0' },
          claims: [
            {
              pull: 1,
              version: '1.0.1',
              base: 'main',
              author: 'ada',
              draft: false,
              firstSeen: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
              standing: 'free',
            },
          ],
        },
      ],
    })
  })

  test('a chart that nobody claims is on it too, and a name that steers the terminal does not', async () => {
    const files = { 'charts/b/Chart.yaml': 'name: "b\\e[31m"\nversion: 2.0.0\n' }
    bed.world.branches.commit(bed.ada, bed.repository, 'main', files)
    expect(await claimwarden(['next', 'acme/charts'])).toBe(0)
    expect(out).toContain('a: 1.0.0 on main\n  next free 1.0.1, 1.1.0 or 2.0.0\n')
    expect(out).toContain('2.0.0 on main')
    expect(out).not.toContain('\u001B')
  })

  test.each<[string, readonly string[], Record<string, string>, number, string]>([
    ['a chart that is not there', ['next', 'acme/charts', 'z'], {}, 3, 'has no chart of that name'],
    ['no repository', ['next'], {}, 3, "missing required argument 'OWNER/REPO'"],
    ['a strange repository', ['next', 'acme'], {}, 3, 'OWNER/REPO'],
    ['a strange option', ['next', 'acme/charts', '--yaml'], {}, 3, "unknown option '--yaml'"],
    ['too much', ['next', 'acme/charts', 'a', 'b'], {}, 3, 'too many arguments'],
    ['no token', ['next', 'acme/charts'], { GITHUB_TOKEN: '' }, 3, 'GITHUB_TOKEN is not set'],
    ['a token that GitHub does not know', ['next', 'acme/charts'], { GITHUB_TOKEN: 'ghp_x' }, 2, 'claimwarden:'],
    ['a repository that cannot be read', ['next', 'acme/other'], {}, 2, 'claimwarden:'],
  ])('%s', async (_, args, environment, code, complaint) => {
    expect(await claimwarden(args, environment)).toBe(code)
    expect(complaints).toContain(complaint)
    expect(out).toBe('')
  })

  test('a policy that is invalid is never the defaults', async () => {
    bed.world.branches.commit(bed.ada, bed.repository, 'main', { '.github/claimwarden.yml': 'charts: [' })
    expect(await claimwarden(['next', 'acme/charts'])).toBe(2)
    expect(complaints).toContain('policy file is invalid')
  })
})
