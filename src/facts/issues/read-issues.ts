import type { IssuesFacts, PullRequestFacts, Target, TargetFacts } from '../../domain/issues-facts.ts'
import type { Reading, Unknown } from '../../domain/reading.ts'
import { known, unknown } from '../../domain/reading.ts'
import {
  fullName,
  type NumberedReference,
  type RepositoryName,
  sameReference,
  sameRepository,
} from '../../domain/repository.ts'
import { type GitHubClient, GitHubFailure, type GraphqlError } from '../../github/client.ts'
import { defaultPolicy } from '../../policy/schema.ts'
import { readAcceptance } from '../parse/acceptance.ts'
import { readAttestations } from '../parse/attestation.ts'
import { scanDescription } from '../parse/closing-keywords.ts'
import { readPointers } from '../parse/pointer.ts'
import { mayLackOrganisationPolicy, type PolicyCache, type PolicyFacts, readPolicyOf } from '../policy.ts'
import { readPullsFromBranch } from '../pulls.ts'
import { newestOwnRun, type OwnRun } from '../queries/own-runs.ts'
import { type PullClaimsAnswer, type PullNode, pullClaimsQuery } from '../queries/pull-claims.ts'
import { concernsLinks, type LinkedReading, readLinked } from './linked.ts'
import { readPointerFacts } from './pointers.ts'
import { readTargets } from './targets.ts'

export interface ReadIssuesOptions {
  /** Milliseconds since 1970. */
  readonly now: number
  readonly appId: number
  readonly checkName: string
  /** Hosts whose issue URLs are references. */
  readonly hosts: readonly string[]
  readonly policies: PolicyCache
}

export interface IssuesReading {
  readonly facts: IssuesFacts
  readonly policy: Reading<PolicyFacts>
  /** Our newest run on the head. */
  readonly newest: OwnRun | null
  /** Other open pull requests of this repository with the same head. */
  readonly sharing: readonly number[]
}

/**
 * Reads what `claims/issues` judges for one pull request: mostly one query; a second for what only the text names, and
 * a third for what evidence points at.
 *
 * @throws {GitHubFailure} when the pull request itself cannot be read
 */
export async function readIssues(
  client: GitHubClient,
  repository: RepositoryName,
  number: number,
  options: ReadIssuesOptions,
): Promise<IssuesReading> {
  const { answer, pull, linkErrors, associationFailed } = await readPull(client, repository, number, options)
  const policy = await readPolicyOf(client, repository, answer, options.policies)
  const facts = pullFacts(repository, answer, pull)
  const linked = await readLinked(client, repository, pull, linkErrors)
  const named = namedOnlyInText(facts, linked, options.hosts)
  const evidence = attestedReferences(facts, options.hosts)
  const followed = followedReferences(linked, policy, options.hosts)
  const lookedUp = await readTargets(client, distinct([...named, ...followed, ...evidence.references]))
  const targets = [...linkedTargets(linked), ...pick(lookedUp, named)]
  // What only the text names may be an issue whose acceptance follows others in turn.
  const later = lookedUpFollowing(pick(lookedUp, named), policy, options.hosts, lookedUp)
  const laterLookedUp = await readTargets(client, later)
  const pointers = evidence.needed
    ? await readPointerFacts(client, repository, number, existing(pick(lookedUp, evidence.references)))
    : ('not-needed' as const)
  return {
    facts: {
      readAt: options.now,
      pull: facts,
      linked: visibleLinks(linked, targets),
      targets,
      followed: [...lookedUp, ...laterLookedUp],
      pointers,
    },
    policy,
    newest: newestOwnRun(pull.commits.nodes?.[0]?.commit),
    sharing: await sharingHead(client, repository, pull, associationFailed),
  }
}

async function readPull(
  client: GitHubClient,
  repository: RepositoryName,
  number: number,
  { appId, checkName }: ReadIssuesOptions,
): Promise<PullAnswer> {
  const linkErrors: GraphqlError[] = []
  let associationFailed = false
  const tolerate = (error: GraphqlError) => {
    if (error.type === 'RATE_LIMITED') return false
    if (mayLackOrganisationPolicy(error)) return true
    if (concernsLinks(error)) linkErrors.push(error)
    else if (error.path.includes('associatedPullRequests')) associationFailed = true
    else return false
    return true
  }
  const variables = { owner: repository.owner, name: repository.name, number, appId, checkName }
  const answer = await client.graphql<PullClaimsAnswer>(pullClaimsQuery, variables, { tolerate })
  const pull = answer.repository?.pullRequest
  if (pull === null || pull === undefined) throw new GitHubFailure('not-found', 'PullClaims: no such pull request')
  return { answer, pull, linkErrors, associationFailed }
}

interface PullAnswer {
  readonly answer: PullClaimsAnswer
  readonly pull: PullNode
  /** Errors that concern the linked issues only. */
  readonly linkErrors: readonly GraphqlError[]
  /** GitHub could not say which pull requests the head belongs to. */
  readonly associationFailed: boolean
}

