import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { Actor, IssueComment, PullRequest, Repository, User } from '../github/world/model.ts'
import { waitFor } from '../product/wait-for.ts'
import { closeHealthy, freshRepository, openPull, runsOn, startTestbed, type Testbed } from './testbed.ts'

const policy = 'commands:\n  bots: [helper]\n  aliases: {recheck: [bugbot run], status: ["what now?"]}\n'

let bed: Testbed
let repository: Repository
let pull: PullRequest
let people = 0

beforeAll(async () => {
  bed = await startTestbed()
})

afterAll(async () => {
  await closeHealthy(bed)
})

beforeEach(async () => {
  repository = freshRepository(bed, { files: { '.github/claimwarden.yml': policy } })
  pull = openPull(bed.world, bed.ada, repository, { branch: 'work', files: { 'a.txt': 'a\n' } })
  await judged()
})

async function judged(): Promise<void> {
  await bed.concluded(pull, 'issues', 'success')
  await bed.concluded(pull, 'charts', 'success')
  await bed.quiet()
}

function person(permission: 'read' | 'triage'): User {
  people += 1
  const made = bed.world.accounts.user(`person-${people}`)
  bed.world.repositories.setPermission(repository, made, permission)
  return made
}

function bot(login: string): Actor {
  const made = bed.world.accounts.bot(login)
  bed.world.repositories.setPermission(repository, made, 'write')
  return made
}

function say(by: Actor, text: string): IssueComment {
  return bed.world.comments.create(by, pull, text)
}

async function reacted(comment: IssueComment, wanted: string): Promise<void> {
  const contents = () => comment.reactions.map(({ content }) => content)
  await waitFor(`the reaction ${wanted}`, () => contents().includes(wanted as never), {
    seen: () => ({ reactions: contents(), log: bed.product.output().slice(-2000) }),
  })
}

function own(purpose: string): IssueComment[] {
  return pull.commentIds
    .flatMap((id) => bed.world.state.comments.get(id) ?? [])
    .filter(({ authorId, body }) => authorId === bed.app.botId && body.startsWith(`<!-- claimwarden:${purpose} -->`))
}

/** Nothing is written, and nobody is answered. */
async function expectNothing(deed: () => IssueComment): Promise<void> {
  const before = runsOn(bed, pull, 'issues').length
  const comment = deed()
  await bed.quiet()
  expect(comment.reactions).toEqual([])
  expect(runsOn(bed, pull, 'issues')).toHaveLength(before)
  expect(own('reply')).toEqual([])
}

describe('who may', () => {
  test('a reader may not recheck, and is told by a reaction', async () => {
    const before = runsOn(bed, pull, 'issues').length
    await reacted(say(person('read'), '/claims recheck'), 'confused')
    await bed.quiet()
    expect(runsOn(bed, pull, 'issues')).toHaveLength(before)
  })

  test('triage permission may', async () => {
    const before = runsOn(bed, pull, 'issues').length
    await reacted(say(person('triage'), '/claims recheck'), 'rocket')
    expect(runsOn(bed, pull, 'issues').length).toBeGreaterThan(before)
  })

  test('a bot that the policy does not list is not heard', () =>
    expectNothing(() => say(bot(`stranger-${repository.name}`), '/claims help')))

  test('a bot that the policy lists is', async () => {
    await reacted(say(bot('helper'), '/claims help'), 'rocket')
    expect(own('reply')).toHaveLength(1)
  })
})

describe('what is a command', () => {
  test.each<[string, string]>([
    ['a quoted one', '> /claims help'],
    ['one in a code fence', '```\n/claims help\n```'],
    ['one on the second line', 'hello\n/claims help'],
    ['part of a phrase', 'bugbot run please'],
  ])('not %s', (_, text) => expectNothing(() => say(bed.ada, text)))

  test('not a comment that is edited into one', () =>
    expectNothing(() => {
      const comment = say(bed.ada, 'hello')
      bed.world.comments.edit(bed.ada, comment, '/claims help')
      return comment
    }))

  test('a phrase of the policy, and only while the policy has it', async () => {
    const before = runsOn(bed, pull, 'issues').length
    await reacted(say(bed.ada, 'BugBot run'), 'rocket')
    expect(runsOn(bed, pull, 'issues').length).toBeGreaterThan(before)
    bed.world.branches.commit(bed.ada, repository, 'main', { '.github/claimwarden.yml': 'mode: enforce\n' })
    await bed.quiet()
    await expectNothing(() => say(bed.ada, 'bugbot run'))
  })

  test('words that are none cost no request', async () => {
    const mark = bed.github.calls.mark()
    say(bed.ada, 'looks good')
    await bed.quiet()
    expect(bed.github.calls.since(mark)).toEqual([])
  })
})

describe('answers', () => {
  test('an unknown verb gets the table, in one comment however often', async () => {
    const first = say(bed.ada, '/claims rechek')
    await reacted(first, 'confused')
    await waitFor('the reply', () => own('reply').length === 1)
    const reply = own('reply')[0]?.body ?? ''
    for (const verb of ['recheck', 'status', 'accept', 'unaccept', 'release', 'help'])
      expect(reply).toContain(`/claims ${verb}`)
    await reacted(say(bed.ada, '/claims rechek'), 'confused')
    await bed.quiet()
    expect(own('reply').map(({ body }) => body)).toEqual([reply])
  })
})
