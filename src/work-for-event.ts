import { z } from 'zod'
import { parseMergeGroupRef } from './domain/merge-group.ts'
import type { RepositoryName } from './domain/repository.ts'
import { type EvidenceChange, evidenceChange } from './evidence-events.ts'
import { policyPath } from './policy/path.ts'
import { hintOf, type Work, type WorkHint, type WorkKey } from './queue/work.ts'
import { longestPhrase } from './reconcile/phrases.ts'

/** What one webhook asks for: works to add, and works whose reason is gone. */
export interface WorkForEvent {
  readonly add: readonly Work[]
  readonly cancel: readonly Work[]
  /** Evidence that may have changed, and how to look at a pull request that it concerns. */
  readonly evidence?: {
    readonly change: EvidenceChange
    readonly repository: RepositoryName
    readonly look: (number: number) => Work
  }
  /** A line that may be a phrase of the policy's, and the command that it then is. */
  readonly phrase?: {
    readonly repository: RepositoryName
    readonly line: string
    readonly command: (verb: string) => Work
  }
}

export interface EventContext {
  /** Only check runs and suites of this app concern us. */
  readonly appId: number
  /** Recognises a command in the first line of a comment; phrases of the policy are none yet. */
  readonly isCommand: (firstLine: string) => boolean
  /** The pull requests that a run of ours was computed for, from its `external_id`. */
  readonly pullsOfRun: (externalId: string) => readonly number[]
}

/**
 * Turns a webhook into keys and nothing else: payloads are hints, whoever works on a key reads GitHub afresh. A payload
 * of another shape than expected, or without an installation, asks for nothing.
 */
export function workForEvent(name: string, payload: unknown, context: EventContext): WorkForEvent {
  const common = commonPayload.safeParse(payload)
  if (!common.success) return nothing
  const { installation, repository, action } = common.data
  const make: Make = (key, hint = hintOf('event')) => ({ ...key, installationId: installation.id, hint })
  if (name === 'installation' || name === 'installation_repositories') {
    return workForInstallation(name, action, make)
  }
  if (repository === undefined) return nothing
  const here = { owner: repository.owner.login, name: repository.name }
  const work = forRepository[name]?.({ action, payload, here, repository, make, context }) ?? nothing
  const change = evidenceChange(name, action, payload, context.appId)
  if (change === null) return work
  const look = (number: number) => make({ kind: 'issues', repository: here, number })
  return { ...work, evidence: { change, repository: here, look } }
}

type Make = (key: WorkKey, hint?: WorkHint) => Work

interface RepositoryEvent {
  readonly action: string
  readonly payload: unknown
  readonly here: RepositoryName
  readonly repository: z.output<typeof repositoryShape>
  readonly make: Make
  readonly context: EventContext
}

const repositoryShape = z.object({
  name: z.string(),
  owner: z.object({ login: z.string() }),
  default_branch: z.string().optional(),
})

const commonPayload = z.object({
  action: z.string().optional().default(''),
  installation: z.object({ id: z.number().int().positive() }),
  repository: repositoryShape.optional(),
})

const nothing: WorkForEvent = { add: [], cancel: [] }

function adding(...add: readonly Work[]): WorkForEvent {
  return { add, cancel: [] }
}

const rerequestHint = hintOf('rerequest', { full: true })

const forRepository: Readonly<Record<string, (event: RepositoryEvent) => WorkForEvent>> = {
  pull_request: workForPullRequest,
  push: workForPush,
  create: workForTag,
  delete: workForTag,
  release: workForRelease,
  issues: workForIssue,
  sub_issues: workForSubIssue,
  issue_dependencies: workForDependency,
  issue_comment: workForComment,
  check_run: workForCheckRun,
  check_suite: workForCheckSuite,
  merge_group: workForMergeGroup,
  repository: ({ action, here, make }) =>
    action === 'edited' || action === 'renamed' || action === 'transferred' || action === 'publicized'
      ? adding(make({ kind: 'repository', repository: here }))
      : nothing,
}

