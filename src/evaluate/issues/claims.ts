import type { ClaimRoute, ClosingClaim, InertMention, Mention } from '../../domain/closing-claim.ts'
import type { IssuesFacts, Target } from '../../domain/issues-facts.ts'
import { type Reading, unknown } from '../../domain/reading.ts'
import { fullName, type NumberedReference, sameRepository } from '../../domain/repository.ts'
import type { DescriptionScan } from '../../facts/parse/closing-keywords.ts'

/** What merging this pull request would close, as far as GitHub and the description tell. */
export interface ClosingClaims {
  readonly claims: readonly ReadClaim[]
  readonly inert: readonly InertMention[]
  /** When to read again because GitHub's list and the description still disagree; milliseconds since 1970. */
  readonly rereadAt?: number
}

export interface ReadClaim extends ClosingClaim {
  /** Where the issue is now, and every other name that the claim was made by. */
  readonly names: readonly [NumberedReference, ...NumberedReference[]]
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
  const targets = new Targets(facts)
  const mentions = targets.byPlace(closesByText ? scan.mentions : [])
  const linked = linkedClaims(facts, targets, mentions)
  const listed = new Set(linked.map((claim) => keyOf(claim.target)))
  const named = [...mentions.values()]
    .map((own) => namedClaim(own, targets))
    .filter((claim) => !listed.has(keyOf(claim.target)) && mayBeClaim(facts, claim))
  const lagging = named.filter((claim) => isOpenIssue(claim.facts))
  const mayLag = facts.readAt < editedAt(facts) + LAG
  const byText = mayLag || !facts.linked.known
  const unexplained = linked.some((claim) => isOpenIssue(claim.facts) && claim.routes.every(isUnexplained))
  const disagree = facts.linked.known && (lagging.length > 0 || (unexplained && closesByText))
  const rereadAt = mayLag && disagree ? nextReading(facts) : undefined
  return {
    claims: [...linked, ...named.filter((claim) => byText || !isOpenIssue(claim.facts))],
    inert: closesByText ? scan.inert : scan.mentions.map(inertByBase),
    ...(rereadAt === undefined ? {} : { rereadAt }),
  }
}

/** What was read about each target, by its name. */
class Targets {
  readonly #read = new Map<string, Reading<Target>>()

  constructor(facts: IssuesFacts) {
    for (const { reference, target } of facts.targets) this.#read.set(keyOf(reference), target)
  }

  read(reference: NumberedReference): Reading<Target> {
    return this.#read.get(keyOf(reference)) ?? unknown('not-yet', 'it has not been read yet', 'may-cure')
  }

  /** An issue may have moved since it was named. */
  whereNow(reference: NumberedReference): NumberedReference {
    const read = this.read(reference)
    return read.known && read.value.kind !== 'absent' ? read.value.reference : reference
  }

  byPlace(mentions: readonly Mention[]): ReadonlyMap<string, readonly Mention[]> {
    return groupBy(mentions, (mention) => keyOf(this.whereNow(mention.target)))
  }
}

function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(key(item))
    if (group === undefined) groups.set(key(item), [item])
    else group.push(item)
  }
  return groups
}

function linkedClaims(
  facts: IssuesFacts,
  targets: Targets,
  mentions: ReadonlyMap<string, readonly Mention[]>,
): ReadClaim[] {
  if (!facts.linked.known) return []
  return facts.linked.value.map(({ reference, manual }) => {
    const target = targets.whereNow(reference)
    const own = mentions.get(keyOf(target)) ?? []
    const routes: ClaimRoute[] = [...(manual ? [{ route: 'sidebar' as const }] : []), ...own.map(describedBy)]
    return {
      target,
      routes: routes.length > 0 ? routes : [{ route: 'description' }],
      names: namesOf(target, [reference, ...own.map((mention) => mention.target)]),
      facts: targets.read(reference),
    }
  })
}

/** The claim that all mentions of one target make. */
function namedClaim(own: readonly Mention[], targets: Targets): ReadClaim {
  const named = own.map((mention) => mention.target)
  const [first] = named
  if (first === undefined) throw new TypeError('a claim needs a mention')
  const target = targets.whereNow(first)
  return { target, routes: own.map(describedBy), names: namesOf(target, named), facts: targets.read(first) }
}

function describedBy(mention: Mention): ClaimRoute {
  return { route: 'description', mention }
}

/** A number that does not exist is no claim, nor is a closed issue that the list leaves out. */
function mayBeClaim(facts: IssuesFacts, { target, facts: read }: ReadClaim): boolean {
  if (!read.known) return !(facts.linked.known && sameRepository(target.repository, facts.pull.repository))
  return read.value.kind === 'pull' || isOpenIssue(read)
}

function namesOf(
  target: NumberedReference,
  others: readonly NumberedReference[],
): readonly [NumberedReference, ...NumberedReference[]] {
  const byKey = new Map([target, ...others].map((name) => [keyOf(name), name]))
  byKey.delete(keyOf(target))
  return [target, ...byKey.values()]
}

function keyOf({ repository, number }: NumberedReference): string {
  return `${fullName(repository).toLowerCase()}#${number}`
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
