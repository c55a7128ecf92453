import type { Commit } from '../../git/objects.ts'
import { isoTime } from './urls.ts'

/** REST's `simple-commit`. */
export function simpleCommit(commit: Commit) {
  return {
    id: commit.oid,
    tree_id: commit.tree,
    message: commit.message,
    timestamp: isoTime(commit.committer.at),
    author: { name: commit.author.name, email: commit.author.email },
    committer: { name: commit.committer.name, email: commit.committer.email },
  }
}
