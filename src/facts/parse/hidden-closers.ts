import type { Mention, MergeMethod } from '../../domain/closing-claim.ts'
import type { CommitMessage, MergeSettings, PullRequestFacts } from '../../domain/issues-facts.ts'
import { lineCounter, scanRawText } from './closing-keywords.ts'
import type { ReferenceOptions } from './closing-reference.ts'
import { allowedMethods, type MergeText, mergeTexts, type TextPart } from './merge-text.ts'

/** A keyword that closes by the text of a commit, existing or to be written: nothing on GitHub's pages shows it. */
export interface HiddenCloser {
  readonly route: 'commit' | 'squash-text'
  /** The merge methods that bring it into the base. */
  readonly methods: readonly MergeMethod[]
  readonly mention: Mention
}

/**
 * Closing keywords in the commits' messages and in the text that a merge would write. Raw text counts there: code spans
 * and negation protect nothing.
 */
export function readHiddenClosers(
  pull: PullRequestFacts,
  settings: MergeSettings,
  commits: readonly CommitMessage[],
  options: ReferenceOptions,
): readonly HiddenCloser[] {
  const found = new Map<string, HiddenCloser>()
  const add = (closer: HiddenCloser) => {
    const { place, oid, start, target } = closer.mention
    const key = `${place}:${oid ?? ''}:${start}:${target.number}`
    const known = found.get(key)
    const methods = [...new Set([...(known?.methods ?? []), ...closer.methods])]
    found.set(key, { ...closer, methods })
  }
  const allowed = allowedMethods(settings)
  for (const commit of commits) {
    // A merge commit inside the branch is left out by a rebase.
    const methods = allowed.filter((method) => method === 'MERGE' || (method === 'REBASE' && !commit.isMerge))
    if (methods.length === 0) continue
    for (const mention of scanRawText(commit.message, options.home, options)) {
      add({ route: 'commit', methods, mention: { ...mention, place: 'commit', oid: commit.oid } })
    }
  }
  for (const text of mergeTexts(pull, settings, commits)) {
    for (const closer of closersIn(text, options)) add(closer)
  }
  return [...found.values()]
}

function closersIn({ method, parts }: MergeText, options: ReferenceOptions): readonly HiddenCloser[] {
  const text = parts.map((part) => part.text).join('')
  const locate = partLocator(parts)
  return scanRawText(text, options.home, options).map((mention): HiddenCloser => {
    const { part, start, lineOf } = locate(mention.start)
    const methods = [method]
    // Words that GitHub or auto-merge begins stand in no text that people can look up. None begins elsewhere and ends
    // there: GitHub's own words follow only behind a number in brackets or a blank line with a list mark.
    if (part.place === 'merge-text' || part.place === 'auto-merge') {
      return { route: 'squash-text', methods, mention: { ...mention, place: part.place } }
    }
    const offset = part.from - start
    return {
      route: part.place === 'commit' ? 'commit' : 'squash-text',
      methods,
      mention: {
        ...mention,
        place: part.place,
        ...(part.oid === undefined ? {} : { oid: part.oid }),
        line: lineOf(mention.start + offset),
        start: mention.start + offset,
        end: mention.end + offset,
      },
    }
  })
}

interface Located {
  readonly part: TextPart
  /** Where the part starts in the joined text. */
  readonly start: number
  readonly lineOf: (offset: number) => number
}

/** Finds the part that an offset of the joined text lies in. Offsets have to come in order. */
function partLocator(parts: readonly TextPart[]): (offset: number) => Located {
  let index = 0
  let start = 0
  let lineOf: Located['lineOf'] | undefined
  return (offset) => {
    let part = parts[index]
    while (part !== undefined && start + part.text.length <= offset) {
      start += part.text.length
      index += 1
      part = parts[index]
      lineOf = undefined
    }
    if (part === undefined) throw new RangeError('an offset behind the text')
    lineOf ??= lineCounter(part.source)
    return { part, start, lineOf }
  }
}
