import type { Words } from '../domain/words.ts'

/** One thing that is wrong in a policy file. */
export interface PolicyError {
  /** From 1. */
  readonly line: number
  /** From 1. */
  readonly column: number
  /** `issues.acceptance.headings[2]`; empty where no key is meant. It may hold text of the file. */
  readonly path: string
  /** What is wrong, as a sentence part. */
  readonly message: Words
  /** What to write instead, as a sentence. */
  readonly fix: Words
  /** The valid name that a mistyped one was most likely meant to be. */
  readonly nearest?: string
}
