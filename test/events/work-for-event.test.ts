import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { listenedEvents } from '../../src/app.ts'
import { parseCommand } from '../../src/commands/grammar.ts'
import { workForEvent } from '../../src/events/work-for-event.ts'
import { keyOf } from '../../src/queue/work.ts'

const examples = createRequire(import.meta.url)('@octokit/webhooks-examples/api.github.com/index.json') as {
  name: string
  examples: Record<string, unknown>[]
}[]

const context = {
  appId: 17,
  isCommand: (line: string) => parseCommand(line) !== null,
  pullsOfRun: (externalId: string) => (externalId === '' ? [] : [951]),
}
const installation = { id: 1 }
const repository = { name: 'client', owner: { login: 'tracebloc' }, default_branch: 'develop' }
const sha = 'a'.repeat(40)

function keys(name: string, payload: Record<string, unknown>): string[] {
  return workForEvent(name, { installation, repository, ...payload }, context).add.map((work) => keyOf(work))
}

const pull = { number: 951, pull_request: { head: { sha } } }
const issuesKey = 'issues:1:tracebloc/client#951'
const chartsKey = 'charts:1:tracebloc/client'
const headKey = `head:1:tracebloc/client@${sha}`

describe('pull_request', () => {
  test.each([
    ['opened', [issuesKey, chartsKey]],
    ['reopened', [issuesKey, chartsKey]],
    ['synchronize', [issuesKey, chartsKey]],
    ['ready_for_review', [issuesKey, chartsKey]],
    ['converted_to_draft', [chartsKey]],
    ['closed', [issuesKey, chartsKey, headKey]],
    ['labeled', [issuesKey]],
    ['auto_merge_enabled', [issuesKey]],
    ['assigned', []],
  ])('%s asks for %p', (action, wanted) => {
    expect(keys('pull_request', { action, ...pull })).toEqual(wanted)
  })
  test('an edited description asks for the issues alone, a new base for both', () => {
    expect(keys('pull_request', { action: 'edited', ...pull, changes: { body: { from: '' } } })).toEqual([issuesKey])
    const changes = { base: { ref: { from: 'main' } } }
    expect(keys('pull_request', { action: 'edited', ...pull, changes })).toEqual([issuesKey, chartsKey])
  })
})

describe('push', () => {
  const commit = (modified: string[]) => ({ added: [], modified, removed: [] })
  test('to a branch asks for the charts', () => {
    expect(keys('push', { ref: 'refs/heads/develop', commits: [commit(['a.txt'])] })).toEqual([chartsKey])
  })
  test('of a tag or a queue branch asks for nothing', () => {
    expect(keys('push', { ref: 'refs/tags/v1', commits: [] })).toEqual([])
    expect(keys('push', { ref: `refs/heads/gh-readonly-queue/develop/pr-1-${sha}`, commits: [] })).toEqual([])
  })
  test('that changes the policy on the default branch asks for every pull request', () => {
    const commits = [commit(['.github/claimwarden.yml'])]
    const wanted = [chartsKey, 'repository:1:tracebloc/client']
    expect(keys('push', { ref: 'refs/heads/develop', commits })).toEqual(wanted)
    expect(keys('push', { ref: 'refs/heads/other', commits })).toEqual([chartsKey])
  })
  test("that changes the organisation's policy asks for the whole installation", () => {
    const commits = [commit(['.github/claimwarden.yml'])]
    const organisation = { name: '.github', owner: { login: 'tracebloc' }, default_branch: 'main' }
    expect(keys('push', { repository: organisation, ref: 'refs/heads/main', commits })).toContain('installation:1:')
  })
})

describe('what publishes a chart', () => {
  test.each(['create', 'delete'])('%s of a tag asks for the charts, of a branch for nothing', (name) => {
    expect(keys(name, { ref: 'client-1.9.94', ref_type: 'tag' })).toEqual([chartsKey])
    expect(keys(name, { ref: 'topic', ref_type: 'branch' })).toEqual([])
  })
  test.each(['published', 'unpublished', 'deleted', 'edited'])('a release that is %s asks for the charts', (action) => {
    expect(keys('release', { action })).toEqual([chartsKey])
  })
  test.each(['created', 'released', 'prereleased'])('a release that is %s asks for nothing more', (action) => {
    expect(keys('release', { action })).toEqual([])
  })
  test('a moved tag asks for a full reading', () => {
    const { add } = workForEvent(
      'push',
      { installation, repository, ref: 'refs/tags/client-1.9.94', forced: true },
      context,
    )
    expect(add).toMatchObject([{ kind: 'charts', hint: { full: true } }])
  })
})

