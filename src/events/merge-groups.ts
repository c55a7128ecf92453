import { z } from 'zod'
import { hintOf } from '../queue/work.ts'
import { adding, nothing, type RepositoryEvent, type WorkForEvent } from './event.ts'

const mergeGroupShape = z.object({
  merge_group: z.object({ head_sha: z.string(), head_ref: z.string(), base_sha: z.string() }),
})

export function workForMergeGroup({ action, payload, here, make }: RepositoryEvent): WorkForEvent {
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
