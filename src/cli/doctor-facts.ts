import { known, type Reading, type Unknown, unknown } from '../domain/reading.ts'
import type { RepositoryName } from '../domain/repository.ts'
import { createPolicyCache, mayLackOrganisationPolicy, type PolicyFacts, readPolicy } from '../facts/policy.ts'
import { type FirstSweepAnswer, firstSweepQuery, type SweptPullNode } from '../facts/queries/first-sweep.ts'
import { type RepositoryStandingAnswer, repositoryStandingQuery } from '../facts/queries/repository-standing.ts'
import { type BranchRule, readBranchRules } from '../facts/rulesets.ts'
import { type GitHubClient, isGitHubFailure } from '../github/client.ts'
import type { GitHubConnection } from '../github/connection.ts'
import { type Registration, readRegistration } from '../sweep/registration.ts'

/** Everything that `claimwarden doctor` looks at, before it says what it thinks of it. */
export interface DoctorFacts {
  readonly repository: RepositoryName
  /** Null where the environment names no app. */
  readonly appId: number | null
  /** What the app has on GitHub. Only the app itself may ask. */
  readonly registration: Reading<Registration>
  readonly installation: Reading<Installation | 'none'>
  readonly defaultBranch: Reading<string | null>
  readonly rules: Reading<readonly BranchRule[]>
  readonly mergeQueue: Reading<boolean>
  readonly policy: Reading<PolicyFacts>
  /** Whether the organisation's `.github` repository can be seen by whoever asks. */
  readonly policyRepository: Reading<boolean>
  readonly sweep: Reading<SweepProgress>
}

export interface Installation extends Registration {
  readonly suspended: boolean
  /** `all`, or `selected` repositories. */
  readonly selection: string
}

/** How far the first sweep came. */
export interface SweepProgress {
  readonly open: number
  /** Those looked at, the newest first: whether both of our runs are at the head. */
  readonly pulls: readonly { readonly number: number; readonly hasBoth: boolean }[]
}

export interface Credentials {
  readonly appId: number | null
  /** Null without the app's key. */
  readonly connection: GitHubConnection | null
  /** The client of a person's token, where there is one. */
  readonly byToken: GitHubClient | null
}

/** Asks GitHub for each fact by itself: what cannot be read is unknown, with its reason, and holds nothing else up. */
export async function readDoctorFacts(repository: RepositoryName, credentials: Credentials): Promise<DoctorFacts> {
  const { appId, connection, byToken } = credentials
  const registration = connection === null ? onlyTheApp : await attempt(() => readRegistration(connection))
  const found = connection === null ? onlyTheApp : await attempt(() => readInstallation(connection, repository))
  const client = clientOf(connection, found) ?? byToken
  const about = { repository, appId, registration, installation: found.known ? known(found.value.what) : found }
  if (client === null) return { ...about, ...unasked(unknown('unreadable', nobody, 'cannot-cure')) }
  return { ...about, ...(await readRepository(client, repository, appId)) }
}

const onlyTheApp = unknown(
  'unreadable',
  'only the app itself may ask: APP_ID and PRIVATE_KEY are not both set',
  'cannot-cure',
)
const nobody = 'the app is not installed here, and there is no GITHUB_TOKEN to look with'

type RepositoryPart = Omit<DoctorFacts, 'repository' | 'appId' | 'registration' | 'installation'>

function unasked(reason: Unknown): RepositoryPart {
  return {
    defaultBranch: reason,
    rules: reason,
    mergeQueue: reason,
    policy: reason,
    policyRepository: reason,
    sweep: reason,
  }
}

async function readRepository(
  client: GitHubClient,
  repository: RepositoryName,
  appId: number | null,
): Promise<RepositoryPart> {
  const standing = await attempt(() => readStanding(client, repository))
  if (!standing.known) return unasked(standing)
  const { defaultBranch, mergeQueue, policyRepository } = standing.value
  const rules =
    defaultBranch === null ? known([]) : await attempt(() => readBranchRules(client, repository, defaultBranch))
  return {
    defaultBranch: known(defaultBranch),
    rules,
    mergeQueue,
    policyRepository,
    policy: await flat(() => readPolicy(client, repository, createPolicyCache())),
    sweep: appId === null ? unnamedApp : await flat(() => readSweep(client, repository, appId)),
  }
}

