import { textOf } from '../../github/git/changes.ts'
import { diffLines, splitLines } from '../../github/git/lines.ts'
import { entryAt } from '../../github/git/trees.ts'
import { repositoryOf } from '../../github/world/lookups.ts'
import type { PullRequest } from '../../github/world/model.ts'
import type { World } from '../../github/world/world.ts'

export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed'
  /** In the base, from 1; null for an added line. */
  readonly before: number | null
  /** In the head, from 1; null for a removed line. */
  readonly after: number | null
  readonly text: string
}

export interface FileDiff {
  readonly path: string
  /** Null for binary content. */
  readonly lines: readonly DiffLine[] | null
}

/** What a pull request changes, file by file, with all the lines of each: the story's files are short. */
export function diffsOf(world: World, pull: PullRequest): readonly FileDiff[] {
  const { git } = repositoryOf(world.state, pull)
  const [before, after] = [git.commit(pull.mergeBaseOid).tree, git.commit(pull.headRefOid).tree]
  return world.pulls.files(pull).map(({ path, previousPath }) => {
    const old = textOf(git, entryAt(git, before, previousPath ?? path))
    const now = textOf(git, entryAt(git, after, path))
    return { path, lines: old === null || now === null ? null : linesBetween(old, now) }
  })
}

export function linesBetween(before: string, after: string): readonly DiffLine[] {
  const [a, b] = [splitLines(before), splitLines(after)]
  const lines: DiffLine[] = []
  const same = (from: number, to: number, shift: number) => {
    for (let at = from; at < to; at += 1) {
      lines.push({ kind: 'same', before: at + 1, after: at + shift + 1, text: textAt(a, at) })
    }
  }
  let [aAt, bAt] = [0, 0]
  for (const { aStart, aEnd, bStart, bEnd } of diffLines(a, b)) {
    same(aAt, aStart, bAt - aAt)
    for (let at = aStart; at < aEnd; at += 1) {
      lines.push({ kind: 'removed', before: at + 1, after: null, text: textAt(a, at) })
    }
    for (let at = bStart; at < bEnd; at += 1) {
      lines.push({ kind: 'added', before: null, after: at + 1, text: textAt(b, at) })
    }
    aAt = aEnd
    bAt = bEnd
  }
  same(aAt, a.length, bAt - aAt)
  return lines
}

function textAt(lines: readonly string[], at: number): string {
  return (lines[at] ?? '').replace(/\r?\n$/, '')
}
