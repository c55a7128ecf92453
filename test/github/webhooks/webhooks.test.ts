import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { App, Installation, Organization, Repository, User } from '../world/model.ts'
import { World } from '../world/world.ts'
import { Receiver } from './receiver.ts'
import { PayloadSchemas } from './schema.ts'

const keys = { privateKeyPem: 'unused here', publicKeyPem: 'unused here' }

let world: World
let receiver: Receiver
let ada: User
let organization: Organization
let repository: Repository
let app: App
let installation: Installation

beforeEach(async () => {
  receiver = await Receiver.start()
  world = new World({ now: () => Date.UTC(2026, 0, 1) })
  ada = world.accounts.user('ada')
  organization = world.accounts.organization('acme', { admins: [ada] })
  repository = world.repositories.create(organization, 'shop')
  app = world.installs.app(organization, { keys, webhookSecret: 's3cret' })
  installation = world.installs.install(ada, app, organization)
  world.webhooks.target = receiver.url
  world.webhooks.concurrency = 1
})
afterEach(() => receiver.close())

async function names(): Promise<string[]> {
  await world.webhooks.settled()
  return receiver.names.splice(0)
}

async function newNames(act: () => void): Promise<string[]> {
  await world.webhooks.settled()
  receiver.received.length = 0
  act()
  return names()
}

function openPull(branch = 'topic') {
  world.branches.commit(ada, repository, branch, { [branch]: '1' })
  return world.pulls.open(ada, repository, { head: branch })
}

describe('deliveries', () => {
  test('carry event, guid and a signature of the body', async () => {
    world.issues.open(ada, repository)
    await world.webhooks.settled()
    const [delivery] = receiver.received
    const signature = createHmac('sha256', 's3cret')
      .update(delivery?.body ?? '')
      .digest('hex')
    expect(delivery?.headers).toMatchObject({
      'x-github-event': 'issues',
      'x-hub-signature-256': `sha256=${signature}`,
      'content-type': 'application/json',
    })
    expect(delivery?.headers['x-github-delivery']).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    expect(delivery?.payload).toMatchObject({ installation: { id: installation.id }, sender: { login: 'ada' } })
  })

  test('show the moment of the event, not of the delivery', async () => {
    world.webhooks.hold()
    const issue = world.issues.open(ada, repository, { title: 'Before' })
    world.issues.edit(ada, issue, { title: 'After' })
    world.webhooks.release()
    await world.webhooks.settled()
    expect(receiver.received[0]?.payload).toMatchObject({ issue: { title: 'Before' } })
  })

  test('a pull request by branch: the events a person causes', async () => {
    const pull = openPull()
    expect(await names()).toEqual(['create', 'push', 'check_suite.requested', 'pull_request.opened'])
    expect(await newNames(() => world.branches.commit(ada, repository, 'topic', { b: '1' }))).toEqual([
      'push',
      'check_suite.requested',
      'pull_request.synchronize',
    ])
    expect(await newNames(() => world.pulls.edit(ada, pull, { title: 'T', body: 'B' }))).toEqual([
      'pull_request.edited',
    ])
    expect(receiver.received[0]?.payload.changes).toEqual({ title: { from: 'Merge topic' }, body: { from: '' } })
    expect(await newNames(() => world.merging.merge(ada, pull))).toEqual([
      'pull_request.closed',
      'push',
      'check_suite.requested',
    ])
  })

  test('a retarget says the old base', async () => {
    const pull = openPull()
    world.branches.create(ada, repository, 'dev')
    expect(await newNames(() => world.pulls.edit(ada, pull, { base: 'dev' }))).toEqual(['pull_request.edited'])
    expect(receiver.received[0]?.payload.changes).toEqual({
      base: { ref: { from: 'main' }, sha: { from: pull.baseRefOid } },
    })
  })

  test('a push to a fork gives the base synchronize, and no push, suite or pull request in check runs', async () => {
    const fork = world.repositories.fork(ada, repository)
    world.branches.commit(ada, fork, 'topic', { a: '1' })
    const pull = world.pulls.open(ada, repository, { head: { repository: fork, branch: 'topic' } })
    expect(await newNames(() => world.branches.commit(ada, fork, 'topic', { a: '2' }))).toEqual([
      'pull_request.synchronize',
    ])
    const run = world.checks.create(app, repository, { name: 'x', headSha: pull.headRefOid, conclusion: 'success' })
    expect(await newNames(() => world.checks.rerequestRun(ada, run))).toEqual(['check_run.rerequested'])
    expect(receiver.received[0]?.payload.check_run).toMatchObject({
      pull_requests: [],
      check_suite: { head_branch: null },
    })
  })

  test('a manual link gives nothing', async () => {
    const pull = openPull()
    const issue = world.issues.open(ada, repository)
    expect(await newNames(() => world.pulls.link(ada, pull, issue))).toEqual([])
  })

  test('more than three tags in one push give nothing', async () => {
    const tags = (count: number) => Array.from({ length: count }, (_, i) => ({ name: `t${count}.${i}` }))
    expect(await newNames(() => world.branches.tags(ada, repository, tags(3)))).toHaveLength(6)
    expect(await newNames(() => world.branches.tags(ada, repository, tags(4)))).toEqual([])
  })

  test('a merge queue run: enqueued, group, merge', async () => {
    world.mergeQueues.enable(repository)
    const pull = openPull()
    let head = ''
    expect(
      await newNames(() => {
        head = world.mergeQueues.enqueue(ada, pull).group?.headSha ?? ''
      }),
    ).toEqual(['pull_request.enqueued', 'create', 'push', 'check_suite.requested', 'merge_group.checks_requested'])
    expect(receiver.received[4]?.payload.merge_group).toMatchObject({ head_sha: head, base_ref: 'refs/heads/main' })
    const [queue] = [...world.state.mergeQueues.values()]
    expect(await newNames(() => queue && world.mergeQueues.advance(queue))).toEqual([
      'pull_request.dequeued',
      'merge_group.destroyed',
      'delete',
      'push',
      'pull_request.closed',
      'push',
      'check_suite.requested',
    ])
    expect(receiver.received[1]?.payload.reason).toBe('merged')
  })
})

