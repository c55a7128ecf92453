import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { App, PullRequest, Repository, User } from '../github/world/model.ts'
import { closeHealthy, expectHealthy, freshRepository, openPull, startTestbed, type Testbed } from './testbed.ts'

let bed: Testbed
let repository: Repository
let ci: App
let author: User
let maintainer: User
let reader: User
let logins = 0

beforeAll(async () => {
  bed = await startTestbed()
  ci = otherApp('ci')
})

/** Another app, whose own events do not go to ours. */
function otherApp(slug: string): App {
  const { target } = bed.world.webhooks
  bed.world.webhooks.target = null
  const app = bed.world.installs.app(bed.organization, { slug })
  bed.world.installs.install(bed.ada, app, bed.organization)
  bed.world.webhooks.target = target
  return app
}

afterAll(async () => {
  await closeHealthy(bed)
})

beforeEach(() => {
  repository = freshRepository(bed)
  author = user('write')
  maintainer = user('write')
  reader = user('read')
})

function user(permission: 'read' | 'write'): User {
  logins += 1
  const made = bed.world.accounts.user(`prover-${logins}`)
  bed.world.repositories.setPermission(repository, made, permission)
  return made
}

/** A pull request that closes an issue whose one, ticked criterion has this proof. */
function pullWithProof(proof: string, branch = 'work'): PullRequest {
  const issue = bed.world.issues.open(bed.ada, repository, {
    body: `## Acceptance\n\n- [x] it works <!-- proof: ${proof} -->\n`,
  })
  return openPull(bed.world, author, repository, {
    branch,
    files: { [`${branch}.txt`]: 'w\n' },
    body: `Closes #${issue.number}`,
  })
}

const unmet = /1 of 1 criteria unmet/

describe('check', () => {
  test('turns with the check, and asks for the app that it names', async () => {
    const pull = pullWithProof('check "e2e" from "ci"')
    await bed.concluded(pull, 'issues', 'failure', unmet)
    const imitator = otherApp(`imitator-${repository.name}`)
    bed.world.checks.create(imitator, repository, { name: 'e2e', headSha: pull.headRefOid, conclusion: 'success' })
    await bed.quiet()
    expect(bed.check(pull, 'issues')?.conclusion).toBe('failure')
    const run = bed.world.checks.create(ci, repository, {
      name: 'e2e',
      headSha: pull.headRefOid,
      status: 'in_progress',
    })
    bed.world.checks.update(ci, run, { status: 'completed', conclusion: 'success' })
    const green = await bed.concluded(pull, 'issues', 'success')
    expect(green.output.text).toContain('proved: the check `e2e from ci` succeeded')
    bed.world.checks.create(ci, repository, { name: 'e2e', headSha: pull.headRefOid, conclusion: 'failure' })
    await bed.concluded(pull, 'issues', 'failure', unmet)
  })

  test('a commit status does as well, and a push asks for it anew', async () => {
    const pull = pullWithProof('check "deploy"')
    await bed.concluded(pull, 'issues', 'failure', unmet)
    bed.world.checks.status(bed.ada, repository, pull.headRefOid, { context: 'deploy', state: 'success' })
    await bed.concluded(pull, 'issues', 'success')
    bed.world.branches.commit(author, repository, 'work', { 'more.txt': 'm\n' })
    await bed.concluded(pull, 'issues', 'failure', unmet)
  })

  test('of no concern costs nothing', async () => {
    const pull = pullWithProof('label "qa"')
    await bed.concluded(pull, 'issues', 'failure', unmet)
    await bed.quiet()
    const mark = bed.github.calls.mark()
    bed.world.checks.create(ci, repository, { name: 'e2e', headSha: pull.headRefOid, conclusion: 'success' })
    bed.world.checks.status(bed.ada, repository, pull.headRefOid, { context: 'deploy', state: 'success' })
    bed.world.comments.create(maintainer, pull, 'looks good')
    bed.world.reviews.submit(maintainer, pull)
    await bed.quiet()
    const asked = bed.github.calls.since(mark).filter(({ installation }) => installation === bed.installation.id)
    expect(asked).toEqual([])
  })
})

test.each([
  ['path "work.txt"', 'success'],
  ['path "docs/**"', 'failure'],
])('%s: %s', async (proof, conclusion) => {
  await bed.concluded(pullWithProof(proof), 'issues', conclusion)
})

test('label turns with the label', async () => {
  const pull = pullWithProof('label "QA passed"')
  await bed.concluded(pull, 'issues', 'failure', unmet)
  bed.world.threads.label(maintainer, pull, 'qa passed')
  await bed.concluded(pull, 'issues', 'success')
  bed.world.threads.unlabel(maintainer, pull, 'qa passed')
  await bed.concluded(pull, 'issues', 'failure', unmet)
})

