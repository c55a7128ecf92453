import type { ChartAt } from '../../domain/charts-facts.ts'
import type { Finding, Fix, Severity } from '../../domain/finding.ts'
import type { Unknown } from '../../domain/reading.ts'
import { type Words, words } from '../../domain/words.ts'
import { sameVersion } from '../../facts/parse/version-order.ts'
import { type Claiming, claimKey } from './claims.ts'
import type { ChartContext, OwnRule, RivalRule, Rivalry } from './context.ts'
import {
  atMost,
  fitting,
  moment,
  named,
  nextFreePart,
  placeOf,
  pullList,
  pullReference,
  setVersion,
  short,
} from './phrases.ts'
import type { Contender } from './rivals.ts'
import { type ChartOnBase, isSameContent, packagedVersion } from './tips.ts'

/** The tip of another base, or another directory of the same base, has the version with other content. */
export const versionTaken: OwnRule = { id: 'version-collision', evaluate: evaluateTips }

const dayMs = 24 * 60 * 60 * 1000

const anotherVersion = words`a version that no base and no other open pull request has`

/** Another open pull request claims the version. */
export const versionCollision: RivalRule = { id: 'version-collision', evaluate: evaluateRivals }

function evaluateTips(context: ChartContext): readonly Finding[] {
  const { state, policy, tips } = context
  const severity = atMost(policy.charts.rules['version-collision'], 'block')
  if (state.kind !== 'claims' || severity === null) return []
  if (state.effect !== 'takes' && state.effect !== 'same-order') return []
  const others = otherPlaces(state, context)
  const taken = others.find(({ chart }) => takes(chart, state, context))
  if (taken !== undefined) return [takenAtTip(state, taken, severity, context)]
  const unread = tips.unread.find(
    ({ baseRefName, reason }) => baseRefName !== state.claim.baseRefName && reason.retry === 'may-cure',
  )
  return unread === undefined || severity !== 'block' ? [] : [unreadTip(state, unread.baseRefName, unread.reason)]
}

/** Where the chart stands beside what the merge replaces: other directories of the own base, and the other bases. */
function otherPlaces(state: Claiming, { tips }: ChartContext): readonly ChartOnBase[] {
  const { baseRefName, chart: name } = state.claim
  const own = tips.of(baseRefName)
  const onOwnBase = own.known ? (own.value.get(name) ?? []).filter((chart) => chart !== state.tip) : []
  const elsewhere = tips.standsAt(name).filter((place) => place.baseRefName !== baseRefName)
  return [...onOwnBase.map((chart) => ({ baseRefName, chart })), ...elsewhere]
}

function takes(place: ChartAt, { claim, head }: Claiming, { policy }: ChartContext): boolean {
  const version = packagedVersion(place.file)
  if (version === null || isSameContent(place, head)) return false
  return sameVersion(version, claim.version, policy.charts.identity)
}

function takenAtTip(state: Claiming, place: ChartOnBase, severity: Severity, context: ChartContext): Finding {
  const { claim } = state
  const { baseRefName, chart } = place
  const free = nextAfter(state, context)
  const where = baseRefName === claim.baseRefName ? short(chart.directory) : short(baseRefName)
  const says = words`${named(claim)} is taken on ${where} already`
  return {
    ...about(state, severity),
    says: fitting(words`${says}${nextFreePart(free)}`, says),
    seen: words`${baseRefName} has ${claim.chart} ${claim.version} with other content, in ${chart.path}`,
    wanted: anotherVersion,
    fixes: setVersion(claim, state.file.version.style, free),
  }
}

function unreadTip(state: Claiming, baseRefName: string, reason: Unknown): Finding {
  return {
    ...about(state, 'unknown'),
    says: words`${named(state.claim)} may be taken on ${short(baseRefName, 24)}, which could not be read`,
    seen: words`${reason.what}`,
    wanted: words`the charts of ${baseRefName}`,
    fixes: [{ how: words`Nothing to do: it is read again by itself.` }],
    retry: reason.retry,
  }
}

function evaluateRivals(context: ChartContext, rivalry: Rivalry): readonly Finding[] {
  const { state, policy } = context
  const severity = atMost(policy.charts.rules['version-collision'], 'block')
  if (state.kind !== 'claims' || severity === null) return []
  const { standing, sameOrder } = rivalry
  if (standing.heldBy !== null) return [held(state, standing.heldBy, severity, context)]
  const doubt = isPerhapsHeld(rivalry, policy) ? perhapsHeld(state, rivalry) : null
  const others: (Finding | null)[] = [
    doubt,
    lapsedNote(state, context),
    sameOrder === null ? null : equalInOrder(state, sameOrder, policy),
    standing.twin === null ? null : sameContentNote(state, standing.twin),
    standing.waiting.length === 0 || doubt !== null ? null : holderNote(state, standing.waiting),
  ]
  return others.filter((one) => one !== null)
}

