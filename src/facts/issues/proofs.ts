import type { PullRequestFacts } from '../../domain/issues-facts.ts'
import type { CheckAtHead, Proof, ProofFacts, ReviewOpinion } from '../../domain/proof.ts'
import { known, type Reading, type Unknown, unknown } from '../../domain/reading.ts'
import { type GitHubClient, isGitHubFailure } from '../../github/client.ts'
import type { ProofContextNode, ReviewNode } from '../queries/pull-proofs.ts'
import { readProvingComments } from './proof-comments.ts'
import { type ListName, type ProofLists, readProofLists } from './proof-lists.ts'
import { readTeams } from './team-membership.ts'

export interface ProofOptions {
  /** 0 for whoever does not know it: then no run of the app is found. */
  readonly appId: number
  readonly checkName: string
  /** The pull requests that a check run of the app was written for, by its `external_id`. */
  readonly pullsOfRun: (externalId: string) => readonly number[]
}

type ProofOf<Kind extends Proof['kind']> = Extract<Proof, { kind: Kind }>

/**
 * Reads what the proofs ask for, and nothing else.
 *
 * @throws {GitHubFailure} `rate-limited` only; every other failure is an unknown in its place
 */
export async function readProofFacts(
  client: GitHubClient,
  pull: Pick<PullRequestFacts, 'repository' | 'number' | 'headRefOid'>,
  proofs: readonly Proof[],
  options: ProofOptions,
): Promise<ProofFacts> {
  const wanted = new Set(proofs.flatMap(({ kind }) => (kind === 'malformed' ? [] : [listOf[kind]])))
  const lists = await tryToReadLists(client, pull, wanted, options)
  const part = async <T>(name: ListName, make: (lists: ProofLists) => T | Promise<T>) => {
    if (!wanted.has(name)) return 'not-needed' as const
    if (!lists.known) return lists
    const cut = lists.value.incomplete.has(name)
    return cut
      ? unknown('incomplete', 'GitHub lists more of them than can be read', 'cannot-cure')
      : known(await make(lists.value))
  }
  const lines = distinct(ofKind(proofs, 'comment').map(({ line }) => line))
  return {
    checks: await part('contexts', (read) => latestChecks(read.contexts)),
    paths: await part('files', (read) => read.files.map(({ path }) => path)),
    labels: await part('labels', (read) => read.labels),
    comments:
      wanted.has('comments') && options.appId === 0
        ? headSeenUntold
        : await part('comments', (read) => readProvingComments(client, pull, lines, read, options.pullsOfRun)),
    reviews: await part('reviews', (read) => opinions(client, pull, read.reviews, ofKind(proofs, 'review'))),
  }
}

/** Only the app's own runs tell since when a head is known, and so which comments were written about it. */
const headSeenUntold = unknown(
  'unreadable',
  "since when this head is known cannot be told without the app's number, APP_ID",
  'cannot-cure',
)

const listOf = { check: 'contexts', path: 'files', label: 'labels', comment: 'comments', review: 'reviews' } as const

function ofKind<Kind extends Proof['kind']>(proofs: readonly Proof[], kind: Kind): readonly ProofOf<Kind>[] {
  return proofs.filter((proof): proof is ProofOf<Kind> => proof.kind === kind)
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)]
}

async function tryToReadLists(
  client: GitHubClient,
  pull: Pick<PullRequestFacts, 'repository' | 'number' | 'headRefOid'>,
  wanted: ReadonlySet<ListName>,
  options: ProofOptions,
): Promise<Reading<ProofLists>> {
  if (wanted.size === 0) return known(noLists)
  try {
    const lists = await readProofLists(client, pull, wanted, options)
    if (lists.headRefOid === pull.headRefOid) return known(lists)
    return unknown('not-yet', 'the head moved while it was read', 'may-cure')
  } catch (error) {
    return unreadOf(error)
  }
}

const noLists: ProofLists = {
  headRefOid: '',
  contexts: [],
  files: [],
  labels: [],
  comments: [],
  reviews: [],
  incomplete: new Set(),
  headSeen: {},
}

/** @throws what is no failure of GitHub, and a limit */
function unreadOf(error: unknown): Unknown {
  if (!isGitHubFailure(error) || error.kind === 'rate-limited') throw error
  const may = error.kind === 'unavailable' || error.kind === 'partial'
  return unknown('unavailable', 'GitHub did not say', may ? 'may-cure' : 'cannot-cure')
}

/** GitHub lists older runs of a name too; of one app and name the newest (the largest id) counts. */
function latestChecks(contexts: readonly ProofContextNode[]): readonly CheckAtHead[] {
  const latest = new Map<string, { id: number; check: CheckAtHead }>()
  for (const node of contexts) {
    const { id, check } = checkOf(node)
    const key = JSON.stringify([check.app, check.name])
    if (id >= (latest.get(key)?.id ?? 0)) latest.set(key, { id, check })
  }
  return [...latest.values()].map(({ check }) => check)
}

function checkOf(node: ProofContextNode): { id: number; check: CheckAtHead } {
  if (node.__typename === 'StatusContext') {
    const running = node.state === 'PENDING' || node.state === 'EXPECTED'
    const state = node.state === 'SUCCESS' ? 'succeeded' : running ? 'running' : 'failed'
    return { id: 0, check: { name: node.context, app: null, state } }
  }
  const running = node.status.toUpperCase() !== 'COMPLETED'
  // Neutral and skipped satisfy a required check on GitHub; they prove nothing.
  const state = running ? 'running' : node.conclusion?.toUpperCase() === 'SUCCESS' ? 'succeeded' : 'failed'
  return { id: node.databaseId ?? 0, check: { name: node.name, app: node.checkSuite?.app?.slug ?? null, state } }
}

/** What each reviewer said last; a comment changes no opinion. */
async function opinions(
  client: GitHubClient,
  pull: Pick<PullRequestFacts, 'repository' | 'headRefOid'>,
  reviews: readonly ReviewNode[],
  proofs: readonly ProofOf<'review'>[],
): Promise<readonly ReviewOpinion[]> {
  const last = new Map<string, ReviewNode>()
  for (const review of reviews) {
    const opinionated = review.state !== 'COMMENTED' && review.state !== 'PENDING'
    if (review.author !== null && opinionated) last.set(review.author.login.toLowerCase(), review)
  }
  const said = [...last.values()].map(({ author, state, commit }) => ({
    author: author?.login ?? '',
    approves: state === 'APPROVED',
    atHead: commit?.oid === pull.headRefOid,
  }))
  const approving = said.filter(({ approves, atHead }) => approves && atHead).map(({ author }) => author)
  const teams = await readTeams(
    client,
    proofs.flatMap(({ by }) => (by.kind === 'team' ? [by] : [])),
    approving,
  )
  return said.map((one) => ({ ...one, teams: teams.get(one.author) ?? {} }))
}