const pullRequestShape = z.object({
  number: z.number().int(),
  before: z.string().optional(),
  pull_request: z
    .object({ head: z.object({ sha: z.string() }).optional(), updated_at: z.string().optional() })
    .optional(),
  changes: z.object({ base: z.unknown() }).partial().optional(),
})

/** Actions that can change what merging closes and how it is judged; closed, for those that claim the same. */
const issuesActions = new Set([
  'opened',
  'closed',
  'reopened',
  'edited',
  'synchronize',
  'ready_for_review',
  'labeled',
  'unlabeled',
  'auto_merge_enabled',
  'auto_merge_disabled',
])

/** Actions that can change which chart versions are claimed, or who holds them. */
const chartsActions = new Set(['opened', 'reopened', 'closed', 'synchronize', 'ready_for_review', 'converted_to_draft'])

function workForPullRequest({ action, payload, here, make }: RepositoryEvent): WorkForEvent {
  const parsed = pullRequestShape.safeParse(payload)
  if (!parsed.success) return nothing
  const { number, pull_request: pull, changes } = parsed.data
  const add: Work[] = []
  const hint = hintOf('event', { heads: toldHeads(action, parsed.data) })
  if (issuesActions.has(action)) add.push(make({ kind: 'issues', repository: here, number }, hint))
  if (chartsActions.has(action) || (action === 'edited' && changes?.base !== undefined)) {
    add.push(make({ kind: 'charts', repository: here }, hint))
  }
  // A check run belongs to a commit: another pull request with this head is now judged without the closed one.
  const headSha = pull?.head?.sha
  if (action === 'closed' && headSha !== undefined) add.push(make({ kind: 'head', repository: here, headSha }))
  return adding(...add)
}

function toldHeads(action: string, { number, before, pull_request: pull }: z.output<typeof pullRequestShape>) {
  const sha = action === 'closed' ? 'closed' : pull?.head?.sha
  if (sha === undefined) return {}
  const at = Date.parse(pull?.updated_at ?? '') || 0
  return { [number]: { sha, at, ...(action === 'synchronize' && before !== undefined ? { before } : {}) } }
}

const pushShape = z.object({
  ref: z.string(),
  commits: z
    .array(
      z.object({
        added: z.array(z.string()).catch([]),
        modified: z.array(z.string()).catch([]),
        removed: z.array(z.string()).catch([]),
      }),
    )
    .catch([]),
  forced: z.boolean().catch(false),
})

function workForPush({ payload, here, repository, make }: RepositoryEvent): WorkForEvent {
  const parsed = pushShape.safeParse(payload)
  if (!parsed.success) return nothing
  const { ref, commits, forced } = parsed.data
  // A moved tag leaves count and names of the tags as they were, so all is read again; a new one tells of itself.
  if (ref.startsWith('refs/tags/') && forced) {
    return adding(make({ kind: 'charts', repository: here }, hintOf('event', { full: true })))
  }
  if (!ref.startsWith('refs/heads/') || ref.startsWith('refs/heads/gh-readonly-queue/')) return nothing
  const add = [make({ kind: 'charts', repository: here })]
  const touched = commits.some((commit) =>
    [...commit.added, ...commit.modified, ...commit.removed].includes(policyPath),
  )
  const onDefaultBranch = ref === `refs/heads/${repository.default_branch ?? ''}`
  if (onDefaultBranch && (touched || forced)) {
    add.push(make({ kind: 'repository', repository: here }, hintOf('event')))
    if (here.name === '.github') add.push(make({ kind: 'installation' }, hintOf('sweep')))
  }
  return adding(...add)
}

const refShape = z.object({ ref_type: z.string() })

/** A tag publishes a chart version, or takes it back. Of branches `push` tells. */
function workForTag({ payload, here, make }: RepositoryEvent): WorkForEvent {
  const parsed = refShape.safeParse(payload)
  if (!parsed.success || parsed.data.ref_type !== 'tag') return nothing
  return adding(make({ kind: 'charts', repository: here }))
}

/** Actions after which a release counts, or counts no longer. */
const releaseActions = new Set(['published', 'unpublished', 'deleted', 'edited'])

function workForRelease({ action, here, make }: RepositoryEvent): WorkForEvent {
  return releaseActions.has(action) ? adding(make({ kind: 'charts', repository: here })) : nothing
}

