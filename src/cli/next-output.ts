import { fullName, type RepositoryName } from '../domain/repository.ts'
import type { Board, BoardRow } from '../domain/version-claim.ts'
import { toJson } from '../render/escape.ts'
import { visibleLine } from '../render/visible.ts'

/** One JSON object for scripts. */
export function boardsAsJson(repository: RepositoryName, boards: readonly Board[]): string {
  return `${toJson({ repository: fullName(repository), charts: boards.map(boardAsObject) })}\n`
}

/** One board with versions as Helm packages them, and moments in ISO 8601. */
export function boardAsObject({ chart, tips, latestPublished, next, rows }: Board) {
  return {
    chart,
    tips,
    latestPublished: latestPublished ?? null,
    next,
    claims: rows.map(({ claim, standing, heldBy }) => ({
      pull: claim.pull,
      version: claim.version,
      base: claim.baseRefName,
      author: claim.author,
      draft: claim.isDraft,
      firstSeen: new Date(claim.firstSeen).toISOString(),
      standing,
      ...(heldBy === undefined ? {} : { heldBy }),
    })),
  }
}

/** For people: a few lines for each chart. */
export function boardsAsText(boards: readonly Board[]): string {
  if (boards.length === 0) return 'No chart.\n'
  return `${boards.map(boardAsText).join('\n\n')}\n`
}

/** Names and versions come from outside: none may steer the terminal. */
function boardAsText({ chart, tips, latestPublished, next, rows }: Board): string {
  const atTips = tips.map(({ baseRefName, version }) => `${version ?? 'no version'} on ${baseRefName}`)
  const published = latestPublished == null ? [] : [`latest published ${latestPublished}`]
  const free = next === null ? 'no next version can be told' : `next free ${next.patch}, ${next.minor} or ${next.major}`
  const head = visibleLine(`${chart}: ${[...atTips, ...published].join(', ')}`)
  return [head, ...[free, ...rows.map(rowAsText)].map((line) => `  ${visibleLine(line)}`)].join('\n')
}

function rowAsText({ claim, standing, heldBy }: BoardRow): string {
  const { version, pull, baseRefName, author, isDraft } = claim
  const state = standing === 'waiting' ? `waits for #${heldBy ?? '?'}` : standing
  const draft = isDraft ? ', draft' : ''
  return `${version} #${pull} by ${author ?? 'a deleted account'} into ${baseRefName}: ${state}${draft}`
}
