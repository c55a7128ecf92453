import type { Publication } from '../../domain/charts-facts.ts'
import type { Finding, Severity } from '../../domain/finding.ts'
import type { Unknown } from '../../domain/reading.ts'
import { code, type Words, words } from '../../domain/words.ts'
import { type Claiming, claimKey } from './claims.ts'
import type { ChartContext, OwnRule } from './context.ts'
import { atMost, fitting, named, nextFreePart, placeOf, setVersion, short } from './phrases.ts'
import { isSameContent, packagedVersion } from './tips.ts'

/** A tag, a release or an index holds the version already, with another chart than the one that would merge. */
export const versionPublished: OwnRule = { id: 'version-published', evaluate }

function evaluate(context: ChartContext): readonly Finding[] {
  const { state, policy, published } = context
  const severity = atMost(policy.charts.rules['version-published'], 'block')
  if (state.kind !== 'claims' || severity === null) return []
  // What the base has already is not published by this merge; a swallowed bump is told as such.
  if (state.effect === 'already-there' || state.effect === 'swallowed') return []
  const found = published.of(state.claim)
  if (found === 'not-asked') return []
  if (!found.known) return severity === 'block' ? [unread(state, found)] : []
  return judge(state, found.value, severity, context)
}

function judge(
  state: Claiming,
  found: readonly Publication[],
  severity: Exclude<Severity, 'unknown'>,
  context: ChartContext,
): readonly Finding[] {
  const exact = context.policy.charts.identity === 'exact'
  const isOtherSpelling = ({ version }: Publication) => exact && version !== state.claim.version
  const same = found.filter((publication) => !isOtherSpelling(publication))
  const other = same.find((publication) => isOther(publication, same, state))
  if (other !== undefined) return [published(state, other, severity, context)]
  const untold = same.flatMap(({ chart }) => (chart !== 'not-told' && !chart.known ? [chart] : []))[0]
  if (untold !== undefined) return severity === 'block' ? [unread(state, untold)] : []
  const spelled = found.find(isOtherSpelling)
  const limit = atMost(context.policy.charts.rules['version-published'], 'warn')
  return spelled === undefined || limit === null ? [] : [equalInOrder(state, spelled, limit)]
}

/** An index does not tell what it holds: it is the same where a tag beside it is. */
function isOther(publication: Publication, all: readonly Publication[], { head }: Claiming): boolean {
  const { chart } = publication
  if (chart === 'not-told') return all.every((one) => one.chart === 'not-told')
  return chart.known && (chart.value === null || !isSameContent(chart.value, head))
}

function published(state: Claiming, publication: Publication, severity: Severity, context: ChartContext): Finding {
  const { claim, from, tip } = state
  const free = context.next.after(claim.chart, claim.version, from, tip === null ? null : packagedVersion(tip.file))
  const says = words`${named(claim)} is published already`
  const where = words`${says}: ${placeName(publication)}`
  return {
    ...about(state, severity),
    says: fitting(words`${where}${nextFreePart(free)}`, words`${says}${nextFreePart(free)}`, says),
    seen: words`${placeName(publication)} ${contentOf(publication, claim.chart)}`,
    wanted: words`a version that is not out yet`,
    fixes: setVersion(claim, state.file.version.style, free),
  }
}

function placeName({ source, where }: Publication): Words {
  return words`${source === 'index' ? words`index` : source === 'tag' ? words`tag` : words`release`} ${code(short(where))}`
}

function contentOf({ chart, version }: Publication, name: string): Words {
  if (chart === 'not-told') return words`lists ${name} ${version}, and no tag beside it shows what that holds`
  if (chart.known && chart.value === null) return words`stands on a commit without a chart ${name}`
  return words`holds ${name} with other content`
}

function unread(state: Claiming, reason: Unknown): Finding {
  const says = words`${named(state.claim)} may be published already`
  return {
    ...about(state, 'unknown'),
    says: fitting(words`${says}: ${reason.what}`, says),
    seen: words`${reason.what}`,
    wanted: words`the published versions of ${state.claim.chart}`,
    fixes: [
      reason.retry === 'may-cure'
        ? { how: words`Nothing to do: it is read again by itself.` }
        : { how: words`Repair it, or name what is to be read in charts.published of the policy file.` },
    ],
    retry: reason.retry,
  }
}

function equalInOrder(state: Claiming, publication: Publication, severity: Severity): Finding {
  return {
    ...about(state, severity),
    says: words`${named(state.claim)} is in order equal to ${short(publication.version, 24)}, which is published`,
    seen: words`${placeName(publication)}: only the build metadata or the spelling differs`,
    wanted: words`versions that Helm can put in order`,
    fixes: [],
  }
}

function about(state: Claiming, severity: Severity) {
  const { claim } = state
  return {
    rule: 'version-published' as const,
    severity,
    claim: claimKey(claim.chart, claim.version),
    place: placeOf(claim.path, claim.position),
  }
}