function pullFacts(repository: RepositoryName, answer: PullClaimsAnswer, pull: PullNode): PullRequestFacts {
  return {
    repository,
    visibility: answer.repository?.visibility ?? 'PUBLIC',
    isFork: answer.repository?.isFork ?? false,
    number: pull.number,
    title: pull.title,
    body: pull.body,
    author: pull.author?.login ?? null,
    isDraft: pull.isDraft,
    state: pull.state,
    createdAt: Date.parse(pull.createdAt),
    lastEditedAt: pull.lastEditedAt === null ? null : Date.parse(pull.lastEditedAt),
    headRefOid: pull.headRefOid,
    headRefName: pull.headRefName,
    baseRefName: pull.baseRefName,
    baseTipOid: pull.baseRef?.target?.oid ?? null,
    defaultBranch: answer.repository?.defaultBranchRef?.name ?? null,
  }
}

/** References that a keyword names and the connection does not list. Off the default branch keywords do nothing. */
function namedOnlyInText(
  pull: PullRequestFacts,
  linked: Reading<LinkedReading>,
  hosts: readonly string[],
): readonly NumberedReference[] {
  if (pull.baseRefName !== pull.defaultBranch) return []
  const scan = scanDescription(pull.body, pull.repository, { hosts })
  if (!scan.known) return []
  const listed = linked.known ? linked.value.issues.map(({ link }) => link.reference) : []
  const named = distinct(scan.value.mentions.map((mention) => mention.target))
  return named.filter((reference) => !listed.some((one) => sameReference(one, reference)))
}

/** Issues and pull requests that attestations name as evidence; `needed` when there is any attestation at all. */
function attestedReferences(
  pull: PullRequestFacts,
  hosts: readonly string[],
): { needed: boolean; references: readonly NumberedReference[] } {
  const options = { home: pull.repository, hosts }
  const attestations = readAttestations(pull.body, options)
  if (!attestations.known) return { needed: false, references: [] }
  const references = attestations.value.flatMap((attestation) => {
    const pointers = readPointers(attestation.evidenceSource, options)
    return pointers.known ? pointers.value.references : []
  })
  return { needed: attestations.value.length > 0, references: distinct(references) }
}

function followedReferences(
  linked: Reading<LinkedReading>,
  policy: Reading<PolicyFacts>,
  hosts: readonly string[],
): readonly NumberedReference[] {
  if (!linked.known) return []
  return distinct(linked.value.issues.flatMap(({ target }) => followedBy(target, policy, hosts)))
}

function lookedUpFollowing(
  named: readonly TargetFacts[],
  policy: Reading<PolicyFacts>,
  hosts: readonly string[],
  lookedUp: readonly TargetFacts[],
): readonly NumberedReference[] {
  const wanted = named.flatMap(({ target }) => (target.known ? followedBy(target.value, policy, hosts) : []))
  return distinct(wanted).filter((reference) => !lookedUp.some((one) => sameReference(one.reference, reference)))
}

/** References whose state decides criteria of an open issue. */
function followedBy(target: Target, policy: Reading<PolicyFacts>, hosts: readonly string[]): NumberedReference[] {
  if (target.kind !== 'issue' || target.state !== 'OPEN') return []
  const { acceptance } = policyIn(policy).issues
  const read = readAcceptance(target.body, { ...acceptance, home: target.reference.repository, hosts })
  if (!read.known || !read.value.stated) return []
  return read.value.criteria.flatMap(({ state }) => (state.kind === 'follows' ? [state.reference] : []))
}

/** An invalid policy stops the verdict later; until then its defaults say where acceptance stands. */
function policyIn(policy: Reading<PolicyFacts>) {
  return policy.known && policy.value.kind === 'policy' ? policy.value.policy : defaultPolicy
}

function linkedTargets(linked: Reading<LinkedReading>): readonly TargetFacts[] {
  if (!linked.known) return []
  return linked.value.issues.map(({ link, target }) => ({ reference: link.reference, target: known(target) }))
}

/**
 * Issues that GitHub counts and hides lie in repositories the app cannot read. Where the text names such ones they are
 * judged by name; more than that is unknown as a whole.
 */
function visibleLinks(linked: Reading<LinkedReading>, targets: readonly TargetFacts[]): IssuesFacts['linked'] {
  if (!linked.known) return linked satisfies Unknown
  const named = targets.filter(({ target }) => !target.known && target.reason === 'unreadable').length
  const { hidden, issues } = linked.value
  if (hidden > named) {
    const what = `${hidden} of ${issues.length + hidden} linked issues lie where the app cannot read`
    return unknown('unreadable', what, 'cannot-cure')
  }
  return known(issues.map(({ link }) => link))
}

function existing(targets: readonly TargetFacts[]): readonly NumberedReference[] {
  return targets.flatMap(({ reference, target }) => (target.known && target.value.kind !== 'absent' ? [reference] : []))
}

/** Other open pull requests with this head. GitHub's association can be empty for a fork's commit. */
async function sharingHead(
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

function pick(facts: readonly TargetFacts[], references: readonly NumberedReference[]): readonly TargetFacts[] {
  return references.flatMap((reference) => facts.filter((one) => sameReference(one.reference, reference)))
}

function distinct(references: readonly NumberedReference[]): readonly NumberedReference[] {
  const byKey = new Map(
    references.map((reference) => [`${fullName(reference.repository).toLowerCase()}#${reference.number}`, reference]),
  )
  return [...byKey.values()]
}
