import { type RepositoryName, repositoryKey } from '../domain/repository.ts'

/** A policy's `commands.aliases`: verbs with the phrases that mean them. */
export type Aliases = Readonly<Record<string, readonly string[]>>

/**
 * Which phrases the policies in force make commands, so that a comment which is none costs no request. It is filled by
 * judging, after a first start by the first sweep.
 */
export interface CommandPhrases {
  remember(repository: RepositoryName, aliases: Aliases): Promise<void>
  /** The verb that a whole line means in this repository; null for any other line. Case does not matter. */
  verbOf(repository: RepositoryName, line: string): Promise<string | null>
}

/** The longest phrase that a policy may give. */
export const longestPhrase = 200

/** What this process alone has read. */
export function createCommandPhrases(): CommandPhrases {
  const byRepository = new Map<string, Aliases>()
  return {
    async remember(repository, aliases) {
      if (Object.keys(aliases).length === 0) byRepository.delete(repositoryKey(repository))
      else byRepository.set(repositoryKey(repository), aliases)
    },
    verbOf: async (repository, line) => verbIn(byRepository.get(repositoryKey(repository)) ?? {}, line),
  }
}

export function verbIn(aliases: Aliases, line: string): string | null {
  const wanted = plain(line)
  const found = Object.entries(aliases).find(([, phrases]) => phrases.some((phrase) => plain(phrase) === wanted))
  return found?.[0] ?? null
}

function plain(line: string): string {
  return line.trim().replaceAll(/\s+/g, ' ').toLowerCase()
}
