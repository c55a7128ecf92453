import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { IssueComment, PullRequest, Repository, User } from '../github/world/model.ts'
import { waitFor } from '../product/wait-for.ts'
import { chart, closeHealthy, freshRepository, openPull, startTestbed, type Testbed } from './testbed.ts'

let bed: Testbed
let repository: Repository
let author: User
let people = 0
const path = 'charts/shop/Chart.yaml'

beforeAll(async () => {
  bed = await startTestbed()
})

afterAll(async () => {
  await closeHealthy(bed)
})

beforeEach(() => {
  repository = freshRepository(bed, { files: { [path]: chart('1.0.0') } })
  author = person('write')
})

function person(permission: 'read' | 'write'): User {
  people += 1
  const made = bed.world.accounts.user(`person-${people}`)
  bed.world.repositories.setPermission(repository, made, permission)
  return made
}

function bump(branch: string, version: string): PullRequest {
  const files = { [path]: chart(version), [`charts/shop/templates/${branch}.yaml`]: `kind: ${branch}\n` }
  return openPull(bed.world, author, repository, { branch, files })
}

/** The holder of 1.0.1 and one who waits for it. */
async function rivals(): Promise<[PullRequest, PullRequest]> {
  const holder = bump('first', '1.0.1')
  await bed.concluded(holder, 'charts', 'success', /free/)
  const waiting = bump('second', '1.0.1')
  await bed.concluded(waiting, 'charts', 'failure', /held by #/)
  return [holder, waiting]
}

function say(by: User, pull: PullRequest, text: string): IssueComment {
  return bed.world.comments.create(by, pull, text)
}

async function reacted(comment: IssueComment, wanted: string): Promise<void> {
  const contents = () => comment.reactions.map(({ content }) => content)
  await waitFor(`the reaction ${wanted}`, () => contents().includes(wanted as never), {
    seen: () => ({ reactions: contents(), log: bed.product.output().slice(-2000) }),
  })
}

function replyOn(pull: PullRequest): string {
  const comments = pull.commentIds.flatMap((id) => bed.world.state.comments.get(id) ?? [])
  return comments.find(({ body }) => body.startsWith('<!-- claimwarden:reply -->'))?.body ?? ''
}

describe('/claims release', () => {
  test('gives the number to the one who waits, until the next push, which claims anew', async () => {
    const [holder, waiting] = await rivals()
    const comment = say(author, holder, '/claims release')
    await reacted(comment, 'rocket')
    await bed.concluded(waiting, 'charts', 'success')
    const red = await bed.concluded(holder, 'charts', 'failure', new RegExp(`held by #${waiting.number}`))
    expect(red.output.summary).toContain('given up')
    bed.world.branches.commit(author, repository, 'first', { 'charts/shop/values.yaml': 'a: 2\n' })
    await bed.concluded(holder, 'charts', 'failure', new RegExp(`held by #${waiting.number}`))
    expect(bed.check(waiting, 'charts')?.conclusion).toBe('success')
    bed.world.pulls.close(author, waiting)
    await bed.concluded(holder, 'charts', 'success', /free/)
    const rival = bump('third', '1.0.1')
    await bed.concluded(rival, 'charts', 'failure', new RegExp(`held by #${holder.number}`))
  })

  test('is green without a rival, and the first to come takes the number', async () => {
    const holder = bump('first', '1.0.1')
    await bed.concluded(holder, 'charts', 'success', /free/)
    await reacted(say(author, holder, '/claims release shop'), 'rocket')
    const green = await bed.concluded(holder, 'charts', 'success', /given up/)
    expect(green.output.summary).toContain('given up, holds nothing')
    const rival = bump('second', '1.0.1')
    await bed.concluded(rival, 'charts', 'success')
    await bed.concluded(holder, 'charts', 'failure', new RegExp(`held by #${rival.number}`))
  })

  test('of one chart keeps the number of the other, and said twice it is said once', async () => {
    const other = 'charts/mail/Chart.yaml'
    bed.world.branches.commit(author, repository, 'main', { [other]: chart('2.0.0', 'mail') })
    const files = { [path]: chart('1.0.1'), [other]: chart('2.0.1', 'mail') }
    const holder = openPull(bed.world, author, repository, { branch: 'both', files })
    await bed.concluded(holder, 'charts', 'success', /all free/)
    await reacted(say(author, holder, '/claims release shop'), 'rocket')
    await reacted(say(author, holder, '/claims release shop'), 'rocket')
    const shop = bump('shop', '1.0.1')
    await bed.concluded(shop, 'charts', 'success')
    const mail = openPull(bed.world, author, repository, {
      branch: 'mail',
      files: { [other]: chart('2.0.1', 'mail'), 'charts/mail/values.yaml': 'm: 1\n' },
    })
    await bed.concluded(mail, 'charts', 'failure', new RegExp(`held by #${holder.number}`))
    await bed.concluded(holder, 'charts', 'failure', new RegExp(`held by #${shop.number}`))
  })

  test('outlives the process', async () => {
    const [holder, waiting] = await rivals()
    await reacted(say(author, holder, '/claims release'), 'rocket')
    await bed.concluded(waiting, 'charts', 'success')
    await bed.restart()
    bed.world.pulls.close(author, waiting)
    await bed.concluded(holder, 'charts', 'success', /given up/)
    bed.world.branches.commit(author, repository, 'first', { 'charts/shop/values.yaml': 'a: 2\n' })
    await bed.concluded(holder, 'charts', 'success', /free/)
  })

  test.each<[string, (holder: PullRequest) => [User, string], RegExp]>([
    ['by a reader', () => [person('read'), '/claims release'], /needs write permission/],
    ['of another chart', () => [author, '/claims release other'], /claims no version of `other`/],
    ['of several charts', () => [author, '/claims release shop other'], /takes one chart/],
  ])('%s is refused, and says why', async (_, saying, why) => {
    const [holder, waiting] = await rivals()
    const [by, line] = saying(holder)
    await reacted(say(by, holder, line), 'confused')
    await waitFor('the reply', () => why.test(replyOn(holder)), { seen: () => replyOn(holder) })
    await bed.quiet()
    expect(bed.check(holder, 'charts')?.conclusion).toBe('success')
    expect(bed.check(waiting, 'charts')?.conclusion).toBe('failure')
  })

  test('the author may, whatever the permission', async () => {
    const reader = person('read')
    const fork = bed.world.repositories.fork(reader, repository)
    bed.world.branches.create(reader, fork, 'mine', 'main')
    bed.world.branches.commit(reader, fork, 'mine', { [path]: chart('1.0.1') }, 'Bump')
    const pull = bed.world.pulls.open(reader, repository, {
      head: { repository: fork, branch: 'mine' },
      base: 'main',
      title: 'Bump',
    })
    await bed.concluded(pull, 'charts', 'success', /free/)
    await reacted(say(reader, pull, '/claims release'), 'rocket')
    await bed.concluded(pull, 'charts', 'success', /given up/)
  })

  test('where nothing is claimed there is nothing to give up', async () => {
    const pull = openPull(bed.world, author, repository, { branch: 'docs', files: { 'README.md': 'more\n' } })
    await bed.concluded(pull, 'charts', 'success')
    await reacted(say(author, pull, '/claims release'), 'confused')
    await waitFor('the reply', () => replyOn(pull).includes('claims no chart version'))
  })
})
