/** What a command ends with: all is well, blocked, could not be told, wrong usage. */
export type ExitCode = 0 | 1 | 2 | 3

/** Where a command writes, and what it knows of its surroundings. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly out: (text: string) => void
  readonly complain: (text: string) => void
  readonly now: () => number
}

/** A command cannot be run as it was typed. The message says what is wrong. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
