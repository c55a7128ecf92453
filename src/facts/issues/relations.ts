import type { BlockedBy, IssueRelations, IssueTarget, RelatedIssue, TargetFacts } from '../../domain/issues-facts.ts'
import { known, type Reading, unknown } from '../../domain/reading.ts'
import { type NumberedReference, type RepositoryName, referenceKey, type Visibility } from '../../domain/repository.ts'
import { type GitHubClient, isGitHubFailure } from '../../github/client.ts'
import type { IssuesPolicy } from '../../policy/policy.ts'

/** Which of what REST alone tells a rule of the policy asks for. */
export interface RelationsNeeded {
  readonly type: boolean
  readonly blockers: boolean
}

export function relationsNeeded(policy: Pick<IssuesPolicy, 'rules' | 'protected'>): RelationsNeeded {
  return {
    type: policy.rules['target-protected'] !== 'ignore' && policy.protected.types.length > 0,
    blockers: policy.rules['open-blockers'] !== 'ignore',
  }
}

/** How many issues are asked for at a time. */
const readers = 8
/** More open targets than this in one pull request are not asked for; the rest is unknown, and says so. */
const maxTargets = 200

/**
 * The same targets, the open issues among them with what a rule needs to know by REST.
 *
 * @throws {GitHubFailure} `rate-limited` only
 */
export async function withRelations(
  client: GitHubClient,
  targets: readonly TargetFacts[],
  policy: Pick<IssuesPolicy, 'rules' | 'protected'>,
): Promise<readonly TargetFacts[]> {
  const needed = relationsNeeded(policy)
  if (!needed.type && !needed.blockers) return targets
  const read = new Map<string, Reading<IssueRelations>>()
  const open = new Map(targets.flatMap(openIssue).map((issue) => [referenceKey(issue.reference), issue]))
  const asked = [...open].slice(0, maxTargets)
  for (let start = 0; start < asked.length; start += readers) {
    const batch = asked.slice(start, start + readers)
    const answers = await Promise.all(batch.map(([, issue]) => readRelations(client, issue, needed)))
    batch.forEach(([key], index) => {
      const answer = answers[index]
      if (answer !== undefined) read.set(key, answer)
    })
  }
  const skipped = unknown('too-large', `only the first ${maxTargets} open issues were looked at`, 'cannot-cure')
  return targets.map((one) => {
    const [issue] = openIssue(one)
    if (issue === undefined) return one
    return { ...one, target: known({ ...issue, relations: read.get(referenceKey(issue.reference)) ?? skipped }) }
  })
}

function openIssue({ target }: TargetFacts): readonly IssueTarget[] {
  return target.known && target.value.kind === 'issue' && target.value.state === 'OPEN' ? [target.value] : []
}

/** GitHub lists 100 a page, and lets an issue have fewer blockers than that. */
const perPage = 100

interface RestIssue {
  readonly number: number
  readonly state: string
  readonly repository_url?: string
  readonly repository?: { readonly visibility?: string; readonly private?: boolean }
  readonly type?: { readonly name?: string } | null
  readonly issue_dependencies_summary?: { readonly blocked_by?: number } | null
}

/**
 * The issue's type and what blocks it: at most two requests, the second only where GitHub counts an open blocker. A
 * server without issue types or dependencies leaves the fields out, and then there are none.
 *
 * @throws {GitHubFailure} `rate-limited` only; every other failure is an unknown
 */
export async function readRelations(
  client: GitHubClient,
  { reference }: Pick<IssueTarget, 'reference'>,
  needed: RelationsNeeded,
): Promise<Reading<IssueRelations>> {
  const place = { owner: reference.repository.owner, repo: reference.repository.name, issue_number: reference.number }
  try {
    const { data } = await client.rest<RestIssue>('GET /repos/{owner}/{repo}/issues/{issue_number}', place)
    const open = data.issue_dependencies_summary?.blocked_by ?? 0
    const type = data.type?.name ?? null
    if (!needed.blockers) return known({ type, blockedBy: 'not-needed' })
    return known({
      type,
      blockedBy: open === 0 ? known({ open, listed: [] }) : await readBlockers(client, place, open),
    })
  } catch (error) {
    return failed(error, 'its type and what blocks it could not be read')
  }
}

async function readBlockers(
  client: GitHubClient,
  place: Record<string, unknown>,
  open: number,
): Promise<Reading<BlockedBy>> {
  try {
    const { data } = await client.rest<readonly RestIssue[]>(
      'GET /repos/{owner}/{repo}/issues/{issue_number}/dependencies/blocked_by',
      { ...place, per_page: perPage },
    )
    return known({ open, listed: data.flatMap(relatedIssue) })
  } catch (error) {
    return failed(error, 'what blocks it could not be listed')
  }
}

function failed(error: unknown, what: string) {
  if (!isGitHubFailure(error) || error.kind === 'rate-limited') throw error
  const refused = error.kind === 'forbidden' || error.kind === 'not-found' || error.kind === 'rejected'
  return unknown(refused ? 'unreadable' : 'unavailable', what, refused ? 'cannot-cure' : 'may-cure')
}

function relatedIssue(issue: RestIssue): readonly RelatedIssue[] {
  const repository = repositoryOfUrl(issue.repository_url ?? '')
  if (repository === null) return []
  const reference: NumberedReference = { repository, number: issue.number }
  return [{ reference, visibility: visibilityOf(issue), state: issue.state === 'open' ? 'OPEN' : 'CLOSED' }]
}

/** `https://api.github.com/repos/OWNER/NAME`, or an Enterprise host's. */
function repositoryOfUrl(url: string): RepositoryName | null {
  const [owner, name] = url.split('/').slice(-2)
  return owner === undefined || name === undefined || owner === '' || name === '' ? null : { owner, name }
}

function visibilityOf({ repository }: RestIssue): Visibility | null {
  switch (repository?.visibility) {
    case 'public':
      return 'PUBLIC'
    case 'internal':
      return 'INTERNAL'
    case 'private':
      return 'PRIVATE'
    default:
      return repository?.private === false ? 'PUBLIC' : null
  }
}
