import { type RepositoryName, sameRepository } from '../../domain/repository.ts'
import type { GitHubClient } from '../../github/client.ts'
import { readPullsFromBranch } from '../pulls.ts'
import type { PullNode } from '../queries/pull-claims.ts'

/** Other open pull requests with this head. GitHub's association can be empty for a fork's commit. */
export async function sharingHead(
  client: GitHubClient,
  repository: RepositoryName,
  pull: PullNode,
  associationFailed: boolean,
): Promise<readonly number[]> {
  const numbers = new Set(associatedWithHead(pull, repository))
  if (pull.isCrossRepository || associationFailed) {
    for (const { number, headSha } of await readPullsFromBranch(client, repository, pull.headRefName)) {
      if (headSha === pull.headRefOid) numbers.add(number)
    }
  }
  numbers.delete(pull.number)
  return [...numbers]
}

function associatedWithHead(pull: PullNode, repository: RepositoryName): readonly number[] {
  const nodes = pull.commits.nodes?.[0]?.commit.associatedPullRequests?.nodes ?? []
  return nodes.flatMap((node) => {
    if (node === null || node.baseRepository === null) return []
    const base = { owner: node.baseRepository.owner.login, name: node.baseRepository.name }
    const shares = node.state === 'OPEN' && node.headRefOid === pull.headRefOid && sameRepository(base, repository)
    return shares ? [node.number] : []
  })
}
