import type { ClaimRoute, Route } from '../domain/closing-claim.ts'
import type { Finding } from '../domain/finding.ts'
import { fullName, linkable, type NumberedReference, type RepositoryName } from '../domain/repository.ts'
import type { Verdict } from '../domain/verdict.ts'
import { code, join, reference, type Words, words } from '../domain/words.ts'
import type { JudgedCriterion } from '../evaluate/issues/evidence.ts'
import type { Block } from './cut.ts'
import { toMarkdown } from './escape.ts'
import { alsoSeen, howToUnblock } from './how-to-unblock.ts'
import { ours } from './ours.ts'
import { findingsAbout, verdictOfClaim } from './verdict-words.ts'

export interface IssuesSummaryInput {
  readonly verdict: Verdict
  readonly claims: readonly ShownClaim[]
}

/** A closing claim as far as it is shown. */
export interface ShownClaim {
  readonly target: NumberedReference
  readonly routes: readonly ClaimRoute[]
  readonly state: 'open' | 'closed' | 'pull' | 'absent' | 'unknown'
  /** Null where the target states no acceptance or is not judged. */
  readonly criteria: readonly JudgedCriterion[] | null
}

/** The summary of `claims/issues` for one pull request of `home`, without its last line. */
export function issuesSummary({ verdict, claims }: IssuesSummaryInput, home: RepositoryName): Block[] {
  return [claimsTable(claims, verdict, home), ...howToUnblock(verdict.findings), ...alsoSeen(verdict.findings)]
}

/** Every criterion with its evidence, one table a target. */
export function criteriaTables(claims: readonly ShownClaim[], home: RepositoryName): Block[] {
  return claims.flatMap(({ target, criteria }) => {
    if (criteria === null || criteria.length === 0) return []
    const table: Block = {
      head: ['Criterion', 'Text', 'State', 'Why'],
      rows: criteria.map((judged) => criterionCells(judged)),
    }
    return [`**Acceptance of ${toMarkdown([reference(linkable(target, home))])}**`, table]
  })
}

function claimsTable(claims: readonly ShownClaim[], { title, findings }: Verdict, home: RepositoryName): Block {
  if (claims.length === 0) return toMarkdown(title)
  return {
    head: ['Issue', 'Closed by', 'Seen', 'Verdict'],
    rows: claims.map((claim) => {
      const about = findingsAbout(`${fullName(claim.target.repository)}#${claim.target.number}`, findings)
      return [
        words`${reference(linkable(claim.target, home))}`,
        routesOf(claim.routes),
        seen(claim, about),
        verdictOfClaim(about),
      ].map((cell) => toMarkdown(cell, 'cell'))
    }),
  }
}

const routeNames: Readonly<Record<Route, string>> = {
  description: 'description',
  sidebar: 'sidebar link',
  commit: 'commit message',
  'squash-text': 'squash text',
}

function routesOf(routes: readonly ClaimRoute[]): Words {
  return join(routes.map(routeWords), ', ')
}

function routeWords({ route, mention }: ClaimRoute): Words {
  if (mention === undefined) return ours(routeNames[route])
  const commit = mention.oid === undefined ? [] : words` ${code(mention.oid.slice(0, 12))}`
  return words`${ours(routeNames[route])}${commit}, line ${mention.line}: ${code(mention.text)}`
}

function seen({ state, criteria }: ShownClaim, findings: readonly Finding[]): Words {
  const unreadable = findings.find((finding) => finding.severity === 'unknown')
  if (unreadable !== undefined) return unreadable.seen
  if (state === 'closed') return words`already closed`
  if (criteria === null) return findings[0]?.seen ?? words`states no acceptance`
  const unmet = criteria.filter((judged) => judged.met !== true).length
  if (unmet > 0) return words`${unmet} of ${criteria.length} criteria unmet`
  return criteria.length === 1 ? words`its criterion is met` : words`all ${criteria.length} criteria met`
}

function criterionCells({ criterion, met, detail }: JudgedCriterion): string[] {
  const state = met === 'unknown' ? 'could not be told' : met ? 'met' : 'unmet'
  return [words`${code(criterion.id)}`, words`${criterion.text}`, ours(state), detail].map((cell) =>
    toMarkdown(cell, 'cell'),
  )
}