describe('comment', () => {
  test('counts by people with write permission, as a line of prose', async () => {
    const pull = pullWithProof('comment "/fr-pass"')
    await bed.concluded(pull, 'issues', 'failure', unmet)
    bed.world.comments.create(reader, pull, '/fr-pass')
    bed.world.comments.create(maintainer, pull, '```\n/fr-pass\n```')
    bed.world.comments.create(maintainer, pull, '> /fr-pass')
    bed.world.comments.create(maintainer, pull, 'please write `/fr-pass`')
    const bot = bed.world.accounts.bot(`robot-${repository.name}`)
    bed.world.comments.create(bot, pull, '/fr-pass')
    await bed.quiet()
    expect(bed.check(pull, 'issues')?.conclusion).toBe('failure')
    const comment = bed.world.comments.create(maintainer, pull, 'Tried it on the edge.\n/fr-pass')
    await bed.concluded(pull, 'issues', 'success')
    bed.world.comments.delete(maintainer, comment)
    await bed.concluded(pull, 'issues', 'failure', unmet)
  })

  test('not-author leaves the author out, also with words put into another mouth', async () => {
    const pull = pullWithProof('comment "/fr-pass" not-author')
    await bed.concluded(pull, 'issues', 'failure', unmet)
    const other = bed.world.comments.create(maintainer, pull, 'hm')
    bed.world.comments.create(author, pull, '/fr-pass')
    bed.world.comments.edit(author, other, '/fr-pass')
    await bed.quiet()
    expect(bed.check(pull, 'issues')?.conclusion).toBe('failure')
    bed.world.comments.create(maintainer, pull, '/fr-pass')
    await bed.concluded(pull, 'issues', 'success')
  })

  test('with dismiss-on-push it counts for the head that stood when it was written', async () => {
    const file = { '.github/claimwarden.yml': 'issues: {acceptance: {dismiss-on-push: true}}\n' }
    bed.world.branches.commit(bed.ada, repository, repository.defaultBranch, file)
    const pull = pullWithProof('comment "/fr-pass"')
    await bed.concluded(pull, 'issues', 'failure', unmet)
    bed.world.comments.create(maintainer, pull, '/fr-pass')
    await bed.concluded(pull, 'issues', 'success')
    bed.world.comments.create(author, pull, '/claims recheck')
    await bed.quiet()
    expect(bed.check(pull, 'issues')?.conclusion).toBe('success')
    bed.world.branches.commit(author, repository, 'work', { 'more.txt': 'm\n' })
    await bed.concluded(pull, 'issues', 'failure', unmet)
    bed.world.comments.create(maintainer, pull, '/fr-pass')
    await bed.concluded(pull, 'issues', 'success')
  })
})

describe('review', () => {
  test('by a person, at this head, until it is dismissed', async () => {
    const pull = pullWithProof(`review "@${maintainer.login}"`)
    await bed.concluded(pull, 'issues', 'failure', unmet)
    bed.world.reviews.submit(reader, pull)
    const review = bed.world.reviews.submit(maintainer, pull)
    await bed.concluded(pull, 'issues', 'success')
    bed.world.reviews.dismiss(bed.ada, review)
    await bed.concluded(pull, 'issues', 'failure', unmet)
    bed.world.reviews.submit(maintainer, pull)
    await bed.concluded(pull, 'issues', 'success')
    bed.world.reviews.submit(maintainer, pull, 'COMMENTED')
    bed.world.branches.commit(author, repository, 'work', { 'more.txt': 'm\n' })
    await bed.concluded(pull, 'issues', 'failure', unmet)
  })

  test('by a team', async () => {
    bed.world.accounts.team(bed.organization, `qa-${repository.name}`, [maintainer])
    const pull = pullWithProof(`review "@${bed.organization.login}/qa-${repository.name}"`)
    await bed.concluded(pull, 'issues', 'failure', unmet)
    bed.world.reviews.submit(reader, pull)
    await bed.quiet()
    expect(bed.check(pull, 'issues')?.conclusion).toBe('failure')
    bed.world.reviews.submit(maintainer, pull)
    await bed.concluded(pull, 'issues', 'success')
  })
})

test.each(['chek "e2e"', 'check e2e', 'path "a[b"', 'review "@a/b/c"', ''])('%p is unmet and named', async (proof) => {
  const pull = pullWithProof(proof)
  const run = await bed.concluded(pull, 'issues', 'failure', unmet)
  expect(run.output.text).toContain('cannot be used')
})

test('without the permission to read members a team proof is unknown and says so', async () => {
  const own = await startTestbed()
  try {
    const { members: _, ...permissions } = own.installation.permissions
    own.installation.permissions = permissions
    const home = freshRepository(own)
    const dora = own.world.accounts.user('dora')
    const grace = own.world.accounts.user('grace')
    own.world.accounts.team(own.organization, 'qa', [grace])
    for (const person of [dora, grace]) own.world.repositories.setPermission(home, person, 'write')
    const issue = own.world.issues.open(dora, home, { body: '- [x] it works <!-- proof: review "@tracebloc/qa" -->' })
    const files = { 'work.txt': 'w\n' }
    const pull = openPull(own.world, dora, home, { branch: 'work', files, body: `Closes #${issue.number}` })
    await own.concluded(pull, 'issues', 'failure', unmet)
    own.world.reviews.submit(grace, pull)
    const run = await own.concluded(pull, 'issues', 'action_required', /cannot be told/)
    expect(run.output.text).toContain('members: read')
    expectHealthy(own)
  } finally {
    await own.close()
  }
})
