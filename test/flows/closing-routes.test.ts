import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { CheckRun, Issue, PullRequest, Repository } from '../github/world/model.ts'
import { waitFor } from '../product/wait-for.ts'
import { closeHealthy, freshRepository, openPull, runsOn, startTestbed, type Testbed } from './testbed.ts'

let bed: Testbed
let repository: Repository

beforeAll(async () => {
  bed = await startTestbed()
  bed.world.accounts.issueType(bed.organization, 'Epic')
})

afterAll(async () => {
  await closeHealthy(bed)
})

beforeEach(() => {
  repository = freshRepository(bed)
})

const met = '## Acceptance\n\n- [x] done\n'
const unmet = '## Acceptance\n\n- [ ] done\n'

function issueWith(body: string, where = repository): Issue {
  return bed.world.issues.open(bed.ada, where, { body })
}

/** A pull request with one commit of this message for each given. */
function pullOf(
  messages: readonly string[],
  options: { body?: string; base?: string; branch?: string } = {},
): PullRequest {
  const { branch = 'topic', base = repository.defaultBranch, body = 'Why.' } = options
  bed.world.branches.create(bed.ada, repository, branch, base)
  messages.forEach((message, index) => {
    bed.world.branches.commit(bed.ada, repository, branch, { [`${branch}-${index}.txt`]: `${index}\n` }, message)
  })
  return bed.world.pulls.open(bed.ada, repository, { head: branch, base, title: 'Some work', body })
}

function closing(issue: Issue, branch = 'topic'): PullRequest {
  return openPull(bed.world, bed.ada, repository, {
    branch,
    files: { [`${branch}.txt`]: 'x\n' },
    body: `Closes #${issue.number}`,
  })
}

/** Waits until this rule speaks, or no longer speaks, on the newest run. */
async function spoken(pull: PullRequest, rule: string, speaks = true): Promise<CheckRun> {
  return waitFor(
    `${rule} ${speaks ? 'to speak' : 'to be silent'} on #${pull.number}`,
    () => {
      const run = bed.check(pull, 'issues')
      if (run?.status !== 'completed') return null
      return run.output.annotations.some(({ title }) => (title ?? '').startsWith(rule)) === speaks ? run : null
    },
    { seen: () => bed.check(pull, 'issues')?.output },
  )
}

describe('what changes around a target', () => {
  test('a sub-issue that is added blocks, and closed frees', async () => {
    const parent = issueWith(met)
    const pull = closing(parent)
    await bed.concluded(pull, 'issues', 'success')
    const child = issueWith(met)
    bed.world.issues.addSubIssue(bed.ada, parent, child)
    const run = await bed.concluded(pull, 'issues', 'failure', /1 of 1 sub-issue open/)
    expect(run.output.text).toContain(`open: #${child.number}`)
    bed.world.issues.close(bed.ada, child)
    await bed.concluded(pull, 'issues', 'success')
    bed.world.issues.reopen(bed.ada, child)
    await bed.concluded(pull, 'issues', 'failure')
    bed.world.issues.removeSubIssue(bed.ada, parent, child)
    await bed.concluded(pull, 'issues', 'success')
  })

  test('a sub-issue in another repository does too', async () => {
    const parent = issueWith(met)
    const child = issueWith(met, freshRepository(bed))
    bed.world.issues.addSubIssue(bed.ada, parent, child)
    const pull = closing(parent)
    await bed.concluded(pull, 'issues', 'failure', /sub-issue open/)
    bed.world.issues.close(bed.ada, child)
    await bed.concluded(pull, 'issues', 'success')
  })

  test('what blocks it is warned of until it is closed, or blocks no longer', async () => {
    const issue = issueWith(met)
    const blocker = issueWith(met)
    const pull = closing(issue)
    await spoken(pull, 'open-blockers', false)
    bed.world.issues.addBlockedBy(bed.ada, issue, blocker)
    await spoken(pull, 'open-blockers')
    bed.world.issues.close(bed.ada, blocker)
    await spoken(pull, 'open-blockers', false)
    bed.world.issues.reopen(bed.ada, blocker)
    await spoken(pull, 'open-blockers')
    bed.world.issues.removeBlockedBy(bed.ada, issue, blocker)
    await spoken(pull, 'open-blockers', false)
  })

  test('its type protects it', async () => {
    const issue = issueWith(met)
    const pull = closing(issue)
    await bed.concluded(pull, 'issues', 'success')
    bed.world.issues.setType(bed.ada, issue, 'Epic')
    await bed.concluded(pull, 'issues', 'failure', /protected/)
    bed.world.issues.setType(bed.ada, issue, null)
    await bed.concluded(pull, 'issues', 'success')
  })

  test('a rival that comes, changes its mind, comes back and is closed is told of each time', async () => {
    const issue = issueWith(met)
    const first = closing(issue, 'first')
    await spoken(first, 'rival-closer', false)
    const second = closing(issue, 'second')
    await spoken(second, 'rival-closer')
    await spoken(first, 'rival-closer')
    bed.world.pulls.edit(bed.ada, second, { body: `Part of #${issue.number}` })
    await spoken(first, 'rival-closer', false)
    bed.world.pulls.edit(bed.ada, second, { body: `Closes #${issue.number}` })
    await spoken(first, 'rival-closer')
    bed.world.pulls.close(bed.ada, second)
    await spoken(first, 'rival-closer', false)
  })

  test('a box ticked turns what only a commit closes, in another repository too', async () => {
    const elsewhere = freshRepository(bed)
    const issue = issueWith(unmet, elsewhere)
    const pull = pullOf([`Work\n\nCloses ${bed.organization.login}/${elsewhere.name}#${issue.number}`])
    await bed.concluded(pull, 'issues', 'failure', /1 of 1 criteria unmet/)
    bed.world.issues.edit(bed.ada, issue, { body: met })
    await bed.concluded(pull, 'issues', 'success', /its one criterion is met/)
  })

  test('an issue that a criterion follows turns the pull request when it is closed', async () => {
    const followed = issueWith('')
    const issue = issueWith(`## Acceptance\n\n- [ ] #${followed.number}\n`)
    const pull = closing(issue)
    await bed.concluded(pull, 'issues', 'failure')
    bed.world.issues.close(bed.ada, followed)
    await bed.concluded(pull, 'issues', 'success')
  })

  test('other merge settings change which text closes: no webhook tells, the next look does', async () => {
    const issue = issueWith(unmet)
    Object.assign(repository.mergeSettings, { allowMergeCommit: false, allowRebaseMerge: false })
    const pull = pullOf(['One', 'Two'], { body: `Write \`Closes #${issue.number}\`.` })
    await bed.concluded(pull, 'issues', 'success')
    Object.assign(repository.mergeSettings, { squashMergeCommitMessage: 'PR_BODY' })
    bed.world.comments.create(bed.ada, pull, '/claims recheck')
    await bed.concluded(pull, 'issues', 'failure', /1 of 1 criteria unmet/)
    bed.world.merging.merge(bed.ada, pull, { override: true })
    expect(issue.state).toBe('closed')
  })
})

