import type { MergeSettings, PullRequestFacts } from '../../domain/issues-facts.ts'
import type { RepositoryName } from '../../domain/repository.ts'
import { type GitHubClient, GitHubFailure, type GraphqlError } from '../../github/client.ts'
import { mayLackOrganisationPolicy } from '../policy.ts'
import { type PullClaimsAnswer, type PullNode, pullClaimsQuery } from '../queries/pull-claims.ts'
import { concernsMessages } from './commits.ts'
import { concernsLinks } from './linked.ts'

/** The first query of an evaluation. @throws {GitHubFailure} */
export async function readPull(
  client: GitHubClient,
  repository: RepositoryName,
  number: number,
  { appId, checkName }: { readonly appId: number; readonly checkName: string },
): Promise<PullAnswer> {
  const linkErrors: GraphqlError[] = []
  let associationFailed = false
  const tolerate = (error: GraphqlError) => {
    if (error.type === 'RATE_LIMITED') return false
    if (mayLackOrganisationPolicy(error) || concernsMessages(error)) return true
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

export interface PullAnswer {
  readonly answer: PullClaimsAnswer
  readonly pull: PullNode
  /** Errors that concern the linked issues only. */
  readonly linkErrors: readonly GraphqlError[]
  /** GitHub could not say which pull requests the head belongs to. */
  readonly associationFailed: boolean
}

export function pullFacts(repository: RepositoryName, answer: PullClaimsAnswer, pull: PullNode): PullRequestFacts {
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
    headOwner: pull.headRepositoryOwner?.login ?? null,
    baseRefName: pull.baseRefName,
    baseTipOid: pull.baseRef?.target?.oid ?? null,
    defaultBranch: answer.repository?.defaultBranchRef?.name ?? null,
  }
}

export function mergeSettings({ repository }: PullClaimsAnswer, { autoMergeRequest }: PullNode): MergeSettings {
  return {
    mergeCommitAllowed: repository?.mergeCommitAllowed ?? true,
    squashMergeAllowed: repository?.squashMergeAllowed ?? true,
    rebaseMergeAllowed: repository?.rebaseMergeAllowed ?? true,
    mergeCommitTitle: repository?.mergeCommitTitle ?? 'MERGE_MESSAGE',
    mergeCommitMessage: repository?.mergeCommitMessage ?? 'PR_TITLE',
    squashMergeCommitTitle: repository?.squashMergeCommitTitle ?? 'COMMIT_OR_PR_TITLE',
    squashMergeCommitMessage: repository?.squashMergeCommitMessage ?? 'COMMIT_MESSAGES',
    autoMerge: autoMergeRequest,
  }
}
