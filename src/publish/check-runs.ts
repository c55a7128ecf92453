import type { CheckRunName } from '../domain/finding.ts'
import { fullName } from '../domain/repository.ts'
import {
  type GroupFenceAnswer,
  groupFenceQuery,
  newestTextOf,
  type PullFenceAnswer,
  pullFenceQuery,
} from '../facts/queries/fence.ts'
import { newestOwnRun, type OwnRun } from '../facts/queries/own-runs.ts'
import type { GitHubClient } from '../github/client.ts'
import type { Annotation, CheckRunOutput, RenderedCheckRun } from '../render/check-run.ts'
import { writeExternalId } from './external-id.ts'
import { isRemembered, type LateMemory, readLateFacts, remember } from './late-facts.ts'
import { isContested, isOvertaken } from './overtaken.ts'
import { planWrite } from './plan.ts'
import type { PublishInput, PublishSubject } from './publish-input.ts'

export interface PublishOptions {
  readonly appId: number
  readonly now: () => number
  readonly retryDeadlineMs: number
  readonly late: LateMemory
  /** Aborted when this worker is taken for dead and another has its work. */
  readonly signal: AbortSignal
}

export type PublishOutcome =
  | { readonly kind: 'unchanged' | 'written'; readonly retryInMs?: number; readonly run: OwnRun | null }
  /** The head or base moved on, the group is gone, or another worker was quicker: nothing was written. */
  | { readonly kind: 'superseded' }

/** GitHub takes 50 annotations a request; each PATCH appends. */
const annotationsPerRequest = 50

/**
 * Brings the newest check run of this name on this head to the rendered verdict, writing only where something differs.
 *
 * @throws {GitHubFailure}
 */
export async function publishCheckRun(
  client: GitHubClient,
  input: PublishInput,
  options: PublishOptions,
): Promise<PublishOutcome> {
  const plan = (newest: OwnRun | null) =>
    planWrite({
      rendered: input.rendered,
      newest,
      fresh: input.fresh,
      now: options.now(),
      retryDeadlineMs: options.retryDeadlineMs,
    })
  if (input.newest !== undefined) {
    const early = plan(input.newest)
    if (early.kind === 'leave') return unchanged(input.newest, early.retryInMs)
  }
  const fence = await readFence(client, input, options)
  if (fence === 'superseded') return { kind: 'superseded' }
  const fencedAt = options.now()
  const decided = plan(fence.newest)
  if (decided.kind === 'leave') return unchanged(fence.newest, decided.retryInMs)
  if (isOvertaken(input.newest, fence.newest)) return { kind: 'superseded' }
  const output = input.rendered.outputWith(await readLateFacts(client, input, fence.earlier, options))
  if (options.signal.aborted) return { kind: 'superseded' }
  await input.aroundWrite?.()
  const run = await write(client, input, output, decided.kind === 'complete', decided.runId, options)
  await input.aroundWrite?.()
  remember(options.late, input, run.id, output.told)
  const tookMs = options.now() - fencedAt
  const { appId } = options
  if (await isContested(client, { input, appId, before: fence.newest, written: run, tookMs })) {
    return { kind: 'written', retryInMs: 0, run }
  }
  return decided.kind === 'progress' ? { kind: 'written', retryInMs: decided.retryInMs, run } : { kind: 'written', run }
}

function unchanged(run: OwnRun | null, retryInMs: number | undefined): PublishOutcome {
  return retryInMs === undefined ? { kind: 'unchanged', run } : { kind: 'unchanged', retryInMs, run }
}

async function readFence(
  client: GitHubClient,
  input: PublishInput,
  { appId, late }: PublishOptions,
): Promise<Fence | 'superseded'> {
  const { repository, headSha, rendered, subject } = input
  const common = { owner: repository.owner, name: repository.name, oid: headSha, appId, checkName: rendered.name }
  if (subject.kind === 'merge-group') {
    const answer = await client.graphql<GroupFenceAnswer>(groupFenceQuery, { ...common, ref: subject.headRef })
    if (answer.repository?.ref?.target?.oid !== headSha) return 'superseded'
    return { newest: newestOwnRun(answer.repository.object), earlier: null }
  }
  const variables = { ...common, number: subject.number, earlier: !isRemembered(late, input) }
  const answer = await client.graphql<PullFenceAnswer>(pullFenceQuery, variables)
  const pull = answer.repository?.pullRequest
  const moved = pull?.headRefOid !== headSha || pull.baseRefName !== subject.baseRefName || pull.state !== 'OPEN'
  if (moved) return 'superseded'
  return { newest: newestOwnRun(answer.repository?.object), earlier: newestTextOf(pull) }
}

interface Fence {
  readonly newest: OwnRun | null
  /** Text of our newest run on any of the pull request's heads; null when there is none, or it was not asked for. */
  readonly earlier: string | null
}

interface WrittenRun {
  readonly id: number
  readonly started_at: string | null
}

async function write(
  client: GitHubClient,
  input: PublishInput,
  output: CheckRunOutput,
  complete: boolean,
  runId: number | null,
  options: PublishOptions,
): Promise<OwnRun> {
  const { repository, headSha, rendered } = input
  const [first = [], ...further] = pages(complete ? rendered.annotations : [])
  const at = new Date(options.now()).toISOString()
  const externalId = writeExternalId({ digest: rendered.digest, pulls: pullsOf(input.subject) })
  const state = complete
    ? { status: 'completed', conclusion: rendered.conclusion, completed_at: at }
    : { status: 'in_progress' }
  // Buttons act on a pull request; a group has none of its own.
  const actions = complete && input.subject.kind === 'pull' ? rendered.actions : []
  const body = { external_id: externalId, ...state, actions, output: outputOf(rendered, output, first) }
  const place = { owner: repository.owner, repo: repository.name }
  const answer =
    runId === null
      ? await client.rest<WrittenRun>('POST /repos/{owner}/{repo}/check-runs', {
          ...place,
          name: rendered.name satisfies CheckRunName,
          head_sha: headSha,
          started_at: at,
          ...body,
        })
      : await client.rest<WrittenRun>('PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}', {
          ...place,
          check_run_id: runId,
          ...body,
        })
  for (const annotations of further) {
    await client.rest('PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}', {
      ...place,
      check_run_id: answer.data.id,
      actions,
      output: outputOf(rendered, output, annotations),
    })
  }
  return {
    id: answer.data.id,
    completed: complete,
    conclusion: complete ? rendered.conclusion : null,
    externalId,
    startedAt: answer.data.started_at === null ? options.now() : Date.parse(answer.data.started_at),
  }
}

function outputOf(
  { title }: RenderedCheckRun,
  { summary, text }: CheckRunOutput,
  annotations: readonly Annotation[],
): Record<string, unknown> {
  return { title, summary, ...(text === undefined ? {} : { text }), annotations }
}

function pages(annotations: readonly Annotation[]): Annotation[][] {
  const result: Annotation[][] = []
  for (let start = 0; start < annotations.length; start += annotationsPerRequest) {
    result.push(annotations.slice(start, start + annotationsPerRequest))
  }
  return result
}

function pullsOf(subject: PublishSubject): readonly number[] {
  return subject.kind === 'pull' ? [subject.number, ...subject.sharing] : subject.pulls
}

/** Names a check on a head in the log without naming what it says. */
export function describeSubject(input: PublishInput): Record<string, unknown> {
  return { repository: fullName(input.repository), check: input.rendered.name, head: input.headSha }
}
