import type { CheckRun, PullRequest } from '../github/world/model.ts'
import { chartPath } from '../story/story.ts'
import { ticketNamed, versionChanged, versionOf } from './classic-gates.ts'
import type { Contrast, GateAnswer, Narrator } from './narrator.ts'
import { awaitCheck, type CheckName, fileAt, type Scenery } from './stage.ts'

/** The telling of the story, and what it has shown so far. */
export interface Play {
  readonly show: Narrator
  /** What the end sums up. */
  readonly contrasts: Contrast[]
}

export interface Expectation {
  readonly pull: PullRequest
  readonly name: CheckName
  readonly conclusion: string
  readonly title: RegExp
}

/** Waits for each check to say what the story says, then shows them together, below what classic gates said. */
export async function showChecks(
  { show }: Play,
  scenery: Scenery,
  expected: readonly Expectation[],
  classic: readonly GateAnswer[] = [],
): Promise<CheckRun[]> {
  const runs = await Promise.all(
    expected.map(({ pull, name, conclusion, title }) => awaitCheck(scenery, pull, name, conclusion, title)),
  )
  const answers = expected.map(({ pull, name }, index): GateAnswer => {
    const run = runs[index]
    const tookMs = (run?.updatedAt ?? 0) - show.lastDeedAt()
    return {
      pull: pull.number,
      gate: name,
      conclusion: run?.conclusion ?? '',
      title: run?.output.title ?? '',
      tookMs: tookMs < 0 ? null : tookMs,
    }
  })
  show.answers([...classic, ...answers])
  return runs
}

/** What the classic ticket gate says of a pull request. */
export function ticketGate(pull: PullRequest): GateAnswer {
  const ticket = ticketNamed(pull.body)
  return {
    pull: pull.number,
    gate: 'classic ticket gate',
    conclusion: ticket === null ? 'failure' : 'success',
    title: ticket === null ? 'No ticket is named' : `A ticket is named: ${ticket}`,
    tookMs: null,
  }
}

/** What the classic version gate says of a pull request: its diff alone, from where it branched. */
export function versionGate({ story }: Scenery, pull: PullRequest): GateAnswer {
  const before = fileAt(story.client, pull.mergeBaseOid, chartPath)
  const after = fileAt(story.client, pull.headRefOid, chartPath)
  const changed = versionChanged(before, after)
  return {
    pull: pull.number,
    gate: 'classic version gate',
    conclusion: changed ? 'success' : 'failure',
    title: changed ? `The version changed: ${versionOf(before)} → ${versionOf(after)}` : 'The version did not change',
    tookMs: null,
  }
}
