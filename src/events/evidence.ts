import { z } from 'zod'
import type { RepositoryName } from '../domain/repository.ts'
import type { EvidenceWatch } from '../reconcile/evidence-watch.ts'

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

/** What of the evidence for verdicts an event may have changed. */
export type EvidenceChange =
  | { readonly kind: 'checks'; readonly headSha: string }
  | { readonly kind: 'reviews' | 'comments'; readonly number: number }
  /** Our own comment in somebody else's hands, which may be a record of acceptances. */
  | { readonly kind: 'record'; readonly number: number }

/** Null for most events; the flood of the others costs one look each. */
export function evidenceChange(name: string, action: string, payload: unknown, appId: number): EvidenceChange | null {
  switch (name) {
    case 'check_run': {
      const { data } = checkRunShape.safeParse(payload)
      const isOver = action === 'completed' || (action === 'created' && data?.check_run.status === 'completed')
      if (data === undefined || !isOver || data.check_run.app?.id === appId) return null
      return { kind: 'checks', headSha: data.check_run.head_sha }
    }
    case 'status': {
      const { data } = statusShape.safeParse(payload)
      return data === undefined ? null : { kind: 'checks', headSha: data.sha }
    }
    case 'pull_request_review': {
      const { data } = reviewShape.safeParse(payload)
      if (data === undefined || (action !== 'submitted' && action !== 'dismissed')) return null
      return { kind: 'reviews', number: data.pull_request.number }
    }
    case 'issue_comment':
      return commentChange(payload, appId)
    default:
      return null
  }
}

/** What the app writes itself is no change. */
function commentChange(payload: unknown, appId: number): EvidenceChange | null {
  const { data } = commentShape.safeParse(payload)
  if (data === undefined || data.issue.pull_request === undefined || data.issue.pull_request === null) return null
  const { number } = data.issue
  if (data.comment.performed_via_github_app?.id !== appId) return { kind: 'comments', number }
  return data.sender.type === 'Bot' ? null : { kind: 'record', number }
}

/** Pull requests whose verdict the change concerns. */
export async function pullsConcerned(
  change: EvidenceChange,
  repository: RepositoryName,
  watch: Pick<EvidenceWatch, 'needingChecks' | 'needs'>,
): Promise<readonly number[]> {
  if (change.kind === 'checks') return await watch.needingChecks(repository, change.headSha)
  if (change.kind === 'record') return [change.number]
  return (await watch.needs(repository, change.number, change.kind)) ? [change.number] : []
}