describe('who gets them', () => {
  test.each<[string, (target: Installation) => void]>([
    [
      'a selection without the repository',
      (target) => {
        target.repositorySelection = 'selected'
      },
    ],
    ['a suspended installation', (target) => world.installs.suspend(ada, target)],
    ['an uninstalled app', (target) => world.installs.uninstall(ada, target)],
    [
      'no permission',
      (target) => {
        delete target.permissions.issues
      },
    ],
    [
      'no subscription',
      (target) => {
        target.events = ['push']
      },
    ],
  ])('%s gets nothing', async (_, change) => {
    change(installation)
    expect(await newNames(() => world.issues.open(ada, repository))).toEqual([])
  })

  test('a new permission counts once it is accepted', async () => {
    delete installation.permissions.merge_queues
    expect(installation.permissions).not.toEqual(app.permissions)
    expect(await newNames(() => world.installs.acceptPermissions(ada, installation))).toEqual([
      'installation.new_permissions_accepted',
    ])
    expect(installation.permissions).toEqual(app.permissions)
  })

  test('re-runs reach the owner of the run alone, though it subscribes to nothing', async () => {
    const other = world.installs.app(organization, { slug: 'other', keys })
    world.installs.install(ada, other, organization)
    installation.events = []
    const headSha = world.branches.tip(repository, 'main')
    const run = world.checks.create(app, repository, { name: 'x', headSha, conclusion: 'success' })
    expect(await newNames(() => world.checks.rerequestRun(ada, run))).toEqual(['check_run.rerequested'])
    expect(receiver.received[0]?.payload.installation).toMatchObject({ id: installation.id })
  })
})

