import { z } from 'zod'
import type { RepositoryName } from '../domain/repository.ts'
import { adding, nothing, type RepositoryEvent, repositoryShape, type WorkForEvent } from './event.ts'

const issueShape = z.object({ issue: z.object({ number: z.number().int() }) })

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

export function workForIssue({ action, payload, here, make }: RepositoryEvent): WorkForEvent {
  const parsed = issueShape.safeParse(payload)
  if (!parsed.success || !targetActions.has(action)) return nothing
  const { number } = parsed.data.issue
  const target = make({ kind: 'target', repository: here, number })
  return action === 'closed' ? adding(target, make({ kind: 'after-merge', repository: here, number })) : adding(target)
}

const anyIssueShape = z.object({ number: z.number().int() })

const subIssuesShape = z.object({ parent_issue: anyIssueShape, parent_issue_repo: repositoryShape.optional() })

/** The parent is what a pull request claims. Its own repository hears `sub_issue_*`, the child's `parent_issue_*`. */
export function workForSubIssue({ payload, here, make }: RepositoryEvent): WorkForEvent {
  const parsed = subIssuesShape.safeParse(payload)
  if (!parsed.success) return nothing
  const { parent_issue: parent, parent_issue_repo: elsewhere } = parsed.data
  return adding(make({ kind: 'target', repository: nameOf(elsewhere) ?? here, number: parent.number }))
}

const dependenciesShape = z.object({ blocked_issue: anyIssueShape, blocked_issue_repo: repositoryShape.optional() })

/** The blocked issue's repository hears `blocked_by_*`, the blocking one's `blocking_*`. */
export function workForDependency({ payload, here, make }: RepositoryEvent): WorkForEvent {
  const parsed = dependenciesShape.safeParse(payload)
  if (!parsed.success) return nothing
  const { blocked_issue: blocked, blocked_issue_repo: elsewhere } = parsed.data
  return adding(make({ kind: 'target', repository: nameOf(elsewhere) ?? here, number: blocked.number }))
}

function nameOf(repository: z.output<typeof repositoryShape> | undefined): RepositoryName | undefined {
  return repository === undefined ? undefined : { owner: repository.owner.login, name: repository.name }
}
