import type { IssuesFacts, IssueTarget, TargetFacts } from '../../domain/issues-facts.ts'
import { known, type Reading } from '../../domain/reading.ts'
import { type NumberedReference, type RepositoryName, referenceKey } from '../../domain/repository.ts'
import type { GitHubClient } from '../../github/client.ts'
import type { Policy } from '../../policy/policy.ts'
import { inBatches } from '../charts/batches.ts'
import { unknownOf } from '../charts/unknown-of-failure.ts'
import { type IssueTimesAnswer, issuesPerQuery, issueTimesQuery } from '../queries/issue-times.ts'
import { readEvidence } from './evidence.ts'
import { type ReadIssuesOptions, readIssues } from './read-issues.ts'
import { withRelations } from './relations.ts'

/** The facts of one merged pull request as its merge met them, as far as they can be told from today. */
export interface MergedIssues {
  readonly facts: IssuesFacts
  /** The description or an issue that the merge closed was edited after it: today's text was read. */
  readonly editedSince: boolean
}

export interface MergedPull {
  readonly number: number
  /** Milliseconds since 1970. */
  readonly mergedAt: number
  /** Milliseconds since 1970; null when its description never was. */
  readonly lastEditedAt: number | null
}

/**
 * Reads what `claims/issues` judges for a pull request that was merged: an issue that was closed by the merge or later
 * was open at it. Its text, labels and sub-issues are today's.
 *
 * @throws {GitHubFailure} when the pull request cannot be read
 */
export async function readMergedIssues(
  client: GitHubClient,
  repository: RepositoryName,
  pull: MergedPull,
  policy: Policy,
  options: ReadIssuesOptions,
): Promise<MergedIssues> {
  const { facts } = await readIssues(client, repository, pull.number, options)
  const times = await readTimes(client, facts.targets.flatMap(anyIssue))
  const atMerge = facts.targets.map((one) => asAtMerge(one, pull.mergedAt, times))
  const open = atMerge.flatMap(openIssue)
  const edits = open.map((issue) => times.get(referenceKey(issue.reference)))
  const editedSince = [
    pull.lastEditedAt,
    ...edits.map((time) => (time?.known === true ? time.value.lastEditedAt : null)),
  ].some((at) => at !== null && at > pull.mergedAt)
  const { acceptance, protected: kept, rules } = policy.issues
  const proofs = open.some(({ body }) => /<!--\s*proof/i.test(body))
    ? (await readEvidence(client, facts.pull, atMerge, null, acceptance, options)).proofs
    : undefined
  // What blocks an issue today says nothing of then.
  const asked = { protected: kept, rules: { ...rules, 'open-blockers': 'ignore' as const } }
  return {
    facts: {
      ...facts,
      targets: await withRelations(client, atMerge, asked),
      ...(proofs === undefined ? {} : { proofs }),
    },
    editedSince,
  }
}

interface IssueTimes {
  /** Milliseconds since 1970. */
  readonly closedAt: number | null
  readonly lastEditedAt: number | null
}

async function readTimes(
  client: GitHubClient,
  issues: readonly IssueTarget[],
): Promise<ReadonlyMap<string, Reading<IssueTimes>>> {
  const references = [...new Map(issues.map(({ reference }) => [referenceKey(reference), reference])).values()]
  const outcomes = await inBatches(references, issuesPerQuery, (batch) => askTimes(client, batch))
  return new Map(
    references.flatMap((reference, index) => {
      const outcome = outcomes[index]
      if (outcome === undefined) return []
      const reading = outcome.ok ? known(outcome.result) : unknownOf(outcome.failure, 'when an issue was closed')
      return [[referenceKey(reference), reading]]
    }),
  )
}

async function askTimes(
  client: GitHubClient,
  references: readonly NumberedReference[],
): Promise<readonly IssueTimes[]> {
  const { query, variables } = issueTimesQuery(references)
  const answer = await client.graphql<IssueTimesAnswer>(query, variables)
  return references.map((_, index) => {
    const issue = answer[`i${index}`]?.issue
    return { closedAt: timeOf(issue?.closedAt), lastEditedAt: timeOf(issue?.lastEditedAt) }
  })
}

function timeOf(text: string | null | undefined): number | null {
  return text === null || text === undefined ? null : Date.parse(text)
}

/** GitHub's times have whole seconds, and the merge closes an issue a moment after itself. */
function asAtMerge(one: TargetFacts, mergedAt: number, times: ReadonlyMap<string, Reading<IssueTimes>>): TargetFacts {
  const [issue] = closedIssue(one)
  if (issue === undefined) return one
  const time = times.get(referenceKey(issue.reference))
  if (time === undefined) return one
  if (!time.known) return { ...one, target: time }
  const { closedAt } = time.value
  if (closedAt === null || closedAt < mergedAt) return one
  return { ...one, target: known({ ...issue, state: 'OPEN', stateReason: null }) }
}

function anyIssue({ target }: TargetFacts): readonly IssueTarget[] {
  return target.known && target.value.kind === 'issue' ? [target.value] : []
}

function closedIssue(one: TargetFacts): readonly IssueTarget[] {
  return anyIssue(one).filter(({ state }) => state === 'CLOSED')
}

function openIssue(one: TargetFacts): readonly IssueTarget[] {
  return anyIssue(one).filter(({ state }) => state === 'OPEN')
}
