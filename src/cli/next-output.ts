import { fullName, type RepositoryName } from '../domain/repository.ts'
import type { Board, BoardRow } from '../domain/version-claim.ts'

/** One JSON object for scripts; versions as Helm packages them, moments in ISO 8601. */
export function boardsAsJson(repository: RepositoryName, boards: readonly Board[]): string {
  const charts = boards.map(({ chart, tips, latestPublished, next, rows }) => ({
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
  }))
  return `${JSON.stringify({ repository: fullName(repository), charts }, null, 2)}\n`
}

/** For people: a few lines for each chart. */
export function boardsAsText(boards: readonly Board[]): string {
  if (boards.length === 0) return 'No chart.\n'
  return `${boards.map(boardAsText).join('\n\n')}\n`
}

function boardAsText({ chart, tips, latestPublished, next, rows }: Board): string {
  const atTips = tips.map(({ baseRefName, version }) => `${version ?? 'no version'} on ${baseRefName}`)
  const published = latestPublished == null ? [] : [`latest published ${latestPublished}`]
  const free = next === null ? 'no next version can be told' : `next free ${next.patch}, ${next.minor} or ${next.major}`
  const head = `${chart}: ${[...atTips, ...published].join(', ')}`
  return [head, `  ${free}`, ...rows.map(rowAsText)].map(visible).join('\n')
}

function rowAsText({ claim, standing, heldBy }: BoardRow): string {
  const state = standing === 'waiting' ? `waits for #${heldBy ?? '?'}` : standing
  const draft = claim.isDraft ? ', draft' : ''
  return `  ${claim.version}  #${claim.pull} by ${claim.author ?? 'a deleted account'} into ${claim.baseRefName}: ${state}${draft}`
}

/** Names come from outside: none may steer the terminal. */
function visible(line: string): string {
  return line.replace(/\p{C}/gu, '\uFFFD')
}
