import { existing, fullName } from '../../world/lookups.ts'
import type { CommitStatus, Repository } from '../../world/model.ts'
import type { World } from '../../world/world.ts'
import { userPayload } from './account.ts'
import { API, isoTime, WEB } from './urls.ts'

/** The body of `status`. */
export function statusPayload(world: World, repository: Repository, status: CommitStatus) {
  const name = fullName(world.state, repository)
  const commit = repository.git.commit(status.sha)
  const url = `${API}/repos/${name}/commits/${status.sha}`
  const creator = userPayload(existing(world.state.accounts, status.creatorId, 'account'))
  const person = ({ name: who, email, at }: typeof commit.author) => ({ name: who, email, date: isoTime(at) })
  return {
    id: status.id,
    sha: status.sha,
    name,
    target_url: status.targetUrl,
    avatar_url: creator.avatar_url,
    context: status.context,
    description: status.description,
    state: status.state,
    commit: {
      sha: status.sha,
      node_id: `C_${status.sha}`,
      commit: {
        author: person(commit.author),
        committer: person(commit.committer),
        message: commit.message,
        tree: { sha: commit.tree, url: `${API}/repos/${name}/git/trees/${commit.tree}` },
        url: `${API}/repos/${name}/git/commits/${status.sha}`,
        comment_count: 0,
        verification: { verified: false, reason: 'unsigned', signature: null, payload: null, verified_at: null },
      },
      url,
      html_url: `${WEB}/${name}/commit/${status.sha}`,
      comments_url: `${url}/comments`,
      author: creator,
      committer: creator,
      parents: commit.parents.map((sha) => ({
        sha,
        url: `${API}/repos/${name}/commits/${sha}`,
        html_url: `${WEB}/${name}/commit/${sha}`,
      })),
    },
    branches: branchesAt(repository, name, status.sha),
    created_at: isoTime(status.createdAt),
    updated_at: isoTime(status.createdAt),
  }
}

function branchesAt(repository: Repository, name: string, sha: string) {
  return [...repository.refs]
    .filter(([ref, oid]) => oid === sha && ref.startsWith('refs/heads/'))
    .map(([ref]) => ({
      name: ref.slice('refs/heads/'.length),
      commit: { sha, url: `${API}/repos/${name}/commits/${sha}` },
      protected: false,
    }))
}
