import { z } from 'zod'
import { hintOf } from '../queue/work.ts'
import { workForCheckRun, workForCheckSuite } from './check-runs.ts'
import { workForComment } from './comments.ts'
import {
  adding,
  type EventContext,
  type Make,
  nothing,
  type RepositoryEvent,
  repositoryShape,
  type WorkForEvent,
} from './event.ts'
import { evidenceChange } from './evidence.ts'
import { workForInstallation } from './installations.ts'
import { workForDependency, workForIssue, workForSubIssue } from './issues.ts'
import { workForMergeGroup } from './merge-groups.ts'
import { workForPullRequest } from './pull-requests.ts'
import { workForPush, workForRelease, workForTag } from './pushes.ts'

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

const commonPayload = z.object({
  action: z.string().optional().default(''),
  installation: z.object({ id: z.number().int().positive() }),
  repository: repositoryShape.optional(),
})

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
