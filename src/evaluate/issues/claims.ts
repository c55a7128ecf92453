import type { ClaimRoute, ClosingClaim, InertMention, Mention } from '../../domain/closing-claim.ts'
import type { IssuesFacts, Target } from '../../domain/issues-facts.ts'
import { type Reading, unknown } from '../../domain/reading.ts'
import { type NumberedReference, sameReference, sameRepository } from '../../domain/repository.ts'
import type { DescriptionScan } from '../../facts/parse/closing-keywords.ts'

/** What merging this pull request would close, as far as GitHub and the description tell. */
export interface ClosingClaims {
  readonly claims: readonly ReadClaim[]
  readonly inert: readonly InertMention[]
  /** When to read again because GitHub's list and the description still disagree; milliseconds since 1970. */
  readonly rereadAt?: number
}

export interface ReadClaim extends ClosingClaim {
  /** Every name the claim was made by; `target` is where the issue is now. */
  readonly names: readonly NumberedReference[]
  readonly facts: Reading<Target>
}

/** How long GitHub's list may lag behind a new or edited description; milliseconds. */
const LAG = 60_000

/** When to read again after an edit, in milliseconds; the last one settles it, because the lag is over by then. */
const REREADS = [5_000, 15_000, 45_000, LAG + 1_000]

/**
 * GitHub's list decides. The text adds what the list cannot show: pull requests, and issues where the app cannot read.
 * For 60 s after an edit an open issue is claimed when either of the two says so, because the list lags.
 */
export function closingClaims(facts: IssuesFacts, scan: DescriptionScan): ClosingClaims {
  const { pull } = facts
  const closesByText = pull.baseRefName === pull.defaultBranch
  const mentions = closesByText ? scan.mentions : []
  const linked = linkedClaims(facts, mentions)
  const named = namedClaims(facts, mentions).filter(
    (claim) => !linked.some((one) => sameReference(one.target, claim.target)),
  )
  const lagging = named.filter((claim) => isOpenIssue(claim.facts))
  const settling = facts.readAt < editedAt(facts) + LAG || !facts.linked.known
  const claims = [...linked, ...named.filter((claim) => settling || !lagging.includes(claim))]
  const unexplained = linked.some((claim) => isOpenIssue(claim.facts) && claim.routes.every(isUnexplained))
  const rereadAt = lagging.length > 0 || (unexplained && closesByText) ? nextReading(facts) : undefined
  return {
    claims,
    inert: closesByText ? scan.inert : scan.mentions.map(inertByBase),
    ...(rereadAt === undefined ? {} : { rereadAt }),
  }
}

function linkedClaims(facts: IssuesFacts, mentions: readonly Mention[]): ReadClaim[] {
  if (!facts.linked.known) return []
  return facts.linked.value.map(({ reference, manual }) => {
    const target = whereNow(facts, reference)
    const own = mentions.filter((mention) => sameReference(whereNow(facts, mention.target), target))
    const described: ClaimRoute[] = own.map((mention) => ({ route: 'description', mention }))
    const routes: ClaimRoute[] = manual ? [{ route: 'sidebar' }, ...described] : described
    return {
      target,
      routes: routes.length > 0 ? routes : [{ route: 'description' }],
      names: namesOf(target, [reference, ...own.map((mention) => mention.target)]),
      facts: factsOf(facts, reference),
    }
  })
}

/** Claims that only the text shows and that GitHub's list need not hold. */
function namedClaims(facts: IssuesFacts, mentions: readonly Mention[]): ReadClaim[] {
  const claims: ReadClaim[] = []
  for (const mention of mentions) {
    const target = whereNow(facts, mention.target)
    if (claims.some((claim) => sameReference(claim.target, target))) continue
    const read = factsOf(facts, mention.target)
    if (!mayBeClaim(facts, mention.target, read)) continue
    const own = mentions.filter((other) => sameReference(whereNow(facts, other.target), target))
    claims.push({
      target,
      routes: own.map((other) => ({ route: 'description', mention: other })),
      names: namesOf(
        target,
        own.map((other) => other.target),
      ),
      facts: read,
    })
  }
  return claims
}

/** A number that does not exist is no claim, nor is a closed issue that the list leaves out. */
function mayBeClaim(facts: IssuesFacts, reference: NumberedReference, read: Reading<Target>): boolean {
  if (!read.known) return !(facts.linked.known && sameRepository(reference.repository, facts.pull.repository))
  return read.value.kind === 'pull' || isOpenIssue(read)
}

function factsOf(facts: IssuesFacts, reference: NumberedReference): Reading<Target> {
  const read = facts.targets.find((target) => sameReference(target.reference, reference))
  return read?.target ?? unknown('not-yet', 'it has not been read yet', 'may-cure')
}

function whereNow(facts: IssuesFacts, reference: NumberedReference): NumberedReference {
  const read = factsOf(facts, reference)
  return read.known && read.value.kind !== 'absent' ? read.value.reference : reference
}

function namesOf(target: NumberedReference, others: readonly NumberedReference[]): readonly NumberedReference[] {
  const names = [target]
  for (const other of others) if (!names.some((name) => sameReference(name, other))) names.push(other)
  return names
}

function isOpenIssue(read: Reading<Target>): boolean {
  return read.known && read.value.kind === 'issue' && read.value.state === 'OPEN'
}

function isUnexplained(route: ClaimRoute): boolean {
  return route.route === 'description' && route.mention === undefined
}

function editedAt({ pull }: IssuesFacts): number {
  return Math.max(pull.createdAt, pull.lastEditedAt ?? 0)
}

function nextReading(facts: IssuesFacts): number | undefined {
  return REREADS.map((after) => editedAt(facts) + after).find((moment) => moment > facts.readAt)
}

function inertByBase({ target, text, line }: Mention): InertMention {
  return { why: 'other-base', target, text, line }
}
