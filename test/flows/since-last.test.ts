import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { Issue, PullRequest, Repository } from '../github/world/model.ts'
import { chart, closeHealthy, freshRepository, openPull, startTestbed, type Testbed } from './testbed.ts'

let bed: Testbed
let repository: Repository

beforeAll(async () => {
  bed = await startTestbed()
})

afterAll(async () => {
  await closeHealthy(bed)
})

beforeEach(() => {
  repository = freshRepository(bed, { files: { 'shop/Chart.yaml': chart('1.0.0') } })
})

const open = '## Acceptance\n\n- [ ] it works\n'

function issueWith(body: string): Issue {
  return bed.world.issues.open(bed.ada, repository, { body })
}

function pullWith(body: string, files: Record<string, string> = { 'work.txt': 'w\n' }, branch = 'work'): PullRequest {
  return openPull(bed.world, bed.ada, repository, { branch, files, body })
}

/** Rows of the table under "Since the last evaluation". */
function sinceLast(summary: string | null | undefined): string[] {
  const [, section = ''] = (summary ?? '').split('### Since the last evaluation')
  return section.split('\n').filter((line) => line.startsWith('| `'))
}

function row(rule: string, claim: string, head: string, now: string): string {
  return `| \`${rule}\` | \`${claim}\` | \`${head.slice(0, 12)}\` | ${now} |`
}

function target(issue: Issue): string {
  return `${bed.organization.login}/${repository.name}#${issue.number}`
}

describe('since the last evaluation', () => {
  test('a first one says nothing; then what was found is fixed, on the same head', async () => {
    const issue = issueWith(open)
    const pull = pullWith(`Closes #${issue.number}`)
    const first = await bed.concluded(pull, 'issues', 'failure')
    expect(first.output.summary).not.toContain('Since the last evaluation')
    bed.world.issues.edit(bed.ada, issue, { body: open.replace('[ ]', '[x]') })
    const second = await bed.concluded(pull, 'issues', 'success')
    expect(sinceLast(second.output.summary)).toEqual([row('acceptance-unmet', target(issue), pull.headRefOid, 'fixed')])
  })

  test('a new head tells what is still open, with the head it was found on, also after a restart', async () => {
    const issue = issueWith(open)
    const pull = pullWith(`Closes #${issue.number}`)
    await bed.concluded(pull, 'issues', 'failure')
    const found = pull.headRefOid
    bed.world.branches.commit(bed.ada, repository, 'work', { 'more.txt': 'm\n' })
    const second = await bed.concluded(pull, 'issues', 'failure')
    const still = row('acceptance-unmet', target(issue), found, 'still open')
    expect(sinceLast(second.output.summary)).toEqual([still])

    await bed.restart()
    bed.world.branches.amend(bed.ada, repository, 'work', { 'more.txt': 'n\n' })
    const third = await bed.concluded(pull, 'issues', 'failure')
    expect(sinceLast(third.output.summary)).toEqual([still])
  })

  test('a version that is bumped is no longer claimed', async () => {
    const first = pullWith('', { 'shop/Chart.yaml': chart('1.0.1') }, 'one')
    await bed.concluded(first, 'charts', 'success')
    const second = pullWith('', { 'shop/Chart.yaml': chart('1.0.1'), 'shop/values.yaml': 'two: 2\n' }, 'two')
    await bed.concluded(second, 'charts', 'failure')
    const found = second.headRefOid
    bed.world.branches.commit(bed.ada, repository, 'two', { 'shop/Chart.yaml': chart('1.0.2') })
    const run = await bed.concluded(second, 'charts', 'success')
    expect(sinceLast(run.output.summary)).toEqual([
      row('version-collision', 'shop@1.0.1', found, 'fixed: no longer claimed'),
    ])
  })
})

describe('whether anybody must pass the check', () => {
  test.each([
    [
      'no ruleset',
      null,
      'as far as the app can see no ruleset requires this check on `main`: until one does, it is advice',
    ],
    ['any source', 'anyone', 'a ruleset requires this check on `main`, but from any source'],
    ['this app', 'app', 'a ruleset requires this check on `main`, from this app alone'],
  ])('%s', async (_, source, words) => {
    if (source !== null) {
      const integrationId = source === 'app' ? bed.app.id : null
      bed.world.repositories.requireChecks(repository, [{ context: 'claims/issues', integrationId }])
    }
    const pull = pullWith('Nothing.')
    const run = await bed.concluded(pull, 'issues', 'success')
    expect(run.output.summary).toContain(words)
  })
})