describe('auto-merge', () => {
  test('text that was typed for it closes unseen until it is disarmed', async () => {
    const issue = issueWith(unmet)
    bed.world.repositories.requireChecks(repository, ['gate'], { includes: ['~ALL'] })
    const pull = pullOf(['Work'])
    await bed.concluded(pull, 'issues', 'success', /closes no issue/)
    bed.world.pulls.enableAutoMerge(bed.ada, pull, { method: 'squash', body: `Fixes #${issue.number}` })
    const run = await bed.concluded(pull, 'issues', 'failure', /1 of 1 criteria unmet/)
    expect(run.output.text).toContain(`the text typed for auto-merge: \`Fixes #${issue.number}\``)
    bed.world.pulls.disableAutoMerge(bed.ada, pull)
    await bed.concluded(pull, 'issues', 'success', /closes no issue/)
  })

  test('text that replaces the proposed one disarms a commit for that method alone', async () => {
    Object.assign(repository.mergeSettings, { allowMergeCommit: false, allowRebaseMerge: false })
    const issue = issueWith(unmet)
    bed.world.repositories.requireChecks(repository, ['gate'], { includes: ['~ALL'] })
    const pull = pullOf([`Work\n\nFixes #${issue.number}`])
    await bed.concluded(pull, 'issues', 'failure', /1 of 1 criteria unmet/)
    bed.world.pulls.enableAutoMerge(bed.ada, pull, { method: 'squash', headline: 'Work', body: 'Nothing closes.' })
    await bed.concluded(pull, 'issues', 'success', /closes no issue/)
  })
})

