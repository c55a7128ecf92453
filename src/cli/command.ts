import type { ExitCode, Surroundings } from './exit.ts'

/** One command, as `commands.ts` lists it; help, parsing and the suggestions for a mistyped name come from it. */
export interface Command {
  readonly name: string
  /** What it does, as one line of the help. */
  readonly summary: string
  /** `<REQUIRED>` or `[OPTIONAL]`, in the order they are typed. */
  readonly arguments: readonly { readonly name: string; readonly about: string }[]
  readonly options: readonly CommandOption[]
  readonly example: string
  /** What has to be there: environment variables and files, for the help. */
  readonly needs: readonly string[]
  /**
   * @throws {UsageError}
   * @throws {GitHubFailure}
   */
  readonly run: (typed: Typed, surroundings: Surroundings) => Promise<ExitCode>
}

export interface CommandOption {
  /** `--json`, or `--last <COUNT>` with a value. */
  readonly flags: string
  readonly about: string
  /** The only values there are. */
  readonly choices?: readonly string[]
  readonly default?: string
}

/** What was typed after a command's name, by the names of its arguments and options without brackets and dashes. */
export interface Typed {
  /** An argument by its name, `OWNER/REPO`; undefined when an optional one was left out. */
  readonly argument: (name: string) => string | undefined
  /** Whether an option without a value was given, by its long name: `json`. */
  readonly has: (option: string) => boolean
  /** The value of an option, by its long name: `last`. */
  readonly value: (option: string) => string | undefined
}
