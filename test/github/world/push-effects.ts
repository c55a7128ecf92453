import { commitsBetween, history, isAncestor } from '../git/history.ts'
import type { Oid } from '../git/objects.ts'
import { pushPayload } from '../webhooks/payloads/push.ts'
import type { Actor, Repository } from './model.ts'
import type { World } from './world.ts'

export const ZERO_OID: Oid = '0'.repeat(40)

/** A branch that moved; `before` is ZERO_OID for a new one. */
export interface BranchPush {
  readonly actor: Actor
  readonly repository: Repository
  readonly branch: string
  readonly before: Oid
  readonly after: Oid
  readonly forced: boolean
}

/** What follows a push, in the order GitHub usually sends it: push, check suites, heads, closed issues, indirect merges. */
export function applyPush(world: World, push: BranchPush): void {
  const { actor, repository, branch, before, after, forced } = push
  const ref = `refs/heads/${branch}`
  world.webhooks.emit('push', null, repository, actor, () =>
    pushPayload(world, { repository, actor, ref, before, after, forced }),
  )
  world.checks.requestSuites(actor, repository, after, branch, before)
  world.pulls.headPushed(push)
  if (branch === repository.defaultBranch) {
    for (const oid of arrived(push)) world.closing.commitArrived(actor, repository, oid)
  }
  mergeReached(world, push)
  world.mergeQueues.baseMoved(repository, branch)
}

function arrived({ repository, before, after }: BranchPush): readonly Oid[] {
  return before === ZERO_OID ? history(repository.git, after) : commitsBetween(repository.git, before, after)
}

/** Open pull requests whose head is now part of their base count as merged. */
function mergeReached(world: World, { actor, repository, branch, before, after }: BranchPush): void {
  if (before === ZERO_OID) return
  for (const pull of world.pulls.openIn(repository)) {
    if (pull.baseRefName !== branch || pull.commitOids.length === 0) continue
    if (isAncestor(repository.git, pull.headRefOid, after)) world.merging.markMerged(actor, pull, after)
  }
}
