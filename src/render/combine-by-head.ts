import { type Verdict, type VerdictKind, worst } from '../domain/verdict.ts'
import { reference, type Words, words } from '../domain/words.ts'

export interface PullVerdict {
  readonly number: number
  readonly verdict: Verdict
}

/** What one check run says for all open pull requests that share its head. */
export interface CombinedVerdict {
  readonly kind: VerdictKind
  /** For kind `unknown`. */
  readonly retry?: 'may-cure' | 'cannot-cure'
  readonly title: Words
  /** The pull request whose verdict this is. */
  readonly deciding: number
}

/**
 * A check run belongs to a commit, not to a pull request: the worst verdict counts, of equal ones that of the lowest
 * number, and with several the title names the one that decides. An unknown may be cured by reading again only while
 * every unknown may. Throws for no pull request at all.
 */
export function combineByHead(pulls: readonly PullVerdict[]): CombinedVerdict {
  const kind = worst(pulls.map((pull) => pull.verdict.kind))
  const equals = pulls.filter((pull) => pull.verdict.kind === kind).toSorted((a, b) => a.number - b.number)
  const cured = equals.every((pull) => pull.verdict.retry !== 'cannot-cure')
  const deciding = equals.find((pull) => cured || pull.verdict.retry === 'cannot-cure')
  if (deciding === undefined) throw new Error('a head without open pull requests has no verdict')
  const { title } = deciding.verdict
  return {
    kind,
    ...(kind === 'unknown' ? { retry: cured ? 'may-cure' : 'cannot-cure' } : {}),
    title: pulls.length === 1 ? title : words`${reference(`#${deciding.number}`)}: ${title}`,
    deciding: deciding.number,
  }
}
