import type { ChartPull } from '../../domain/charts-facts.ts'
import type { PullNode } from '../queries/chart-pulls.ts'

/** What the facts of a pull request take over from its node as it is. */
export function pullFields(node: PullNode): Omit<ChartPull, 'firstSeen' | 'charts' | 'readAnyway'> {
  return {
    number: node.number,
    author: authorOf(node),
    isDraft: node.isDraft,
    createdAt: Date.parse(node.createdAt),
    headRefOid: node.headRefOid,
    headRefName: node.headRefName,
    headRepository: node.headRepository?.nameWithOwner ?? null,
    baseRefName: node.baseRefName,
  }
}

/** GraphQL spells a bot `renovate`; REST, webhooks and policy files spell it `renovate[bot]`. */
function authorOf({ author }: PullNode): string | null {
  if (author === null) return null
  return author.__typename === 'Bot' && !author.login.endsWith('[bot]') ? `${author.login}[bot]` : author.login
}
