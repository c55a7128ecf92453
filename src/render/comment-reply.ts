import { markerOf } from '../domain/own-comment.ts'
import { code, type Words, words } from '../domain/words.ts'
import { joinBlocks } from './cut.ts'
import { toMarkdown } from './escape.ts'
import { ours } from './ours.ts'

/** One row of the table of commands. */
export interface CommandHelp {
  readonly usage: string
  readonly who: string
  readonly effect: string
}

/** The answer to a command that did nothing, or that asked for help: what is the matter, and what can be typed. */
export function replyComment(line: string, says: Words | null, commands: readonly CommandHelp[]): string {
  const answer = says === null ? [] : [toMarkdown(words`${code(line)}: ${says}`)]
  const table = {
    head: ['Command', 'Who', 'What it does'],
    rows: commands.map(({ usage, who, effect }) =>
      [words`${code(usage)}`, ours(who), ours(effect)].map((cell) => toMarkdown(cell, 'cell')),
    ),
  }
  const [first, ...rest] = [...answer, 'Commands stand in the first line of a new comment:']
  return joinBlocks([`${markerOf('reply')}\n${first}`, ...rest, table], [], longestComment)
}

/** What both checks say, as they say it themselves. */
export function statusComment(headSha: string, checks: readonly CheckStatus[]): string {
  const blocks = checks.flatMap(({ name, title, summary }) => [
    `### \`${name}\``,
    title === null ? 'It has not reported on this head yet.' : toMarkdown(words`${title}`),
    ...(summary === null ? [] : [`<details><summary>Summary</summary>\n\n${summary}\n\n</details>`]),
  ])
  const head = toMarkdown(words`What the checks say on ${code(headSha.slice(0, 12))}:`)
  return joinBlocks([`${markerOf('status')}\n${head}`, ...blocks], [], longestComment)
}

export interface CheckStatus {
  readonly name: string
  /** As the check run has it. Null when there is no run, or it has no output yet. */
  readonly title: string | null
  /** Markdown that the app wrote. */
  readonly summary: string | null
}

/** GitHub takes 65,536 characters. */
const longestComment = 65_000
