import { z } from 'zod'
import { policyPath } from '../policy/path.ts'
import { hintOf } from '../queue/work.ts'
import { adding, nothing, type RepositoryEvent, type WorkForEvent } from './event.ts'

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

export function workForPush({ payload, here, repository, make }: RepositoryEvent): WorkForEvent {
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
export function workForTag({ payload, here, make }: RepositoryEvent): WorkForEvent {
  const parsed = refShape.safeParse(payload)
  if (!parsed.success || parsed.data.ref_type !== 'tag') return nothing
  return adding(make({ kind: 'charts', repository: here }))
}

/** Actions after which a release counts, or counts no longer. */
const releaseActions = new Set(['published', 'unpublished', 'deleted', 'edited'])

export function workForRelease({ action, here, make }: RepositoryEvent): WorkForEvent {
  return releaseActions.has(action) ? adding(make({ kind: 'charts', repository: here })) : nothing
}
