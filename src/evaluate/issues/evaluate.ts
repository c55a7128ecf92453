import picomatch from 'picomatch'
import type { ClosingClaim, Denial } from '../../domain/closing-claim.ts'
import type { Finding } from '../../domain/finding.ts'
import type { IssuesFacts, PullRequestFacts } from '../../domain/issues-facts.ts'
import { known, type Reading, type Unknown } from '../../domain/reading.ts'
import { kindOf, type Verdict } from '../../domain/verdict.ts'
import { type Words, words } from '../../domain/words.ts'
import { readAttestations } from '../../facts/parse/attestation.ts'
import { scanDocument } from '../../facts/parse/closing-keywords.ts'
import type { ReferenceOptions } from '../../facts/parse/closing-reference.ts'
import { readDisclaimers } from '../../facts/parse/disclaimer.ts'
import { readHiddenClosers } from '../../facts/parse/hidden-closers.ts'
import { type MarkdownDocument, parseMarkdown } from '../../facts/parse/markdown.ts'
import { commitsReachBase } from '../../facts/parse/merge-text.ts'
import type { Policy } from '../../policy/policy.ts'
import { closingClaims, type ReadClaim } from './claims.ts'
import type { ClaimContext, IssuesContext } from './context.ts'
import { type DenialsOf, denialsIn } from './denials.ts'
import type { JudgedCriterion } from './judged-criterion.ts'
import { findAll } from './rules.ts'
import { seenTargets } from './seen-target.ts'
import { namesTicket } from './ticket-unnamed.ts'
import { titleOf } from './title.ts'

/** What `claims/issues` says about one pull request. */
export interface IssuesEvaluation {
  readonly verdict: Verdict
  readonly claims: readonly JudgedClaim[]
  /** When to read again because GitHub's list of linked issues may still lag; milliseconds since 1970. */
  readonly rereadAt?: number
}

/** A closing claim as far as it may be shown on the pull request's check. */
export interface JudgedClaim extends ClosingClaim {
  readonly state: 'open' | 'closed' | 'pull' | 'absent' | 'unknown'
  /** Null where the target states no acceptance or is not judged. */
  readonly criteria: readonly JudgedCriterion[] | null
  /** Words of the pull request that deny the claim. */
  readonly denials: readonly Denial[]
}

export interface EvaluateIssuesOptions {
  /** Hosts whose issue URLs are references. Default `['github.com']`. */
  readonly hosts?: readonly string[]
}

/** Judges the closing claims of one pull request. */
export function evaluateIssues(
  facts: IssuesFacts,
  policy: Policy,
  options: EvaluateIssuesOptions = {},
): IssuesEvaluation {
  const unjudged = whyUnjudged(facts.pull, policy)
  if (unjudged !== null) return { verdict: verdictOf(unjudged, []), claims: [] }
  const references = { home: facts.pull.repository, ...options }
  const description = readDescription(facts.pull.body, references)
  const document = description.known ? description.value.document : null
  const hidden = readHiddenClosers(
    facts.pull,
    facts.merging,
    facts.commits.known ? facts.commits.value : [],
    references,
  )
  const scan = description.known ? description.value.scan : { mentions: [], inert: [] }
  const { autoClose } = policy.issues
  const { claims, inert, rereadAt } = closingClaims(facts, { description: scan, hidden }, autoClose)
  const denialsOf = denialsIn(facts, { description: document, hidden }, { ...references, self: facts.pull.number })
  const context: IssuesContext = {
    home: facts.pull.repository,
    baseRefName: facts.pull.baseRefName,
    defaultBranch: facts.pull.defaultBranch,
    later: facts.pull.baseRefName !== facts.pull.defaultBranch,
    promotes: facts.promotes !== 'not-needed' && facts.promotes.known && facts.promotes.value,
    claims: judgeClaims(claims, facts, policy, denialsOf, references),
    inert,
    disclaimers: document === null ? [] : readDisclaimers(document, references),
    unread: [
      description,
      ...(autoClose ? [facts.linked] : []),
      ...(commitsReachBase(facts.merging) ? [facts.commits] : []),
    ].flatMap((reading): Unknown[] => (reading.known ? [] : [reading])),
    namesTicket:
      policy.issues.rules['ticket-unnamed'] === 'ignore' ||
      namesTicket(facts, document, policy.issues.tickets.patterns, references),
    policy: policy.issues,
  }
  const findings = findAll(context)
  return {
    verdict: verdictOf(titleOf(context, findings), findings),
    claims: context.claims.map(judgedClaim),
    ...(rereadAt === undefined ? {} : { rereadAt }),
  }
}

