import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { chartYaml } from '../story/story.ts'
import { openPull, startTestbed, type Testbed } from './testbed.ts'

let bed: Testbed

beforeAll(async () => {
  bed = await startTestbed()
})

afterAll(async () => {
  expect(bed.github.calls.unsupported).toEqual([])
  await bed.close()
})

test('a push whose webhook is faster than the API is judged on its own head, not on the one before', async () => {
  const { world, ada, organization, github } = bed
  const repository = world.repositories.create(organization, 'lagging', {
    files: { 'Chart.yaml': chartYaml('1.0.0') },
  })
  const pull = openPull(world, ada, repository, { branch: 'bump', files: { 'Chart.yaml': chartYaml('1.0.1') } })
  await bed.concluded(pull, 'charts', 'success')
  await bed.concluded(pull, 'issues', 'success')
  const lag = github.faults.inject({ effect: { kind: 'head-lag', milliseconds: 1500 } })
  world.branches.commit(ada, repository, 'bump', { 'Chart.yaml': chartYaml('1.0.0-broken_') })
  await bed.concluded(pull, 'charts', 'failure')
  await bed.concluded(pull, 'issues', 'success')
  lag.clear()
})
