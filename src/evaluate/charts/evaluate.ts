import type { ChartPull, ChartsFacts, MergeGroupFacts } from '../../domain/charts-facts.ts'
import type { Finding } from '../../domain/finding.ts'
import { known, type Reading, type Unknown } from '../../domain/reading.ts'
import { kindOf, type Verdict } from '../../domain/verdict.ts'
import type { Board, BoardRow, VersionClaim } from '../../domain/version-claim.ts'
import type { Words } from '../../domain/words.ts'
import type { Policy } from '../../policy/policy.ts'
import { type BoardMaker, boardMaker } from './board.ts'
import { listUnreadable, pullUnreadable } from './chart-unreadable.ts'
import { claimedTogether } from './claimed-together.ts'
import { type ChartState, claimsOfPull, type PullClaims, type Terms } from './claims.ts'
import { type Contests, settleAll } from './contests.ts'
import type { ChartContext, Rivalry, SharedContext } from './context.ts'
import { dependentsIn } from './dependents.ts'
import { collectDoubts, type Doubts } from './doubts.ts'
import { nextVersions } from './next-version.ts'
import { packagedChanges } from './packaged-changes.ts'
import { publications } from './publications.ts'
import { ownRules, rivalRules } from './rules.ts'
import { type Scope, scopeOf } from './scope.ts'
import { indexTips, type Tips } from './tips.ts'
import { type PassWord, titleOf } from './title.ts'
import { isPerhapsHeld } from './version-collision.ts'
import { type WhenAsked, whenAsked } from './when-asked.ts'

/** What `claims/chart-versions` says about one pull request. */
export interface ChartsEvaluation {
  readonly verdict: Verdict
  /** What it claims, also where a claim is blocked. */
  readonly claims: readonly VersionClaim[]
  /** One for each chart that it claims a version of. */
  readonly boards: readonly Board[]
}

/** By number of the pull request. Who holds what is settled; the findings are worded when they are asked for. */
export type ChartsEvaluations = WhenAsked<number, ChartsEvaluation>

/**
 * The verdict of every open pull request, all from one reading. Throws TypeError when the list of open pull requests is
 * unknown, since an empty map would pass for "none is open": ask `evaluateUnreadList` then.
 */
export function evaluateCharts(facts: ChartsFacts, policy: Policy): ChartsEvaluations {
  const { pulls, findingsOf, scope, boardOf } = judgeAll(facts, policy)
  const byNumber = new Map(pulls.map((pull) => [pull.pull.number, pull]))
  return whenAsked(byNumber, (pull) => evaluatePull(pull, findingsOf, scope, boardOf))
}

/**
 * The board of every chart on the default branch, claimed or not, and of new charts that open pull requests bring; by
 * name. Unknown when the default branch is. Throws TypeError as `evaluateCharts` does.
 */
export function evaluateBoards(facts: ChartsFacts, policy: Policy): Reading<readonly Board[]> {
  const { pulls, tips, boardOf } = judgeAll(facts, policy)
  const { defaultBranch } = facts
  if (defaultBranch === null) return known([])
  const tip = tips.of(defaultBranch)
  if (!tip.known) return tip
  const directories = new Map(pulls.flatMap(({ claims }) => claims).map((claim) => [claim.chart, claim.directory]))
  for (const [name, [chart]] of tip.value) if (chart !== undefined) directories.set(name, chart.directory)
  const boards = [...directories].map(([chart, directory]) => boardOf(chart, directory, defaultBranch))
  return known(boards.sort((a, b) => (a.chart < b.chart ? -1 : 1)))
}

