import type { MergeGroup, Repository } from '../../world/model.ts'
import { simpleCommit } from './commit.ts'

/** REST's `merge-group`: it names no pull request. */
export function mergeGroupPayload(repository: Repository, group: MergeGroup) {
  return {
    head_sha: group.headSha,
    head_ref: group.headRef,
    base_sha: group.baseSha,
    base_ref: group.baseRef,
    head_commit: simpleCommit(repository.git.commit(group.headSha)),
  }
}
