import { type WrittenRunsAnswer, writtenRunsQuery } from '../facts/queries/fence.ts'
import { type OwnRun, ownRunIds } from '../facts/queries/own-runs.ts'
import type { GitHubClient } from '../github/client.ts'
import type { PublishInput } from './publish-input.ts'

/**
 * Whether another worker has written on this head since the facts were read. Its facts are newer than ours, so ours
 * must not be written over them.
 */
export function isOvertaken(read: OwnRun | null | undefined, found: OwnRun | null): boolean {
  if (read === undefined || found === null) return false
  if (read === null || found.id > read.id) return true
  return found.id === read.id && (found.completed !== read.completed || found.externalId !== read.externalId)
}

/** A write takes no longer than its requests may; after more than that this process has stood still. */
const longestWriteMs = 40_000

export interface WriteToLookAfter {
  readonly input: PublishInput
  readonly appId: number
  /** Our newest run as found just before the write. */
  readonly before: OwnRun | null
  readonly written: OwnRun
  readonly tookMs: number
}

/**
 * One look after a write. Between the look before it and the write itself another worker can have written too (this one
 * was taken for dead, or two start at once), and the verdict that came last need not be the newer one: then both are
 * judged afresh.
 *
 * @throws {GitHubFailure}
 */
export async function isContested(client: GitHubClient, write: WriteToLookAfter): Promise<boolean> {
  const { repository, headSha, rendered } = write.input
  const answer = await client.graphql<WrittenRunsAnswer>(writtenRunsQuery, {
    owner: repository.owner,
    name: repository.name,
    oid: headSha,
    appId: write.appId,
    checkName: rendered.name,
  })
  const known = write.before?.id ?? 0
  const others = ownRunIds(answer.repository?.object).filter((id) => id > known && id !== write.written.id)
  return others.length > 0 || write.tookMs > longestWriteMs
}