describe('bases', () => {
  test('a commit on another base closes later, and the promotion judges it without calling it hidden', async () => {
    const issue = issueWith(unmet)
    const done = issueWith(met)
    bed.world.branches.create(bed.ada, repository, 'dev', repository.defaultBranch)
    const feature = pullOf([`Work\n\nCloses #${issue.number}`], { base: 'dev', branch: 'feature' })
    await bed.concluded(feature, 'issues', 'failure', /would later close/)
    bed.world.merging.merge(bed.ada, feature, { override: true })
    expect(issue.state).toBe('open')
    bed.world.issues.close(bed.ada, done)
    pullOf([`More\n\nFixes #${done.number}`], { base: 'dev', branch: 'stacked' })
    const promotion = bed.world.pulls.open(bed.ada, repository, { head: 'dev', title: 'Release', body: 'All of dev.' })
    const run = await bed.concluded(promotion, 'issues', 'failure', /1 of 1 criteria unmet/)
    expect(run.output.annotations.map(({ title }) => title?.split(':')[0])).toEqual(['acceptance-unmet'])
    bed.world.merging.merge(bed.ada, promotion, { override: true, method: 'merge' })
    expect(issue.state).toBe('closed')
  })

  test('a base that becomes the default branch arms the description', async () => {
    const issue = issueWith(unmet)
    bed.world.branches.create(bed.ada, repository, 'dev', repository.defaultBranch)
    const pull = pullOf(['Work'], { base: 'dev', body: `Closes #${issue.number}` })
    await spoken(pull, 'keyword-inert')
    bed.world.pulls.edit(bed.ada, pull, { base: repository.defaultBranch })
    await bed.concluded(pull, 'issues', 'failure', /1 of 1 criteria unmet/)
  })
})

describe('cost', () => {
  const own =
    /^(?:PullClaims|NamedReferences|LinkedIssuesPage|CommitMessagesPage|PullPointers|OpenPulls|PullsFromBranch)$/

  test('fifty commits and five blocked targets: two queries, two REST reads each, one write', async () => {
    const targets = Array.from({ length: 5 }, () => issueWith(met))
    const blocker = issueWith(met)
    for (const issue of targets) bed.world.issues.addBlockedBy(bed.ada, issue, blocker)
    const [first, second, ...others] = targets
    const messages = Array.from(
      { length: 50 },
      (_, index) => `Step ${index}${index === 20 ? `\n\nCloses #${first?.number}` : ''}`,
    )
    const body = [second, ...others].map((issue) => `Closes #${issue?.number}`).join('\n')
    await bed.quiet()
    const pull = pullOf(messages, { body })
    await bed.concluded(pull, 'issues', 'success')
    await bed.quiet()
    const mark = bed.github.calls.mark()
    bed.world.pulls.edit(bed.ada, pull, { title: 'Some better work' })
    await bed.quiet()
    const calls = bed.github.calls.since(mark)
    const queries = calls.filter(({ kind, route }) => kind === 'graphql' && own.test(route)).map(({ route }) => route)
    expect(queries).toEqual(['PullClaims', 'NamedReferences'])
    const reads = calls.filter(({ kind, route }) => kind === 'rest' && route.includes('/issues/{issue_number}'))
    expect(reads).toHaveLength(10)
    expect(bed.github.calls.writes(mark)).toEqual([])
    expect(runsOn(bed, pull, 'issues')).toHaveLength(1)
  })

  test('an attestation that points at a file, a commit and a pull request costs no third query', async () => {
    const [done, other] = [issueWith(unmet), issueWith('')]
    const pull = pullOf(['Work'])
    const links = `topic-0.txt, ${pull.headRefOid} and #${other.number}`
    const body = `Closes #${done.number}\n\n## Acceptance evidence\n\n- [x] AC1: ${links}\n`
    bed.world.pulls.edit(bed.ada, pull, { body })
    await bed.concluded(pull, 'issues', 'success', /its one criterion is met/)
    await bed.restart()
    await bed.quiet()
    const mark = bed.github.calls.mark()
    bed.world.pulls.edit(bed.ada, pull, { title: 'Some better work' })
    await bed.quiet()
    expect(bed.github.calls.counts(mark)).toEqual({
      'GET /repos/{owner}/{repo}/issues/{issue_number}': 1,
      'graphql NamedReferences': 1,
      'graphql PullClaims': 1,
    })
  })

  test('closed targets, and rules that the policy ignores, cost no REST read', async () => {
    const policy = 'issues:\n  protected: { types: [] }\n  rules: { open-blockers: ignore }\n'
    const quiet = freshRepository(bed, { files: { '.github/claimwarden.yml': policy } })
    repository = quiet
    const [open, closed] = [issueWith(met), issueWith(met)]
    bed.world.issues.close(bed.ada, closed)
    await bed.quiet()
    const mark = bed.github.calls.mark()
    const pull = openPull(bed.world, bed.ada, repository, {
      branch: 'work',
      files: { 'w.txt': 'w\n' },
      body: `Closes #${open.number}, closes #${closed.number}`,
    })
    await bed.concluded(pull, 'issues', 'success')
    const reads = bed.github.calls
      .since(mark)
      .filter(({ kind, route }) => kind === 'rest' && route.includes('/issues/'))
    expect(reads).toEqual([])
  })
})

