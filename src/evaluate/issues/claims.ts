import type { ClaimRoute, ClosingClaim, InertMention, Mention } from '../../domain/closing-claim.ts'
import type { IssuesFacts, Target } from '../../domain/issues-facts.ts'
import { type Reading, unknown } from '../../domain/reading.ts'
import { type NumberedReference, referenceKey, sameReference, sameRepository } from '../../domain/repository.ts'
import type { DescriptionScan } from '../../facts/parse/closing-keywords.ts'
import type { HiddenCloser } from '../../facts/parse/hidden-closers.ts'

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

/** What the pull request's own texts say about closing. */
export interface ClosingTexts {
  readonly description: DescriptionScan
  /** Keywords in commits and in the text that a merge would write. */
  readonly hidden: readonly HiddenCloser[]
}

/**
 * GitHub's list decides on what the description closes. The description adds what the list cannot show: pull requests,
 * and issues where the app cannot read. For 60 s after an edit an open issue is claimed when either of the two says so,
 * because the list lags. The texts of commits close by a route of their own, which no list shows.
 *
 * @param autoClose false where the repository's setting that merges close linked issues is off: then only commits close
 */
export function closingClaims(facts: IssuesFacts, texts: ClosingTexts, autoClose = true): ClosingClaims {
  const own = { repository: facts.pull.repository, number: facts.pull.number }
  const written = texts.description.mentions.filter((mention) => !sameReference(mention.target, own))
  const targets = new Targets(facts)
  const onDefaultBranch = facts.pull.baseRefName === facts.pull.defaultBranch
  const inert = onDefaultBranch && autoClose ? texts.description.inert : inertMentions(written, onDefaultBranch, texts)
  const shown = autoClose ? shownClaims(facts, targets, onDefaultBranch ? written : []) : { claims: [] }
  const hidden = groupBy(
    texts.hidden.filter(({ mention }) => !sameReference(mention.target, own)),
    ({ mention }) => referenceKey(targets.whereNow(mention.target)),
  )
  const claims = shown.claims.map((claim) => {
    const closers = hidden.get(referenceKey(claim.target)) ?? []
    hidden.delete(referenceKey(claim.target))
    return withHidden(claim, closers)
  })
  const more = [...hidden.values()].map((closers) => hiddenClaim(closers, targets))
  return {
    claims: [...claims, ...more.filter((claim) => mayCloseByCommit(facts, claim))],
    inert,
    ...(shown.rereadAt === undefined ? {} : { rereadAt: shown.rereadAt }),
  }
}

function inertMentions(written: readonly Mention[], onDefaultBranch: boolean, texts: ClosingTexts) {
  const why = onDefaultBranch ? ('auto-close-off' as const) : ('other-base' as const)
  const off = written.map(({ target, text, line }): InertMention => ({ why, target, text, line }))
  return onDefaultBranch ? [...off, ...texts.description.inert] : off
}

/** Claims by the description and by hand: what GitHub's list shows, and what the description adds to it. */
function shownClaims(
  facts: IssuesFacts,
  targets: Targets,
  written: readonly Mention[],
): Pick<ClosingClaims, 'claims' | 'rereadAt'> {
  const mentions = targets.byPlace(written)
  const linked = linkedClaims(facts, targets, mentions)
  const listed = new Set(linked.map((claim) => referenceKey(claim.target)))
  const mayLag = facts.readAt < editedAt(facts) + LAG
  const named = [...mentions.values()]
    .map((own) => namedClaim(own, targets))
    .filter((claim) => !listed.has(referenceKey(claim.target)) && mayBeClaim(facts, claim, mayLag))
  const lagging = named.filter((claim) => isOpenIssue(claim.facts) || isUnreadHere(facts, claim))
  const byText = mayLag || !facts.linked.known
  const unexplained = linked.some((claim) => isOpenIssue(claim.facts) && claim.routes.every(isUnexplained))
  const closesByText = facts.pull.baseRefName === facts.pull.defaultBranch
  const disagree = facts.linked.known && (lagging.length > 0 || (unexplained && closesByText))
  const rereadAt = mayLag && disagree ? nextReading(facts) : undefined
  return {
    claims: [...linked, ...named.filter((claim) => byText || !isOpenIssue(claim.facts))],
    ...(rereadAt === undefined ? {} : { rereadAt }),
  }
}

/** What was read about each target, by its name. */
class Targets {
  readonly #read = new Map<string, Reading<Target>>()

  constructor(facts: IssuesFacts) {
    for (const { reference, target } of facts.targets) this.#read.set(referenceKey(reference), target)
  }

  read(reference: NumberedReference): Reading<Target> {
    return this.#read.get(referenceKey(reference)) ?? unknown('not-yet', 'it has not been read yet', 'may-cure')
  }

  /** An issue may have moved since it was named. */
  whereNow(reference: NumberedReference): NumberedReference {
    const read = this.read(reference)
    return read.known && read.value.kind !== 'absent' ? read.value.reference : reference
  }

  byPlace(mentions: readonly Mention[]): ReadonlyMap<string, readonly Mention[]> {
    return groupBy(mentions, (mention) => referenceKey(this.whereNow(mention.target)))
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
    const own = mentions.get(referenceKey(target)) ?? []
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

/** A claim that no reader of the pull request sees. */
function hiddenClaim(closers: readonly HiddenCloser[], targets: Targets): ReadClaim {
  const [first] = closers
  if (first === undefined) throw new TypeError('a claim needs a mention')
  const named = first.mention.target
  const target = targets.whereNow(named)
  return withHidden({ target, routes: [], names: [target], facts: targets.read(named) }, closers)
}

function withHidden(claim: ReadClaim, closers: readonly HiddenCloser[]): ReadClaim {
  if (closers.length === 0) return claim
  const routes = closers.map(({ route, methods, mention }): ClaimRoute => ({ route, methods, mention }))
  const names = [...claim.names, ...closers.map(({ mention }) => mention.target)]
  return { ...claim, routes: [...claim.routes, ...routes], names: namesOf(claim.target, names) }
}

/** A number that does not exist is no claim. What a promotion carries along and is closed already, nobody needs to hear. */
function mayCloseByCommit({ promotes }: IssuesFacts, { facts: read }: ReadClaim): boolean {
  if (!read.known) return true
  if (read.value.kind === 'absent') return false
  const promoted = promotes !== 'not-needed' && promotes.known && promotes.value
  return read.value.state === 'OPEN' || !promoted
}

function describedBy(mention: Mention): ClaimRoute {
  return { route: 'description', mention }
}

/**
 * A number that does not exist is no claim, nor is a closed issue that the list leaves out. Of what could not be read
 * in this repository the list decides, once it cannot lag any more.
 */
function mayBeClaim(facts: IssuesFacts, claim: ReadClaim, mayLag: boolean): boolean {
  const { facts: read } = claim
  if (!read.known) return mayLag || !facts.linked.known || !isUnreadHere(facts, claim)
  return read.value.kind === 'pull' || isOpenIssue(read)
}

function isUnreadHere({ pull }: IssuesFacts, { target, facts: read }: ReadClaim): boolean {
  return !read.known && sameRepository(target.repository, pull.repository)
}

function namesOf(
  target: NumberedReference,
  others: readonly NumberedReference[],
): readonly [NumberedReference, ...NumberedReference[]] {
  const byKey = new Map([target, ...others].map((name) => [referenceKey(name), name]))
  byKey.delete(referenceKey(target))
  return [target, ...byKey.values()]
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
