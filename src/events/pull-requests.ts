import { z } from 'zod'
import { hintOf, type Work } from '../queue/work.ts'
import { adding, nothing, type RepositoryEvent, type WorkForEvent } from './event.ts'

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

export function workForPullRequest({ action, payload, here, make }: RepositoryEvent): WorkForEvent {
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
