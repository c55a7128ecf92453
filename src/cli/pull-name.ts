import type { NumberedReference } from '../domain/repository.ts'
import { type Surroundings, UsageError } from './exit.ts'

/**
 * A pull request as `OWNER/REPO#N` or by the address of its page.
 *
 * @throws {UsageError} for anything else, and for a page of another host than the command reads
 */
export function pullFrom(
  text: string | undefined,
  { environment }: Pick<Surroundings, 'environment'>,
): NumberedReference {
  const written = text ?? ''
  const short = /^([\w.-]+)\/([\w.-]+)#([1-9]\d{0,9})$/.exec(written)
  if (short !== null) return named(short[1], short[2], short[3])
  const page = URL.canParse(written) ? new URL(written) : null
  const path = /^\/([\w.-]+)\/([\w.-]+)\/pull\/([1-9]\d{0,9})(?:\/|$)/.exec(page?.pathname ?? '')
  if (page === null || path === null) {
    throw new UsageError("the pull request is written OWNER/REPO#N (in quotes, '#' begins a comment), or as its URL")
  }
  const host = webHostOf(environment)
  if (page.host !== host) throw new UsageError(`the URL is of ${page.host}, and GHE_HOST says ${host}`)
  return named(path[1], path[2], path[3])
}

/** The host of GitHub's pages, where issue URLs lead to. */
export function webHostOf({ GHE_HOST: host }: Surroundings['environment']): string {
  return host === undefined || host === '' ? 'github.com' : host
}

function named(owner = '', name = '', number = ''): NumberedReference {
  return { repository: { owner, name }, number: Number(number) }
}