const issueShape = z.object({
  issue: z.object({
    number: z.number().int(),
    pull_request: z.unknown().optional(),
    user: z.object({ login: z.string() }).nullish().catch(null),
  }),
})

const targetActions = new Set([
  'edited',
  'closed',
  'reopened',
  'labeled',
  'unlabeled',
  'typed',
  'untyped',
  'milestoned',
  'demilestoned',
  'deleted',
  'transferred',
])

function workForIssue({ action, payload, here, make }: RepositoryEvent): WorkForEvent {
  const parsed = issueShape.safeParse(payload)
  if (!parsed.success || !targetActions.has(action)) return nothing
  const { number } = parsed.data.issue
  const target = make({ kind: 'target', repository: here, number })
  return action === 'closed' ? adding(target, make({ kind: 'after-merge', repository: here, number })) : adding(target)
}

const anyIssueShape = z.object({ number: z.number().int() })

const subIssuesShape = z.object({ parent_issue: anyIssueShape, parent_issue_repo: repositoryShape.optional() })

/** The parent is what a pull request claims. Its own repository hears `sub_issue_*`, the child's `parent_issue_*`. */
function workForSubIssue({ payload, here, make }: RepositoryEvent): WorkForEvent {
  const parsed = subIssuesShape.safeParse(payload)
  if (!parsed.success) return nothing
  const { parent_issue: parent, parent_issue_repo: elsewhere } = parsed.data
  return adding(make({ kind: 'target', repository: nameOf(elsewhere) ?? here, number: parent.number }))
}

const dependenciesShape = z.object({ blocked_issue: anyIssueShape, blocked_issue_repo: repositoryShape.optional() })

/** The blocked issue's repository hears `blocked_by_*`, the blocking one's `blocking_*`. */
function workForDependency({ payload, here, make }: RepositoryEvent): WorkForEvent {
  const parsed = dependenciesShape.safeParse(payload)
  if (!parsed.success) return nothing
  const { blocked_issue: blocked, blocked_issue_repo: elsewhere } = parsed.data
  return adding(make({ kind: 'target', repository: nameOf(elsewhere) ?? here, number: blocked.number }))
}

function nameOf(repository: z.output<typeof repositoryShape> | undefined): RepositoryName | undefined {
  return repository === undefined ? undefined : { owner: repository.owner.login, name: repository.name }
}

const commentShape = issueShape.extend({
  comment: z.object({
    id: z.number().int(),
    body: z.string().nullable().catch(null),
    user: z.object({ login: z.string(), type: z.string().catch('User') }).nullable(),
    performed_via_github_app: z.object({ id: z.number() }).nullish().catch(null),
  }),
})

function workForComment({ action, payload, here, make, context }: RepositoryEvent): WorkForEvent {
  // An edited comment is no new command: it would let somebody else's old comment act.
  if (action !== 'created') return nothing
  const parsed = commentShape.safeParse(payload)
  if (!parsed.success) return nothing
  const { issue, comment } = parsed.data
  const isPull = issue.pull_request !== undefined && issue.pull_request !== null
  const line = firstLineOf(comment.body ?? '')
  const isOurs = comment.performed_via_github_app?.id === context.appId
  if (!isPull || comment.user === null || isOurs) return nothing
  // A bot that quotes a command would make us answer it, and may answer in turn. One that opened the pull request may ask.
  const { login: actor, type } = comment.user
  const byBot = type === 'Bot' && actor !== issue.user?.login
  const key = { kind: 'command' as const, repository: here, number: issue.number, commentId: comment.id, actor }
  const command = (text: string): Work =>
    make({ ...key, line: text, ...(byBot ? { byBot } : {}) }, hintOf('command', { full: true }))
  if (context.isCommand(line)) return adding(command(line))
  const mayBePhrase = line !== '' && line.length <= longestPhrase
  return mayBePhrase
    ? { ...nothing, phrase: { repository: here, line, command: (verb) => command(`/claims ${verb}`) } }
    : nothing
}

function firstLineOf(text: string): string {
  return (text.split(/\r\n|\r|\n/, 1)[0] ?? '').trim().slice(0, 500)
}