const unnamedApp = unknown(
  'unreadable',
  'APP_ID is not set, so that its runs cannot be told from others',
  'cannot-cure',
)

interface InstallationAnswer extends Partial<Registration> {
  readonly id: number
  readonly suspended_at?: string | null
  readonly repository_selection?: string
}

interface FoundInstallation {
  readonly id: number | null
  readonly what: Installation | 'none'
}

async function readInstallation(
  connection: GitHubConnection,
  { owner, name: repo }: RepositoryName,
): Promise<FoundInstallation> {
  try {
    const { data } = await connection.app.rest<InstallationAnswer>('GET /repos/{owner}/{repo}/installation', {
      owner,
      repo,
    })
    const suspended = (data.suspended_at ?? null) !== null
    const { permissions = {}, events = [], repository_selection: selection = 'selected' } = data
    return { id: suspended ? null : data.id, what: { permissions, events, suspended, selection } }
  } catch (error) {
    if (isGitHubFailure(error) && error.kind === 'not-found') return { id: null, what: 'none' }
    throw error
  }
}

function clientOf(connection: GitHubConnection | null, found: Reading<FoundInstallation>): GitHubClient | null {
  if (connection === null || !found.known || found.value.id === null) return null
  return connection.installation(found.value.id)
}

async function readStanding(client: GitHubClient, repository: RepositoryName) {
  let queueRefused = false
  const { owner, name } = repository
  const answer = await client.graphql<RepositoryStandingAnswer>(
    repositoryStandingQuery,
    { owner, name },
    {
      tolerate(error) {
        const { path, type } = error
        if (type === 'RATE_LIMITED') return false
        if (path.includes('mergeQueue')) queueRefused = true
        return path.includes('mergeQueue') || mayLackOrganisationPolicy(error)
      },
    },
  )
  const { repository: found, organisation } = answer
  return {
    defaultBranch: found?.defaultBranchRef?.name ?? null,
    mergeQueue: queueRefused
      ? unknown('unreadable', 'GitHub does not show the merge queue to it', 'cannot-cure')
      : known((found?.mergeQueue ?? null) !== null),
    policyRepository: known(organisation !== null),
  }
}

/** Pages of 50; the newest tell, and more are not looked at. */
const mostPages = 10
const checkNames = ['claims/issues', 'claims/chart-versions'] as const

async function readSweep(
  client: GitHubClient,
  { owner, name }: RepositoryName,
  appId: number,
): Promise<Reading<SweepProgress>> {
  const pulls: { number: number; hasBoth: boolean }[] = []
  let after: string | null = null
  let open = 0
  for (let page = 0; page < mostPages; page += 1) {
    const answer: FirstSweepAnswer = await client.graphql(firstSweepQuery, { owner, name, appId, after })
    const listed = answer.repository?.pullRequests
    if (listed === undefined) return unknown('unreadable', 'the open pull requests cannot be listed', 'cannot-cure')
    for (const node of listed.nodes ?? []) if (node !== null) pulls.push(swept(node))
    after = listed.pageInfo.hasNextPage ? listed.pageInfo.endCursor : null
    open = listed.totalCount
    if (after === null) break
  }
  return known({ open, pulls })
}

function swept({ number, commits }: SweptPullNode) {
  const suites = (commits.nodes ?? []).flatMap((node) => node?.commit.checkSuites?.nodes ?? [])
  const names = new Set(suites.flatMap((suite) => suite?.checkRuns?.nodes ?? []).map((run) => run?.name))
  return { number, hasBoth: checkNames.every((name) => names.has(name)) }
}

async function attempt<T>(read: () => Promise<T>): Promise<Reading<T>> {
  return flat(async () => known(await read()))
}

/** A failure of GitHub as an unknown, in the words of the failure, which are ours. */
async function flat<T>(read: () => Promise<Reading<T>>): Promise<Reading<T>> {
  try {
    return await read()
  } catch (error) {
    if (!isGitHubFailure(error)) throw error
    const refused = error.kind === 'forbidden' || error.kind === 'not-found' || error.kind === 'rejected'
    return unknown(refused ? 'unreadable' : 'unavailable', error.message, refused ? 'cannot-cure' : 'may-cure')
  }
}
