import { z } from 'zod'
import type { RepositoryName } from '../domain/repository.ts'
import type { Work, WorkHint, WorkKey } from '../queue/work.ts'
import type { EvidenceChange } from './evidence.ts'

/** What one webhook asks for: works to add, and works whose reason is gone. */
export interface WorkForEvent {
  readonly add: readonly Work[]
  readonly cancel: readonly Work[]
  /** Evidence that may have changed, and how to look at a pull request that it concerns. */
  readonly evidence?: {
    readonly change: EvidenceChange
    readonly repository: RepositoryName
    readonly look: (number: number) => Work
  }
  /** A line that may be a phrase of the policy's, and the command that it then is. */
  readonly phrase?: {
    readonly repository: RepositoryName
    readonly line: string
    readonly command: (verb: string) => Work
  }
}

export interface EventContext {
  /** Only check runs and suites of this app concern us. */
  readonly appId: number
  /** Recognises a command in the first line of a comment; phrases of the policy are none yet. */
  readonly isCommand: (firstLine: string) => boolean
  /** The pull requests that a run of ours was computed for, from its `external_id`. */
  readonly pullsOfRun: (externalId: string) => readonly number[]
}

/** A work on this key for the installation that the event came from; an ordinary event without a hint. */
export type Make = (key: WorkKey, hint?: WorkHint) => Work

/** An event of one repository. */
export interface RepositoryEvent {
  readonly action: string
  readonly payload: unknown
  readonly here: RepositoryName
  readonly repository: z.output<typeof repositoryShape>
  readonly make: Make
  readonly context: EventContext
}

/** A repository, as payloads show it. */
export const repositoryShape = z.object({
  name: z.string(),
  owner: z.object({ login: z.string() }),
  default_branch: z.string().optional(),
})

export const nothing: WorkForEvent = { add: [], cancel: [] }

export function adding(...add: readonly Work[]): WorkForEvent {
  return { add, cancel: [] }
}
