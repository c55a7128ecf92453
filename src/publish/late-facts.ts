import { LRUCache } from 'lru-cache'
import type { CheckRunName } from '../domain/finding.ts'
import { type RepositoryName, referenceKey } from '../domain/repository.ts'
import type { Requirement } from '../domain/requirement.ts'
import { createRulesetCache, type RulesetCache, readRequirement } from '../facts/rulesets.ts'
import type { GitHubClient } from '../github/client.ts'
import type { LateFacts } from '../render/check-run.ts'
import { readToldFindings, type ToldFinding, type ToldFindings } from '../render/told-findings.ts'
import type { PublishInput } from './publish-input.ts'

/** What this process remembers of the runs it wrote, and of rulesets. */
export interface LateMemory {
  /** By check, repository and number of the pull request. */
  readonly told: LRUCache<string, RememberedRun>
  readonly rulesets: RulesetCache
}

interface RememberedRun {
  readonly runId: number
  readonly head: string
  readonly findings: readonly ToldFinding[]
}

export function createLateMemory(now: () => number): LateMemory {
  return { told: new LRUCache({ max: 20_000 }), rulesets: createRulesetCache(now) }
}

/** Whether the last evaluation is remembered: not when another process has written a newer run on this head. */
export function isRemembered(memory: LateMemory, input: PublishInput): boolean {
  if (input.subject.kind === 'merge-group') return true
  const run = memory.told.get(keyOf(input.repository, input.rendered.name, input.subject.number))
  if (run === undefined) return false
  return run.head !== input.headSha || input.newest === undefined || input.newest?.id === run.runId
}

/**
 * What only a written run shows. `earlierText` is the text of our newest run on any of the pull request's heads, read
 * where nothing is remembered.
 *
 * @throws {GitHubFailure} `rate-limited` only
 */
export async function readLateFacts(
  client: GitHubClient,
  input: PublishInput,
  earlierText: string | null,
  options: { readonly appId: number; readonly late: LateMemory },
): Promise<LateFacts> {
  const { subject, repository, rendered } = input
  if (subject.kind === 'merge-group') return { earlier: new Map(), requirements: new Map() }
  const { baseRefName } = subject
  const check = { name: rendered.name, appId: options.appId }
  const requirement = await readRequirement(client, { repository, baseRefName }, check, options.late.rulesets)
  const earlier = earlierText === null ? remembered(options.late, input) : toldBy(earlierText, input)
  return { earlier, requirements: new Map<string, Requirement>([[baseRefName, requirement]]) }
}

export function remember(memory: LateMemory, input: PublishInput, runId: number, told: ToldFindings): void {
  if (input.subject.kind === 'merge-group') return
  for (const number of [input.subject.number, ...input.subject.sharing]) {
    const findings = told.pulls[number] ?? []
    memory.told.set(keyOf(input.repository, input.rendered.name, number), { runId, head: told.head, findings })
  }
}

function remembered(memory: LateMemory, { subject, repository, rendered }: PublishInput): LateFacts['earlier'] {
  const earlier = new Map<number, readonly ToldFinding[]>()
  if (subject.kind === 'merge-group') return earlier
  for (const number of [subject.number, ...subject.sharing]) {
    const run = memory.told.get(keyOf(repository, rendered.name, number))
    if (run !== undefined) earlier.set(number, run.findings)
  }
  return earlier
}

/** A run without the machine part found nothing. */
function toldBy(text: string, { subject }: PublishInput): LateFacts['earlier'] {
  const told = readToldFindings(text)
  const numbers = subject.kind === 'merge-group' ? [] : [subject.number, ...subject.sharing]
  return new Map(numbers.map((number) => [number, told?.pulls[number] ?? []]))
}

function keyOf(repository: RepositoryName, check: CheckRunName, number: number): string {
  return `${check} ${referenceKey({ repository, number })}`
}
