import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { PullRequest, Repository } from '../github/world/model.ts'
import { chart, closeHealthy, freshRepository, openPull, runsOn, startTestbed, type Testbed } from './testbed.ts'

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

function bump(branch: string, version: string, base = 'main', draft = false): PullRequest {
  const files = { [path]: chart(version), [`charts/shop/templates/${branch}.yaml`]: `kind: ${branch}\n` }
  return openPull(bed.world, bed.ada, repository, { branch, base, files, draft })
}

/** The holder of 1.0.1 and one who waits for it. */
async function rivals(): Promise<[PullRequest, PullRequest]> {
  const holder = bump('first', '1.0.1')
  await bed.concluded(holder, 'charts', 'success', /free/)
  const waiting = bump('second', '1.0.1')
  await bed.concluded(waiting, 'charts', 'failure', /held by #/)
  return [holder, waiting]
}

describe('the one who waits', () => {
  test('turns green unaided when the holder closes', async () => {
    const [holder, waiting] = await rivals()
    bed.world.pulls.close(bed.ada, holder)
    await bed.concluded(waiting, 'charts', 'success')
  })

  test('turns green unaided when the holder moves to another number', async () => {
    const [, waiting] = await rivals()
    bed.world.branches.commit(bed.ada, repository, 'first', { [path]: chart('1.1.0') })
    await bed.concluded(waiting, 'charts', 'success')
  })

  test('is told that its bump would be swallowed when the holder merges', async () => {
    const [holder, waiting] = await rivals()
    bed.world.merging.merge(bed.ada, holder)
    const run = await bed.concluded(waiting, 'charts', 'failure', /1\.0\.1 is (already )?on main|swallowed|main/)
    expect(run.output.summary).toContain('bump-swallowed')
  })

  test('is not ahead when the holder merges a higher number', async () => {
    const [holder, waiting] = await rivals()
    bed.world.branches.commit(bed.ada, repository, 'first', { [path]: chart('1.0.2') })
    await bed.concluded(waiting, 'charts', 'success')
    bed.world.merging.merge(bed.ada, holder)
    const run = await bed.concluded(waiting, 'charts', 'failure')
    expect(run.output.summary).toContain('version-not-ahead')
  })

  test('bumps again and is free', async () => {
    const [holder, waiting] = await rivals()
    bed.world.branches.commit(bed.ada, repository, 'second', { [path]: chart('1.0.2') })
    await bed.concluded(waiting, 'charts', 'success', /1\.0\.2 is free/)
    expect(bed.check(holder, 'charts')?.conclusion).toBe('success')
  })

  test('bumps again by force-push and is free', async () => {
    const [, waiting] = await rivals()
    bed.world.branches.amend(bed.ada, repository, 'second', { [path]: chart('1.0.2') })
    await bed.concluded(waiting, 'charts', 'success', /1\.0\.2 is free/)
  })

  test('holds the number as soon as the holder becomes a draft', async () => {
    const [holder, waiting] = await rivals()
    bed.world.pulls.draft(bed.ada, holder)
    await bed.concluded(waiting, 'charts', 'success')
    await bed.concluded(holder, 'charts', 'failure')
  })
})

describe('the holder', () => {
  test('keeps its number through pushes and force-pushes', async () => {
    const [holder, waiting] = await rivals()
    bed.world.branches.commit(bed.ada, repository, 'first', { 'charts/shop/more.yaml': 'more: 1\n' })
    await bed.concluded(holder, 'charts', 'success')
    bed.world.branches.amend(bed.ada, repository, 'first', { 'charts/shop/more.yaml': 'more: 2\n' })
    await bed.concluded(holder, 'charts', 'success')
    await bed.quiet()
    expect(bed.check(waiting, 'charts')?.conclusion).toBe('failure')
  })
})

describe('the base moves', () => {
  test('a push that takes the number turns a green claim red', async () => {
    const pull = bump('first', '1.0.1')
    await bed.concluded(pull, 'charts', 'success')
    bed.world.branches.commit(bed.ada, repository, 'main', { [path]: chart('1.0.1'), 'charts/shop/x.yaml': 'x: 1\n' })
    await bed.concluded(pull, 'charts', 'failure')
  })

  test('retargeted to a base that is already there it is red, and green again on its first base', async () => {
    bed.world.branches.commit(bed.ada, repository, 'release-2', {
      [path]: chart('1.0.3'),
      'charts/shop/r.yaml': 'r: 1\n',
    })
    const pull = bump('first', '1.0.2')
    await bed.concluded(pull, 'charts', 'success')
    bed.world.pulls.edit(bed.ada, pull, { base: 'release-2' })
    await bed.concluded(pull, 'charts', 'failure')
    bed.world.pulls.edit(bed.ada, pull, { base: 'main' })
    await bed.concluded(pull, 'charts', 'success')
  })
})

describe('several claims', () => {
  test('a pull request with two charts is blocked by one of them and names it', async () => {
    bed.world.branches.commit(bed.ada, repository, 'main', { 'charts/cart/Chart.yaml': chart('3.0.0', 'cart') })
    const both = openPull(bed.world, bed.ada, repository, {
      branch: 'both',
      files: { [path]: chart('1.0.1'), 'charts/cart/Chart.yaml': chart('3.0.1', 'cart') },
    })
    await bed.concluded(both, 'charts', 'success', /2 chart versions claimed/)
    const rival = openPull(bed.world, bed.ada, repository, {
      branch: 'rival',
      files: {
        [path]: chart('1.0.2'),
        'charts/cart/Chart.yaml': chart('3.0.1', 'cart'),
        'charts/cart/values.yaml': 'b: 1\n',
      },
    })
    await bed.concluded(rival, 'charts', 'failure', /cart 3\.0\.1 is held by #/)
  })

  test('a stacked pull request is no rival of the one it stands on', async () => {
    const below = bump('below', '1.0.1')
    await bed.concluded(below, 'charts', 'success')
    bed.world.branches.create(bed.ada, repository, 'above', 'below')
    bed.world.branches.commit(bed.ada, repository, 'above', { 'charts/shop/above.yaml': 'a: 1\n' })
    const above = bed.world.pulls.open(bed.ada, repository, { head: 'above', base: 'below' })
    await bed.concluded(above, 'charts', 'success')
    const onMain = bed.world.pulls
    bed.world.branches.create(bed.ada, repository, 'above-main', 'above')
    bed.world.branches.commit(bed.ada, repository, 'above-main', { 'charts/shop/more.yaml': 'm: 1\n' })
    const second = onMain.open(bed.ada, repository, { head: 'above-main', base: 'main' })
    await bed.concluded(second, 'charts', 'success')
    await bed.concluded(below, 'charts', 'success')
  })

  test('two pull requests with one head and different bases: the worst verdict, and both are named', async () => {
    bed.world.branches.commit(bed.ada, repository, 'release', {
      [path]: chart('1.0.5'),
      'charts/shop/r.yaml': 'r: 1\n',
    })
    const first = bump('shared', '1.0.4')
    await bed.concluded(first, 'charts', 'success')
    const second = bed.world.pulls.open(bed.ada, repository, { head: 'shared', base: 'release' })
    expect(second.headRefOid).toBe(first.headRefOid)
    const run = await bed.concluded(first, 'charts', 'failure', new RegExp(`^#${second.number}: `))
    expect(run.output.summary).toContain(`#${first.number}`)
    expect(run.output.summary).toContain(`#${second.number}`)
    await bed.concluded(first, 'issues', 'success')
    bed.world.pulls.close(bed.ada, second)
    await bed.concluded(first, 'charts', 'success')
  })
})

describe('forks', () => {
  test('a pull request from a fork waits like any other', async () => {
    const holder = bump('first', '1.0.1')
    await bed.concluded(holder, 'charts', 'success')
    const eve = bed.world.accounts.user(`eve-${repository.name}`)
    const fork = bed.world.repositories.fork(eve, repository)
    bed.world.branches.commit(eve, fork, 'theirs', { [path]: chart('1.0.1'), 'charts/shop/f.yaml': 'f: 1\n' })
    const pull = bed.world.pulls.open(eve, repository, { head: { repository: fork, branch: 'theirs' } })
    await bed.concluded(pull, 'charts', 'failure', /held by #/)
    bed.world.branches.commit(eve, fork, 'theirs', { [path]: chart('1.0.2') })
    await bed.concluded(pull, 'charts', 'success')
  })

  test('a fork that is deleted closes its pull request, and the one who waited for it is free', async () => {
    const eve = bed.world.accounts.user(`eve-${repository.name}`)
    const fork = bed.world.repositories.fork(eve, repository)
    bed.world.branches.commit(eve, fork, 'theirs', { [path]: chart('1.0.1'), 'charts/shop/f.yaml': 'f: 1\n' })
    const holder = bed.world.pulls.open(eve, repository, { head: { repository: fork, branch: 'theirs' } })
    await bed.concluded(holder, 'charts', 'success')
    const waiting = bump('mine', '1.0.1')
    await bed.concluded(waiting, 'charts', 'failure')
    bed.world.repositories.delete(eve, fork)
    await bed.concluded(waiting, 'charts', 'success')
  })
})

test('a renamed chart directory without a bump claims nothing, and a deleted one neither', async () => {
  const moved = openPull(bed.world, bed.ada, repository, {
    branch: 'moved',
    files: {
      'charts/shop': null,
      'charts/store/Chart.yaml': chart('1.0.0'),
      'charts/store/values.yaml': 'a: 1\n',
    },
  })
  await bed.concluded(moved, 'charts', 'success', /No chart version claimed/)
  const deleted = openPull(bed.world, bed.ada, repository, { branch: 'deleted', files: { 'charts/shop': null } })
  await bed.concluded(deleted, 'charts', 'success')
  expect(runsOn(bed, deleted, 'charts')).toHaveLength(1)
})