describe('switches', () => {
  const open = () => world.issues.open(ada, repository)

  test('the next matching deliveries are lost', async () => {
    world.webhooks.drop(1, ({ action }) => action === 'edited')
    const edits = await newNames(() => {
      const issue = open()
      world.issues.edit(ada, issue, { title: '1' })
      world.issues.edit(ada, issue, { title: '2' })
    })
    expect(edits).toEqual(['issues.opened', 'issues.edited'])
    expect(receiver.received[1]?.payload).toMatchObject({ issue: { title: '2' } })
  })

  test('duplicates come under one guid', async () => {
    world.webhooks.duplicates = 2
    expect(await newNames(open)).toHaveLength(3)
    expect(new Set(receiver.received.map(({ headers }) => headers['x-github-delivery'])).size).toBe(1)
  })

  test('held ones come in the order they are released in', async () => {
    world.webhooks.hold()
    expect(
      await newNames(() => {
        world.issues.close(ada, open())
      }),
    ).toEqual([])
    expect(world.webhooks.heldCount).toBe(2)
    expect(await newNames(() => world.webhooks.release((held) => held.reverse()))).toEqual([
      'issues.closed',
      'issues.opened',
    ])
  })

  test('the log tells what was answered, and a redelivery repeats the guid', async () => {
    receiver.answer = 500
    await newNames(open)
    receiver.answer = 202
    const [failed] = [...world.state.deliveries.values()]
    expect(failed).toMatchObject({ event: 'issues', action: 'opened', statusCode: 500, redelivery: false })
    expect(await newNames(() => world.webhooks.redeliver(failed?.id ?? 0))).toEqual(['issues.opened'])
    const again = [...world.state.deliveries.values()].at(-1)
    expect(again).toMatchObject({ guid: failed?.guid, statusCode: 202, status: 'OK', redelivery: true })
  })

  test('a failed delivery is in the log, and never reached the receiver', async () => {
    world.webhooks.fail(1)
    expect(await newNames(open)).toEqual([])
    expect([...world.state.deliveries.values()][0]).toMatchObject({
      event: 'issues',
      statusCode: 0,
      status: 'failed to connect to host',
    })
  })

  test('a receiver that is away leaves a failed delivery', async () => {
    world.webhooks.target = 'http://127.0.0.1:9/'
    open()
    await world.webhooks.settled()
    expect([...world.state.deliveries.values()][0]).toMatchObject({
      statusCode: 0,
      status: 'failed to connect to host',
    })
  })
})

test("every event the simulation sends keeps to GitHub's schema", async () => {
  world.webhooks.concurrency = 8
  await everything()
  await world.webhooks.settled()
  const schemas = new PayloadSchemas()
  const wrong: Record<string, string[]> = {}
  for (const { event, action, payload } of receiver.received) {
    const errors = schemas.errors(event, action, payload)
    if (errors.length > 0) wrong[`${event}.${action}`] = errors
  }
  expect(wrong).toEqual({})
  expect([...new Set(receiver.names)].sort()).toEqual(EXPECTED)
  expect(schemas.errors('issues', 'opened', { action: 'opened' })).not.toEqual([])
}, 60_000)

/** One deed for each event. */
async function everything(): Promise<void> {
  const lib = world.repositories.create(organization, 'lib')
  const parent = world.issues.open(ada, repository, { labels: ['bug'], milestone: 'M1', type: 'Bug', body: 'Text' })
  const child = world.issues.open(ada, lib, { parent })
  world.issues.removeSubIssue(ada, parent, child)
  world.issues.addBlockedBy(ada, parent, child)
  world.issues.removeBlockedBy(ada, parent, child)
  world.issues.edit(ada, parent, { title: 'T', body: 'B' })
  world.threads.unlabel(ada, parent, 'bug')
  world.threads.setMilestone(ada, parent, null)
  world.issues.setType(ada, parent, null)
  world.threads.assign(ada, parent, ada)
  world.threads.unassign(ada, parent, ada)
  world.issues.close(ada, parent, 'not_planned')
  world.issues.reopen(ada, parent)
  world.issues.delete(ada, world.issues.transfer(ada, child, repository))
  const comment = world.comments.create(ada, parent, 'Hello')
  world.comments.edit(ada, comment, 'Hello again')
  world.comments.delete(ada, comment)
  pullEvents()
  checkEvents()
  world.releases.delete(ada, repository, world.releases.publish(ada, repository, 'v1'))
  world.releases.publish(ada, repository, 'v2-rc', { prerelease: true })
  world.branches.deleteTag(ada, repository, 'v1')
  world.repositories.edit(ada, repository, { description: 'D', visibility: 'private', archived: true })
  world.repositories.edit(ada, repository, { visibility: 'public', archived: false })
  world.repositories.rename(ada, repository, 'store')
  world.repositories.delete(ada, lib)
  world.installs.suspend(ada, installation)
  world.installs.unsuspend(ada, installation)
  world.installs.acceptPermissions(ada, installation)
  world.installs.addRepositories(ada, installation, [repository])
  world.installs.removeRepositories(ada, installation, [repository])
  world.installs.uninstall(ada, installation)
  world.installs.install(ada, app, organization)
}