describe('extremes', () => {
  test('150 linked issues, the last of them unmet', async () => {
    const issues = Array.from({ length: 150 }, (_, index) => issueWith(index === 149 ? unmet : met))
    const pull = openPull(bed.world, bed.ada, repository, {
      branch: 'work',
      files: { 'w.txt': 'w\n' },
      body: issues.map(({ number }) => `Closes #${number}`).join('\n'),
    })
    await bed.concluded(pull, 'issues', 'failure', new RegExp(`#${issues[149]?.number}: 1 of 1 criteria unmet`))
  })

  test('260 commits, the last but one of them closing', async () => {
    const issue = issueWith(unmet)
    const messages = Array.from({ length: 260 }, (_, index) =>
      index === 258 ? `Late\n\nFixes #${issue.number}` : `Step ${index}`,
    )
    const pull = pullOf(messages)
    const run = await bed.concluded(pull, 'issues', 'failure', /1 of 1 criteria unmet/)
    expect(run.output.summary).toContain('commit message')
  })

  test('commits that GitHub does not list whole are never green', async () => {
    const truncated = bed.github.faults.inject({ effect: { kind: 'truncate', list: 'commits', keep: 2 } })
    try {
      const pull = pullOf(['One', 'Two', 'Three'])
      const run = await bed.concluded(pull, 'issues', 'action_required', /cannot be told/)
      expect(run.output.text).toContain('2 of its 3 commits')
    } finally {
      truncated.clear()
    }
  })

  test('an issue of a megabyte with 2,000 boxes', async () => {
    const boxes = Array.from(
      { length: 2000 },
      (_, index) => `- [${index === 1999 ? ' ' : 'x'}] ${'word '.repeat(100)}${index}`,
    )
    const issue = issueWith(`## Acceptance\n\n${boxes.join('\n')}\n`)
    const started = Date.now()
    const run = await bed.concluded(closing(issue), 'issues', 'action_required')
    expect(run.output.title).toBe(`Merging would close #${issue.number}, which cannot be read`)
    expect(run.output.text).toContain('it is longer than 131072 characters')
    expect(Date.now() - started).toBeLessThan(30_000)
  })

  test('an issue as long as GitHub takes, with 2,000 boxes', async () => {
    const boxes = Array.from({ length: 2000 }, (_, index) => `- [${index === 1999 ? ' ' : 'x'}] box number ${index}`)
    const issue = issueWith(`## Acceptance\n\n${boxes.join('\n')}\n`.padEnd(65_536, '\n'))
    const run = await bed.concluded(closing(issue), 'issues', 'failure')
    expect(run.output.title).toBe(`Merging would close #${issue.number}: 1 of 2000 criteria unmet`)
    expect(run.output.text).toContain('box number 1999')
  })

  test('a body of only emoji, and an author whose account is gone', async () => {
    const author = bed.world.accounts.user(`leaver-${repository.name}`)
    bed.world.repositories.setPermission(repository, author, 'write')
    const pull = openPull(bed.world, author, repository, {
      branch: 'work',
      files: { 'w.txt': 'w\n' },
      body: '🎉🚀👩‍👩‍👧'.repeat(50),
    })
    await bed.concluded(pull, 'issues', 'success', /Merging closes no issue/)
    const issue = issueWith(unmet)
    bed.world.accounts.delete(author)
    bed.world.pulls.edit(bed.ada, pull, { body: `Closes #${issue.number}` })
    await bed.concluded(pull, 'issues', 'failure', /1 of 1 criteria unmet/)
  })

  test('a transferred issue is followed, by description and by commit', async () => {
    const elsewhere = freshRepository(bed)
    const [described, committed] = [issueWith(unmet), issueWith(unmet)]
    const pull = pullOf([`Work\n\nFixes #${committed.number}`], { body: `Closes #${described.number}` })
    await bed.concluded(pull, 'issues', 'failure', /and 1 more/)
    for (const issue of [described, committed]) {
      const moved = bed.world.issues.transfer(bed.ada, issue, elsewhere)
      bed.world.issues.edit(bed.ada, moved, { body: met })
    }
    const run = await bed.concluded(pull, 'issues', 'success')
    expect(run.output.title).toContain(`${elsewhere.name}#`)
  })

  test('REST that fails for what hangs on a target is a warning that says so', async () => {
    const issue = issueWith(met)
    const broken = bed.github.faults.inject({
      when: ({ kind, route }) => kind === 'rest' && route.endsWith('/dependencies/blocked_by'),
      effect: { kind: 'status', status: 502 },
    })
    try {
      bed.world.issues.addBlockedBy(bed.ada, issue, issueWith(met))
      const run = await spoken(closing(issue), 'open-blockers')
      expect(run.conclusion).toBe('success')
      expect(run.output.summary).toContain('cannot be told')
    } finally {
      broken.clear()
    }
  })
})