const suiteShape = z.object({
  head_sha: z.string(),
  head_branch: z.string().nullable().optional(),
  app: z.object({ id: z.number() }).nullable(),
})

const checkRunShape = z.object({
  check_run: z.object({
    head_sha: z.string(),
    app: z.object({ id: z.number() }).nullable(),
    check_suite: z.object({ head_branch: z.string().nullable() }).nullable().catch(null),
  }),
})

const buttonShape = z.object({
  check_run: z.object({ id: z.number().int(), external_id: z.string() }),
  requested_action: z.object({ identifier: z.enum(['part-of', 'recheck']) }),
  sender: z.object({ login: z.string() }),
})

function workForCheckRun({ action, payload, here, make, context }: RepositoryEvent): WorkForEvent {
  if (action !== 'rerequested' && action !== 'requested_action') return nothing
  const parsed = checkRunShape.safeParse(payload)
  if (!parsed.success || parsed.data.check_run.app?.id !== context.appId) return nothing
  const { head_sha: headSha, check_suite: suite } = parsed.data.check_run
  if (action === 'requested_action') return workForButton(payload, here, headSha, make, context)
  return adding(make(rerequested(here, headSha, suite?.head_branch), rerequestHint))
}

function workForButton(
  payload: unknown,
  repository: RepositoryName,
  headSha: string,
  make: Make,
  context: EventContext,
): WorkForEvent {
  const parsed = buttonShape.safeParse(payload)
  if (!parsed.success) return nothing
  const { check_run: run, requested_action: button, sender } = parsed.data
  const pulls = context.pullsOfRun(run.external_id)
  if (pulls.length === 0) return nothing
  const { identifier } = button
  const click = { repository, headSha, runId: run.id, identifier, actor: sender.login, pulls }
  return adding(make({ kind: 'button', ...click }, hintOf('command', { full: true })))
}

const checkSuiteShape = z.object({ check_suite: suiteShape })

function workForCheckSuite({ action, payload, here, make, context }: RepositoryEvent): WorkForEvent {
  // `requested` comes for pushes only, never for a fork's; pull_request events say the same for both.
  if (action !== 'rerequested') return nothing
  const parsed = checkSuiteShape.safeParse(payload)
  if (!parsed.success || parsed.data.check_suite.app?.id !== context.appId) return nothing
  const { head_sha: headSha, head_branch: headBranch } = parsed.data.check_suite
  return adding(make(rerequested(here, headSha, headBranch), rerequestHint))
}

/** The payload names no pull request for a fork's head or a queue's group, so the head is the key. */
function rerequested(repository: RepositoryName, headSha: string, headBranch: string | null | undefined): WorkKey {
  const headRef = `refs/heads/${headBranch ?? ''}`
  const group = parseMergeGroupRef(headRef)
  if (group === null) return { kind: 'head', repository, headSha }
  return { kind: 'merge-group', repository, headRef, headSha, baseSha: group.baseSha }
}

const mergeGroupShape = z.object({
  merge_group: z.object({ head_sha: z.string(), head_ref: z.string(), base_sha: z.string() }),
})

function workForMergeGroup({ action, payload, here, make }: RepositoryEvent): WorkForEvent {
  const parsed = mergeGroupShape.safeParse(payload)
  if (!parsed.success) return nothing
  const group = parsed.data.merge_group
  const work = make(
    {
      kind: 'merge-group',
      repository: here,
      headRef: group.head_ref,
      headSha: group.head_sha,
      baseSha: group.base_sha,
    },
    hintOf('merge-group'),
  )
  if (action === 'checks_requested') return adding(work)
  return action === 'destroyed' ? { add: [], cancel: [work] } : nothing
}

function workForInstallation(name: string, action: string, make: Make): WorkForEvent {
  const begins = action === 'created' || action === 'unsuspend' || action === 'new_permissions_accepted'
  // What can be read now, or no longer, also decides about pull requests of other repositories that claim its issues.
  const covers = name === 'installation_repositories' && (action === 'added' || action === 'removed')
  return begins || covers ? adding(make({ kind: 'installation' }, hintOf('sweep', { full: true }))) : nothing
}
