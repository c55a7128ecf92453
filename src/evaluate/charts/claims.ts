import type { ChartFile } from '../../domain/chart-version.ts'
import type { ChartAt, ChartPull, ChartsFacts, TouchedChart } from '../../domain/charts-facts.ts'
import { known, type Reading, type Unknown, unknown } from '../../domain/reading.ts'
import type { VersionClaim } from '../../domain/version-claim.ts'
import { compareVersions } from '../../facts/parse/version-order.ts'
import type { Policy } from '../../policy/policy.ts'
import { type Scope, scopeOf } from './scope.ts'
import { tenureOf } from './tenure.ts'
import { chartOfName, indexTips, isSameContent, packagedVersion, type Tips } from './tips.ts'

export type LoadedFile = Extract<ChartFile, { loads: true }>
export type RefusedFile = Extract<ChartFile, { loads: false }>
export type PlaceholderFile = Extract<ChartFile, { loads: 'placeholder' }>

/** What one pull request says about one chart that it touches. */
export type ChartState = Claiming | Silent | Placeholder | Refused | Undecided

export interface Claiming {
  readonly kind: 'claims'
  readonly touched: TouchedChart
  readonly claim: VersionClaim
  readonly head: ChartAt
  readonly file: LoadedFile
  /** The version that the claim was counted on from: at the merge base, else at the tip; null for a new chart. */
  readonly from: string | null
  /** The chart at the tip of the pull request's own base; null where there is none. */
  readonly tip: ChartAt | null
  readonly effect: Effect
}

/**
 * What the merge does with the version, three-way from merge base B, tip T and head H. `takes`: H is above T.
 * `swallowed`: H = T ≠ B, the content differs. `already-there`: H = T ≠ B, the content is the same. `same-order`: H is
 * spelled otherwise than T and equal in order. `behind`: H is below T.
 */
export type Effect = 'takes' | 'swallowed' | 'already-there' | 'same-order' | 'behind'

/** Its own diff does not set the version. */
export interface Silent {
  readonly kind: 'silent'
  readonly touched: TouchedChart
}

export interface Placeholder {
  readonly kind: 'placeholder'
  readonly touched: TouchedChart
  readonly file: PlaceholderFile
}

/** The pull request changes a Chart.yaml that Helm refuses. */
export interface Refused {
  readonly kind: 'refused'
  readonly touched: TouchedChart
  readonly file: RefusedFile
  /** Helm refused it at the merge base too. */
  readonly wasRefused: boolean
  readonly tip: ChartAt | null
}

/** It may claim a version; what was read does not tell. */
export interface Undecided {
  readonly kind: 'undecided'
  readonly touched: TouchedChart
  readonly reason: Unknown
  /** Chart name, where it is known. */
  readonly chart: string | null
  /** The claim that it makes if it makes one. */
  readonly claim: VersionClaim | null
}

/** One open pull request with what it says; its charts are unknown when its diff is. */
export interface PullClaims {
  readonly pull: ChartPull
  readonly states: Reading<readonly ChartState[]>
  /** What holds numbers against others: the same, or what was read anyway of a diff that is too large to list. */
  readonly seen: readonly ChartState[]
  /** What it claims, also what it may not: that number is not free for others. */
  readonly claims: readonly VersionClaim[]
}

/**
 * What each open pull request claims, by its own diff from the merge base, and what the merge would make of it. Unknown
 * when the list of open pull requests is.
 */
export function versionClaims(facts: ChartsFacts, policy: Policy): Reading<readonly PullClaims[]> {
  if (!facts.pulls.known) return facts.pulls
  const scope = scopeOf(policy)
  const tips = indexTips(facts, scope)
  const terms = { now: facts.readAt, staleAfter: policy.charts.collision.staleAfter }
  return known(facts.pulls.value.map((pull) => claimsOfPull(pull, tips, scope, terms)))
}

/** Milliseconds: when it is now, and after how long without activity a claim lapses. */
export interface Terms {
  readonly now: number
  readonly staleAfter: number
}

export function claimsOfPull(pull: ChartPull, tips: Tips, scope: Scope, terms: Terms): PullClaims {
  const charts = pull.charts.known ? pull.charts.value : (pull.readAnyway ?? [])
  const touched = charts.filter((chart) => scope.includes(chart.directory))
  const seen = touched.map((chart) => stateOf(chart, pull, tips, terms))
  return { pull, states: pull.charts.known ? known(seen) : pull.charts, seen, claims: claimsIn(seen) }
}

function claimsIn(seen: readonly ChartState[]): readonly VersionClaim[] {
  const claims: VersionClaim[] = []
  for (const state of seen) {
    const claim = state.kind === 'claims' || state.kind === 'undecided' ? state.claim : null
    if (claim !== null) claims.push(claim)
  }
  return claims
}

