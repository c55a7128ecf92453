import type { ClaimRoute, Route } from '../domain/closing-claim.ts'
import type { Finding } from '../domain/finding.ts'
import { fullName, linkable, type RepositoryName } from '../domain/repository.ts'
import type { Verdict } from '../domain/verdict.ts'
import { code, join, reference, type Words, words } from '../domain/words.ts'
import type { IssuesEvaluation, JudgedClaim } from '../evaluate/issues/evaluate.ts'
import type { JudgedCriterion } from '../evaluate/issues/judged-criterion.ts'
import type { Block } from './cut.ts'
import { toMarkdown } from './escape.ts'
import { alsoSeen, howToUnblock } from './how-to-unblock.ts'
import { ours } from './ours.ts'
import { findingsAbout, verdictOfClaim } from './verdict-words.ts'

/** The summary of `claims/issues` for one pull request of `home`, without its last line. */
export function issuesSummary(
  { verdict, claims }: Pick<IssuesEvaluation, 'verdict' | 'claims'>,
  home: RepositoryName,
): Block[] {
  return [claimsTable(claims, verdict, home), ...howToUnblock(verdict.findings), ...alsoSeen(verdict.findings)]
}

/** Every criterion with its evidence, one table a target. */
export function criteriaTables(claims: readonly JudgedClaim[], home: RepositoryName): Block[] {
  return claims.flatMap(({ target, criteria }) => {
    if (criteria === null || criteria.length === 0) return []
    const shown = criteriaToShow(criteria)
    const table: Block = {
      head: ['Criterion', 'Text', 'State', 'Why'],
      rows: shown.map((judged) => criterionCells(judged)),
    }
    const left = criteria.length - shown.length
    const heading = `**Acceptance of ${toMarkdown([reference(linkable(target, home))])}**`
    return left === 0
      ? [heading, table]
      : [heading, table, `and ${left} more ${left === 1 ? 'criterion' : 'criteria'}, met`]
  })
}

/** So many criteria are read in their own order. */
const readInOrder = 50

/** Of a long list first what stands in the way, all of it; what is met would push it out of the text. */
function criteriaToShow(criteria: readonly JudgedCriterion[]): readonly JudgedCriterion[] {
  if (criteria.length <= readInOrder) return criteria
  const [inTheWay, met] = [criteria.filter((one) => one.met !== true), criteria.filter((one) => one.met === true)]
  return [...inTheWay, ...met.slice(0, Math.max(0, readInOrder - inTheWay.length))]
}

function claimsTable(claims: readonly JudgedClaim[], { title, findings }: Verdict, home: RepositoryName): Block {
  if (claims.length === 0) return toMarkdown(title)
  return {
    head: issueClaimsHead,
    rows: claims.map((claim) => issueClaimCells(claim, findings, home).map((cell) => toMarkdown(cell, 'cell'))),
  }
}

export const issueClaimsHead = ['Issue', 'Closed by', 'Seen', 'Verdict']

/** One row below `issueClaimsHead`. */
export function issueClaimCells(
  claim: JudgedClaim,
  findings: readonly Finding[],
  home: RepositoryName,
): readonly Words[] {
  const about = findingsAbout(`${fullName(claim.target.repository)}#${claim.target.number}`, findings)
  return [
    words`${reference(linkable(claim.target, home))}`,
    routesOf(claim.routes),
    seenWords(claim, about),
    verdictOfClaim(about),
  ]
}

const routeNames: Readonly<Record<Route, string>> = {
  description: 'description',
  sidebar: 'sidebar link',
  commit: 'commit message',
  'squash-text': 'squash text',
}

/** A long branch may close one issue by every commit of it. */
const mostRoutes = 5

function routesOf(routes: readonly ClaimRoute[]): Words {
  const more = routes.length - mostRoutes
  const shown = join(routes.slice(0, mostRoutes).map(routeWords), ', ')
  return more > 0 ? words`${shown} and ${more} more` : shown
}

function routeWords({ route, mention }: ClaimRoute): Words {
  if (mention === undefined) return ours(routeNames[route])
  const commit = mention.oid === undefined ? [] : words` ${code(mention.oid.slice(0, 12))}`
  const where = mention.place === 'title' ? words`title` : words`line ${mention.line}`
  return words`${ours(routeNames[route])}${commit}, ${where}: ${code(mention.text)}`
}

/** What is known of the target, which is more than one finding says. */
function seenWords({ state, criteria }: JudgedClaim, findings: readonly Finding[]): Words {
  switch (state) {
    case 'unknown':
      return findings.find((finding) => finding.severity === 'unknown')?.seen ?? words`could not be read`
    case 'absent':
      return words`no such issue`
    case 'closed':
      return words`closed already`
    case 'pull':
      return words`a pull request`
    case 'open':
      return criteria === null ? words`states no acceptance` : countsOf(criteria)
  }
}

function countsOf(criteria: readonly JudgedCriterion[]): Words {
  const unmet = criteria.filter((judged) => judged.met === false).length
  const untold = criteria.filter((judged) => judged.met === 'unknown').length
  if (unmet > 0) return words`${unmet} of ${criteria.length} criteria unmet`
  if (untold > 0) return words`${untold} of ${criteria.length} criteria could not be told`
  return criteria.length === 1 ? words`its criterion is met` : words`all ${criteria.length} criteria met`
}

function criterionCells({ criterion, met, detail }: JudgedCriterion): string[] {
  const state = met === 'unknown' ? 'could not be told' : met ? 'met' : 'unmet'
  return [words`${code(criterion.id)}`, words`${criterion.text}`, ours(state), detail].map((cell) =>
    toMarkdown(cell, 'cell'),
  )
}