function judgeAll(facts: ChartsFacts, policy: Policy) {
  if (!facts.pulls.known) throw new TypeError('the list of open pull requests is unknown')
  const scope = scopeOf(policy)
  const tips = indexTips(facts, scope)
  const pulls = facts.pulls.value.map((pull) => claimsOfPull(pull, tips, scope, termsOf(facts, policy)))
  const shared = sharedContext(facts, tips, pulls, policy)
  const own = ownFindings(pulls, shared)
  const contests = settleAll(facts, pulls, own, policy)
  const doubts = collectDoubts(pulls, policy.charts.collision.holder)
  const rivalryOf = rivalries(contests, doubts)
  const findingsOf: FindingsOf = (pull, state) => {
    const rivalry = rivalryOf(state)
    const found = own.get(state) ?? none
    if (rivalry === null) return found
    const context = contextOf(pull, state, shared)
    const more = allOf(rivalRules, (rule) => rule.evaluate(context, rivalry))
    return found.length === 0 ? more : [...found, ...more]
  }
  const rows: BoardRow[] = []
  for (const { seen } of pulls)
    for (const state of seen) {
      const row = boardRow(state, own, rivalryOf, policy)
      if (row !== null) rows.push(row)
    }
  return { pulls, findingsOf, scope, tips, boardOf: boardMaker(rows, shared, facts.readAt) }
}

/** For any pull request of a repository whose list of open pull requests could not be read. */
export function evaluateUnreadList(reason: Unknown): ChartsEvaluation {
  return unread(listUnreadable(reason))
}

/**
 * One group of a merge queue, by number of the pull requests that it merges: the claims of each, from its own merge
 * base, against the charts that the groups before it leave. Pull requests outside the group do not matter there.
 */
export function evaluateMergeGroup(facts: MergeGroupFacts, policy: Policy): ReadonlyMap<number, ChartsEvaluation> {
  const scope = scopeOf(policy)
  const { repository, baseRefName } = facts
  const open = facts.pulls.flatMap(({ pull }): ChartPull[] => (pull.known ? [{ ...pull.value, baseRefName }] : []))
  const parent = { baseRefName, tipOid: facts.baseSha, charts: facts.parentCharts }
  const group = { repository, defaultBranch: null, bases: [parent], pulls: known(open), ancestry: [] }
  const tips = indexTips(group, scope)
  const pulls = open.map((pull) => claimsOfPull(pull, tips, scope, termsOf(facts, policy)))
  const shared = sharedContext(facts, tips, pulls, policy)
  const own = ownFindings(pulls, shared)
  const together = claimedTogether(group, pulls, own, policy)
  const findingsOf: FindingsOf = (_, state) => [...(own.get(state) ?? none), ...together(state)]
  const judged = new Map(pulls.map((pull) => [pull.pull.number, pull]))
  return new Map(
    facts.pulls.map(({ number, pull }) => {
      if (!pull.known) return [number, unread(pullUnreadable(pull))]
      const claims = judged.get(number)
      if (claims === undefined) throw new Error(`#${number} was read and not judged`)
      return [number, { verdict: verdictOf(claims, findingsOf, scope, 'ahead'), claims: claims.claims, boards: [] }]
    }),
  )
}

type FindingsByState = ReadonlyMap<ChartState, readonly Finding[]>

type FindingsOf = (pull: PullClaims, state: ChartState) => readonly Finding[]

function termsOf({ readAt }: { readonly readAt: number }, policy: Policy): Terms {
  return { now: readAt, staleAfter: policy.charts.collision.staleAfter }
}

function sharedContext(
  facts: Pick<ChartsFacts, 'published'>,
  tips: Tips,
  pulls: readonly PullClaims[],
  policy: Policy,
): SharedContext {
  const published = publications(facts.published)
  return {
    policy,
    tips,
    published,
    next: nextVersions(
      tips,
      pulls.flatMap(({ claims }) => claims),
      published,
    ),
    packagedChanges: packagedChanges(policy.charts.ignore),
    dependents: dependentsIn(tips),
  }
}

function ownFindings(pulls: readonly PullClaims[], shared: SharedContext): FindingsByState {
  const found = new Map<ChartState, readonly Finding[]>()
  for (const pull of pulls)
    for (const state of pull.seen) {
      const context = contextOf(pull, state, shared)
      const findings = allOf(ownRules, (rule) => rule.evaluate(context))
      if (findings.length > 0) found.set(state, findings)
    }
  return found
}

/** Named one by one: spreading an object for each of ten thousand claims is the dearest line of the evaluation. */
function contextOf({ pull, seen }: PullClaims, state: ChartState, shared: SharedContext): ChartContext {
  const { policy, tips, next, published, packagedChanges, dependents } = shared
  return { pull, state, siblings: seen, policy, tips, next, published, packagedChanges, dependents }
}

