import type { IssuesFacts } from '../../domain/issues-facts.ts'
import { words } from '../../domain/words.ts'
import { type ReferenceOptions, readReferences } from '../../facts/parse/closing-reference.ts'
import { type MarkdownDocument, visibleBlocks } from '../../facts/parse/markdown.ts'
import { compileTicketPattern } from '../../policy/ticket-pattern.ts'
import { type IssueRule, softened } from './context.ts'

/** The pull request names no issue at all: the classic gate, for organisations that want it. */
export const ticketUnnamed: IssueRule = {
  id: 'ticket-unnamed',
  evaluate: (context) => {
    const severity = softened(context, 'ticket-unnamed')
    if (severity === null || context.namesTicket) return []
    return [
      {
        rule: 'ticket-unnamed',
        severity,
        claim: '*',
        says: words`This pull request names no issue`,
        seen: words`no reference to an issue or ticket in the title, the description or a commit`,
        wanted: words`the issue that this work belongs to`,
        fixes: [{ how: words`Name the issue in the description, with its number behind`, paste: 'Part of #' }],
      },
    ]
  },
}

/**
 * Whether title, description or a commit refers to an issue, GitHub lists one as linked, or a pattern finds a ticket
 * there or in the branch's name. Code is no reference; the pull request itself is none either.
 */
export function namesTicket(
  { pull, commits, linked }: IssuesFacts,
  description: MarkdownDocument | null,
  patterns: readonly string[],
  references: ReferenceOptions,
): boolean {
  if (linked.known && linked.value.length > 0) return true
  const blocks = description === null ? [] : visibleBlocks(description)
  const prose = blocks.flatMap((block) => (block.kind === 'code' ? [] : [block.prose]))
  const texts = [pull.title, ...prose, ...(commits.known ? commits.value.map(({ message }) => message) : [])]
  if (texts.some((text) => refersToOther(text, pull.number, references))) return true
  const tickets = patterns.map(compileTicketPattern)
  return [pull.headRefName, ...texts].some((text) => tickets.some((ticket) => ticket.test(text)))
}

function refersToOther(text: string, own: number, references: ReferenceOptions): boolean {
  return readReferences(text, { ...references, loose: true }).some(
    ({ text: written, target }) => target.number !== own || !/^(?:#|gh-)/i.test(written),
  )
}
