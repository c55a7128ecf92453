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

  test.each<[string, Record<string, FileContent | null>, RegExp]>([
    ['a symbolic link', { [path]: { symlink: '../other/Chart.yaml' } }, /is a symbolic link, not a plain file/],
    ['a symbolic link out of the repository', { [path]: { symlink: '/etc/passwd' } }, /is a symbolic link/],
    ['a directory', { [path]: null, [`${path}/Chart.yaml`]: chart('1.0.1') }, /Chart\.yaml is no file/],
    ['5 MB large', { [path]: `${chart('1.0.1')}# ${'x'.repeat(5 * 1024 * 1024)}\n` }, /larger than 512 KB/],
  ])('%s', async (_name, files, says) => {
    const pull = openPull(bed.world, bed.ada, repository, { branch: 'work', files })
    const run = await bed.concluded(pull, 'charts', 'action_required')
    expect(`${run.output.title} ${run.output.summary}`).toMatch(says)
  })

  test('what a Chart.yaml leads to by a symbolic link', async () => {
    const linked = freshRepository(bed, {
      files: {
        'charts/shop/Chart.yaml': { symlink: '../../versions/shop.yaml' },
        'versions/shop.yaml': chart('1.0.0'),
      },
    })
    const aside = openPull(bed.world, bed.ada, linked, { branch: 'aside', files: { 'versions/mail.yaml': 'a: 1\n' } })
    await bed.concluded(aside, 'charts', 'success', /No chart touched/)
    const pull = openPull(bed.world, bed.ada, linked, {
      branch: 'work',
      files: { 'versions/shop.yaml': chart('1.0.1') },
    })
    const run = await bed.concluded(pull, 'charts', 'action_required')
    expect(run.output.summary).toContain('Make Chart.yaml a plain file')
  })
})

describe('in the place of a chart', () => {
  test.each<[string, Record<string, FileContent | null>, RegExp]>([
    ['a submodule claims nothing here', { 'charts/shop': { submodule: 'a'.repeat(40) } }, /No chart version claimed/],
    [
      'a link to a directory is judged there',
      { 'charts/shop': { symlink: '../moved' }, 'moved/Chart.yaml': chart('1.0.1') },
      /shop 1\.0\.1 is free/,
    ],
  ])('%s', async (_name, files, says) => {
    const pull = openPull(bed.world, bed.ada, repository, {
      branch: 'work',
      files: { 'charts/shop/Chart.yaml': null, 'charts/shop/values.yaml': null, ...files },
    })
    await bed.concluded(pull, 'charts', 'success', says)
  })

  test('a submodule that moves on claims nothing', async () => {
    bed.world.branches.commit(bed.ada, repository, 'main', { 'charts/lib': { submodule: 'a'.repeat(40) } })
    const files = { 'charts/lib': { submodule: 'b'.repeat(40) } }
    const pull = openPull(bed.world, bed.ada, repository, { branch: 'work', files })
    await bed.concluded(pull, 'charts', 'success', /No chart touched/)
  })
})

describe('a chart in a directory with', () => {
  test.each<[string, string]>([
    ['spaces', 'my charts/the shop'],
    ['quotes', `charts/"shop's"`],
    ['colons', 'charts/shop:v1:2'],
    ['other letters', 'charts/größe-店-🛒'],
    ['what looks like a query', 'charts/") { viewer { login } } #'],
    ['signs of Markdown', 'charts/`shop`|*x*'],
    ['a backslash', 'charts/a\\b'],
  ])('%s is judged as any other', async (_name, directory) => {
    const file = `${directory}/Chart.yaml`
    const odd = freshRepository(bed, { files: { [file]: chart('1.0.0'), [`${directory}/values.yaml`]: 'a: 1\n' } })
    const bump = (branch: string) =>
      openPull(bed.world, bed.ada, odd, {
        branch,
        files: { [file]: chart('1.0.1'), [`${directory}/values.yaml`]: `${branch}: 1\n` },
      })
    const first = bump('first')
    await bed.concluded(first, 'charts', 'success', /1\.0\.1 is free/)
    const second = bump('second')
    const run = await bed.concluded(second, 'charts', 'failure', new RegExp(`held by #${first.number}`))
    expect(run.output.annotations).toMatchObject([{ path: file, start_line: 4 }])
    // At the tip, the diff is told from the merge base and compared by path.
    bed.world.branches.commit(bed.ada, odd, 'main', { [file]: chart('1.0.1') })
    await bed.concluded(second, 'charts', 'failure', /is taken on main already/)
  })
})

describe('within one pull request', () => {
  test('a chart that is added and removed again claims nothing', async () => {
    const holder = openPull(bed.world, bed.ada, repository, {
      branch: 'holder',
      files: { 'charts/mail/Chart.yaml': chart('0.1.0', 'mail') },
    })
    await bed.concluded(holder, 'charts', 'success')
    bed.world.branches.create(bed.ada, repository, 'work', 'main')
    for (const content of [chart('0.1.0', 'mail'), null]) {
      bed.world.branches.commit(bed.ada, repository, 'work', { 'charts/mail/Chart.yaml': content, 'a.txt': 'a\n' })
    }
    const pull = bed.world.pulls.open(bed.ada, repository, { head: 'work' })
    await bed.concluded(pull, 'charts', 'success', /No chart touched/)
  })

  test('a version that is set and taken back claims nothing', async () => {
    bed.world.branches.create(bed.ada, repository, 'work', 'main')
    for (const version of ['1.0.1', '1.0.0']) {
      bed.world.branches.commit(bed.ada, repository, 'work', { [path]: chart(version), 'a.txt': 'a\n' })
    }
    const pull = bed.world.pulls.open(bed.ada, repository, { head: 'work' })
    await bed.concluded(pull, 'charts', 'success', /No chart touched/)
  })

  test.each(['Chart.yml', 'chart.yaml', 'charts/shop/Chart.yaml.orig', 'docs/Chart.yaml.md'])(
    'a file %s is no chart of its own',
    async (name) => {
      const pull = openPull(bed.world, bed.ada, repository, { branch: 'work', files: { [name]: chart('1.0.1') } })
      await bed.concluded(pull, 'charts', 'success', /No chart/)
    },
  )
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