const none: readonly Finding[] = []

/** As flatMap: most rules have nothing to say on most charts, and there may be thousands of those. */
function allOf<Asked>(asked: readonly Asked[], ask: (one: Asked) => readonly Finding[]): readonly Finding[] {
  let found = none
  for (const one of asked) {
    const more = ask(one)
    if (more.length > 0) found = found.length === 0 ? more : [...found, ...more]
  }
  return found
}

type RivalryOf = (state: ChartState) => Rivalry | null

/** Null for what holds nothing. */
function rivalries(contests: Contests, doubts: Doubts): RivalryOf {
  return (state) => {
    const standing = state.kind === 'claims' ? contests.standingOf(state.claim) : null
    if (state.kind !== 'claims' || standing === null) return null
    return { standing, doubts: doubts.about(state.claim), sameOrder: contests.sameOrderAs(state.claim) }
  }
}

function boardRow(state: ChartState, own: FindingsByState, rivalryOf: RivalryOf, policy: Policy): BoardRow | null {
  if (state.kind === 'undecided') return state.claim === null ? null : { claim: state.claim, standing: 'unknown' }
  if (state.kind !== 'claims') return null
  const { claim, effect } = state
  const rivalry = rivalryOf(state)
  if (rivalry === null) return { claim, standing: effect === 'takes' ? 'blocked' : 'stale' }
  const { heldBy, waiting } = rivalry.standing
  if (heldBy !== null) return { claim, standing: 'waiting', heldBy: heldBy.pull.number }
  const isUnknown = isPerhapsHeld(rivalry, policy) || own.get(state)?.some(({ severity }) => severity === 'unknown')
  if (isUnknown) return { claim, standing: 'unknown' }
  if (claim.lapsed !== undefined) return { claim, standing: 'lapsed' }
  return { claim, standing: waiting.length > 0 ? 'holder' : 'free' }
}

function evaluatePull(pull: PullClaims, findingsOf: FindingsOf, scope: Scope, boardOf: BoardMaker): ChartsEvaluation {
  const { claims } = pull
  const boards = new Set(claims.map((claim) => boardOf(claim.chart, claim.directory, claim.baseRefName)))
  return { verdict: verdictOf(pull, findingsOf, scope, 'free'), claims, boards: [...boards] }
}

const hardness = { block: 0, unknown: 1, warn: 2, note: 3 } as const

function verdictOf(claims: PullClaims, findingsOf: FindingsOf, scope: Scope, pass: PassWord): Verdict {
  const { pull, states } = claims
  const unjudged = scope.whyUnjudged(pull)
  if (unjudged !== null) return passing(unjudged)
  if (!states.known) return unread(pullUnreadable(states)).verdict
  const findings = hardestFirst(allOf(states.value, (state) => findingsOf(claims, state)))
  const kind = kindOf(findings)
  return {
    check: 'claims/chart-versions',
    kind,
    ...(kind === 'unknown' ? { retry: retryOf(findings) } : {}),
    title: titleOf(states.value, findings, pass),
    findings,
  }
}

function hardestFirst(findings: readonly Finding[]): readonly Finding[] {
  return findings.length < 2 ? findings : findings.toSorted((a, b) => hardness[a.severity] - hardness[b.severity])
}

function retryOf(findings: readonly Finding[]): 'may-cure' | 'cannot-cure' {
  const unknowns = findings.filter((finding) => finding.severity === 'unknown')
  return unknowns.every((finding) => finding.retry === 'may-cure') ? 'may-cure' : 'cannot-cure'
}

function unread(finding: Finding): ChartsEvaluation {
  const { says, retry = 'cannot-cure' } = finding
  const verdict: Verdict = { check: 'claims/chart-versions', kind: 'unknown', retry, title: says, findings: [finding] }
  return { verdict, claims: [], boards: [] }
}

function passing(title: Words): Verdict {
  return { check: 'claims/chart-versions', kind: 'pass', title, findings: [] }
}
