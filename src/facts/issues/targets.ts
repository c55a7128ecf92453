import type { IssueTarget, Target, TargetFacts } from '../../domain/issues-facts.ts'
import { known, type Reading, unknown } from '../../domain/reading.ts'
import { fullName, type NumberedReference } from '../../domain/repository.ts'
import { type GitHubClient, type GraphqlError, isGitHubFailure } from '../../github/client.ts'
import {
  type NamedIssue,
  type NamedPull,
  type NamedReferencesAnswer,
  namedReferencesQuery,
  referencesPerQuery,
} from '../queries/named-references.ts'
import type { RepositoryNode, TargetIssueNode } from '../queries/pull-claims.ts'

/** More references than this in one description are not looked up; the rest is unknown, and says so. */
const maxReferences = 500

/** GraphQL's Int: a larger number makes the whole query fail, and no issue has one. */
const largestNumber = 2 ** 31 - 1

export function referenceOf(node: { readonly number: number; readonly repository: RepositoryNode }): NumberedReference {
  return { repository: { owner: node.repository.owner.login, name: node.repository.name }, number: node.number }
}

export function issueTarget(node: TargetIssueNode): IssueTarget {
  return {
    kind: 'issue',
    reference: referenceOf(node),
    visibility: node.repository.visibility,
    state: node.state,
    stateReason: node.stateReason,
    title: node.title,
    body: node.body,
    labels: (node.labels?.nodes ?? []).flatMap((label) => (label === null ? [] : [label.name])),
    milestone: node.milestone?.title ?? null,
  }
}

/**
 * Looks up issues and pull requests by number.
 *
 * @throws {GitHubFailure} `rate-limited` only; every other failure is an unknown for the references concerned
 */
export async function readTargets(
  client: GitHubClient,
  references: readonly NumberedReference[],
): Promise<readonly TargetFacts[]> {
  const facts: TargetFacts[] = []
  const possible = references.filter(({ number }) => number <= largestNumber)
  for (let start = 0; start < Math.min(possible.length, maxReferences); start += referencesPerQuery) {
    const batch = possible.slice(start, Math.min(start + referencesPerQuery, maxReferences))
    facts.push(...(await readBatch(client, batch)))
  }
  const skipped = unknown('too-large', `only the first ${maxReferences} references were looked up`, 'cannot-cure')
  for (const reference of possible.slice(maxReferences)) facts.push({ reference, target: skipped })
  for (const reference of references) {
    if (reference.number > largestNumber) facts.push({ reference, target: known({ kind: 'absent' }) })
  }
  return facts
}

async function readBatch(client: GitHubClient, batch: readonly NumberedReference[]): Promise<TargetFacts[]> {
  const { query, variables } = namedReferencesQuery(batch)
  const failed = new Map<string, GraphqlError>()
  const tolerate = (error: GraphqlError) => {
    const alias = error.path[0]
    if (alias === undefined || error.type === 'RATE_LIMITED') return false
    failed.set(String(alias), error)
    return true
  }
  try {
    const answer = await client.graphql<NamedReferencesAnswer>(query, variables, { tolerate })
    return batch.map((reference, index) => {
      const alias = `r${index}`
      return { reference, target: targetAt(reference, answer[alias] ?? null, failed.get(alias)) }
    })
  } catch (error) {
    if (!isGitHubFailure(error) || error.kind === 'rate-limited') throw error
    const target = unknown('unavailable', 'GitHub did not answer when it was looked up', 'may-cure')
    return batch.map((reference) => ({ reference, target }))
  }
}

function targetAt(
  reference: NumberedReference,
  node: { readonly issueOrPullRequest: NamedIssue | NamedPull | null } | null,
  error: GraphqlError | undefined,
): Reading<Target> {
  const found = node?.issueOrPullRequest
  if (found !== null && found !== undefined && error === undefined) {
    return known(found.__typename === 'Issue' ? issueTarget(found) : pullTarget(found))
  }
  if (node === null && (error === undefined || isAccessError(error))) {
    return unknown('unreadable', `the app cannot read ${fullName(reference.repository)}`, 'cannot-cure')
  }
  if (node !== null && (error === undefined || error.type === 'NOT_FOUND')) return known({ kind: 'absent' })
  if (error !== undefined && isAccessError(error)) {
    return unknown('unreadable', 'the app may not read it', 'cannot-cure')
  }
  return unknown('unavailable', 'GitHub answered with an error when it was looked up', 'may-cure')
}

function pullTarget(node: NamedPull): Target {
  return { kind: 'pull', reference: referenceOf(node), state: node.pullState }
}

function isAccessError(error: GraphqlError): boolean {
  return error.type === 'NOT_FOUND' || error.type === 'FORBIDDEN'
}
