import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import type { PullRequest, Repository } from '../github/world/model.ts'
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

function bump(branch: string, version: string): PullRequest {
  const files = { [path]: chart(version), 'charts/shop/values.yaml': `of: ${branch}\n` }
  return openPull(bed.world, bed.ada, repository, { branch, base: 'main', files })
}

test('a tag turns a claim red when it comes and green when it goes', async () => {
  const pull = bump('next', '1.0.1')
  await bed.concluded(pull, 'charts', 'success', /is free/)
  bed.world.branches.tag(bed.ada, repository, 'shop-1.0.1', { at: 'main' })
  const run = await bed.concluded(pull, 'charts', 'failure', /1\.0\.1 is published already: tag shop-1\.0\.1/)
  expect(run.output.summary).toContain('next free: patch `1.0.2`')
  bed.world.branches.deleteTag(bed.ada, repository, 'shop-1.0.1')
  await bed.concluded(pull, 'charts', 'success', /is free/)
})

test('a tag on the head itself is a merge-back', async () => {
  const pull = bump('next', '1.0.1')
  bed.world.branches.tag(bed.ada, repository, 'shop-1.0.1', { at: 'next', message: 'an annotated tag' })
  await bed.concluded(pull, 'charts', 'success', /is free/)
})

test('a release counts', async () => {
  const pull = bump('next', '1.0.1')
  bed.world.releases.publish(bed.ada, repository, 'v1.0.1', { at: 'main', prerelease: true })
  await bed.concluded(pull, 'charts', 'failure', /published already: tag v1\.0\.1/)
})

test('a long index is read aside, and its versions are not free', async () => {
  const entries = Array.from(
    { length: 5_000 },
    (_, index) => `  - version: 0.${index}.0\n    digest: ${'0'.repeat(64)}\n`,
  )
  const index = `apiVersion: v1\nentries:\n  shop:\n  - version: 1.0.2\n  - version: 1.0.1\n${entries.join('')}`
  bed.world.branches.create(bed.ada, repository, 'gh-pages', 'main')
  bed.world.branches.commit(bed.ada, repository, 'gh-pages', { 'index.yaml': index })
  const pull = bump('next', '1.0.1')
  const run = await bed.concluded(pull, 'charts', 'failure', /index gh-pages:index\.yaml; next free is 1\.0\.3/)
  expect(run.output.summary).toContain('latest published: `1.0.2`')
  bed.world.branches.commit(bed.ada, repository, 'gh-pages', { 'index.yaml': '<html></html>\n' })
  await bed.concluded(pull, 'charts', 'action_required', /no YAML that Helm reads/)
})
