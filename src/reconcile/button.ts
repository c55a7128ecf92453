import type { RepositoryName } from '../domain/repository.ts'
import { evaluateIssues } from '../evaluate/issues/evaluate.ts'
import { rewritableMentions } from '../evaluate/issues/rewritable.ts'
import { findOwnComments } from '../facts/issues/own-comments.ts'
import { readIssues } from '../facts/issues/read-issues.ts'
import type { GitHubClient } from '../github/client.ts'
import { isAtLeast, readPermission } from '../github/permission.ts'
import { type KeywordToRewrite, usePartOf } from '../publish/buttons-part-of.ts'
import { writeOver } from '../publish/comments.ts'
import type { WorkOutcome } from '../queue/queue.ts'
import { hintOf, type Work, type WorkKey } from '../queue/work.ts'
import { partOfAction, recheckAction } from '../render/actions.ts'
import { type ButtonAnswer, buttonAnswer } from '../render/button-answer.ts'
import { blockedClaims, findingsAbout } from '../render/verdict-words.ts'
import { standingOf } from './judgement.ts'
import { turnOf } from './reply.ts'
import { clientOf, readIssuesOptions, type Workshop } from './workshop.ts'

type ButtonWork = Work & Extract<WorkKey, { kind: 'button' }>

/** A click on a button of a check run, for each pull request that the run was computed for. */
export async function reconcileButton(workshop: Workshop, work: ButtonWork): Promise<WorkOutcome> {
  for (const number of work.pulls) {
    const pull = await readPull(clientOf(workshop, work.installationId), work.repository, number)
    // A run of an earlier head shows its buttons still; what it was about has moved on.
    if (pull.state !== 'open' || pull.head.sha !== work.headSha) continue
    await act(workshop, work, number, pull)
  }
  return { kind: 'done' }
}

async function act(workshop: Workshop, work: ButtonWork, number: number, pull: LivePull): Promise<void> {
  const client = clientOf(workshop, work.installationId)
  const label = work.identifier === 'part-of' ? partOfAction.label : recheckAction.label
  const answer = (text: ButtonAnswer) => write(workshop, client, work, number, buttonAnswer(text))
  if (!(await mayAct(client, work, pull))) return answer({ kind: 'not-allowed', actor: work.actor, label })
  if (work.identifier === 'recheck') return recheck(workshop, work, number)
  const outcome = await rewriteDescription(workshop, client, work, number)
  await answer({ ...outcome, actor: work.actor })
  if (outcome.kind === 'rewritten') {
    const { repository, installationId } = work
    await workshop.queue.add({ kind: 'issues', repository, number, installationId, hint: hintOf('command') })
  }
}

/** One comment on a pull request for all clicks: the last one's answer stands. */
async function write(
  workshop: Workshop,
  client: GitHubClient,
  { installationId, repository }: ButtonWork,
  number: number,
  body: string,
): Promise<void> {
  const place = { repository, number }
  await workshop.turns.take(turnOf({ installationId, ...place }), async () => {
    const { comments } = await findOwnComments(client, place, 'button')
    await writeOver(client, place, comments, body)
  })
}

/** Reads everything again and writes new runs even when nothing changed: they are the answer. */
async function recheck(workshop: Workshop, work: ButtonWork, number: number): Promise<void> {
  const { repository, installationId } = work
  const hint = hintOf('rerequest', { fresh: [number], full: true })
  await workshop.queue.add({ kind: 'issues', repository, number, installationId, hint })
  await workshop.queue.add({ kind: 'charts', repository, installationId, hint })
}

/** How often a description that changes under our hands is read again. */
const attempts = 3

type Rewriting = ButtonAnswer extends infer Answer
  ? Answer extends { kind: 'rewritten' | 'nothing-to-rewrite' }
    ? Omit<Answer, 'actor'>
    : never
  : never

/** What the text says just before the write decides, not what it said when the button was drawn. */
async function rewriteDescription(
  workshop: Workshop,
  client: GitHubClient,
  work: ButtonWork,
  number: number,
): Promise<Rewriting> {
  const { owner, name: repo } = work.repository
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const judged = await blockedKeywords(workshop, client, work.repository, number)
    if (judged.keywords.length === 0) {
      return { kind: 'nothing-to-rewrite', why: judged.left > 0 ? 'denied' : 'unblocked' }
    }
    const live = await readPull(client, work.repository, number)
    if ((live.body ?? '') !== judged.body) continue
    const { body, rewritten } = usePartOf(judged.body, judged.keywords)
    if (rewritten.length === 0) return { kind: 'nothing-to-rewrite', why: 'moved' }
    await client.rest('PATCH /repos/{owner}/{repo}/pulls/{pull_number}', { owner, repo, pull_number: number, body })
    const left = judged.left + judged.keywords.length - rewritten.length
    return { kind: 'rewritten', mentions: rewritten, left }
  }
  return { kind: 'nothing-to-rewrite', why: 'moved' }
}

interface BlockedKeywords {
  /** The description that they stand in. */
  readonly body: string
  readonly keywords: readonly KeywordToRewrite[]
  /** Blocked keywords of the description that only their author can rewrite. */
  readonly left: number
}

async function blockedKeywords(
  workshop: Workshop,
  client: GitHubClient,
  repository: RepositoryName,
  number: number,
): Promise<BlockedKeywords> {
  const { facts, policy } = await readIssues(client, repository, number, readIssuesOptions(workshop))
  const { body } = facts.pull
  const standing = standingOf(policy)
  if (standing.kind === 'unusable') return { body, keywords: [], left: 0 }
  const evaluation = evaluateIssues(facts, standing.policy, { hosts: workshop.hosts })
  const keywords: KeywordToRewrite[] = []
  let left = 0
  for (const claim of blockedClaims(evaluation)) {
    const described = claim.routes.filter(({ route, mention }) => route === 'description' && mention !== undefined)
    const mentions = rewritableMentions(claim)
    left += described.length - mentions.length
    const { owner, name } = claim.target.repository
    const [blocking] = findingsAbout(`${owner}/${name}#${claim.target.number}`, evaluation.verdict.findings)
    if (blocking !== undefined) keywords.push(...mentions.map((mention) => ({ mention, rule: blocking.rule })))
  }
  return { body, keywords, left }
}

interface LivePull {
  readonly state: string
  readonly body: string | null
  readonly user: { readonly login: string } | null
  readonly head: { readonly sha: string }
}

async function readPull(client: GitHubClient, repository: RepositoryName, number: number): Promise<LivePull> {
  const { owner, name: repo } = repository
  const { data } = await client.rest<LivePull>('GET /repos/{owner}/{repo}/pulls/{pull_number}', {
    owner,
    repo,
    pull_number: number,
  })
  return data
}

async function mayAct(client: GitHubClient, { repository, actor }: ButtonWork, pull: LivePull): Promise<boolean> {
  if (pull.user?.login.toLowerCase() === actor.toLowerCase()) return true
  return isAtLeast(await readPermission(client, repository, actor), 'write')
}