describe('issues', () => {
  test.each(['edited', 'closed', 'reopened', 'labeled', 'deleted', 'transferred'])(
    '%s asks for the claimants',
    (action) => {
      expect(keys('issues', { action, issue: { number: 12 } })).toContain('target:1:tracebloc/client#12')
    },
  )
  test('only closed asks what closed it', () => {
    const after = 'after-merge:1:tracebloc/client#12'
    expect(keys('issues', { action: 'closed', issue: { number: 12 } })).toContain(after)
    expect(keys('issues', { action: 'edited', issue: { number: 12 } })).not.toContain(after)
  })
  test.each(['opened', 'assigned', 'pinned'])('%s asks for nothing', (action) => {
    expect(keys('issues', { action, issue: { number: 12 } })).toEqual([])
  })
})

describe('what hangs on an issue', () => {
  const backend = { name: 'backend', owner: { login: 'tracebloc' } }
  test.each([
    ['sub_issues', 'sub_issue_added', { parent_issue: { number: 12 } }, 'target:1:tracebloc/client#12'],
    [
      'sub_issues',
      'parent_issue_removed',
      { parent_issue: { number: 12 }, parent_issue_repo: backend },
      'target:1:tracebloc/backend#12',
    ],
    ['issue_dependencies', 'blocked_by_removed', { blocked_issue: { number: 12 } }, 'target:1:tracebloc/client#12'],
    [
      'issue_dependencies',
      'blocking_added',
      { blocked_issue: { number: 12 }, blocked_issue_repo: backend },
      'target:1:tracebloc/backend#12',
    ],
  ])('%s.%s asks for the claimants of the issue that may be closed', (name, action, payload, wanted) => {
    expect(keys(name, { action, ...payload })).toEqual([wanted])
  })
})

describe('issue_comment', () => {
  const comment = (body: string) => ({ id: 5, body, user: { login: 'ana', type: 'User' } })
  const issue = { number: 951, pull_request: { url: '' } }
  test('a command on a pull request is an action of its own', () => {
    expect(keys('issue_comment', { action: 'created', issue, comment: comment('/claims recheck\r\nplease') })).toEqual([
      'command:1:tracebloc/client#951/5',
    ])
  })
  test.each([
    ['an edited comment', { action: 'edited', issue, comment: comment('/claims recheck') }],
    ['a comment on an issue', { action: 'created', issue: { number: 3 }, comment: comment('/claims recheck') }],
    ['a command that is quoted', { action: 'created', issue, comment: comment('> /claims recheck') }],
    ['a command in the second line', { action: 'created', issue, comment: comment('hello\n/claims recheck') }],
    ['a deleted account', { action: 'created', issue, comment: { ...comment('/claims recheck'), user: null } }],
    [
      'what the app itself writes',
      {
        action: 'created',
        issue,
        comment: {
          ...comment('/claims recheck'),
          user: { login: 'claimwarden[bot]', type: 'Bot' },
          performed_via_github_app: { id: 17 },
        },
      },
    ],
    ['an empty comment', { action: 'created', issue, comment: { ...comment(''), body: null } }],
  ])('%s asks for nothing', (_name, payload) => {
    expect(keys('issue_comment', payload)).toEqual([])
  })
})

describe('a comment of a bot, or with words of the policy', () => {
  const issue = { number: 951, pull_request: { url: '' }, user: { login: 'author[bot]' } }
  const comment = (body: string, login = 'ana', type = 'User') => ({ id: 5, body, user: { login, type } })
  const asked = (of: object) =>
    workForEvent('issue_comment', { installation, repository, action: 'created', issue, comment: of }, context)

  test('a command of a bot waits for the policy to list the bot', () => {
    expect(asked(comment('/claims recheck', 'helper[bot]', 'Bot')).add).toMatchObject([
      { kind: 'command', byBot: true },
    ])
  })

  test('the bot that opened the pull request needs no list', () => {
    expect(asked(comment('/claims recheck', 'author[bot]', 'Bot')).add[0]).not.toHaveProperty('byBot')
  })

  test('a line may be a phrase of the policy, and is then that command', () => {
    const { add, phrase } = asked(comment('bugbot run\nplease'))
    expect(add).toEqual([])
    expect(phrase?.line).toBe('bugbot run')
    expect(phrase?.command('recheck')).toMatchObject({
      kind: 'command',
      number: 951,
      actor: 'ana',
      line: '/claims recheck',
    })
  })

  test.each(['', 'x'.repeat(201)])('%p is no phrase', (line) => {
    expect(asked(comment(line)).phrase).toBeUndefined()
  })
})

