import { z } from 'zod'
import { parseMergeGroupRef } from '../domain/merge-group.ts'
import type { RepositoryName } from '../domain/repository.ts'
import { hintOf, type WorkKey } from '../queue/work.ts'
import { adding, type EventContext, type Make, nothing, type RepositoryEvent, type WorkForEvent } from './event.ts'

const rerequestHint = hintOf('rerequest', { full: true })

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

export function workForCheckRun({ action, payload, here, make, context }: RepositoryEvent): WorkForEvent {
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

export function workForCheckSuite({ action, payload, here, make, context }: RepositoryEvent): WorkForEvent {
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
