import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { FileContent } from '../github/git/trees.ts'
import type { Repository } from '../github/world/model.ts'
import { chart, closeHealthy, freshRepository, openPull, startTestbed, type Testbed } from './testbed.ts'

let bed: Testbed
let repository: Repository
const path = 'charts/shop/Chart.yaml'

beforeAll(async () => {
  bed = await startTestbed()
})

afterAll(async () => {
  await closeHealthy(bed)
})

beforeEach(() => {
  repository = freshRepository(bed, { files: { [path]: chart('1.0.0'), 'charts/shop/values.yaml': 'a: 1\n' } })
})

const conflicted = `apiVersion: v2
name: shop
<<<<<<< HEAD
version: 1.0.1
=======
version: 1.0.2
>>>>>>> theirs
`

describe('a Chart.yaml that cannot be judged is never green, and says what and where', () => {
  test.each<[string, FileContent, string, RegExp]>([
    ['larger than 512 KB', `${chart('1.0.1')}# ${'x'.repeat(513 * 1024)}\n`, 'action_required', /512 KB/],
    ['binary', Buffer.from([0x61, 0x00, 0xff, 0xfe, 0x00, 0x62, 0x0a]), 'action_required', /binary|not text/],
    ['with conflict markers', conflicted, 'failure', /conflict/],
    ['that is no YAML', 'name: shop\nversion: "1.0.1\n', 'failure', /YAML/],
    ['without a version', 'apiVersion: v2\nname: shop\n', 'failure', /version/],
    ['whose version Helm would change', chart('1.10'), 'failure', /1\.1/],
    ['that Helm refuses', chart('1.x'), 'failure', /no SemVer/],
  ])('%s', async (_name, content, conclusion, says) => {
    const pull = openPull(bed.world, bed.ada, repository, { branch: 'work', files: { [path]: content } })
    const run = await bed.concluded(pull, 'charts', conclusion)
    expect(`${run.output.title} ${run.output.summary}`).toMatch(says)
    expect([run.output.summary, ...run.output.annotations.map((annotation) => annotation.path)].join(' ')).toContain(
      path,
    )
  })

  test('a symbolic link', async () => {
    const pull = openPull(bed.world, bed.ada, repository, {
      branch: 'work',
      files: { [path]: { symlink: '../other/Chart.yaml' } },
    })
    const run = await bed.concluded(pull, 'charts', /failure|action_required|success/)
    expect(run.conclusion).not.toBe('success')
  })
})

test('deleted, the chart claims nothing', async () => {
  const pull = openPull(bed.world, bed.ada, repository, { branch: 'work', files: { [path]: null } })
  await bed.concluded(pull, 'charts', 'success')
})

test('one bad Chart.yaml stops nobody else', async () => {
  openPull(bed.world, bed.ada, repository, { branch: 'bad', files: { [path]: conflicted } })
  const good = openPull(bed.world, bed.ada, repository, { branch: 'good', files: { [path]: chart('1.0.1') } })
  await bed.concluded(good, 'charts', 'success', /1\.0\.1 is free/)
})

describe('many files', () => {
  function manyFiles(count: number): Record<string, string> {
    return Object.fromEntries(Array.from({ length: count }, (_, index) => [`docs/${index}.md`, `${index}\n`]))
  }

  test('150 of them hide no claim', async () => {
    const holder = openPull(bed.world, bed.ada, repository, { branch: 'first', files: { [path]: chart('1.0.1') } })
    await bed.concluded(holder, 'charts', 'success')
    const files = { ...manyFiles(150), 'zz/Chart.yaml': chart('1.0.1') }
    const pull = openPull(bed.world, bed.ada, repository, { branch: 'large', files })
    await bed.concluded(pull, 'charts', 'failure', /held by #/)
  })

  test('more than 3,000 are unknown for that pull request alone, and its known charts count for others', async () => {
    const files = { ...manyFiles(3001), [path]: chart('1.0.1'), 'charts/shop/giant.yaml': 'g: 1\n' }
    const giant = openPull(bed.world, bed.ada, repository, { branch: 'giant', files })
    const run = await bed.concluded(giant, 'charts', /action_required|failure/)
    expect(run.output.summary).toContain('3,000')
    const small = openPull(bed.world, bed.ada, repository, { branch: 'small', files: { [path]: chart('1.0.2') } })
    await bed.concluded(small, 'charts', 'success', /1\.0\.2 is free/)
    const rival = openPull(bed.world, bed.ada, repository, { branch: 'rival', files: { [path]: chart('1.0.1') } })
    await bed.concluded(rival, 'charts', 'failure', new RegExp(`1\\.0\\.1 is held by #${giant.number}`))
  })
})

test('two directories with one chart name share its versions', async () => {
  const first = openPull(bed.world, bed.ada, repository, { branch: 'first', files: { [path]: chart('1.0.1') } })
  await bed.concluded(first, 'charts', 'success')
  const second = openPull(bed.world, bed.ada, repository, {
    branch: 'second',
    files: { 'elsewhere/Chart.yaml': chart('1.0.1') },
  })
  await bed.concluded(second, 'charts', 'failure', /held by #/)
})

test('a repository without charts is green', async () => {
  const plain = freshRepository(bed)
  const pull = openPull(bed.world, bed.ada, plain, { branch: 'work', files: { 'a.txt': 'a\n' } })
  await bed.concluded(pull, 'charts', 'success', /No chart touched/)
})
