import type { ClosingPull, IssueTarget, SubIssues, Target, TargetFacts } from '../../domain/issues-facts.ts'
import { known, type Reading, unknown } from '../../domain/reading.ts'
import { fullName, type NumberedReference } from '../../domain/repository.ts'
import { type GitHubClient, type GraphqlError, isGitHubFailure } from '../../github/client.ts'
import {
  type NamedBranch,
  type NamedIssue,
  type NamedPull,
  type NamedReferencesAnswer,
  namedReferencesQuery,
  referencesPerQuery,
} from '../queries/named-references.ts'
import type { RepositoryNode, TargetIssueNode } from '../queries/pull-claims.ts'
import type { PullPointersAnswer } from '../queries/pull-pointers.ts'

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
    closers: closersOf(node),
    subIssues: subIssuesOf(node),
    relations: 'not-needed',
  }
}

/** The connection is documented as open pull requests and also returns merged ones. */
function closersOf({ closers }: TargetIssueNode): Reading<readonly ClosingPull[]> {
  if (closers === null) return unknown('unavailable', 'GitHub did not list what else would close it', 'may-cure')
  const open = (closers.nodes ?? []).flatMap((node) => (node !== null && node.state === 'OPEN' ? [node] : []))
  return known(
    open.map((node) => ({
      reference: referenceOf(node),
      visibility: node.repository.visibility,
      createdAt: Date.parse(node.createdAt),
    })),
  )
}

function subIssuesOf({ subIssues, subIssuesSummary }: TargetIssueNode): Reading<SubIssues> {
  if (subIssues === null || subIssuesSummary === null) {
    return unknown('unavailable', 'GitHub did not list its sub-issues', 'may-cure')
  }
  const listed = (subIssues.nodes ?? []).flatMap((node) =>
    node === null ? [] : [{ reference: referenceOf(node), visibility: node.repository.visibility, state: node.state }],
  )
  const total = Math.max(subIssuesSummary.total, subIssues.totalCount)
  return known({ total, completed: subIssuesSummary.completed, listed })
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
  return (await lookUp(client, references)).targets
}

export interface LookedUp {
  readonly targets: readonly TargetFacts[]
  /** Whether open pull requests have that branch for their base; not known without a reference to look up with it. */
  readonly isBase: Reading<boolean> | 'not-needed'
  /** The first page of what evidence may point at; null when it was not asked for, or not answered. */
  readonly pointed: PullPointersAnswer | null
}

/** What the first query of a look-up asks besides. */
export interface AskedBesides {
  /** Whether this branch is the base of open pull requests. */
  readonly branch?: NamedBranch
  /** A pull request, for what evidence on it may point at. */
  readonly pointersOf?: NumberedReference
}

/** The same, and more with the first of them. */
export async function lookUp(
  client: GitHubClient,
  references: readonly NumberedReference[],
  besides: AskedBesides = {},
): Promise<LookedUp> {
  const targets: TargetFacts[] = []
  let first: Omit<LookedUp, 'targets'> = { isBase: 'not-needed', pointed: null }
  const possible = references.filter(({ number }) => number <= largestNumber)
  for (let start = 0; start < Math.min(possible.length, maxReferences); start += referencesPerQuery) {
    const batch = possible.slice(start, Math.min(start + referencesPerQuery, maxReferences))
    const read = await readBatch(client, batch, start === 0 ? besides : {})
    targets.push(...read.targets)
    if (start === 0) first = read
  }
  const skipped = unknown('too-large', `only the first ${maxReferences} references were looked up`, 'cannot-cure')
  for (const reference of possible.slice(maxReferences)) targets.push({ reference, target: skipped })
  for (const reference of references) {
    if (reference.number > largestNumber) targets.push({ reference, target: known({ kind: 'absent' }) })
  }
  return { ...first, targets }
}

async function readBatch(
  client: GitHubClient,
  batch: readonly NumberedReference[],
  { branch, pointersOf }: AskedBesides,
): Promise<LookedUp> {
  const { query, variables } = namedReferencesQuery(batch, branch, pointersOf)
  const failed = new Map<string, GraphqlError>()
  const tolerate = (error: GraphqlError) => {
    const alias = error.path[0]
    if (alias === undefined || error.type === 'RATE_LIMITED') return false
    if (!failed.has(String(alias)) || !concernsSurroundings(error)) failed.set(String(alias), error)
    return true
  }
  const nobody = unknown(
    'unavailable',
    'GitHub did not say which pull requests have this branch for a base',
    'may-cure',
  )
  try {
    const answer = await client.graphql<NamedReferencesAnswer>(query, variables, { tolerate })
    const targets = batch.map((reference, index) => {
      const alias = `r${index}` as const
      return { reference, target: targetAt(reference, answer[alias] ?? null, failed.get(alias)) }
    })
    const { pointed: found } = answer
    const pointed = found?.pullRequest && !failed.has('pointed') ? { repository: found } : null
    if (branch === undefined) return { targets, isBase: 'not-needed', pointed }
    const based = answer.based?.pullRequests?.totalCount
    return { targets, isBase: based === undefined ? nobody : known(based > 0), pointed }
  } catch (error) {
    if (!isGitHubFailure(error) || error.kind === 'rate-limited') throw error
    const target = unknown('unavailable', 'GitHub did not answer when it was looked up', 'may-cure')
    return {
      targets: batch.map((reference) => ({ reference, target })),
      isBase: branch === undefined ? 'not-needed' : nobody,
      pointed: null,
    }
  }
}

function targetAt(
  reference: NumberedReference,
  node: { readonly issueOrPullRequest: NamedIssue | NamedPull | null } | null,
  error: GraphqlError | undefined,
): Reading<Target> {
  const found = node?.issueOrPullRequest
  if (found !== null && found !== undefined && (error === undefined || concernsSurroundings(error))) {
    return known(found.__typename === 'Issue' ? issueTarget(found) : pullTarget(found))
  }
  if (node === null && (error === undefined || isAccessError(error))) {
    return unknown('unreadable', `the app cannot read ${fullName(reference.repository)}`, 'cannot-cure')
  }
  const isHere = error === undefined || (error.type === 'NOT_FOUND' && error.path.length <= 2)
  if (node !== null && isHere) return known({ kind: 'absent' })
  if (error !== undefined && isAccessError(error)) {
    return unknown('unreadable', 'the app may not read it', 'cannot-cure')
  }
  return unknown('unavailable', 'GitHub answered with an error when it was looked up', 'may-cure')
}

/** Errors at what hangs on an issue leave the issue itself whole; what is null there says that it could not be read. */
export function concernsSurroundings(error: GraphqlError): boolean {
  return error.path.some((step) => step === 'closers' || step === 'subIssues' || step === 'subIssuesSummary')
}

function pullTarget(node: NamedPull): Target {
  return { kind: 'pull', reference: referenceOf(node), state: node.pullState }
}

function isAccessError(error: GraphqlError): boolean {
  return error.type === 'NOT_FOUND' || error.type === 'FORBIDDEN'
}
