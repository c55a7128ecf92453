import type { IssuesFacts, TargetFacts } from '../../domain/issues-facts.ts'
import { known, type Reading, type Unknown, unknown } from '../../domain/reading.ts'
import type { NumberedReference, RepositoryName } from '../../domain/repository.ts'
import type { GitHubClient } from '../../github/client.ts'
import { type HiddenCloser, readHiddenClosers } from '../parse/hidden-closers.ts'
import { type PolicyCache, type PolicyFacts, readPolicyOf } from '../policy.ts'
import { newestOwnRun, type OwnRun } from '../queries/own-runs.ts'
import { readCommits } from './commits.ts'
import { type EvidenceNeeds, type EvidenceOptions, readEvidence } from './evidence.ts'
import { type LinkedReading, readLinked } from './linked.ts'
import { readPointerFacts } from './pointers.ts'
import { mergeSettings, type PullAnswer, pullFacts, readPull } from './pull.ts'
import {
  attestedReferences,
  distinct,
  followedBy,
  namedInDescription,
  pick,
  policyIn,
  unlisted,
  without,
} from './references.ts'
import { withRelations } from './relations.ts'
import { sharingHead } from './sharing-head.ts'
import { lookUp, readTargets } from './targets.ts'

export interface ReadIssuesOptions extends EvidenceOptions {
  /** Milliseconds since 1970. */
  readonly now: number
  readonly policies: PolicyCache
}

export interface IssuesReading {
  readonly facts: IssuesFacts
  readonly policy: Reading<PolicyFacts>
  /** Our newest run on the head. */
  readonly newest: OwnRun | null
  /** Other open pull requests of this repository with the same head. */
  readonly sharing: readonly number[]
  /** Its policy file is another than the one in force: it may edit it, or only be older. */
  readonly mayEditPolicy: boolean
  /** Events about these can change the verdict. */
  readonly needs: EvidenceNeeds
}

/**
 * Reads what `claims/issues` judges for one pull request: mostly one query; a second for what the list of linked issues
 * does not show and what evidence points at; and by REST what hangs on open targets.
 *
 * @throws {GitHubFailure} when the pull request itself cannot be read
 */
export async function readIssues(
  client: GitHubClient,
  repository: RepositoryName,
  number: number,
  options: ReadIssuesOptions,
): Promise<IssuesReading> {
  const { hosts } = options
  const read = await readPull(client, repository, number, options)
  const policy = await readPolicyOf(client, repository, read.answer, options.policies)
  const pull = pullFacts(repository, read.answer, read.pull)
  const merging = mergeSettings(read.answer, read.pull)
  const linked = await readLinked(client, repository, read.pull, read.linkErrors)
  const commits = await readCommits(client, repository, read.pull)
  const closers = commits.known ? readHiddenClosers(pull, merging, commits.value, { home: repository, hosts }) : []
  const described = namedInDescription(pull, linked, hosts)
  const hidden = without(unlisted(closers.map(targetOf), pull, linked), described)
  const evidence = attestedReferences(pull, hosts)
  const followed = followedBy(linkedTargets(linked), policy, hosts)
  const references = distinct([...described, ...hidden, ...followed, ...evidence.references])
  const asked = hidden.length > 0 && !read.pull.isCrossRepository
  const lookedUp = await lookUp(client, references, {
    ...(asked ? { branch: { repository, name: pull.headRefName } } : {}),
    ...(evidence.needed ? { pointersOf: { repository, number } } : {}),
  })
  const named = pick(lookedUp.targets, [...described, ...hidden])
  // What only a text names may be an issue whose acceptance follows others in turn.
  const later = await readTargets(client, without(followedBy(named, policy, hosts), references))
  const pointers = evidence.needed
    ? await readPointerFacts(
        client,
        repository,
        number,
        existing(pick(lookedUp.targets, evidence.references)),
        lookedUp.pointed,
      )
    : ('not-needed' as const)
  const targets = [...linkedTargets(linked), ...named]
  const { acceptance } = policyIn(policy).issues
  const { needs, ...shown } = await readEvidence(client, pull, targets, read.pull.commentHeads, acceptance, options)
  return {
    facts: {
      readAt: options.now,
      pull,
      commits,
      merging,
      promotes: lookedUp.isBase,
      linked: visibleLinks(linked, pick(lookedUp.targets, described)),
      targets: pull.state === 'OPEN' ? await withRelations(client, targets, policyIn(policy).issues) : targets,
      followed: [...lookedUp.targets, ...later],
      pointers,
      ...shown,
    },
    policy,
    newest: newestOwnRun(read.pull.commits.nodes?.[0]?.commit),
    sharing: await sharingHead(client, repository, read.pull, read.associationFailed),
    mayEditPolicy: mayEditPolicy(read),
    needs,
  }
}

function mayEditPolicy({ answer, pull }: PullAnswer): boolean {
  const atHead = pull.commits.nodes?.[0]?.commit.file?.object?.oid
  return atHead !== answer.repository?.defaultBranchRef?.target?.file?.object?.oid
}

function targetOf({ mention }: HiddenCloser): NumberedReference {
  return mention.target
}

function linkedTargets(linked: Reading<LinkedReading>): readonly TargetFacts[] {
  if (!linked.known) return []
  return linked.value.issues.map(({ link, target }) => ({ reference: link.reference, target: known(target) }))
}

/**
 * Issues that GitHub counts and hides lie in repositories the app cannot read. Where the text names such ones they are
 * judged by name; more than that is unknown as a whole.
 */
function visibleLinks(linked: Reading<LinkedReading>, described: readonly TargetFacts[]): IssuesFacts['linked'] {
  if (!linked.known) return linked satisfies Unknown
  const named = described.filter(({ target }) => !target.known && target.reason === 'unreadable').length
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