function stateOf(touched: TouchedChart, pull: ChartPull, tips: Tips, terms: Terms): ChartState {
  if (!touched.chartFileChanged) return { kind: 'silent', touched }
  if (!touched.head.known) {
    return { kind: 'undecided', touched, reason: touched.head, chart: nameAtTip(touched, pull, tips), claim: null }
  }
  const head = touched.head.value
  if (head === null) return { kind: 'silent', touched }
  const { file } = head
  if (file.loads === 'placeholder') return { kind: 'placeholder', touched, file }
  if (!file.loads) return refused(touched, file, pull, tips)
  return claimOrSilence(touched, head, file, pull, tips, terms)
}

function nameAtTip(touched: TouchedChart, pull: ChartPull, tips: Tips): string | null {
  const tip = tips.of(pull.baseRefName)
  if (!tip.known) return null
  for (const [name, charts] of tip.value) if (charts.some((chart) => chart.directory === touched.directory)) return name
  return null
}

function refused(touched: TouchedChart, file: RefusedFile, pull: ChartPull, tips: Tips): Refused {
  const tip = tips.of(pull.baseRefName)
  const before = touched.mergeBase === 'not-read' || !touched.mergeBase.known ? null : touched.mergeBase.value
  return {
    kind: 'refused',
    touched,
    file,
    wasRefused: before?.file.loads === false,
    tip: tip.known && file.name !== undefined ? chartOfName(tip.value.get(file.name), touched.directory) : null,
  }
}

function claimOrSilence(
  touched: TouchedChart,
  head: ChartAt,
  file: LoadedFile,
  pull: ChartPull,
  tips: Tips,
  terms: Terms,
): ChartState {
  const version = packagedVersion(file)
  if (version === null) return { kind: 'silent', touched }
  const { mergeBase } = touched
  const before = mergeBase !== 'not-read' && mergeBase.known ? mergeBase.value : null
  const versionBefore = before === null ? null : packagedVersion(before.file)
  if (versionBefore === version) return { kind: 'silent', touched }
  const claim = claimOf(touched, head, file, version, pull, terms)
  const undecided = (reason: Unknown): Undecided => ({ kind: 'undecided', touched, reason, chart: file.name, claim })
  if (mergeBase !== 'not-read' && !mergeBase.known) return undecided(mergeBase)
  const base = tips.of(pull.baseRefName)
  if (!base.known) return undecided(base)
  const tip = chartOfName(base.value.get(file.name), touched.directory)
  const effect = effectOf(version, head, tip, touched)
  if (!effect.known) return undecided(effect)
  if (mergeBase === 'not-read' && effect.value !== 'takes') return undecided(notRead)
  const from = versionBefore ?? (tip === null ? null : packagedVersion(tip.file))
  return { kind: 'claims', touched, claim, head, file, from, tip, effect: effect.value }
}

const notRead = unknown('incomplete', 'the chart at the merge base was not read', 'may-cure')

function effectOf(version: string, head: ChartAt, tip: ChartAt | null, touched: TouchedChart): Reading<Effect> {
  const atTip = tip === null ? null : packagedVersion(tip.file)
  if (tip === null || atTip === null) return known('takes')
  if (atTip === version) return sameAsTip(head, tip, touched)
  const order = compareVersions(version, atTip)
  return known(order > 0 ? 'takes' : order === 0 ? 'same-order' : 'behind')
}

function sameAsTip(head: ChartAt, tip: ChartAt, touched: TouchedChart): Reading<Effect> {
  if (isSameContent(head, tip)) return known('already-there')
  const { equalsTip } = touched
  if (equalsTip === 'not-read')
    return unknown('incomplete', 'the changed files were not compared with the base', 'may-cure')
  return equalsTip.known ? known(equalsTip.value ? 'already-there' : 'swallowed') : equalsTip
}

function claimOf(
  touched: TouchedChart,
  head: ChartAt,
  file: LoadedFile,
  version: string,
  pull: ChartPull,
  terms: Terms,
): VersionClaim {
  const firstSeen = pull.firstSeen[claimKey(file.name, version)] ?? terms.now
  const { since, lapse } = tenureOf(pull, file.name, firstSeen, terms)
  return {
    pull: pull.number,
    chart: file.name,
    directory: touched.directory,
    path: touched.path,
    version,
    position: file.version.position,
    baseRefName: pull.baseRefName,
    headRefOid: pull.headRefOid,
    isDraft: pull.isDraft,
    author: pull.author,
    firstSeen: since,
    treeOid: head.treeOid,
    lapsed: lapse ?? undefined,
  }
}

/** `client@1.9.94`: the stable spelling of a claim. */
export function claimKey(chart: string, version: string): string {
  return `${chart}@${version}`
}
