import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { Issue, IssueComment, PullRequest, Repository, User } from '../github/world/model.ts'
import { waitFor } from '../product/wait-for.ts'
import { closeHealthy, freshRepository, openPull, runsOn, startTestbed, type Testbed } from './testbed.ts'

let bed: Testbed
let repository: Repository
let author: User
let maintainer: User
let issue: Issue
let pull: PullRequest
let logins = 0

beforeAll(async () => {
  bed = await startTestbed()
})

afterAll(async () => {
  await closeHealthy(bed)
})

beforeEach(async () => {
  repository = freshRepository(bed)
  author = user('write')
  maintainer = user('write')
  issue = bed.world.issues.open(bed.ada, repository, { body: '## Acceptance\n\n- [ ] it works\n- [ ] it is fast\n' })
  pull = openPull(bed.world, author, repository, {
    branch: 'work',
    files: { 'work.txt': 'w\n' },
    body: `Closes #${issue.number}`,
  })
  await bed.concluded(pull, 'issues', 'failure', /2 of 2 criteria unmet/)
})

function user(permission: 'read' | 'triage' | 'write' | 'maintain' | null): User {
  logins += 1
  const made = bed.world.accounts.user(`person-${logins}`)
  bed.world.repositories.setPermission(repository, made, permission)
  return made
}

function say(by: User, text: string): IssueComment {
  return bed.world.comments.create(by, pull, text)
}

async function reacted(comment: IssueComment, wanted: string): Promise<void> {
  const contents = () => comment.reactions.map(({ content }) => content)
  await waitFor(`the reaction ${wanted}`, () => contents().includes(wanted as never), {
    seen: () => ({ reactions: contents(), log: bed.product.output().slice(-2000) }),
  })
}

/** The app's own comments on the pull request for one purpose. */
function own(purpose: 'acceptances' | 'reply' | 'status'): IssueComment[] {
  return pull.commentIds
    .flatMap((id) => bed.world.state.comments.get(id) ?? [])
    .filter(({ authorId, body }) => authorId === bed.app.botId && body.startsWith(`<!-- claimwarden:${purpose} -->`))
}

function only<T>(items: readonly T[]): T {
  const [item, ...others] = items
  if (item === undefined || others.length > 0) throw new Error(`${items.length} instead of one`)
  return item
}

async function replied(text: string): Promise<void> {
  await waitFor(`a reply with ${text}`, () => own('reply').some(({ body }) => body.includes(text)), {
    seen: () => own('reply').map(({ body }) => body),
  })
}

