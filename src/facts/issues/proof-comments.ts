import type { PullRequestFacts } from '../../domain/issues-facts.ts'
import type { ProvingComment } from '../../domain/proof.ts'
import { known, type Reading, unknown } from '../../domain/reading.ts'
import type { RepositoryName } from '../../domain/repository.ts'
import { type GitHubClient, isGitHubFailure } from '../../github/client.ts'
import { isAtLeast, readPermission } from '../../github/permission.ts'
import { parseMarkdown, visibleBlocks } from '../parse/markdown.ts'
import type { ProofLists } from './proof-lists.ts'

/** People whose permission is looked up; a line that more have written is proved by one of them or by nobody. */
const maxAuthors = 20

/** The comments that hold one of the lines, with whether their authors may write now. @throws {GitHubFailure} a limit */
export async function readProvingComments(
  client: GitHubClient,
  { repository, number }: Pick<PullRequestFacts, 'repository' | 'number'>,
  lines: readonly string[],
  lists: ProofLists,
  pullsOfRun: (externalId: string) => readonly number[],
): Promise<readonly ProvingComment[]> {
  const headSince = headSeenAt(lists, number, pullsOfRun)
  const found = lists.comments.flatMap((comment) =>
    lines.filter((line) => holdsLine(comment.body, line)).map((line) => ({ line, comment })),
  )
  // Of a bot GitHub knows no permission on a repository.
  const byPeople = found.filter(({ comment }) => comment.author !== null && comment.author.__typename !== 'Bot')
  const authors = [...new Set(byPeople.map(({ comment }) => comment.author?.login ?? ''))]
  const permissions = new Map<string, Reading<boolean>>()
  for (const login of authors.slice(-maxAuthors)) permissions.set(login, await mayWrite(client, repository, login))
  return byPeople.map(({ line, comment }) => ({
    line,
    author: comment.author?.login ?? '',
    mayWrite: permissions.get(comment.author?.login ?? '') ?? tooMany,
    editedByOther: comment.editor !== null && comment.editor.login !== comment.author?.login,
    sinceHead: headSince !== null && Date.parse(comment.createdAt) >= headSince,
  }))
}

const tooMany = unknown('too-large', 'more people wrote it than can be looked up', 'cannot-cure')

/** A line of prose, not one that is quoted or shown as code. */
function holdsLine(body: string, line: string): boolean {
  if (!body.includes(line)) return false
  const document = parseMarkdown(body)
  if (!document.known) return false
  return visibleBlocks(document.value).some(
    ({ kind, quoted, prose }) =>
      kind === 'paragraph' && !quoted && prose.split('\n').some((one) => one.trim() === line),
  )
}

async function mayWrite(client: GitHubClient, repository: RepositoryName, login: string): Promise<Reading<boolean>> {
  try {
    return known(isAtLeast(await readPermission(client, repository, login), 'write'))
  } catch (error) {
    if (!isGitHubFailure(error) || error.kind === 'rate-limited') throw error
    return unknown('unavailable', 'the permission of its author could not be read', 'may-cure')
  }
}

/**
 * When this head was first seen on this pull request, milliseconds since 1970: the app's first run on it, or the last
 * force push when that came later. Null when it has not been judged yet, so that nothing can have been said about it.
 */
function headSeenAt(
  { headSeen: { seen, forcePushes } }: ProofLists,
  number: number,
  pullsOfRun: (externalId: string) => readonly number[],
): number | null {
  const runs = (seen?.nodes ?? []).flatMap((node) => node?.commit.checkSuites?.nodes ?? [])
  const started = runs
    .flatMap((suite) => suite?.checkRuns?.nodes ?? [])
    .flatMap((run) => {
      const isOurs = pullsOfRun(run?.externalId ?? '').includes(number)
      return isOurs && run?.startedAt !== null && run?.startedAt !== undefined ? [Date.parse(run.startedAt)] : []
    })
  if (started.length === 0) return null
  const pushed = (forcePushes?.nodes ?? []).flatMap((node) =>
    node?.createdAt === undefined ? [] : [Date.parse(node.createdAt)],
  )
  return Math.max(Math.min(...started), ...pushed)
}
