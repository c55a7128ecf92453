import type { NumberedReference, RepositoryName } from '../../domain/repository.ts'

export interface ReferenceOptions {
  /** The repository that a bare `#12` belongs to. */
  readonly home: RepositoryName
  /** Hosts whose issue URLs are references: github.com, or the Enterprise host. Default `['github.com']`. */
  readonly hosts?: readonly string[]
}

/** A reference as it stands in a text; offsets in UTF-16 units, end exclusive. */
export interface WrittenReference {
  readonly target: NumberedReference
  readonly text: string
  readonly start: number
  readonly end: number
}

const OWNER = '[A-Za-z0-9](?:[A-Za-z0-9]|-(?=[A-Za-z0-9])){0,38}'
const NAME = '[A-Za-z0-9._-]{1,100}'
const NUMBER = '[1-9][0-9]{0,9}'
const AFTER_NUMBER = '(?![\\p{L}\\p{N}_])'

/**
 * One reference that GitHub resolves to an issue or pull request: `#12`, `GH-12`, `owner/repo#12`, or a URL with or
 * without a fragment. It has five groups: the URL's host and path parts, or the short spelling's.
 */
export const REFERENCE_SOURCE = [
  `https?://(?:www\\.)?([A-Za-z0-9.-]+(?::[0-9]+)?)/(${OWNER})/(${NAME})/(?:issues|pull)/(${NUMBER})`,
  `${AFTER_NUMBER}(?!/[A-Za-z0-9])(?:\\?[^\\s#)>]*)?(?:#[A-Za-z0-9_-]*)?`,
  `|(?:(${OWNER})/(${NAME}))?#(${NUMBER})${AFTER_NUMBER}`,
  `|[Gg][Hh]-(${NUMBER})${AFTER_NUMBER}`,
].join('')

/** How many groups `REFERENCE_SOURCE` has. */
export const REFERENCE_GROUPS = 8

/**
 * The issue or pull request that the groups of one match of `REFERENCE_SOURCE` name; undefined for a URL whose host is
 * not GitHub's.
 */
export function targetOf(
  groups: readonly (string | undefined)[],
  options: ReferenceOptions,
): NumberedReference | undefined {
  const [host, urlOwner, urlName, urlNumber, owner, name, number, ghNumber] = groups
  if (host !== undefined) {
    const hosts = options.hosts ?? ['github.com']
    if (!hosts.some((known) => known.toLowerCase() === host.toLowerCase())) return undefined
    return numbered({ owner: urlOwner ?? '', name: urlName ?? '' }, urlNumber)
  }
  const repository = owner === undefined || name === undefined ? options.home : { owner, name }
  return numbered(repository, number ?? ghNumber)
}

function numbered(repository: RepositoryName, digits: string | undefined): NumberedReference | undefined {
  const number = Number(digits)
  return Number.isSafeInteger(number) && number > 0 ? { repository, number } : undefined
}

/** A reference anywhere in a text, and `repo#12` in two groups more. Compiled once: it is asked for each sentence. */
const REFERENCE = new RegExp(
  `(?<![\\p{L}\\p{N}_/&])(?:${REFERENCE_SOURCE})|(?<![\\p{L}\\p{N}_/.-])(${NAME})#(${NUMBER})${AFTER_NUMBER}`,
  'gu',
)

/**
 * Every reference in a text, in order. With `loose`, `repo#12` counts too and is taken for a repository of the same
 * owner: people write it, GitHub does not resolve it.
 */
export function readReferences(
  text: string,
  options: ReferenceOptions & { readonly loose?: boolean },
): WrittenReference[] {
  const found: WrittenReference[] = []
  for (const match of text.matchAll(REFERENCE)) {
    const [whole, ...groups] = match
    const target = groups[REFERENCE_GROUPS] === undefined ? targetOf(groups, options) : looseTarget(groups, options)
    if (target === undefined) continue
    found.push({ target, text: whole, start: match.index, end: match.index + whole.length })
  }
  return found
}

function looseTarget(
  groups: readonly (string | undefined)[],
  options: ReferenceOptions & { readonly loose?: boolean },
): NumberedReference | undefined {
  if (options.loose !== true) return undefined
  const name = groups[REFERENCE_GROUPS] ?? ''
  return numbered({ owner: options.home.owner, name }, groups[REFERENCE_GROUPS + 1])
}