function pullEvents(): void {
  world.branches.create(ada, repository, 'dev')
  const pull = openPull()
  world.comments.create(ada, pull, 'On a pull request')
  world.pulls.edit(ada, pull, { title: 'T', body: 'B', base: 'dev' })
  world.threads.label(ada, pull, 'ready')
  world.threads.unlabel(ada, pull, 'ready')
  world.threads.setMilestone(ada, pull, 'M2')
  world.threads.setMilestone(ada, pull, null)
  world.threads.assign(ada, pull, ada)
  world.threads.unassign(ada, pull, ada)
  world.branches.amend(ada, repository, 'topic', { more: '1' })
  world.pulls.draft(ada, pull)
  world.pulls.ready(ada, pull)
  world.pulls.requestReview(ada, pull, ada)
  world.reviews.dismiss(ada, world.reviews.submit(ada, pull, 'APPROVED', 'Good'))
  world.pulls.close(ada, pull)
  world.pulls.reopen(ada, pull)
  world.repositories.requireChecks(repository, ['never'], { includes: ['refs/heads/dev'] })
  world.pulls.enableAutoMerge(ada, pull)
  world.pulls.disableAutoMerge(ada, pull)
  world.merging.merge(ada, pull, { override: true })
  world.branches.delete(ada, repository, 'topic')
  const queue = world.mergeQueues.enable(repository)
  world.mergeQueues.enqueue(ada, openPull('queued'))
  world.mergeQueues.advance(queue)
}

function checkEvents(): void {
  const headSha = world.branches.tip(repository, 'main')
  const actions = [{ label: 'Again', description: 'Look again', identifier: 'recheck' }]
  const output = { title: 'T', summary: 'S' }
  const run = world.checks.create(app, repository, { name: 'x', headSha, conclusion: 'failure', actions, output })
  world.checks.rerequestRun(ada, run)
  world.checks.clickAction(ada, run, 'recheck')
  for (const suite of world.checks.suitesOf(repository, headSha)) world.checks.rerequestSuite(ada, suite)
  world.checks.status(ada, repository, headSha, { context: 'ci', state: 'success' })
}

const EXPECTED = `check_run.completed check_run.created check_run.requested_action check_run.rerequested
check_suite.requested check_suite.rerequested create delete installation.created installation.deleted
installation.new_permissions_accepted installation.suspend installation.unsuspend installation_repositories.added
installation_repositories.removed issue_comment.created issue_comment.deleted issue_comment.edited
issue_dependencies.blocked_by_added issue_dependencies.blocked_by_removed issue_dependencies.blocking_added
issue_dependencies.blocking_removed issues.assigned issues.closed issues.deleted issues.demilestoned issues.edited
issues.labeled issues.milestoned issues.opened issues.reopened issues.transferred issues.typed issues.unassigned
issues.unlabeled issues.untyped merge_group.checks_requested merge_group.destroyed pull_request.assigned
pull_request.auto_merge_disabled pull_request.auto_merge_enabled pull_request.closed pull_request.converted_to_draft
pull_request.demilestoned pull_request.dequeued pull_request.edited pull_request.enqueued pull_request.labeled
pull_request.milestoned pull_request.opened pull_request.ready_for_review pull_request.reopened
pull_request.review_requested pull_request.synchronize pull_request.unassigned pull_request.unlabeled
pull_request_review.dismissed pull_request_review.submitted push release.created release.deleted
release.prereleased release.published release.released repository.archived repository.created repository.deleted
repository.edited repository.privatized repository.publicized repository.renamed repository.unarchived status
sub_issues.parent_issue_added sub_issues.parent_issue_removed sub_issues.sub_issue_added
sub_issues.sub_issue_removed`.split(/\s+/)
