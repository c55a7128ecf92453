import { mergeBase } from '../git/history.ts'
import { mergeTrees } from '../git/merge.ts'
import type { PullRequest } from '../world/model.ts'
import type { View } from './view.ts'

/** Whether an open pull request merges into the tip of its base without conflict. */
export function mergeable(view: View, pull: PullRequest): 'MERGEABLE' | 'CONFLICTING' | 'UNKNOWN' {
  const repository = view.repositoryOf(pull)
  const base = repository.refs.get(`refs/heads/${pull.baseRefName}`)
  if (pull.state === 'closed' || base === undefined) return 'UNKNOWN'
  const { git } = repository
  const head = view.headOid(pull)
  const common = mergeBase(git, base, head)
  if (common === undefined) return 'CONFLICTING'
  const merged = mergeTrees(git, git.commit(common).tree, git.commit(base).tree, git.commit(head).tree)
  return merged.clean ? 'MERGEABLE' : 'CONFLICTING'
}