describe('/claims accept', () => {
  test('by somebody with write permission meets the criteria it names, one after the other', async () => {
    const first = say(maintainer, `/claims accept #${issue.number} AC1 -- seen on the edge, run 33548`)
    await reacted(first, 'rocket')
    await bed.concluded(pull, 'issues', 'failure', /1 of 2 criteria unmet/)
    const record = only(own('acceptances'))
    expect(record.body).toContain(
      `| #${issue.number} | \`AC1\` it works | \`${maintainer.login}\` | seen on the edge, run 33548 |`,
    )
    say(maintainer, `/claims accept ${repository.name}#${issue.number} ac2 -- measured`)
    const run = await bed.concluded(pull, 'issues', 'success', /all 2 criteria met/)
    expect(run.output.text).toContain(`accepted by \`${maintainer.login}\`: measured`)
    expect(only(own('acceptances')).id).toBe(record.id)
  })

  test('without criteria accepts all that are unmet, and the same again changes nothing', async () => {
    const line = `/claims accept ${bed.organization.login}/${repository.name}#${issue.number} -- both seen`
    say(maintainer, line)
    await bed.concluded(pull, 'issues', 'success')
    const { body } = only(own('acceptances'))
    await reacted(say(maintainer, line), 'rocket')
    await bed.quiet()
    expect(only(own('acceptances')).body).toBe(body)
    expect(runsOn(bed, pull, 'issues')).toHaveLength(2)
  })

  test('several at once are all recorded, in one comment', async () => {
    const others = [user('write'), user('maintain')]
    say(maintainer, `/claims accept #${issue.number} AC1 -- one`)
    for (const [index, other] of others.entries()) say(other, `/claims accept #${issue.number} AC${index + 1} -- more`)
    await bed.concluded(pull, 'issues', 'success')
    expect(own('acceptances')).toHaveLength(1)
  })

  test('a criterion whose text is edited afterwards is unmet again', async () => {
    say(maintainer, `/claims accept #${issue.number} -- seen`)
    await bed.concluded(pull, 'issues', 'success')
    bed.world.issues.edit(bed.ada, issue, { body: '## Acceptance\n\n- [ ] it works everywhere\n- [ ] it is fast\n' })
    const run = await bed.concluded(pull, 'issues', 'failure', /1 of 2 criteria unmet/)
    expect(run.output.text).toContain(`\`${maintainer.login}\` accepted another text of it`)
    say(maintainer, `/claims accept #${issue.number} -- everywhere`)
    await bed.concluded(pull, 'issues', 'success')
  })

  test('holds over a push, and with dismiss-on-push ends with it', async () => {
    say(maintainer, `/claims accept #${issue.number} -- seen`)
    await bed.concluded(pull, 'issues', 'success')
    bed.world.branches.commit(author, repository, 'work', { 'more.txt': 'm\n' })
    await bed.concluded(pull, 'issues', 'success')
    policy('issues: {acceptance: {dismiss-on-push: true}}')
    const run = await bed.concluded(pull, 'issues', 'failure', /2 of 2 criteria unmet/)
    expect(run.output.text).toContain('and a push dismisses acceptances')
    say(maintainer, `/claims accept #${issue.number} -- seen again`)
    await bed.concluded(pull, 'issues', 'success')
  })

  test('is taken back by /claims unaccept', async () => {
    say(maintainer, `/claims accept #${issue.number} -- seen`)
    await bed.concluded(pull, 'issues', 'success')
    await reacted(say(maintainer, `/claims unaccept #${issue.number} AC2`), 'rocket')
    await bed.concluded(pull, 'issues', 'failure', /1 of 2 criteria unmet/)
    say(user('write'), `/claims unaccept #${issue.number}`)
    await bed.concluded(pull, 'issues', 'failure', /2 of 2 criteria unmet/)
    expect(only(own('acceptances')).body).toContain('No acceptance stands.')
    await reacted(say(maintainer, `/claims unaccept #${issue.number}`), 'confused')
    await replied('is recorded')
  })

  test('a failing proof is out-voted by it', async () => {
    bed.world.issues.edit(bed.ada, issue, { body: '- [x] it works <!-- proof: label "qa" -->' })
    await bed.concluded(pull, 'issues', 'failure', /1 of 1 criteria unmet/)
    say(maintainer, `/claims accept #${issue.number} -- seen without the label`)
    await bed.concluded(pull, 'issues', 'success')
  })
})