describe('a click on a button', () => {
  const run = { id: 5, external_id: 'cw1:ab:951', head_sha: sha, app: { id: 17 }, check_suite: null }
  const click = {
    action: 'requested_action',
    check_run: run,
    requested_action: { identifier: 'part-of' },
    sender: { login: 'Ada' },
  }
  test('is an action of its own for each person, run and button', () => {
    expect(keys('check_run', click)).toEqual(['button:1:tracebloc/client@5/part-of/ada'])
    expect(keys('check_run', { ...click, sender: { login: 'bob' } })).toEqual([
      'button:1:tracebloc/client@5/part-of/bob',
    ])
    const [work] = workForEvent('check_run', { installation, repository, ...click }, context).add
    expect(work).toMatchObject({ pulls: [951], headSha: sha, hint: { trigger: 'command' } })
  })
  test.each([
    ["on another app's run", { check_run: { ...run, app: { id: 18 } } }],
    ['that we do not know', { requested_action: { identifier: 'delete' } }],
    ['of nobody', { sender: null }],
    ['on a run of no pull request', { check_run: { ...run, external_id: '' } }],
  ])('%s asks for nothing', (_, changes) => {
    expect(keys('check_run', { ...click, ...changes })).toEqual([])
  })
})

describe('Re-run', () => {
  const suite = { head_branch: 'topic' }
  test('of a run of ours asks for every pull request with its head, first of all', () => {
    const payload = { action: 'rerequested', check_run: { head_sha: sha, app: { id: 17 }, check_suite: suite } }
    expect(keys('check_run', payload)).toEqual([headKey])
  })
  test("of another app's run asks for nothing", () => {
    const payload = { action: 'rerequested', check_run: { head_sha: sha, app: { id: 18 }, check_suite: suite } }
    expect(keys('check_run', payload)).toEqual([])
  })
  test('of a suite of ours', () => {
    const payload = { action: 'rerequested', check_suite: { head_sha: sha, head_branch: null, app: { id: 17 } } }
    expect(keys('check_suite', payload)).toEqual([headKey])
  })
  test("on a merge queue's group asks for that group", () => {
    const head_branch = `gh-readonly-queue/develop/pr-951-${'b'.repeat(40)}`
    const payload = { action: 'rerequested', check_suite: { head_sha: sha, head_branch, app: { id: 17 } } }
    expect(keys('check_suite', payload)).toEqual([`merge-group:1:tracebloc/client@${sha}`])
  })
})

describe('merge_group', () => {
  const merge_group = {
    head_sha: sha,
    head_ref: `refs/heads/gh-readonly-queue/develop/pr-951-${'b'.repeat(40)}`,
    base_sha: 'b'.repeat(40),
  }
  test('asks for its checks, and takes them back when it is destroyed', () => {
    const key = `merge-group:1:tracebloc/client@${sha}`
    expect(keys('merge_group', { action: 'checks_requested', merge_group })).toEqual([key])
    const destroyed = workForEvent(
      'merge_group',
      { installation, repository, action: 'destroyed', merge_group },
      context,
    )
    expect(destroyed.add).toEqual([])
    expect(destroyed.cancel.map((work) => keyOf(work))).toEqual([key])
  })
})

describe('installation', () => {
  test.each(['created', 'unsuspend', 'new_permissions_accepted'])('%s asks for everything it covers', (action) => {
    expect(keys('installation', { action, repository: undefined })).toEqual(['installation:1:'])
  })
  test.each(['added', 'removed'])('%s repositories decide about pull requests elsewhere too', (action) => {
    expect(
      keys('installation_repositories', { action, repositories_added: [{ full_name: 'tracebloc/backend' }] }),
    ).toEqual(['installation:1:'])
  })
  test('a deleted installation asks for nothing', () => {
    expect(keys('installation', { action: 'deleted' })).toEqual([])
  })
})

describe('payloads of any shape', () => {
  test('every published example is understood or ignored, and none throws', () => {
    expect(examples.length).toBeGreaterThan(40)
    for (const { name, examples: payloads } of examples) {
      for (const payload of payloads) expect(() => workForEvent(name, payload, context)).not.toThrow()
    }
  })
  test.each([null, [], 'text', 7, {}, { installation: { id: 'x' } }, { installation }])(
    '%p asks for nothing',
    (payload) => {
      for (const name of listenedEvents) expect(workForEvent(name, payload, context).add).toEqual([])
    },
  )
})

describe('app.yml', () => {
  const manifest = parse(readFileSync(new URL('../../app.yml', import.meta.url), 'utf8')) as {
    default_events: string[]
    default_permissions: Record<string, string>
  }
  test('subscribes to exactly the events that the code listens to', () => {
    // GitHub sends installation events to every app; they cannot be subscribed to.
    const subscribed = listenedEvents.filter((name) => !name.startsWith('installation'))
    expect([...manifest.default_events].sort()).toEqual([...subscribed].sort())
  })
  test('asks for these permissions and no more', () => {
    expect(manifest.default_permissions).toEqual({
      checks: 'write',
      contents: 'read',
      issues: 'write',
      pull_requests: 'write',
      merge_queues: 'read',
      statuses: 'read',
      metadata: 'read',
    })
  })
})
