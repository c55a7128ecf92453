import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { PullRequest, Repository } from '../github/world/model.ts'
import { chart, closeHealthy, freshRepository, openPull, startTestbed, type Testbed } from './testbed.ts'

const policyPath = '.github/claimwarden.yml'
const undone = '## Acceptance\n\n- [ ] it works\n'

let bed: Testbed
let repository: Repository

beforeAll(async () => {
  bed = await startTestbed()
})

afterAll(async () => {
  await closeHealthy(bed)
})

beforeEach(() => {
  repository = freshRepository(bed, { files: { 'charts/shop/Chart.yaml': chart('1.0.0') } })
})

function writePolicy(text: string | Uint8Array, where = repository, branch = where.defaultBranch): void {
  bed.world.branches.commit(bed.ada, where, branch, { [policyPath]: text })
}

function closingPull(branch = 'work'): PullRequest {
  const issue = bed.world.issues.open(bed.ada, repository, { body: undone })
  const files = { [`${branch}.txt`]: 'a\n' }
  return openPull(bed.world, bed.ada, repository, { branch, files, body: `Closes #${issue.number}` })
}

describe('a policy file that is invalid stops both checks, and says where', () => {
  test('an unknown key: line, column and the nearest name', async () => {
    writePolicy('issues:\n  acceptence:\n    sections-only: true\n')
    const pull = closingPull()
    for (const name of ['issues', 'charts'] as const) {
      const run = await bed.concluded(pull, name, 'action_required')
      expect(run.output.title).toMatch(/^The policy file is invalid: line 2/)
      expect(run.output.summary).toMatch(/Line 2, column 3/)
      expect(run.output.summary).toContain('acceptence')
      expect(run.output.summary).toContain('acceptance')
    }
    writePolicy('issues:\n  acceptance:\n    sections-only: true\n')
    await bed.concluded(pull, 'issues', 'failure')
    await bed.concluded(pull, 'charts', 'success')
  })

  test.each<[string, string | Uint8Array, RegExp]>([
    ['over 64 KB', `# ${'x'.repeat(65 * 1024)}\n`, /64 KB/],
    ['no YAML', 'issues: [\n', /line \d/],
    ['binary', Buffer.from([0, 1, 2, 255, 0]), /not text/],
    ['a list', '- a\n- b\n', /line 1/],
  ])('%s', async (_name, text, says) => {
    writePolicy(text)
    const pull = closingPull()
    for (const name of ['issues', 'charts'] as const) {
      const run = await bed.concluded(pull, name, 'action_required')
      expect(`${run.output.title} ${run.output.summary}`).toMatch(says)
    }
  })
})

describe('whose policy counts', () => {
  test("a pull request is not judged by the policy it brings, neither by a branch's", async () => {
    const issue = bed.world.issues.open(bed.ada, repository, { body: undone })
    const pull = openPull(bed.world, bed.ada, repository, {
      branch: 'lenient',
      files: { [policyPath]: 'issues:\n  mode: observe\n' },
      body: `Closes #${issue.number}`,
    })
    await bed.concluded(pull, 'issues', 'failure')
    await bed.quiet()
    expect(bed.check(pull, 'issues')?.conclusion).toBe('failure')
    bed.world.merging.merge(bed.ada, pull)
    const next = closingPull('next')
    await bed.concluded(next, 'issues', 'neutral')
  })

  test('an edit on the default branch judges every open pull request again', async () => {
    const pulls = ['one', 'two'].map((branch) => closingPull(branch))
    for (const pull of pulls) await bed.concluded(pull, 'issues', 'failure')
    writePolicy('issues:\n  mode: observe\n')
    for (const pull of pulls) {
      const run = await bed.concluded(pull, 'issues', 'neutral')
      expect(run.output.title).toMatch(/^Would block: /)
    }
    bed.world.branches.commit(bed.ada, repository, 'main', { [policyPath]: null })
    for (const pull of pulls) await bed.concluded(pull, 'issues', 'failure')
  })

  test('an edit that a merged pull request brings counts from the merge on', async () => {
    const pull = closingPull()
    await bed.concluded(pull, 'issues', 'failure')
    const edit = openPull(bed.world, bed.ada, repository, {
      branch: 'edit',
      files: { [policyPath]: 'issues:\n  mode: observe\n' },
    })
    bed.world.merging.merge(bed.ada, edit, { method: 'squash' })
    await bed.concluded(pull, 'issues', 'neutral')
  })

  describe("the organisation's", () => {
    let shared: Repository

    beforeAll(() => {
      shared = bed.world.repositories.create(bed.organization, '.github', { visibility: 'private' })
    })

    afterEach(() => {
      writePolicy('issues:\n  mode: enforce\n', shared)
    })

    test('counts where the repository has none, and its edit reaches all repositories', async () => {
      const pull = closingPull()
      await bed.concluded(pull, 'issues', 'failure')
      writePolicy('issues:\n  mode: observe\n', shared)
      await bed.concluded(pull, 'issues', 'neutral')
    })

    test("gives way to the repository's own", async () => {
      writePolicy('issues:\n  mode: observe\n', shared)
      writePolicy('issues:\n  mode: enforce\n')
      await bed.concluded(closingPull(), 'issues', 'failure')
    })

    test('when invalid names its repository', async () => {
      writePolicy('nonsense: 1\n', shared)
      const run = await bed.concluded(closingPull(), 'issues', 'action_required')
      expect(run.output.summary).toContain("organisation's repository")
      expect(run.output.annotations).toEqual([])
    })
  })
})

test('mode observe of one check leaves the other as it is', async () => {
  writePolicy('charts:\n  mode: observe\n')
  const pull = closingPull()
  await bed.concluded(pull, 'issues', 'failure')
  const stale = openPull(bed.world, bed.ada, repository, {
    branch: 'stale',
    files: { 'charts/shop/Chart.yaml': chart('0.9.0') },
  })
  await bed.concluded(stale, 'charts', 'neutral', /^Would block: /)
})