describe('nothing is recorded, and a reply says why', () => {
  test.each<[string, () => [User, string], string]>([
    ['a reader', () => [user('read'), `/claims accept #${issue.number} -- please`], 'it needs write permission'],
    [
      'somebody with triage',
      () => [user('triage'), `/claims accept #${issue.number} -- x`],
      'it needs write permission',
    ],
    ['the author', () => [author, `/claims accept #${issue.number} -- I know it`], 'does not accept for it'],
    ['an issue that is not claimed', () => [maintainer, '/claims accept #4711 -- seen'], 'does not close #4711'],
    [
      'an unknown criterion',
      () => [maintainer, `/claims accept #${issue.number} AC1 AC9 -- seen`],
      'has no criterion `AC9`',
    ],
    ['no reason', () => [maintainer, `/claims accept #${issue.number}`], 'it gives no reason'],
    ['no issue', () => [maintainer, '/claims accept everything -- seen'], '`everything` is no issue'],
    ['an unknown verb', () => [maintainer, '/claims acept #1 @ada'], 'there is no such command'],
  ])('%s', async (_name, given, why) => {
    const comment = say(...given())
    await reacted(comment, 'confused')
    await replied(why)
    expect(own('reply')).toHaveLength(1)
    expect(own('acceptances')).toEqual([])
    expect(bed.check(pull, 'issues')?.conclusion).toBe('failure')
  })

  test('at most one reply a minute, and never a mention', async () => {
    const people = [user('read'), user('read'), user('read')]
    for (const one of people) await reacted(say(one, `/claims accept #${issue.number} AC1 -- @ada says so`), 'confused')
    await bed.quiet()
    expect(own('reply')).toHaveLength(1)
    const { body, lastEditedAt } = only(own('reply'))
    expect(lastEditedAt).toBeNull()
    expect(body.replace(/`[^`]*`/g, '')).not.toContain('@')
  })

  test('by a bot, edited into a comment, on an issue, in a code fence or a quotation: it is no command', async () => {
    await bed.quiet()
    const mark = bed.github.calls.mark()
    const command = `/claims accept #${issue.number} -- seen`
    const bot = bed.world.accounts.bot(`robot-${repository.name}`)
    bed.world.repositories.setPermission(repository, bot, 'admin')
    const comments = [
      bed.world.comments.create(bot, pull, command),
      say(maintainer, 'hello'),
      bed.world.comments.create(maintainer, issue, command),
      say(maintainer, `\`\`\`\n${command}\n\`\`\``),
      say(maintainer, `> ${command}`),
      say(maintainer, `Try this:\n${command}`),
    ]
    bed.world.comments.edit(maintainer, comments[1] ?? fail(), command)
    await bed.quiet()
    expect(comments.flatMap(({ reactions }) => reactions)).toEqual([])
    // Whether the policy lists the bot.
    expect(bed.github.calls.counts(mark)).toEqual({ 'graphql PolicyFiles': 1 })
  })
})

describe('the record', () => {
  test('edited by hand is rejected and said so, at once; the next acceptance starts a new one', async () => {
    say(maintainer, `/claims accept #${issue.number} AC1 -- seen`)
    await bed.concluded(pull, 'issues', 'failure', /1 of 2/)
    const record = only(own('acceptances'))
    bed.world.comments.edit(author, record, record.body.replace('seen', 'seen twice'))
    const run = await bed.concluded(pull, 'issues', 'failure', /2 of 2/)
    expect(run.output.text).toContain('a record of acceptances was edited by hand and is rejected')
    say(maintainer, `/claims accept #${issue.number} AC2 -- measured`)
    await bed.concluded(pull, 'issues', 'failure', /1 of 2/)
    expect(only(own('acceptances')).body).toContain('It was dropped with all its acceptances.')
    expect(only(own('acceptances')).body).not.toContain('seen')
  })

  test('deleted, nothing is accepted any more', async () => {
    say(maintainer, `/claims accept #${issue.number} -- seen`)
    await bed.concluded(pull, 'issues', 'success')
    bed.world.comments.delete(maintainer, only(own('acceptances')))
    await bed.concluded(pull, 'issues', 'failure')
  })

  test('copied from another pull request by the app itself would fail by its signature', async () => {
    say(maintainer, `/claims accept #${issue.number} -- seen`)
    await bed.concluded(pull, 'issues', 'success')
    const bot = bed.world.state.accounts.get(bed.app.botId)
    if (bot?.kind !== 'Bot') throw new Error('no bot')
    const other = openPull(bed.world, author, repository, {
      branch: 'other',
      files: { 'other.txt': 'o\n' },
      body: `Closes #${issue.number}`,
    })
    bed.world.comments.create(bot, other, only(own('acceptances')).body)
    bed.world.comments.create(author, other, '/claims recheck')
    await waitFor('a run that says so', () =>
      bed.check(other, 'issues')?.output.text?.includes('a record of acceptances has a wrong signature'),
    )
    expect(bed.check(other, 'issues')?.conclusion).toBe('failure')
  })

  test('written twice is folded into one with the acceptances of both', async () => {
    say(maintainer, `/claims accept #${issue.number} AC1 -- seen`)
    await bed.concluded(pull, 'issues', 'failure', /1 of 2/)
    const bot = bed.world.state.accounts.get(bed.app.botId)
    if (bot?.kind !== 'Bot') throw new Error('no bot')
    bed.world.comments.create(bot, pull, only(own('acceptances')).body)
    say(maintainer, `/claims accept #${issue.number} AC2 -- measured`)
    await bed.concluded(pull, 'issues', 'success')
    expect(own('acceptances')).toHaveLength(1)
  })

  test('costs no question where the app has written nothing', async () => {
    await bed.quiet()
    const mark = bed.github.calls.mark()
    bed.world.branches.commit(author, repository, 'work', { 'more.txt': 'm\n' })
    await bed.concluded(pull, 'issues', 'failure')
    const asked = bed.github.calls.since(mark).map(({ route }) => route)
    expect(asked).toContain('PullClaims')
    expect(asked.filter((route) => ['CommentHeadsPage', 'OwnComments', 'PullProofs'].includes(route))).toEqual([])
  })

  test('is found behind a hundred later comments', async () => {
    say(maintainer, `/claims accept #${issue.number} -- seen`)
    await bed.concluded(pull, 'issues', 'success')
    bed.world.webhooks.target = null
    for (let index = 0; index < 120; index += 1) say(author, `comment ${index}`)
    bed.world.webhooks.target = bed.product.webhooks
    bed.world.branches.commit(author, repository, 'work', { 'more.txt': 'm\n' })
    await bed.concluded(pull, 'issues', 'success')
  })
})

test('with self-accept the author accepts, given write permission', async () => {
  policy('issues: {acceptance: {self-accept: true}}')
  await bed.quiet()
  say(author, `/claims accept #${issue.number} -- I saw it`)
  await bed.concluded(pull, 'issues', 'success')
  policy('issues: {acceptance: {self-accept: false}}')
  const run = await bed.concluded(pull, 'issues', 'failure')
  expect(run.output.text).toContain('the author, does not count')
})

test('with attestation: maintainer the description is not enough, an acceptance is', async () => {
  policy('issues: {acceptance: {attestation: maintainer}}')
  const body = `Closes #${issue.number}\n\n## Evidence\n- [x] AC1: work.txt\n- [x] AC2: work.txt`
  bed.world.pulls.edit(author, pull, { body })
  await bed.quiet()
  expect(bed.check(pull, 'issues')?.conclusion).toBe('failure')
  say(maintainer, `/claims accept #${issue.number} -- what the description says`)
  await bed.concluded(pull, 'issues', 'success')
})

test('with mode: observe the problem is told and stops nobody', async () => {
  policy('mode: observe')
  const run = await bed.concluded(pull, 'issues', 'neutral', /^Would block: Merging would close/)
  expect(run.output.summary).toContain('mode: observe')
  say(maintainer, `/claims accept #${issue.number} -- seen`)
  await bed.concluded(pull, 'issues', 'success')
})

test('a private issue shows no text in the record of a public pull request', async () => {
  const open = freshRepository(bed, { visibility: 'public' })
  const secret = bed.world.issues.open(bed.ada, repository, { body: '- [ ] AC7: the secret plan works' })
  bed.world.repositories.setPermission(open, maintainer, 'write')
  pull = openPull(bed.world, bed.ada, open, {
    branch: 'work',
    files: { 'work.txt': 'w\n' },
    body: `Closes ${bed.organization.login}/${repository.name}#${secret.number}`,
  })
  await bed.concluded(pull, 'issues', 'failure')
  say(maintainer, `/claims accept ${repository.name}#${secret.number} AC1 -- done`)
  await bed.concluded(pull, 'issues', 'success')
  const { body } = only(own('acceptances'))
  expect(body).not.toMatch(/secret|AC7/)
  const sealed = /claimwarden:record cw1:([A-Za-z0-9+/=]+):/.exec(body)?.[1] ?? ''
  expect(Buffer.from(sealed, 'base64').toString()).not.toMatch(/secret|AC7/)
})

test('/claims help and /claims status answer anybody, each in one comment', async () => {
  const reader = user('read')
  await reacted(say(reader, '/claims help'), 'rocket')
  expect(only(own('reply')).body).toContain('/claims unaccept')
  await reacted(say(reader, '/claims status'), 'rocket')
  const { body } = only(own('status'))
  expect(body).toContain('2 of 2 criteria unmet')
  expect(body).toContain('No chart touched')
})

function policy(text: string): void {
  bed.world.branches.commit(bed.ada, repository, repository.defaultBranch, { '.github/claimwarden.yml': `${text}\n` })
}

function fail(): never {
  throw new Error('it is missing')
}
