/** What a command ends with: all is well, blocked, could not be told, wrong usage. */
export type ExitCode = 0 | 1 | 2 | 3

/** Everything a command touches outside its own code. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly out: (text: string) => void
  readonly complain: (text: string) => void
  readonly now: () => number
  /** Whether a person reads what `out` writes; a pipe or a file is not a terminal. */
  readonly isTerminal: boolean
  /** The same of `complain`, where progress is shown. */
  readonly complaintsAreOnTerminal: boolean
  /** Columns of what `out` writes to. */
  readonly width: number
  /**
   * A file as UTF-8; `-` is the standard input.
   *
   * @throws {NodeJS.ErrnoException}
   */
  readonly readFile: (path: string) => Promise<string>
  /** @throws {NodeJS.ErrnoException} */
  readonly writeFile: (path: string, text: string) => Promise<void>
}

/** A command cannot be run as it was typed. The message says what is wrong. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