function held(state: Claiming, holder: Contender, severity: Severity, context: ChartContext): Finding {
  const { claim, file } = state
  const free = nextAfter(state, context)
  const isHeld = context.policy.charts.collision.holder === 'first'
  const verb: Words = isHeld ? words`is held by` : words`is also claimed by`
  const says = words`${named(claim)} ${verb} ${pullReference(holder.pull.number)}`
  const days = Math.max(1, Math.round(context.policy.charts.collision.staleAfter / dayMs))
  const wayOfOther = isHeld
    ? words`Or wait: when ${pullReference(holder.pull.number)} closes, takes another number, or sees no push, comment or review for ${days} ${days === 1 ? words`day` : words`days`}, this check turns green by itself.`
    : words`Or agree that ${pullReference(holder.pull.number)} takes another number: this check then turns green by itself.`
  const fixes: readonly Fix[] = [...setVersion(claim, file.version.style, free), { how: wayOfOther }]
  return {
    ...about(state, severity),
    says: fitting(words`${says}${nextFreePart(free)}`, says),
    seen: words`${pullReference(holder.pull.number)}${byAuthor(holder)} claims ${claim.chart} ${holder.claim.version} into ${holder.claim.baseRefName}${draftMark(holder)}, first seen ${moment(holder.claim.firstSeen)}; this claim ${ownTime(claim)}`,
    wanted: anotherVersion,
    fixes,
  }
}

/** It could not be told whether another pull request keeps the number, and the policy would block for it. */
export function isPerhapsHeld({ standing, doubts }: Rivalry, policy: ChartContext['policy']): boolean {
  if (policy.charts.rules['version-collision'] !== 'block' || standing.heldBy !== null) return false
  return standing.perhapsHeldBy !== null || doubts !== null
}

function perhapsHeld(state: Claiming, { standing, doubts }: Rivalry): Finding | null {
  const rival = standing.perhapsHeldBy?.pull.number ?? doubts?.first.pull.number
  if (rival === undefined) return null
  const more = standing.perhapsHeldBy === null && doubts !== null && doubts.count > 1 ? doubts.count - 1 : 0
  const reason = standing.perhapsHeldBy === null ? doubts?.first.reason : undefined
  const rivals = more === 0 ? pullReference(rival) : words`${pullReference(rival)} or ${more} more`
  return {
    ...about(state, 'unknown'),
    says: words`${named(state.claim)} may be held by ${rivals}: not readable yet`,
    seen:
      reason === undefined ? words`${rivals} claims it too, and could not be judged` : words`${rivals}: ${reason.what}`,
    wanted: words`the version claims of every open pull request`,
    fixes: [{ how: words`Nothing to do: it is read again by itself.` }],
    retry: 'may-cure',
  }
}

function equalInOrder(state: Claiming, rival: Contender, policy: ChartContext['policy']): Finding | null {
  const severity = atMost(policy.charts.rules['version-collision'], 'warn')
  if (severity === null) return null
  return {
    ...about(state, severity),
    says: words`${named(state.claim)} is in order equal to ${short(rival.claim.version, 24)} of ${pullReference(rival.pull.number)}`,
    seen: words`${pullReference(rival.pull.number)}${byAuthor(rival)} claims ${rival.claim.version}: only the build metadata or the spelling differs`,
    wanted: words`versions that Helm can put in order`,
    fixes: [],
  }
}

function sameContentNote(state: Claiming, twin: Contender): Finding {
  return {
    ...about(state, 'note'),
    says: words`${named(state.claim)} is claimed by ${pullReference(twin.pull.number)} too, with the same content`,
    seen: words`the chart in ${pullReference(twin.pull.number)} is the same, file for file`,
    wanted: words`nothing: whichever merges first, one chart is published`,
    fixes: [],
  }
}

/** Said before anybody else claims the number: it is free for others now. */
function lapsedNote(state: Claiming, { policy }: ChartContext): Finding | null {
  const { lapsed } = state.claim
  if (lapsed === undefined || policy.charts.collision.holder === 'none') return null
  return {
    ...about(state, 'note'),
    says: words`${named(state.claim)} ${lapsed.why === 'released' ? words`was given up` : words`lapsed`}: it is free for others until the next push`,
    seen: words`this claim ${ownTime(state.claim)}`,
    wanted: words`a push, if this pull request is still to have the number`,
    fixes: [],
  }
}

/** What became of a claim, as a sentence part after "this claim". */
function ownTime({ firstSeen, lapsed }: Claiming['claim']): Words {
  if (lapsed === undefined) return words`was first seen ${moment(firstSeen)}`
  if (lapsed.why === 'released') return words`was given up on ${moment(lapsed.at)}`
  return words`lapsed on ${moment(lapsed.at)}, without a push, comment or review for long`
}

function holderNote(state: Claiming, waiting: readonly Contender[]): Finding {
  const numbers = waiting.map((contender) => contender.pull.number)
  return {
    ...about(state, 'note'),
    says: words`${named(state.claim)} is held by this pull request; ${pullList(numbers, 1)} ${numbers.length === 1 ? words`waits` : words`wait`}`,
    seen: words`${pullList(numbers, 10)} ${numbers.length === 1 ? words`claims` : words`claim`} it too, later`,
    wanted: words`nothing of this pull request`,
    fixes: [],
  }
}

function about(
  state: Claiming,
  severity: Severity,
): Pick<Finding, 'rule' | 'severity' | 'claim' | 'place'> & { place: NonNullable<Finding['place']> } {
  const { claim } = state
  return {
    rule: 'version-collision',
    severity,
    claim: claimKey(claim.chart, claim.version),
    place: placeOf(claim.path, claim.position),
  }
}

function nextAfter(state: Claiming, { next }: ChartContext): string | null {
  const { claim, from, tip } = state
  return next.after(claim.chart, claim.version, from, tip === null ? null : packagedVersion(tip.file))
}

function byAuthor({ claim }: Contender): Words {
  return claim.author === null ? [] : words` by ${claim.author}`
}

function draftMark({ claim }: Contender): Words {
  return claim.isDraft ? words` (draft)` : []
}