interface Description {
  readonly document: MarkdownDocument
  readonly scan: ReturnType<typeof scanDocument>
}

function readDescription(body: string, references: ReferenceOptions): Reading<Description> {
  const document = parseMarkdown(body)
  if (!document.known) return { ...document, what: 'the description is too large, or too deeply nested, to be read' }
  return known({ document: document.value, scan: scanDocument(document.value, references) })
}

/** Why this pull request passes unjudged; null when it is judged. */
function whyUnjudged(pull: PullRequestFacts, policy: Policy): Words | null {
  const isJudged = policy.bases.length > 0 && picomatch([...policy.bases], { dot: true })(pull.baseRefName)
  if (!isJudged) return words`Closing claims are not judged on ${clipped(pull.baseRefName)}`
  const exempt = policy.exemptAuthors.some((login) => login.toLowerCase() === pull.author?.toLowerCase())
  return exempt && pull.author !== null
    ? words`Closing claims of ${clipped(pull.author)} are not judged: an exempt author`
    : null
}

function clipped(name: string): string {
  return name.length > 40 ? `${name.slice(0, 39)}…` : name
}

function judgeClaims(
  claims: readonly ReadClaim[],
  facts: IssuesFacts,
  policy: Policy,
  denialsOf: DenialsOf,
  references: ReferenceOptions,
): ClaimContext[] {
  const closing = claims.filter(
    ({ facts: read }) => !read.known || (read.value.kind === 'issue' && read.value.state === 'OPEN'),
  )
  const attestations = readAttestations(facts.pull.body, references)
  const seen = seenTargets(claims, facts, policy.issues, (claim) => ({
    pull: { repository: facts.pull.repository, number: facts.pull.number },
    target: claim.names,
    claimedIssues: closing.length,
    attestations: attestations.known ? attestations.value : [],
    pointers: facts.pointers,
    followed: facts.followed,
    ...(facts.proofs === undefined ? {} : { proofs: facts.proofs }),
    ...(facts.acceptances === undefined ? {} : { acceptances: facts.acceptances }),
    author: facts.pull.author,
    policy: policy.issues.acceptance,
    ...(references.hosts === undefined ? {} : { hosts: references.hosts }),
  }))
  return claims.flatMap((claim, index) => {
    const target = seen[index]
    if (target === undefined) return []
    return [{ target: claim.target, routes: claim.routes, denials: denialsOf(claim), seen: target }]
  })
}

const STATES = { 'open-issue': 'open', 'closed-issue': 'closed', pull: 'pull', unknown: 'unknown' } as const

function judgedClaim({ target, routes, seen, denials }: ClaimContext): JudgedClaim {
  return {
    target,
    routes,
    denials,
    state: STATES[seen.kind],
    criteria: seen.kind === 'open-issue' ? seen.criteria : null,
  }
}

function verdictOf(title: Words, findings: readonly Finding[]): Verdict {
  const kind = kindOf(findings)
  const verdict = { check: 'claims/issues' as const, kind, title, findings }
  if (kind !== 'unknown') return verdict
  const curable = findings.every((finding) => finding.severity !== 'unknown' || finding.retry === 'may-cure')
  return { ...verdict, retry: curable ? 'may-cure' : 'cannot-cure' }
}
