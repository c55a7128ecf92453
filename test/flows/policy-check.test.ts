import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import type { CheckRun, PullRequest, Repository } from '../github/world/model.ts'
import { waitFor } from '../product/wait-for.ts'
import { closeHealthy, freshRepository, openPull, startTestbed, type Testbed } from './testbed.ts'

const policyPath = '.github/claimwarden.yml'

let bed: Testbed
let repository: Repository

beforeAll(async () => {
  bed = await startTestbed()
})

afterAll(async () => {
  await closeHealthy(bed)
})

beforeEach(() => {
  repository = freshRepository(bed, { files: { [policyPath]: 'mode: enforce\n', 'README.md': 'r\n' } })
})

function pullWith(text: string | null, branch = 'policy'): PullRequest {
  return openPull(bed.world, bed.ada, repository, { branch, files: { [policyPath]: text } })
}

function latest(pull: PullRequest): CheckRun | undefined {
  return bed.world.checks.latest(repository, pull.headRefOid, 'claims/policy')
}

async function policyCheck(pull: PullRequest, conclusion: string): Promise<CheckRun> {
  return waitFor(
    `claims/policy to be ${conclusion}`,
    () => {
      const run = latest(pull)
      return run?.conclusion === conclusion ? run : null
    },
    { seen: () => [latest(pull), bed.product.output().slice(-2000)] },
  )
}

test('a valid edit passes, and says what it changes and when', async () => {
  const pull = pullWith('mode: observe\nissues:\n  rules:\n    rival-closer: block\n')
  const run = await policyCheck(pull, 'success')
  expect(run.output.title).toBe('The policy file is valid')
  expect(run.output.summary).toContain('It takes effect when it is merged; until then the policy in force judges')
  expect(run.output.summary).toContain('| `issues.rules.rival-closer` | `warn` | `block` |')
  expect(run.output.summary).toContain('| `charts.mode` | `enforce` | `observe` |')
  expect(run.output.summary).not.toContain('rival-closer` | `block` | `block')
  // The running policy stays: this pull request is judged by it.
  expect((await bed.concluded(pull, 'issues', 'success')).output.summary).not.toContain('observe')
})

test('a mistake fails at its line and column, and is gone with the next push', async () => {
  const pull = pullWith('mode: enforce\nisues: {}\n')
  const run = await policyCheck(pull, 'failure')
  expect(run.output.title).toMatch(/^The policy file is invalid: line 2, there is no key isues here/)
  expect(run.output.summary).toContain('Did you mean `issues`?')
  expect(run.output.annotations).toEqual([
    expect.objectContaining({ path: policyPath, start_line: 2, end_line: 2, start_column: 1 }),
  ])
  bed.world.branches.commit(bed.ada, repository, 'policy', { [policyPath]: 'issues: {}\n' })
  await policyCheck(pull, 'success')
})

test('taking the file away is told', async () => {
  expect((await policyCheck(pullWith(null), 'success')).output.title).toContain('removes .github/claimwarden.yml')
})

test('a pull request that leaves the file alone has no such check, also when it is behind the base', async () => {
  const behind = openPull(bed.world, bed.ada, repository, { branch: 'behind', files: { 'a.txt': 'a\n' } })
  await bed.concluded(behind, 'issues', 'success')
  bed.world.branches.commit(bed.ada, repository, 'main', { [policyPath]: 'mode: enforce\npreset: strict\n' })
  bed.world.branches.commit(bed.ada, repository, 'behind', { 'b.txt': 'b\n' })
  await bed.concluded(behind, 'issues', 'success')
  await bed.quiet()
  expect(latest(behind)).toBeUndefined()
})

test('Re-run judges it again', async () => {
  const pull = pullWith('preset: strict\n')
  const run = await policyCheck(pull, 'success')
  bed.world.checks.rerequestRun(bed.ada, run)
  await waitFor('a fresh run', () => (latest(pull)?.id ?? 0) > run.id)
})
