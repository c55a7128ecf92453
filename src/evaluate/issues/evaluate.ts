import picomatch from 'picomatch'
import type { ClosingClaim, Denial } from '../../domain/closing-claim.ts'
import type { Finding } from '../../domain/finding.ts'
import type { IssuesFacts, IssueTarget, PullRequestFacts } from '../../domain/issues-facts.ts'
import { known, type Reading, type Unknown } from '../../domain/reading.ts'
import { sameReference } from '../../domain/repository.ts'
import { kindOf, type Verdict } from '../../domain/verdict.ts'
import { type Words, words } from '../../domain/words.ts'
import { readAcceptance } from '../../facts/parse/acceptance.ts'
import { readAttestations } from '../../facts/parse/attestation.ts'
import { scanDocument } from '../../facts/parse/closing-keywords.ts'
import type { ReferenceOptions } from '../../facts/parse/closing-reference.ts'
import { readDenials } from '../../facts/parse/denial.ts'
import { readDisclaimers } from '../../facts/parse/disclaimer.ts'
import { type MarkdownDocument, parseMarkdown } from '../../facts/parse/markdown.ts'
import type { Policy } from '../../policy/policy.ts'
import { closingClaims, type ReadClaim } from './claims.ts'
import type { ClaimContext, IssuesContext, OpenIssue, SeenTarget } from './context.ts'
import { judgeCriteria } from './evidence.ts'
import type { EvidenceSources, JudgedCriterion } from './judged-criterion.ts'
import { findAll } from './rules.ts'
import { protection } from './target-protected.ts'
import { titleOf } from './title.ts'
import { countsOnly, mayShow } from './visibility.ts'

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
  const scan = description.known ? description.value.scan : { mentions: [], inert: [] }
  const { claims, inert, rereadAt } = closingClaims(facts, scan)
  const context: IssuesContext = {
    home: facts.pull.repository,
    baseRefName: facts.pull.baseRefName,
    claims: judgeClaims(claims, facts, policy, description, references),
    inert,
    disclaimers: description.known ? readDisclaimers(description.value.document, references) : [],
    unread: [description, facts.linked].flatMap((reading): Unknown[] => (reading.known ? [] : [reading])),
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
  description: Reading<Description>,
  references: ReferenceOptions,
): ClaimContext[] {
  const self = facts.pull.number
  const denials = description.known ? readDenials(description.value.document, { ...references, self }) : []
  const closing = claims.filter(
    ({ facts: read }) => !read.known || (read.value.kind === 'issue' && read.value.state === 'OPEN'),
  )
  const attestations = readAttestations(facts.pull.body, references)
  return claims.map((claim) => ({
    target: claim.target,
    routes: claim.routes,
    denials: denials.filter((denial) => claim.names.some((name) => sameReference(name, denial.target))),
    seen: seenTarget(claim, facts, policy, {
      pull: { repository: facts.pull.repository, number: self },
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
    }),
  }))
}

type Sources = Omit<EvidenceSources, 'criteria'>

function seenTarget(claim: ReadClaim, facts: IssuesFacts, policy: Policy, sources: Sources): SeenTarget {
  if (!claim.facts.known) return { kind: 'unknown', unknown: claim.facts }
  const target = claim.facts.value
  if (target.kind === 'absent') return { kind: 'unknown', unknown: GONE }
  if (target.kind === 'pull') return { kind: 'pull', state: target.state }
  if (target.state === 'CLOSED') return { kind: 'closed-issue', stateReason: target.stateReason }
  return openIssue(target, facts, policy, sources)
}

/** GitHub lists it as linked and does not know it: one of the two readings is behind. */
const GONE: Unknown = {
  known: false,
  reason: 'not-yet',
  what: 'GitHub lists it as linked, and finds no such issue',
  retry: 'may-cure',
}

function openIssue(issue: IssueTarget, facts: IssuesFacts, policy: Policy, sources: Sources): SeenTarget {
  const shown = mayShow(issue, facts.pull)
  const acceptance = readAcceptance(issue.body, {
    ...policy.issues.acceptance,
    home: issue.reference.repository,
    ...(sources.hosts === undefined ? {} : { hosts: sources.hosts }),
  })
  if (!acceptance.known) return { kind: 'unknown', unknown: acceptance }
  const judged = acceptance.value.stated ? judgeCriteria({ ...sources, criteria: acceptance.value.criteria }) : null
  const protectedBy = protection(issue, policy.issues.protected, shown)
  const open: OpenIssue = {
    kind: 'open-issue',
    shown,
    criteria: judged === null || shown ? judged : countsOnly(judged),
    ...(protectedBy === undefined ? {} : { protectedBy }),
  }
  return open
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
