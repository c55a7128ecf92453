import { z } from 'zod'
import type { RepositoryName } from './domain/repository.ts'

/** What this process remembers of verdicts that depend on more than their pull request. */
export interface WatchedEvidence {
  /** Pull requests whose verdict a check or status on this commit can change. */
  needingChecks(repository: RepositoryName, headSha: string): readonly number[]
  needs(repository: RepositoryName, number: number, what: 'reviews' | 'comments'): boolean
}

const appShape = z.object({ id: z.number() }).nullable().optional()

const checkRunShape = z.object({
  check_run: z.object({ head_sha: z.string(), status: z.string().catch(''), app: appShape }),
})

const statusShape = z.object({ sha: z.string() })

const reviewShape = z.object({ pull_request: z.object({ number: z.number().int() }) })

const commentShape = z.object({
  sender: z.object({ type: z.string().catch('User') }),
  issue: z.object({ number: z.number().int(), pull_request: z.unknown().optional() }),
  comment: z.object({ performed_via_github_app: appShape }),
})

/**
 * Pull requests whose proofs or record of acceptances an event concerns. Most events concern none: they cost a look
 * into memory.
 */
export function pullsByEvidence(
  name: string,
  action: string,
  payload: unknown,
  repository: RepositoryName,
  { appId, watch }: { readonly appId: number; readonly watch?: WatchedEvidence },
): readonly number[] {
  switch (name) {
    case 'check_run': {
      const { data } = checkRunShape.safeParse(payload)
      const isOver = action === 'completed' || (action === 'created' && data?.check_run.status === 'completed')
      if (data === undefined || !isOver || data.check_run.app?.id === appId) return []
      return watch?.needingChecks(repository, data.check_run.head_sha) ?? []
    }
    case 'status': {
      const { data } = statusShape.safeParse(payload)
      return data === undefined ? [] : (watch?.needingChecks(repository, data.sha) ?? [])
    }
    case 'pull_request_review': {
      const { data } = reviewShape.safeParse(payload)
      const concerns = data !== undefined && watch?.needs(repository, data.pull_request.number, 'reviews') === true
      return concerns && (action === 'submitted' || action === 'dismissed') ? [data.pull_request.number] : []
    }
    case 'issue_comment':
      return pullsByComment(payload, repository, appId, watch)
    default:
      return []
  }
}

/** Our own comment in somebody else's hands may be a record of acceptances; what the app writes itself is none of it. */
function pullsByComment(
  payload: unknown,
  repository: RepositoryName,
  appId: number,
  watch: WatchedEvidence | undefined,
): readonly number[] {
  const { data } = commentShape.safeParse(payload)
  if (data === undefined || data.issue.pull_request === undefined || data.issue.pull_request === null) return []
  const isOurs = data.comment.performed_via_github_app?.id === appId
  if (isOurs) return data.sender.type === 'Bot' ? [] : [data.issue.number]
  return watch?.needs(repository, data.issue.number, 'comments') === true ? [data.issue.number] : []
}
